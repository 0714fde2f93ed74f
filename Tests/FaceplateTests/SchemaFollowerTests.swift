import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

struct SchemaFollowerTests {
    private static func schema(_ value: String) -> String {
        #"{"panelKey":"harbour","groups":[{"groupKey":"g","items":[{"itemKey":"name","#
            + #""itemControlType":"edit_text","itemValue":"\#(value)"}]}]}"#
    }

    /// A file that changed between its reading and the start of the follower is read again.
    @Test(.timeLimit(.hung))
    func noticesAChangeFromBeforeItsStart() throws {
        let bench = try Bench()
        let path = bench.folder + "/harbour.json"
        try Self.schema("Pier").write(toFile: path, atomically: true, encoding: .utf8)
        let file = try SchemaFile(path: path)
        let settings = try Settings.inMemory(file.schema, labels: file.labels)
        try Self.schema("Quay").write(toFile: path, atomically: true, encoding: .utf8)
        let follower = settings.follow(path, read: file)
        #expect(eventually { settings.text("name") == "Quay" })
        withExtendedLifetime((follower, bench)) {}
    }
}
