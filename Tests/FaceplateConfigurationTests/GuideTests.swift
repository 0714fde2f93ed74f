import Foundation
import Testing

/// Tests that the guide shows the code of the example.
struct GuideTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Returns the lines of each Swift code block.
    private static func blocks() throws -> [[String]] {
        let guide = "Sources/Guides.docc/SwiftConfiguration.md"
        return try lines(guide).split(separator: "```swift").dropFirst().map {
            Array($0.prefix { $0 != "```" })
        }
    }

    @Test func everyBlockIsPartOfTheExample() throws {
        let example = try Self.lines(
            "Sources/Examples/LayeredConfiguration/LayeredConfiguration.swift")
        let blocks = try Self.blocks()
        #expect(blocks.count == 3)
        for block in blocks {
            #expect(example.firstRange(of: block) != nil, "\(block.joined(separator: "\n"))")
        }
    }
}
