import Faceplate
import Foundation
import Testing

struct JSONFileStorageTests {
    /// The file contains the whole panel, so a write must not create a new one that lacks the
    /// earlier values.
    @Test func aDeletedFileRejectsWrites() throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "faceplate-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let json = """
            [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text"}]}]
            """
        let schema = try SchemaReader.read(Array(json.utf8), name: "test")
        let settings = try Settings.open(schema, in: JSONFileStorage(file))
        let batch = Batch([Assignment("name", .value("Bob"))], origin: .program)
        try settings.applyAndWait(batch)
        let whole = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        let next = Batch([Assignment("name", .value("Eve"))], origin: .program)
        let error = #expect(throws: ApplyError.self) { try settings.applyAndWait(next) }
        guard case .store(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == .replaced)
        #expect(
            reason.message
                == "The storage was emptied or restored while it was in use. Restart to use it as it is now."
        )
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(settings.text("name") == "Bob" && settings.problems == [reason.message])
        try whole.write(to: file)
        #expect(try settings.applyAndWait(next).revision == 2)
        #expect(settings.problems.isEmpty)
        settings.close()
    }
}
