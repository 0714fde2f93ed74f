import Foundation
import Testing

@testable import Faceplate

struct RestartTests {
    private static let json = Make.panel(
        #"port edit_integer "itemValue": 80, "itemRestart": true"#,
        #"host edit_text "itemValue": "a", "itemRestart": true, "itemRenamedFrom": "name""#,
        #"secret edit_password "itemRestart": true"#, #"calm switch"#, "again button")
    private static let theme = """
        {"panelKey": "test", "groups": [{"groupKey": "theme", "items": [
          {"itemKey": "light", "itemControlType": "select"},
          {"itemKey": "dark", "itemControlType": "select", "itemRestart": true}]}]}
        """

    private func waiting(_ settings: Settings) -> [String] { settings.needingRestart }

    @Test func nothingNeedsARestartBeforeTheFirstMark() throws {
        let settings = try Settings.inMemory(Make.schema(Self.json))
        try settings.assign(("port", .text("81")))
        #expect(waiting(settings).isEmpty)
        try settings.markApplied()
        #expect(waiting(settings).isEmpty)
        try settings.assign(("port", .text("82")), ("calm", .text("YES")))
        #expect(waiting(settings) == ["port"])
        #expect(settings.snapshot.needsRestart("port") && !settings.snapshot.needsRestart("calm"))
        let setting = try #require(settings.snapshot.schema.settings["port"])
        #expect(settings.snapshot.runningValue(of: setting) == .integer(81))
    }

    @Test(
        arguments: [
            // Set and reset, by the former value or by a reset; set to the default.
            ["81", "80"], ["81", nil], ["80"],
        ] as [[String?]])
    func restoringTheValueEndsTheNeed(texts: [String?]) throws {
        let settings = try Settings.inMemory(Make.schema(Self.json))
        try settings.markApplied()
        for text in texts {
            try settings.assign(("port", text.map { .text($0) } ?? .reset))
        }
        #expect(waiting(settings).isEmpty)
    }

    @Test func aSecretIsComparedByItsRevision() throws {
        let bench = try Bench()
        let settings = try bench.open(Self.json)
        defer { settings.close() }
        try settings.markApplied()
        try settings.assign(("secret", .text("s3cr3t")))
        #expect(waiting(settings) == ["secret"])
        try settings.markApplied()
        #expect(waiting(settings).isEmpty)
        #expect(
            try bench.sqlite("SELECT item_key, value, revision FROM applied ORDER BY 1")
                == ["host|\"a\"|0", "port|80|0", "secret||1"])
        try settings.assign(("secret", .clear))
        #expect(waiting(settings) == ["secret"])
    }

    @Test func outcomesListSettingsThatNeedARestart() throws {
        let settings = try Settings.inMemory(Make.schema(Self.json))
        try settings.markApplied()
        #expect(try settings.assign(("calm", .text("YES"))).restart == [])
        #expect(try settings.assign(("port", .text("1")), isDryRun: true).restart == ["port"])
        #expect(try settings.assign(("host", .text("b"))).restart == ["host"])
        #expect(try settings.assign(("port", .text("1"))).restart == ["port", "host"])
        #expect(try settings.assign(("port", .text("1"))).restart == ["port", "host"])
        #expect(try settings.assign(("port", .reset)).restart == ["host"])
    }

    @Test func marksSingleSettings() throws {
        let settings = try Settings.inMemory(Make.schema(Self.json))
        try settings.markApplied()
        try settings.assign(("port", .text("1")), ("host", .text("b")))
        // A setting that does not wait for a restart is accepted as well.
        try settings.markApplied(["port", "calm"])
        #expect(waiting(settings) == ["host"])
        for (key, nearest) in [("prot", "port"), ("again", nil)] {
            let error = #expect(throws: ApplyError.self) { try settings.markApplied([key]) }
            guard case .refused(let problems)? = error else { return #expect(Bool(false)) }
            #expect(problems.map(\.nearest) == [nearest])
        }
    }

    @Test func anOptionMarksItsGroup() throws {
        let settings = try Settings.inMemory(Make.schema(Self.theme))
        try settings.markApplied(["dark"])
        try settings.assign(("theme", .text("dark")))
        #expect(waiting(settings) == ["theme"])
        #expect(settings.snapshot.needsRestart("light"))
    }

    /// Opens the same settings twice, as a panel and a program in two processes do.
    private func inTwoProcesses(
        _ body: (_ panel: Settings, _ program: Settings) throws -> Void
    ) throws {
        let bench = try Bench()
        let panel = try bench.open(Self.json)
        defer { panel.close() }
        let program = try bench.open(Self.json)
        defer { program.close() }
        try body(panel, program)
    }

    @Test func everyProcessSeesMarksOfAnother() throws {
        try inTwoProcesses { panel, program in
            try program.markApplied()
            // A write sees the marks that others made before it.
            #expect(try panel.assign(("port", .text("81"))).restart == ["port"])
            try program.markApplied()
            panel.refreshSoon()
            #expect(waiting(panel).isEmpty && waiting(program).isEmpty)
            #expect(panel.snapshot.revision == 1)
        }
    }

    /// The mark is written in a transaction, which may be the first to see what others changed.
    @Test func aMarkNotifiesObserversOfChangesOfOthers() throws {
        try inTwoProcesses { panel, program in
            let seen = Locked<[Int]>([])
            let observation = program.observe { revision in
                seen.withLock { $0.append(revision.number) }
            }
            defer { observation.cancel() }
            try panel.assign(("port", .text("81")))
            try program.markApplied()
            program.refreshSoon()
            #expect(seen.withLock { $0 } == [1])
            #expect(program.snapshot.revision == 1 && waiting(program).isEmpty)
        }
    }

    @Test func theStartOfAPanelMarksIfNoProgramDoes() throws {
        let bench = try Bench()
        try bench.fill(Self.json, [])
        func serve(_ then: (Settings) throws -> Void) throws {
            let settings = try bench.open(Self.json)
            defer { settings.close() }
            try settings.markAppliedAtServing()
            try then(settings)
        }
        try serve {
            try $0.assign(("port", .text("81")))
            #expect(waiting($0) == ["port"])
        }
        try serve { #expect(waiting($0).isEmpty) }
        try serve {
            try $0.markApplied()
            try $0.assign(("port", .text("82")))
        }
        // From here on the program marks its values, and the start of a panel marks none.
        try serve { #expect(waiting($0) == ["port"]) }
    }

    @Test func aLockedSettingNeedsNoRestart() throws {
        let bench = try Bench()
        try bench.fill(Self.json, [])
        func open() throws -> Settings {
            try Settings.open(
                Make.schema(Self.json), at: bench.path,
                locks: [Settings.Lock("port", .text("9"), source: .other("x"))], watches: false)
        }
        let locked = try open()
        try locked.markApplied()
        locked.close()
        let free = try bench.open(Self.json)
        defer { free.close() }
        #expect(waiting(free).isEmpty)
        try free.assign(("port", .text("81")))
        #expect(waiting(free) == ["port"])
        // A lock lasts as long as the program, so no restart brings the stored value into use.
        let again = try open()
        defer { again.close() }
        #expect(waiting(again).isEmpty && !again.snapshot.needsRestart("port"))
    }

    @Test func aRenamedSettingKeepsItsRunningValue() throws {
        let bench = try Bench()
        let old = Make.panel(#"name edit_text "itemValue": "a", "itemRestart": true"#)
        let settings = try bench.open(old)
        try settings.markApplied()
        try settings.assign(("name", .text("b")))
        settings.close()
        let renamed = try bench.open(Self.json)
        defer { renamed.close() }
        #expect(waiting(renamed) == ["host"])
    }

    @Test func aMergedSettingKeepsItsRunningValue() throws {
        let bench = try Bench()
        let two = #"two edit_integer "itemValue": 2, "itemRestart": true"#
        let settings = try bench.open(
            Make.panel(#"one edit_integer "itemValue": 1, "itemRestart": true"#, two))
        try settings.markApplied()
        settings.close()
        let merged = try bench.open(Make.panel(two + #", "itemRenamedFrom": "one""#, version: 2))
        defer { merged.close() }
        let setting = try #require(merged.snapshot.schema.settings["two"])
        #expect(merged.snapshot.runningValue(of: setting) == .integer(2))
        #expect(waiting(merged).isEmpty)
    }

    /// The new schema does not know the form of the value in use.
    @Test func aConversionAloneNeedsNoRestart() throws {
        let bench = try Bench()
        try bench.fill(Make.panel(#"port edit_text "itemRestart": true"#), [("port", "a")])
        let before = try bench.open(Make.panel(#"port edit_text "itemRestart": true"#))
        try before.markApplied()
        before.close()
        let settings = try bench.open(
            Make.panel(#"port edit_integer "itemValue": 80, "itemRestart": true"#))
        defer { settings.close() }
        #expect(settings.integer("port") == 80 && waiting(settings).isEmpty)
    }

    @Test(arguments: ["'81'", "'not json'", "'[1]'", "NULL"])
    func reportsDamageWrittenByAnotherProgram(value: String) throws {
        let bench = try Bench()
        try bench.fill(Self.json, [])
        try bench.sqlite(
            "INSERT INTO applied VALUES ('port', \(value), -1, 'x', 9223372036854775807)")
        let settings = try bench.open(Self.json)
        defer { settings.close() }
        _ = waiting(settings)
        #expect(refusal { try settings.markApplied() } == .damaged)
    }

    @Test func theRestartKeyMustNameAButton() throws {
        let json = #"""
            {"panelRestart": "agian", "groups": [{"groupKey": "g", "items": [
              {"itemKey": "again", "itemControlType": "button"},
              {"itemKey": "agains", "itemControlType": "switch"}]}]}
            """#
        let error = #expect(throws: SchemaError.self) { try Make.schema(json) }
        #expect(
            error?.problems.map(\.description)
                == [
                    "$.panelRestart (line 1): no button has the key 'agian'. "
                        + "Did you mean 'again'?"
                ])
    }
}
