import Foundation
import Testing

/// Checks that the code in the guide about embedding is the same as in the examples.
struct GuideTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test(arguments: [
        ("GreetingDaemon", "let server = try PanelServer"),
        ("HummingbirdPanel", "static func answer("),
    ])
    func theGuideShowsTheCodeOfTheExample(name: String, start: String) throws {
        let blocks = try Self.lines("Sources/Guides.docc/Embedding.md")
            .split(separator: "```swift").dropFirst().map { Array($0.prefix { $0 != "```" }) }
        let block = try #require(blocks.first { $0.first?.hasPrefix(start) == true })
        let example = try Self.lines("Sources/Examples/\(name)/\(name).swift")
        #expect(example.firstRange(of: block) != nil, "\(block.joined(separator: "\n"))")
    }
}
