import Foundation
import Testing

@testable import Faceplate

/// The values in a file after a change of its schema.
struct EvolutionValuesTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private func stored() throws -> [String] {
        try bench.sqlite("SELECT item_key || '=' || value FROM setting ORDER BY 1")
    }

    @Test func aRenamedItemKeepsItsValue() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "x")])
        let settings = try bench.open(Make.panel("b edit_text \"itemRenamedFrom\": [\"z\", \"a\"]"))
        #expect(settings.text("b") == "x" && settings.text("a") == "x" && settings.revision == 2)
        #expect(settings.recentRevision(2)?.origin == .migration)
        #expect(
            settings.recentRevision(2)?.changes == [
                Change(key: "a", old: .value("x"), new: .onDefault),
                Change(key: "b", old: .onDefault, new: .value("x")),
            ])
        settings.close()
        #expect(try stored() == ["b=\"x\""])
        #expect(try bench.sqlite("SELECT key FROM retired").isEmpty)
        #expect(bench.backups.isEmpty)
    }

    @Test func aRenamedSelectGroupAndARenamedOptionKeepTheChoice() throws {
        try bench.fill(Make.panel("a select", "b select"), [("g", "b")])
        let new = Make.panel(
            "a select", "c select \"itemRenamedFrom\": \"b\"",
            group: "\"groupKey\": \"h\", \"groupRenamedFrom\": \"g\"")
        let settings = try bench.open(new)
        defer { settings.close() }
        #expect(
            settings.text("h") == "c" && settings.boolean("c") == true
                && settings.boolean("b") == true)
        #expect(settings.snapshot.isSet("h"))
    }

    @Test func mergingTwoItemsKeepsOneValueAndParksTheOther() throws {
        try bench.fill(Make.panel("a edit_text", "b edit_text"), [("a", "1"), ("b", "2")])
        let settings = try bench.open(Make.panel("c edit_text \"itemRenamedFrom\": [\"a\", \"b\"]"))
        defer { settings.close() }
        #expect(settings.text("c") == "1")
        #expect(try settings.parked().map { "\($0.key)=\($0.value.string ?? "")" } == ["b=2"])
    }

    @Test func mergingTwoSecretsKeepsOneAndParksTheOther() throws {
        try bench.fill(Make.panel("a edit_password", "b edit_password"), [("a", "1"), ("b", "2")])
        let settings = try bench.open(
            Make.panel("c edit_password \"itemRenamedFrom\": [\"a\", \"b\"]"))
        defer { settings.close() }
        #expect(try settings.secret("c") == "1")
        #expect(try settings.parked().map(\.key) == ["b"])
    }

    @Test func aParkedValueDoesNotReplaceAMovedValue() throws {
        try bench.fill(Make.panel("a edit_text", "c edit_text"), [("a", "1"), ("c", "2")])
        try bench.open(Make.panel("a edit_text")).close()
        let settings = try bench.open(Make.panel("c edit_text \"itemRenamedFrom\": \"a\""))
        defer { settings.close() }
        #expect(settings.text("c") == "1")
        #expect(try settings.parked().map { "\($0.key)=\($0.value.string ?? "")" } == ["c=2"])
    }

    @Test func restoresOnlyOneOfTwoParkedValuesToAKey() throws {
        try bench.fill(
            Make.panel("a edit_text", "b edit_text", "o switch"), [("a", "1"), ("b", "2")])
        try bench.open(Make.panel("o switch")).close()
        let settings = try bench.open(Make.panel("c edit_text \"itemRenamedFrom\": [\"a\", \"b\"]"))
        defer { settings.close() }
        #expect(settings.text("c") == "1")
        #expect(try settings.parked().map(\.key) == ["b"])
    }

    @Test func aNewKeyThatIsSetAlreadyKeepsItsValue() throws {
        try bench.fill(Make.panel("a edit_text", "b edit_text"), [("a", "1"), ("b", "2")])
        let settings = try bench.open(Make.panel("b edit_text \"itemRenamedFrom\": \"a\""))
        defer { settings.close() }
        #expect(settings.text("b") == "2")
        #expect(try settings.parked().map(\.reason) == ["'b', its new key, already has a value."])
    }

    @Test func aMovedItemKeepsItsValue() throws {
        let json =
            #"[{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "edit_text"}]}, {"groupKey": "h", "items": []}]"#
        try bench.fill(json, [("a", "x")])
        let settings = try bench.open(
            #"[{"groupKey": "g", "items": []}, {"groupKey": "h", "items": [{"itemKey": "a", "itemControlType": "edit_text"}]}]"#
        )
        defer { settings.close() }
        #expect(settings.text("a") == "x" && settings.revision == 1 && bench.backups.isEmpty)
    }

    @Test func anItemThatMovesToAnotherPageKeepsItsValue() throws {
        let item = #"{"itemKey": "a", "itemControlType": "edit_list"}"#
        func panel(_ first: String, _ deep: String) -> String {
            """
            [{"groupKey": "g", "items": [\(first)]}, {"groupKey": "top", "items": [
              {"itemKey": "p", "itemControlType": "page", "groups": [
                {"groupKey": "h", "items": [\(deep)]}]}]}]
            """
        }
        try bench.fill(panel(item, ""), [("a", "x\ny")])
        let settings = try bench.open(panel("", item))
        defer { settings.close() }
        #expect(settings.value("a") == .list(["x", "y"]))
        #expect(settings.revision == 1 && bench.backups.isEmpty)
        #expect(settings.snapshot.schema.page(of: "a").key == "p")
    }

    @Test func convertsTextToAListAfterABackup() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "x")])
        let settings = try bench.open(Make.panel("a edit_list"))
        #expect(settings.value("a") == .list(["x"]) && bench.backups.count == 1)
        settings.close()
        #expect(try stored() == ["a=[\"x\"]"])
        let again = try bench.open(Make.panel("a edit_text"))
        defer { again.close() }
        #expect(again.text("a") == "x")
    }

    @Test func parksAListOfSeveralThatBecomesText() throws {
        try bench.fill(Make.panel("a edit_list"), [("a", "x\ny")])
        let settings = try bench.open(Make.panel("a edit_text"))
        #expect(!settings.snapshot.isSet("a"))
        #expect(try settings.parked().map(\.value) == [["x", "y"]])
        settings.close()
        let again = try bench.open(Make.panel("a edit_list"))
        defer { again.close() }
        #expect(again.value("a") == .list(["x", "y"]))
    }

    @Test func parksAndRestoresTheValueOfARemovedItem() throws {
        try bench.fill(Make.panel("a edit_text", "b switch"), [("a", "x"), ("b", "YES")])
        let without = try bench.open(Make.panel("b switch"))
        #expect(
            try without.parked() == [
                ParkedValue(
                    key: "a", value: "x", reason: "'a' was removed from the schema.", revision: 2)
            ])
        #expect(without.value("a") == nil && without.boolean("b") == true)
        #expect(
            without.recentRevision(3)?.changes == [
                Change(key: "a", old: .value("x"), new: .onDefault)
            ])
        #expect(without.refusals(("a", .text("y"))).map(\.problem) == [ValueProblem(.removedKey)])
        without.close()
        let settings = try bench.open(Make.panel("a edit_text", "b switch"))
        defer { settings.close() }
        #expect(settings.text("a") == "x" && settings.snapshot.isSet("a"))
        #expect(try settings.parked().isEmpty)
        #expect(
            settings.recentRevision(4)?.changes == [
                Change(key: "a", old: .onDefault, new: .value("x"))
            ])
        #expect(try settings.assign(("a", .text("y"))).revision == 5)
    }

    @Test func restoresAParkedValueUnderItsNewKey() throws {
        try bench.fill(Make.panel("a edit_text", "b switch"), [("a", "x")])
        try bench.open(Make.panel("b switch")).close()
        let settings = try bench.open(
            Make.panel("b switch", "c edit_text \"itemRenamedFrom\": \"a\""))
        defer { settings.close() }
        #expect(settings.text("c") == "x")
    }

    @Test func restoresAParkedValueWhenTheSchemaAcceptsIt() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "hello")])
        let narrow = try bench.open(Make.panel("a switch"))
        #expect(narrow.boolean("a") == false && !narrow.snapshot.isSet("a"))
        #expect(try narrow.parked().map(\.value) == ["hello"])
        narrow.close()
        let settings = try bench.open(Make.panel("a edit_text"))
        defer { settings.close() }
        #expect(settings.text("a") == "hello")
        #expect(try settings.parked().isEmpty)
    }

    /// Any value fits the new control, and the one that is set counts.
    @Test func aParkedValueDoesNotReplaceOneThatIsSet() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "hello")])
        try bench.fill(Make.panel("a switch"), [("a", "YES")])
        let settings = try bench.open(Make.panel("a custom"))
        defer { settings.close() }
        #expect(settings.value("a") == true)
        #expect(try settings.parked().map(\.value) == ["hello"])
    }

    @Test func restoresNoParkedValueToAResetSetting() throws {
        try bench.fill(Make.panel("a edit_text", "b edit_text"), [("a", "1"), ("b", "2")])
        let merged = #"c edit_text "itemRenamedFrom": ["a", "b"]"#
        let settings = try bench.open(Make.panel(merged))
        try settings.assign(("c", .reset))
        settings.close()
        let again = try bench.open(Make.panel(merged, "d switch"))
        defer { again.close() }
        #expect(!again.snapshot.isSet("c"))
        #expect(try again.parked().map(\.key) == ["b"])
    }

    @Test(arguments: ["edit_text", "edit_password"])
    func anOlderSchemaKeepsUnknownValues(control: String) throws {
        let newer = Make.panel("a edit_text", "b \(control)", version: 2)
        try bench.fill(newer, [("b", "x")])
        let older = try bench.open(Make.panel("a edit_text"), isForced: true)
        #expect(try older.parked().isEmpty)
        older.close()
        let again = try bench.open(newer)
        defer { again.close() }
        #expect(try again.text("b") ?? again.secret("b") == "x")
        #expect(again.revision == 1)
    }

    @Test func aTextDoesNotReplaceTheSecretOfItsNewKey() throws {
        try bench.fill(Make.panel("a edit_text", "b edit_password"), [("a", "1"), ("b", "2")])
        let settings = try bench.open(Make.panel(#"b edit_password "itemRenamedFrom": "a""#))
        defer { settings.close() }
        #expect(try settings.secret("b") == "2")
    }

    @Test func bothLostValuesOfAKeyAreParked() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "hello")])
        try bench.fill(Make.panel("a switch"), [("a", "YES")])
        let settings = try bench.open(Make.panel("b switch"))
        let history = try bench.sqlite(
            "SELECT old FROM change WHERE item_key='a' AND old IS NOT NULL ORDER BY revision")
        #expect(history == ["\"hello\"", "true"])
        #expect(try settings.parked().map(\.value) == ["hello", true])
        settings.close()
        let back = try bench.open(Make.panel("a switch"))
        defer { back.close() }
        #expect(back.boolean("a") == true)
        #expect(try back.parked().map(\.value) == ["hello"])
    }

    @Test func restoresTheNewestOfTwoParkedValues() throws {
        let without = Make.panel("b switch")
        try bench.fill(Make.panel("a edit_text"), [("a", "old")])
        try bench.open(without).close()
        try bench.fill(Make.panel("a edit_integer"), [("a", "2")])
        try bench.open(without).close()
        let settings = try bench.open(Make.panel("a edit_text"))
        defer { settings.close() }
        #expect(settings.text("a") == "2")
        #expect(try settings.parked().map(\.value) == ["old"])
    }

    @Test(arguments: [("YES", "on"), ("NO", "off")])
    func convertsASwitchToAChoiceByItsMap(given: String, chosen: String) throws {
        try bench.fill(Make.panel("a switch"), [("a", given)])
        let choice =
            "a choice \"itemOptions\": [\"auto\", \"on\", \"off\"], \"itemValueMap\": {\"YES\": \"on\", \"NO\": \"off\"}"
        let settings = try bench.open(Make.panel(choice))
        defer { settings.close() }
        #expect(settings.text("a") == chosen)
        // A page that was opened before still posts the former value.
        #expect(
            try settings.assign(("a", .text("YES"))).changes.map(\.new)
                == (chosen == "on" ? [] : [.value("on")]))
    }

    @Test func appliesASwappingMapOnce() throws {
        let plain = "a choice \"itemOptions\": [\"x\", \"y\", \"z\"]"
        let swap = "\(plain), \"itemValueMap\": {\"x\": \"y\", \"y\": \"x\"}"
        try bench.fill(Make.panel(plain), [("a", "x")])
        for more in [
            swap, swap, "\(swap), \"itemTitle\": \"T\"",
            "\(plain), \"itemValueMap\": {\"x\": \"y\", \"y\": \"x\", \"w\": \"z\"}",
        ] {
            let settings = try bench.open(Make.panel(more))
            #expect(settings.text("a") == "y", "\(more)")
            settings.close()
        }
        try bench.fill(Make.panel(swap), [("a", "x")])
        let settings = try bench.open(Make.panel("\(swap), \"itemHelp\": \"H\""))
        defer { settings.close() }
        #expect(settings.text("a") == "x")
    }

    @Test func aValueThatBreaksAConstraintIsParked() throws {
        try bench.fill(
            Make.panel("a edit_text", "b choice \"itemOptions\": [\"x\", \"y\"]"),
            [("a", "long"), ("b", "y")])
        let settings = try bench.open(
            Make.panel(
                "a edit_text \"itemMaximumLength\": 2", "b choice \"itemOptions\": [\"x\"]",
                "c switch \"itemRestart\": true"))
        defer { settings.close() }
        #expect(try stored().isEmpty && settings.text("a") == "" && settings.text("b") == "x")
        #expect(
            try settings.parked().map(\.description) == [
                "'a': \"long\": 'a' does not accept it now. 'a' must be 2 characters or fewer.",
                "'b': \"y\": 'b' does not accept it now. Choose a value for 'b'.",
            ])
        let problem = "Values no longer fit their settings, whole or in part, and are parked: "
        #expect(settings.problems == [problem + "'a', 'b'."])
        try settings.markApplied()
        #expect(settings.problems == [problem + "'a', 'b'."])
        // The setting has a new value, so the problem is over.
        try settings.assign(("a", .text("ab")))
        #expect(settings.problems == [problem + "'b'."])
    }

    // MARK: - Backup and dry run

    @Test(
        arguments: [
            ("a edit_text", 0), ("a edit_text \"itemValue\": \"new\"", 0),
            ("b edit_text \"itemRenamedFrom\": \"a\"", 0),
            ("b edit_text", 1), ("a switch", 1),
            ("a choice \"itemOptions\": [1], \"itemValueMap\": {\"x\": 1}", 1),
        ])
    func makesABackupOnlyIfValuesAreConvertedOrParked(item: String, count: Int) throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "x")])
        try bench.open(Make.panel(item)).close()
        #expect(bench.backups.count == count)
        try bench.open(Make.panel(item)).close()
        #expect(bench.backups.count == count)
    }

    @Test func theBackupIsPrivateAndHasTheOldValues() throws {
        let before = umask(0)
        defer { umask(before) }
        try bench.fill(Make.panel("a edit_text", "b switch"), [("a", "x"), ("b", "YES")])
        try bench.open(Make.panel("b switch")).close()
        let name = try #require(bench.backups.first)
        #expect(
            try Regex("^settings-backup-[0-9]{8}T[0-9]{6}Z\\.sqlite$").wholeMatch(in: name) != nil)
        #expect(try bench.mode(name) == 0o600)
        let copy = try Settings.open(at: "\(bench.folder)/\(name)", watches: false)
        defer { copy.close() }
        #expect(copy.text("a") == "x" && copy.boolean("b") == true && copy.revision == 2)
        #expect(copy.recentRevision(1)?.changes.map(\.key) == ["a"])
    }

    @Test func twoBackupsInOneSecondHaveDifferentNames() throws {
        for _ in 0..<3 {
            try bench.fill(Make.panel("a edit_text"), [("a", "x")])
            try bench.open(Make.panel("b switch")).close()
        }
        #expect(bench.backups.count >= 3)
    }

    @Test func aPlanChangesNothing() throws {
        try bench.fill(Make.panel("a edit_text", "b switch"), [("a", "x")])
        let before = try bench.sqlite(".dump")
        let files = bench.files
        let plan = try Settings.plan(Make.schema(Make.panel("b switch")), at: bench.path)
        #expect(
            plan.steps.map(\.description) == [
                "item 'a' removed", "item 'b': order changed",
                "the value \"x\" of 'a' is parked: 'a' was removed from the schema.",
            ])
        #expect(plan.changesValues)
        #expect(try bench.sqlite(".dump") == before)
        #expect(bench.files == files)
        #expect(
            try Settings.plan(Make.schema(Make.panel("a edit_text", "b switch")), at: bench.path)
                .isEmpty)
        #expect(
            refusal {
                try Settings.plan(
                    Make.schema("{\"panelKey\": \"other\", \"groups\": []}"), at: bench.path)
            } == .otherSchema)
    }

    @Test func rejectsAPlanForAFileThatIsNotADatabase() throws {
        try Data("Dear diary".utf8).write(to: URL(filePath: bench.path))
        #expect(
            refusal { try Settings.plan(Make.schema(Make.panel("a switch")), at: bench.path) }
                == .notASettingsFile)
    }

    @Test func aPlanForAMissingFileCreatesNoFile() throws {
        let plan = try Settings.plan(Make.schema(Make.panel("a switch")), at: bench.path)
        #expect(plan.steps.map(\.name) == ["group_created", "item_created"])
        #expect(bench.files.isEmpty)
    }
}
