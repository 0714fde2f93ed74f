import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The files of a host's folder, and the links and names that lead to no file of it.
struct PublicFolderTests {
    /// Calls `body` with a folder `public` that has files and links, beside a folder and a file of others.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        func write(_ text: String, to name: String) throws {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: root.appending(path: "public/\(name)").path, withDestinationPath: target)
        }
        try write("own", to: "public/own.txt")
        try write("hidden", to: "public/.hidden.txt")
        try write("deep", to: "public/inner/deep.txt")
        try write("other", to: "other.txt")
        try write("other", to: "public-not/other.txt")
        try link("inside.txt", to: "inner/deep.txt")
        try link("outside.txt", to: "../other.txt")
        try link("beside.txt", to: "../public-not/other.txt")
        try link("folder.txt", to: "inner")
        try link("nothing.txt", to: "missing.txt")
        try await body(root.appending(path: "public").path)
    }

    @Test(
        arguments: [
            ("own.txt", "own"), ("inside.txt", "deep"), ("outside.txt", nil), ("beside.txt", nil),
            ("folder.txt", nil), ("nothing.txt", nil), ("missing.txt", nil), (".hidden.txt", nil),
            ("..%2Fother.txt", nil), ("inner%2Fdeep.txt", nil), ("own.exe", nil), ("", nil),
        ] as [(String, String?)])
    func onlyFilesInTheFolderAreSent(name: String, text: String?) async throws {
        try await withFolder { folder in
            let panel = try TestPanel.make(TestPanel.item("switch")) { $0.publicFolder = folder }
            let answer = await panel.client.get("/public/\(name)")
            #expect(answer.status == (text == nil ? 404 : 200))
            if let text { #expect(answer.text == text) }
        }
    }

    @Test(arguments: [(4 * 1_048_576, 200), (4 * 1_048_576 + 1, 404)])
    func aLargeFileIsNotSent(size: Int, status: Int) async throws {
        try await withFolder { folder in
            let panel = try TestPanel.make(TestPanel.item("switch")) { $0.publicFolder = folder }
            try Data(count: size).write(to: URL(filePath: folder).appending(path: "large.txt"))
            let answer = await panel.client.get("/public/large.txt")
            #expect(answer.status == status)
            #expect(answer.body.count == size || status == 404)
        }
    }

    @Test func aChangedFileOfTheSameSizeIsReadAgain() async throws {
        try await withFolder { folder in
            let panel = try TestPanel.make(TestPanel.item("switch")) { $0.publicFolder = folder }
            let file = URL(filePath: folder).appending(path: "own.txt")
            #expect(await panel.client.get("/public/own.txt").text == "own")
            try Data("new".utf8).write(to: file)
            let time = Date(timeIntervalSince1970: 1_795_159_800)
            try FileManager.default.setAttributes(
                [.modificationDate: time], ofItemAtPath: file.path)
            #expect(await panel.client.get("/public/own.txt").text == "new")
        }
    }

    /// A page that is open since the start of the program still has the built-in files.
    @Test func aScriptIsUsedBesideTheBuiltInFiles() async throws {
        try await withFolder { folder in
            let panel = try TestPanel.make(TestPanel.item("switch")) { $0.publicFolder = folder }
            for name in ["panel.js", "panel.css"] {
                try Data("own".utf8).write(to: URL(filePath: folder).appending(path: name))
            }
            let page = await panel.page()
            let path = try #require(page.firstMatch(of: /\/assets\/panel\.[0-9a-f]+\.js/)).0
            #expect(await panel.client.get(String(path)).text == "own")
            for asset in Asset.all {
                #expect(!page.contains(asset.path))
                #expect(await panel.client.get(asset.path).body == asset.response.body)
            }
        }
    }

    @Test func stylesOfASchemaFollowTheStyleSheetOfTheFolder() async throws {
        try await withFolder { folder in
            try Data("own{}".utf8).write(to: URL(filePath: folder).appending(path: "panel.css"))
            let panel = try TestPanel.make(
                TestPanel.item("switch"), group: #""groupStyle":{"top":3}"#
            ) { $0.publicFolder = folder }
            let page = await panel.page()
            let path = try #require(page.firstMatch(of: /rel="stylesheet" href="([^"]+)"/)).1
            let sheet = await panel.client.get(String(path)).text
            #expect(sheet.hasPrefix("own{}") && sheet.contains("--fp-inset-block-start: 3px"))
        }
    }

    /// The pages name the file by its content, so that browsers fetch the new one.
    @Test func aStyleSheetThatChangesIsUsedByTheNextPage() async throws {
        try await withFolder { folder in
            let panel = try TestPanel.make(TestPanel.item("switch")) { $0.publicFolder = folder }
            let file = URL(filePath: folder).appending(path: "panel.css")
            var names: Set<Substring> = []
            for text in ["a{}", "a{b:c}", ""] {
                if text.isEmpty {
                    try FileManager.default.removeItem(at: file)
                } else {
                    try Data(text.utf8).write(to: file)
                }
                let page = await panel.page()
                let path = try #require(page.firstMatch(of: /\/assets\/panel\.[0-9a-f]+\.css/)).0
                names.insert(path)
                let sheet = await panel.client.get(String(path)).text
                #expect(text.isEmpty ? sheet.contains(".row") : sheet == text)
            }
            #expect(names.count == 3)
        }
    }
}
