import Faceplate
import Testing

struct PrivateValuesTests {
    private let frame: JSONValue = ["x": 1, "title": nil]

    @Test
    func areStoredUnderKeysThatTheSchemaDoesNotHave() throws {
        let bench = try Bench()
        let settings = try bench.open()
        let outcome = try settings.assign(
            ("window", .property(frame)), ("seen", .property(true)), origin: .program)
        #expect(outcome.changes.count == 2)
        #expect(settings.value("seen") == true)
        #expect(settings.value("window") == nil)
        #expect(settings.snapshot.isSet("window"))
        settings.close()
        #expect(
            try bench.sqlite("SELECT item_key, value FROM setting ORDER BY item_key")
                == ["seen|true", #"window|{"x":1,"title":null}"#])
        #expect(try bench.open().snapshot.isSet("window"))
    }

    @Test
    func equalValuesAreNotAChange() throws {
        let settings = try Make.memory()
        try settings.assign(("window", .property(frame)), origin: .program)
        let again = try settings.assign(("window", .property(frame)), origin: .program)
        #expect(again.changes.isEmpty && again.revision == 1)
        let reset = try settings.assign(("window", .property(nil)), origin: .program)
        #expect(reset.changes == [Change(key: "window", old: .json(frame), new: .onDefault)])
        #expect(!settings.snapshot.isSet("window"))
    }

    @Test
    func canBeSetOnlyByProperties() throws {
        let settings = try Make.memory()
        try settings.assign(("seen", .property(true)), origin: .program)
        for input in [Assignment.Input.value(true), .json(true), .text("YES"), .reset] {
            let problems = settings.refusals(("seen", input), origin: .program)
            #expect(problems.map(\.problem.code) == [.unknownKey])
        }
    }

    @Test(arguments: ["", "_own", "two words", "é", String(repeating: "k", count: 129)])
    func needAKey(key: String) throws {
        let problems = try Make.memory().refusals((key, .property(true)), origin: .program)
        #expect(problems.map(\.problem.code) == [.unknownKey])
    }

    @Test
    func followTheSchemaIfItHasTheKey() throws {
        let settings = try Make.memory()
        let problems = settings.refusals(
            ("name", .property("Bernadette")), ("titles", .property("perhaps")),
            ("enter", .property(true)), origin: .program)
        #expect(problems.map(\.problem.code) == [.readOnly, .tooLong, .notBoolean])
        try settings.assign(("dark", .property(true)), origin: .program)
        #expect(settings.text("theme") == "dark")
        try settings.assign(("theme", .property(nil)), origin: .program)
        #expect(settings.text("theme") == "light")
    }

    @Test
    func keepAKeyThatTheSchemaHadEarlier() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("old edit_text", "kept switch"), [("old", "a")])
        let settings = try bench.open(Make.panel("kept switch", version: 2))
        try settings.assign(("old", .property("b")), origin: .program)
        #expect(settings.value("old") == "b")
    }

    @Test
    func becomeTheValueOfAnItemWithTheirKey() throws {
        let bench = try Bench()
        let settings = try bench.open(Make.panel("kept switch"))
        try settings.assign(
            ("name", .property("Ann")), ("count", .property(frame)), origin: .program)
        settings.close()
        let next = try bench.open(
            Make.panel("kept switch", "name edit_text", "count edit_integer", version: 2))
        #expect(next.text("name") == "Ann")
        #expect(try next.parked().map(\.key) == ["count"])
    }

    @Test
    func conflictWithAnOlderBase() throws {
        let settings = try Make.memory()
        try settings.assign(("seen", .property(1)), origin: .program)
        let conflicts = settings.conflicts(
            ("seen", .property(2)), base: Batch.Base(revision: 0, leavesShownValues: true))
        #expect(conflicts.map(\.key) == ["seen"])
    }
}
