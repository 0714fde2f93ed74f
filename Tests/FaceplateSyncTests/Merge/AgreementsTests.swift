import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct AgreementsTests {
    private static let some: Agreements = {
        var some = Agreements()
        some.entries["a"] = SharedEntry(.set(1), SharedTime(Date(timeIntervalSince1970: 5)), "m")
        some.entries["b"] = SharedEntry(.onDefault, .earliest, "n")
        return some
    }()

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test func areThereAgain() throws {
        try Self.inFolder { folder in
            let file = AgreementsFile(database: folder + "/a.sqlite", cluster: "c")
            #expect(file.read() == (Agreements(), nil))
            try file.write(Self.some)
            try file.write(Self.some)
            #expect(file.read() == (Self.some, nil))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite-sync"])
            let mode =
                try FileManager.default.attributesOfItem(atPath: folder + "/a.sqlite-sync")[
                    .posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func meanNothingToAnotherCluster() throws {
        try Self.inFolder { folder in
            try AgreementsFile(database: folder + "/a", cluster: "c").write(Self.some)
            let other = AgreementsFile(database: folder + "/a", cluster: "d").read()
            #expect(other == (Agreements(), nil))
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"format":2,"cluster":"c","agreed":{}}"#, "\u{0}\u{1}"])
    func aDamagedFileIsSaid(text: String) throws {
        try Self.inFolder { folder in
            try Data(text.utf8).write(to: URL(filePath: folder + "/a-sync"))
            let (known, problem) = AgreementsFile(database: folder + "/a", cluster: "c").read()
            #expect(known == Agreements())
            #expect(problem?.contains("/a-sync' cannot be read") == true)
        }
    }

    @Test func anEntryThatCannotBeReadIsLeftOut() {
        let text = #"{"format":1,"cluster":"c","agreed":{"a":{"value":1},"b":[]}}"#
        #expect(Agreements(bytes: Array(text.utf8), cluster: "c") == Agreements())
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        let file = AgreementsFile(database: "/nowhere/a", cluster: "c")
        let error = #expect(throws: AgreementsError.self) { try file.write(Self.some) }
        #expect(error?.words.hasPrefix("The file '/nowhere/a-sync' cannot be written: ") == true)
        #expect(AgreementsFile(database: nil, cluster: "c").read() == (Agreements(), nil))
    }
}
