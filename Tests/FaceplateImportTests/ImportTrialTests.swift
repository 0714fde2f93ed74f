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

    /// A part of an import is checked and saved at once, so that a value that stops to fit in between is only left out.
    @Test func whatAnotherProgramMakesWrongIsLeftOut() async throws {
        let json = #"""
            {"groups": [{"groupKey": "g", "items": [
              {"itemKey": "port", "itemControlType": "edit_integer"},
              {"itemKey": "on", "itemControlType": "switch"},
              {"itemKey": "name", "itemControlType": "edit_text", "itemEnabledWhen": {"not": "on"}}]}]}
            """#
        let settings = try Settings.inMemory(SchemaReader.read(Array(json.utf8), name: "panel"))
        let values = try ImportedValues(
            Array("port = 80\nname = a".utf8), file: "values", format: .ini)
        let calls = Locked(0)
        var trial = ImportTrial(
            values.plan(for: settings.snapshot.schema), snapshot: settings.snapshot, note: nil,
            isRequested: true
        ) { (batch) throws(ApplyError) in
            calls.withLock { $0 += 1 }
            try await settings.apply(Batch([Assignment("on", .json(true))], origin: .program))
            return try await settings.apply(batch)
        }
        let result = try await ImportResult(of: trial, isDryRun: false, isPartial: true)
        #expect(result.isSaved && result.trial.refused.map(\.key) == ["name"])
        #expect(settings.snapshot.value("port") == 80 && !settings.snapshot.isSet("name"))
        #expect(calls.withLock { $0 } == 1)
        // As a whole nothing is saved.
        let revision = settings.revision
        await #expect(throws: ApplyError.self) { try await trial.apply() }
        #expect(settings.revision == revision)
    }
}
