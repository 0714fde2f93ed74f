import Testing

@testable import FaceplateSchema

struct SyncCheckTests {
    private static func schema(_ items: String, panel: String = "") throws -> Schema {
        let text = "{\(panel) \"groups\": [{\"groupKey\": \"g\", \"items\": [\(items)]}]}"
        return try SchemaReader.read(Array(text.utf8), name: "test")
    }

    @Test(arguments: [
        (#"{"itemKey": "a", "itemControlType": "switch"}"#, []),
        (#"{"itemKey": "a", "itemControlType": "switch", "itemSynced": true}"#, ["a"]),
        (#"{"itemKey": "a", "itemControlType": "switch", "itemSynced": "NO"}"#, []),
        (
            #"{"itemKey": "a", "itemControlType": "select"},"#
                + #"{"itemKey": "b", "itemControlType": "select", "itemSynced": "YES"}"#, ["g"]
        ),
        (
            #"{"itemKey": "a", "itemControlType": "picker", "itemOptions": ["x"],"#
                + #""itemAdds": true, "itemSynced": true}"#, ["a", "a.added"]
        ),
    ])
    func findsSyncedSettings(items: String, keys: [String]) throws {
        #expect(try Self.schema(items).syncedSettings.map(\.key) == keys)
    }

    @Test(arguments: [
        (#""edit_password""#, "'edit_password' cannot have 'itemSynced'"),
        (#""button""#, "'button' cannot have 'itemSynced'"),
        (#""edit_text", "itemReadOnly": true"#, "A read-only value belongs to one machine"),
        (#""edit_file", "itemMaximumSize": 262145"#, "262144 bytes at most"),
        (#""edit_text", "itemScope": "machine""#, "A value of one machine ('itemScope')"),
    ])
    func rejectsSyncOfMachineSettings(control: String, reason: String) throws {
        let error = #expect(throws: SchemaError.self) {
            try Self.schema(
                #"{"itemKey": "a", "itemControlType": \#(control), "itemSynced": true}"#)
        }
        let problem = try #require(error?.problems.first)
        #expect(problem.path == "$.groups[0].items[0].itemSynced")
        #expect(problem.message.contains(reason))
    }

    @Test(
        arguments: [
            (#"{"itemKey": "a", "itemControlType": "switch"}"#, [], []),
            (#"{"itemKey": "a", "itemControlType": "switch", "itemScope": "portable"}"#, [], []),
            (#"{"itemKey": "a", "itemControlType": "switch", "itemScope": "machine"}"#, ["a"], []),
            (
                #"{"itemKey": "a", "itemControlType": "edit_password", "itemScope": "machine"}"#,
                ["a"], []
            ),
            (
                #"{"itemKey": "a", "itemControlType": "select"},"#
                    + #"{"itemKey": "b", "itemControlType": "select", "itemScope": "machine"}"#,
                ["g"], []
            ),
            (
                #"{"itemKey": "a", "itemControlType": "picker", "itemOptions": ["x"],"#
                    + #""itemAdds": true, "itemScope": "machine"}"#, ["a", "a.added"], []
            ),
            (
                #"{"itemKey": "a", "itemControlType": "select", "itemScope": "machine"},"#
                    + #"{"itemKey": "b", "itemControlType": "select", "itemSynced": true}"#,
                [], ["$.groups[0].items[1].itemSynced"]
            ),
            (
                #"{"itemKey": "a", "itemControlType": "switch", "itemScope": "computer"}"#,
                [], ["$.groups[0].items[0].itemScope"]
            ),
            (
                #"{"itemKey": "a", "itemControlType": "info", "itemScope": "machine"}"#,
                [], ["$.groups[0].items[0].itemScope"]
            ),
        ])
    func findsMachineSettings(items: String, keys: [String], problems: [String]) {
        do throws(SchemaError) {
            let settings = try SchemaReader.read(
                Array(#"{"groups": [{"groupKey": "g", "items": [\#(items)]}]}"#.utf8),
                name: "test"
            ).settings
            #expect(settings.filter { $0.scope == .machine }.map(\.key) == keys)
            #expect(problems.isEmpty)
        } catch {
            #expect(error.problems.map(\.path) == problems)
        }
    }

    /// Checks that a setting of one machine cannot clear a shared setting on all machines.
    @Test(
        arguments: [
            (#""itemVisibleWhen": "own""#, "", true),
            (#""itemVisibleWhen": "common""#, "", false),
            (#""itemVisibleWhen": {"any": ["common", {"not": "own"}]}"#, "", true),
            (#""itemNote": """#, #""groupVisibleWhen": "own","#, true),
        ])
    func rejectsClearingByAnUnsyncedSetting(item: String, group: String, isRefused: Bool) {
        let text = """
            {"groups": [{"groupKey": "g", "items": [
            {"itemKey": "own", "itemControlType": "switch"},
            {"itemKey": "common", "itemControlType": "switch", "itemSynced": true}]},
            {"groupKey": "h", \(group) "items": [
            {"itemKey": "a", "itemControlType": "edit_text", "itemSynced": true, \(item),
             "itemWhenHidden": "clear"}]}]}
            """
        var problems: [SchemaProblem] = []
        do throws(SchemaError) {
            _ = try SchemaReader.read(Array(text.utf8), name: "test")
        } catch {
            problems = error.problems
        }
        let own = problems.filter { $0.path == "$.groups[1].items[0].itemWhenHidden" }
        #expect(own.count == (isRefused ? 1 : 0))
        #expect(own.allSatisfy { $0.message.hasPrefix("'own' is not synced") })
    }

    /// `own` reaches the shared setting through another item, or through the page around it.
    @Test(
        arguments: [
            ("own", "common", "null", true), ("also", "common", "null", false),
            ("also", "null", "own", true), ("also", "null", "common", false),
        ])
    func rejectsClearingByAnySettingOfTheCondition(
        common: String, item: String, page: String, isRefused: Bool
    ) {
        func condition(_ key: String) -> String {
            key == "null" ? "" : #""itemVisibleWhen": "\#(key)","#
        }
        let text = """
            {"groups": [{"groupKey": "g", "items": [
            {"itemKey": "own", "itemControlType": "switch"},
            {"itemKey": "also", "itemControlType": "switch", "itemSynced": true},
            {"itemKey": "common", \(condition(common)) "itemControlType": "switch",
             "itemSynced": true},
            {"itemKey": "page", \(condition(page)) "itemControlType": "page", "groups": [
             {"groupKey": "h", "items": [
              {"itemKey": "a", \(condition(item)) "itemControlType": "edit_text",
               "itemSynced": true, "itemWhenHidden": "clear"}]}]}]}]}
            """
        var problems: [SchemaProblem] = []
        do throws(SchemaError) {
            _ = try SchemaReader.read(Array(text.utf8), name: "test")
        } catch {
            problems = error.problems
        }
        #expect(
            problems.filter { $0.path.hasSuffix(".itemWhenHidden") }.count == (isRefused ? 1 : 0))
    }

    @Test func rejectsSyncOfTheSyncSwitch() throws {
        let item = #"{"itemKey": "on", "itemControlType": "switch", "itemSynced": "#
        let panel = #""panelSyncSwitch": "on","#
        #expect(try Self.schema(item + "false}", panel: panel).syncSwitch == "on")
        let error = #expect(throws: SchemaError.self) {
            try Self.schema(item + "true}", panel: panel)
        }
        #expect(
            error?.problems.map(\.message) == [
                "'on' turns sync on and off, and each machine has its own."
            ])
    }
}
