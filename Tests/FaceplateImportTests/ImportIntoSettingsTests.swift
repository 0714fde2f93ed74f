import Faceplate
import FaceplateImport
import Testing

/// The import in a program: the entries of the plan are one batch.
struct ImportIntoSettingsTests {
    private let settings: Settings
    private let bundle: SettingsBundle

    init() throws {
        bundle = try SettingsBundle(at: Bundles.path("Harbour.bundle"))
        settings = try Settings.inMemory(bundle.schema, labels: bundle.labels)
    }

    private func apply(_ text: String) async throws -> Outcome {
        let values = try ImportedValues(Array(text.utf8), file: "values")
        let plan = values.plan(for: settings.snapshot.schema)
        let assignments = plan.entries.map { Assignment($0.key, .json($0.value)) }
        return try await settings.apply(Batch(assignments, origin: .import))
    }

    @Test
    func settingsOpenWithTheDefaultsOfTheBundle() {
        #expect(settings.snapshot.value("quay") == .integer(2))
        #expect(settings.snapshot.value("enabledSetting") == .boolean(true))
    }

    @Test func importsTheStoreOfTheProgramOfTheBundle() async throws {
        let outcome = try await apply(
            #"{ "horn pitch" = high; sliderSetting = "0.5"; quay = 3; radioCode = hush; }"#)
        #expect(outcome.changes.map(\.key) == ["horn_pitch", "sliderSetting", "quay", "radioCode"])
        #expect(settings.snapshot.value("horn_pitch") == .boolean(false))
        #expect(settings.snapshot.value("quay") == .integer(3))
        #expect(try settings.history.revision(1)?.origin == .import)
    }

    @Test func importsReadOnlySettings() async throws {
        let outcome = try await apply("{ version = \"4.6.4\"; quay = 3; }")
        #expect(outcome.changes.map(\.key) == ["version", "quay"])
        #expect(settings.snapshot.value("version") == .text("4.6.4"))
        await #expect(throws: ApplyError.self) {
            try await settings.apply(
                Batch([Assignment("version", .text("5"))], origin: .script))
        }
    }

    @Test func roundsNumbersOfASystemWithMoreDigits() async throws {
        _ = try await apply("{ sliderSetting = \"0.6589599847793579\"; }")
        #expect(settings.snapshot.value("sliderSetting") == 0.659)
    }

    @Test func rejectsAnInvalidValueUnderTheKeyOfItsSetting() throws {
        let values = try ImportedValues(
            Array(#"{ "horn pitch" = <616263>; }"#.utf8), file: "values")
        let plan = values.plan(for: settings.snapshot.schema)
        #expect(plan.refusals.map(\.source) == ["horn pitch"])
        #expect(ImportTrial(plan, settings: settings).refused.map(\.key) == ["horn_pitch"])
    }

    @Test func anImportIsUndoneAsAWhole() async throws {
        _ = try await apply("{ quay = 3; lamp = red; }")
        try await settings.history.undo(1)
        #expect(settings.snapshot.value("quay") == .integer(2))
        #expect(settings.snapshot.value("lamp") == .text("green"))
    }

    @Test func oneRejectedValueRejectsAll() async throws {
        await #expect(throws: ApplyError.self) { try await apply("{ quay = 9; lamp = red; }") }
        #expect(settings.snapshot.value("lamp") == .text("green"))
    }
}
