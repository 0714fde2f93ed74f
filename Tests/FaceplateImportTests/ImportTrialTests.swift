import Faceplate
import FaceplateSchema
import Testing

@testable import FaceplateImport

struct ImportTrialTests {
    private let settings: Settings

    init() throws {
        let json = #"""
            [{"groupKey": "g", "items": [
              {"itemKey": "port", "itemControlType": "edit_integer"}]}]
            """#
        settings = try Settings.inMemory(SchemaReader.read(Array(json.utf8), name: "panel"))
    }

    /// Another program can save while the import is tried.
    @Test func aChangeAfterThePreviewIsAConflict() async throws {
        let settings = settings
        let values = try ImportedValues(Array("port = 80".utf8), file: "values", format: .ini)
        let trial = ImportTrial(
            values.plan(for: settings.snapshot.schema), snapshot: settings.snapshot, note: nil,
            base: Batch.Base(revision: settings.revision, leavesShownValues: false)
        ) { (batch) throws(ApplyError) in
            if !batch.isDryRun {
                let other = Batch([Assignment("port", .json(90))], origin: .program)
                _ = try await settings.apply(other)
            }
            return try await settings.apply(batch)
        }
        await #expect(throws: ApplyError.self) {
            try await ImportResult(of: trial, isDryRun: false, isPartial: false)
        }
        #expect(settings.snapshot.value("port") == 90)
    }
}
