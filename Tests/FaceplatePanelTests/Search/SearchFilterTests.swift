import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

/// The settings that each search filter finds.
struct SearchFilterTests {
    private static let schema = #"""
        {"panelKey": "p", "panelChecks": [
          {"require": {"key": "low", "atMost": {"key": "high"}}, "message": "Order", "items": ["low"]}],
         "groups": [{"groupKey": "g", "items": [
          {"itemKey": "name", "itemControlType": "edit_text", "itemRestart": true},
          {"itemKey": "fixed", "itemControlType": "edit_text", "itemReadOnly": true},
          {"itemKey": "held", "itemControlType": "edit_text"},
          {"itemKey": "on", "itemControlType": "switch"},
          {"itemKey": "needs", "itemControlType": "edit_text", "itemEnabledWhen": "on"},
          {"itemKey": "must", "itemControlType": "edit_text", "itemRequired": true, "itemValue": ""},
          {"itemKey": "secret", "itemControlType": "edit_password", "itemRequiredWhen": "on"},
          {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
          {"itemKey": "high", "itemControlType": "edit_integer", "itemValue": 2},
          {"itemKey": "few", "itemControlType": "edit_list", "itemMinimumCount": 1},
          {"itemKey": "note", "itemTitle": "Note", "itemControlType": "text"},
          {"itemKey": "state", "itemControlType": "button", "itemStates": [{"state": "a"}, {"state": "b"}]}
         ]}]}
        """#

    private let settings: Settings

    init() throws {
        settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "p"),
            locks: [
                Settings.Lock(
                    "held", .text("x"), source: .environment(variable: "FACEPLATE_SET_HELD"))
            ])
    }

    private func found(_ text: String) -> [String] {
        let snapshot = settings.snapshot
        return SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
            .keys(SearchQuery(text), in: snapshot)
    }

    private func set(_ values: KeyValuePairs<String, String>) throws {
        try settings.applyAndWait(
            Batch(values.map { Assignment($0.key, .text($0.value)) }, origin: .program))
    }

    @Test func lockedFindsSettingsThatCannotBeChanged() throws {
        #expect(found("@locked") == ["fixed", "held", "needs"])
        try set(["on": "YES", "must": "x", "secret": "s"])
        #expect(found("@locked") == ["fixed", "held"])
    }

    @Test func modifiedFindsSettingsThatDifferFromTheDefault() throws {
        #expect(found("@modified") == [])
        try set(["name": "", "must": "x", "state": "b", "secret": "s"])
        #expect(found("@modified") == ["must", "secret"])
        try set(["name": "x"])
        #expect(found("@modified") == ["name", "must", "secret"])
    }

    @Test func restartFindsChangesThatNeedARestart() throws {
        try settings.markApplied()
        #expect(found("@restart") == [])
        try set(["name": "new", "must": "x"])
        #expect(found("@restart") == ["name"])
        try set(["name": ""])
        #expect(found("@restart") == [])
    }

    @Test func temporaryFindsTemporaryValues() async throws {
        #expect(found("@temporary") == [])
        _ = try await settings.set("name", to: .text("new"), for: .seconds(600))
        #expect(found("@temporary") == ["name"])
    }

    /// A list without a value is shorter than its minimum, but no entered value is wrong.
    @Test func errorFindsValuesThatWouldBeRejected() throws {
        #expect(found("@error") == ["must"])
        try set(["must": "x"])
        #expect(found("@error") == [])
    }

    @Test func aSearchOffersNoResetOfMoreThanOneSetting() async throws {
        let client = PanelClient(settings)
        try set(["name": "new", "must": "x", "on": "YES", "secret": "s"])
        let page = await client.get("/").text
        #expect(page.contains(#"value="*""#) && page.contains(#"name="_reset" value="g""#))
        let search = await client.get("/?q=name").text
        #expect(search.contains(#"name="_reset" value="name""#))
        #expect(!search.contains(#"value="*""#) && !search.contains(#"name="_reset" value="g""#))
    }

    @Test func plainTextNamesTheSourceOfALock() async {
        let text = await PanelClient(settings).get("/?view=text").text
        #expect(text.contains("[held]: x (Set by environment variable FACEPLATE_SET_HELD."))
        #expect(text.contains("[fixed]: empty (Read-only)"))
    }

    @Test(arguments: [(isHidden: false, keys: ["low"]), (isHidden: true, keys: [])])
    func errorFindsFailedChecksOfVisibleSettings(isHidden: Bool, keys: [String]) throws {
        try set(["must": "x", "low": "2"])
        #expect(found("@error") == [])
        let rule = isHidden ? #", "itemVisibleWhen": "on""# : ""
        let schema = Self.schema.replacing("atMost", with: "less")
            .replacing(#""itemKey": "high""#, with: #""itemKey": "high"\#(rule)"#)
        try settings.adopt(SchemaReader.read(Array(schema.utf8), name: "p"))
        #expect(found("@error") == keys)
    }

    @Test func aLockedSecretIsNotAnError() throws {
        let file = Settings.Lock.Source.file("locks.json")
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "p"),
            locks: [
                Settings.Lock("on", .text("YES"), source: file),
                Settings.Lock("secret", .text("s"), source: file),
            ])
        let found = SearchIndex(schema: settings.snapshot.schema, labels: settings.snapshot.labels)
            .keys(SearchQuery("@error"), in: settings.snapshot)
        #expect(found == ["must"])
    }

    /// A newer schema can require a value that is not set.
    @Test func errorFindsValuesThatANewerSchemaRequires() throws {
        try set(["must": "x"])
        let schema = Self.schema
            .replacing(
                #""name", "itemControlType": "edit_text""#,
                with: #""name", "itemControlType": "edit_date", "itemRequired": true"#
            )
        try settings.adopt(SchemaReader.read(Array(schema.utf8), name: "p"))
        #expect(found("@error") == ["name"])
    }

    @Test func errorFindsRequiredSecretsThatAreNotSet() throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "p"),
            locks: [Settings.Lock("on", .text("YES"), source: .file("locks.json"))])
        func found() -> [String] {
            SearchIndex(schema: settings.snapshot.schema, labels: settings.snapshot.labels)
                .keys(SearchQuery("@error"), in: settings.snapshot)
        }
        #expect(found() == ["must", "secret"])
        try settings.applyAndWait(
            Batch(
                [Assignment("must", .text("x")), Assignment("secret", .text("s"))],
                origin: .program))
        #expect(found() == [])
    }
}
