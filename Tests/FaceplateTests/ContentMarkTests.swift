import Foundation
import Testing

@testable import Faceplate

/// Marks by which a page knows that a group is unchanged.
struct ContentMarkTests {
    private static let panel =
        #"{"groups": [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "edit_text"}]}, "#
        + #"{"groupKey": "h", "items": [{"itemKey": "b", "itemControlType": "edit_text", "#
        + #""itemRestart": true}]}]}"#

    /// Returns the keys of the groups whose marks `change` replaces.
    private func changed(
        _ settings: Settings, _ change: (Settings) throws -> Void
    ) throws -> [String] {
        func marks() -> [ContentMark] {
            settings.snapshot.schema.groups.map { settings.snapshot.mark(of: $0) }
        }
        let before = marks()
        try change(settings)
        return zip(settings.snapshot.schema.groups, zip(before, marks()))
            .filter { $1.0 != $1.1 }.map(\.0.key)
    }

    @Test func aChangeReplacesOnlyTheMarkOfItsGroup() throws {
        let settings = try Make.memory(Self.panel)
        for (key, group) in [("a", "g"), ("b", "h"), ("a", "g")] {
            #expect(
                try changed(settings) { try $0.assign((key, .text(UUID().uuidString))) } == [group])
        }
        #expect(try changed(settings) { try $0.assign(("a", .reset)) } == ["g"])
        #expect(try changed(settings) { try $0.assign(("a", .reset)) } == [])
    }

    @Test func valuesInUseAndTimesReplaceAllMarks() throws {
        let settings = try Make.memory(Self.panel)
        try settings.assign(("b", .text("x")))
        #expect(try changed(settings) { try $0.markApplied() } == ["g", "h"])
        let batch = Batch(
            [Assignment("a", .value(.text("y")))], origin: .program, lifetime: .seconds(60))
        #expect(try changed(settings) { try $0.applyAndWait(batch) } == ["g", "h"])
    }
}
