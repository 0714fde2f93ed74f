import FaceplateHTML
import FaceplateTestSupport
import Foundation
import Testing

/// Tests that a real HTML parser (html5lib, run by Python) reads back exactly the written text.
struct ReadBackTests {
    private static let python = ProcessInfo.processInfo.environment["FACEPLATE_PYTHON"]

    @Test(
        .enabled(
            if: python != nil, "FACEPLATE_PYTHON does not name a Python with html5lib."),
        .timeLimit(.hung))
    func aParserReadsBackTheOutput() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "read-back-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var random = SplitMix(seed: 20_240_607)
        var expected: [String] = []
        for number in 0..<600 {
            let text = readable(random.text(upTo: 40))
            let page = Data(page(showing: text))
            try page.write(to: folder.appending(path: "\(number).html"))
            expected.append(json(text))
        }
        let list = "[" + expected.joined(separator: ",\n") + "]"
        try Data(list.utf8).write(to: folder.appending(path: "expected.json"))
        let result = try run(on: folder)
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("600 pages"))
    }

    /// Returns a page with the text at every kind of place that HTML parses differently.
    private func page(showing text: String) -> [UInt8] {
        var page = Markup()
        page.doctype()
        page.element(.html, .lang("en")) { page in
            page.element(.head) { page in
                page.void(.meta, .charset("utf-8"))
                page.element(.title, text: text)
            }
            page.element(.body) { page in
                page.element(.p, .title(text), .data("text", text), .class("x"), text: text)
                page.element(.pre, text: text)
                page.element(.pre) { $0.text(text) }
                page.textarea(.name("t"), value: text)
                page.void(.input, .value(text), .checked(true))
                page.element(.select) { $0.element(.option, .value(text), text: text) }
                page.element(.table) { page in
                    page.element(.tbody) { $0.element(.tr) { $0.element(.td, text: text) } }
                }
            }
        }
        return page.bytes
    }

    /// Returns the text without characters that HTML cannot contain.
    private func readable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where scalar.value != 0 && !scalar.properties.isNoncharacterCodePoint {
            kept.append(scalar)
        }
        return String(kept)
    }

    private func json(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + units.joined() + "\""
    }

    private func run(on folder: URL) throws -> (status: Int32, output: String) {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "read_back.py")
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.python))
        process.arguments = [script.path, folder.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
