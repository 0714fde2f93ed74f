import FaceplateTestSupport
import Testing

@testable import Faceplate

struct ProvidedContentTests {
    private static let json = """
        { "groups": [
          { "groupKey": "first", "items": [
              { "itemKey": "voice", "itemControlType": "choice", "itemOptionsProvided": true },
              { "itemKey": "uptime", "itemControlType": "info" } ] },
          { "groupKey": "more", "items": [
              { "itemKey": "rooms", "itemControlType": "page", "groups": [
                  { "groupKey": "empty", "items": [
                      { "itemKey": "none", "itemControlType": "text" } ] } ] } ] } ] }
        """

    private static func schema() throws -> Schema {
        try SchemaReader.read(Array(json.utf8), name: "test")
    }

    private static func room(_ key: String) -> JSONValue {
        [
            "groupKey": JSONValue(.string(key)),
            "items": [["itemKey": JSONValue(.string("\(key)_on")), "itemControlType": "switch"]],
        ]
    }

    private static func content(_ rooms: Locked<[String]>) -> ProvidedContent {
        var content = ProvidedContent()
        content.groups["rooms"] = { rooms.withLock { $0 }.map(room) }
        content.options["voice"] = {
            [ProvidedOption("alto", label: "Alto"), ProvidedOption("bass")]
        }
        content.values["uptime"] = { 42 }
        return content
    }

    @Test
    func isPartOfTheSchemaFromTheStart() throws {
        let settings = try Settings.inMemory(
            Self.schema(), content: Self.content(Locked(["kitchen"])))
        #expect(settings.boolean("kitchen_on") == false)
        #expect(settings.snapshot.schema.items["voice"]?.options.map(\.value) == ["alto", "bass"])
        #expect(settings.value("uptime") == 42)
        #expect(settings.snapshot.schema.items["none"] == nil)
    }

    private actor Library: ValueSource {
        nonisolated let keys = ["shelves"]
        private var shelves: Int64 = 3

        var names: [ProvidedOption] { [ProvidedOption("alto"), ProvidedOption("bass")] }
        var rooms: [JSONValue] { [room("attic")] }
        func get() -> [String: Value] { ["shelves": .integer(shelves)] }
        func set(_ values: [String: Value?]) -> Veto? {
            guard case .integer(let new)?? = values["shelves"], new >= 0 else { return .all("no") }
            shelves = new
            return nil
        }
    }

    @Test
    func anActorProvidesAllKindsOfContent() async throws {
        let library = Library()
        var content = ProvidedContent()
        content.groups["rooms"] = { await library.rooms }
        content.defaults = { ["shelves": await library.get()["shelves"] ?? 0] }
        let schema = try Schema {
            Group("g") {
                Choice("voice", options: []).options { _ in await library.names }
                Info("count").value { _ in .integer(Int64(await library.names.count)) }
                EditInteger("shelves", default: 1)
                Page("rooms") { Group("empty") { Text("none") } }
            }
        }
        let settings = try Settings.inMemory(schema, content: content)
        #expect(settings.snapshot.schema.items["voice"]?.options.map(\.value) == ["alto", "bass"])
        #expect(settings.value("count") == 2)
        #expect(settings.boolean("attic_on") == false)
        #expect(settings.integer("shelves") == 3)
        try settings.use(library)
        try await settings.set("shelves", to: 8)
        #expect(await library.get() == ["shelves": 8])
        await #expect(throws: ApplyError.self) { try await settings.set("shelves", to: -1) }
    }

    @Test
    func aProviderThatDoesNotAnswerIsNotAwaitedForever() {
        let error = #expect(throws: LateAnswer.self) {
            try provided(within: .milliseconds(5)) { try await Task.sleep(for: .seconds(3_600)) }
        }
        #expect(error?.description == "The program did not answer within 0 seconds.")
    }

    @Test
    func aProvidedSettingCanBeLocked() throws {
        let settings = try Settings.inMemory(
            Self.schema(), content: Self.content(Locked(["kitchen"])),
            locks: [Settings.Lock("kitchen_on", .text("YES"), source: .other("x"))])
        #expect(settings.boolean("kitchen_on") == true && settings.problems.isEmpty)
    }

    @Test
    func usesNewContentWhenAPageIsShown() throws {
        let rooms = Locked(["kitchen"])
        let settings = try Settings.inMemory(Self.schema(), content: Self.content(rooms))
        try settings.applyAndWait(
            Batch([Assignment("kitchen_on", .value(true))], origin: .script))
        rooms.withLock { $0 = ["kitchen", "bath"] }
        let page = try #require(settings.snapshot.schema.pages["rooms"])
        #expect(settings.isProvided(on: page))
        settings.refreshProvided(on: page)
        #expect(settings.boolean("bath_on") == false)
        #expect(settings.boolean("kitchen_on") == true)
    }

    @Test
    func declaredGroupsAddTheirHandlers() throws {
        let heard = Locked<[String]>([])
        var content = ProvidedContent()
        content.declaredGroups["rooms"] = {
            [
                Group("hall") {
                    Switch("hall_on").onChange { change in heard.withLock { $0.append(change.key) }
                    }
                    Choice("hall_voice").options { _ in [ProvidedOption("alto")] }
                    Info("hall_age").value { _ in 7 }
                }
            ]
        }
        for isLater in [false, true] {
            heard.withLock { $0 = [] }
            let settings = try Settings.inMemory(
                Self.schema(), content: isLater ? ProvidedContent() : content)
            if isLater { try settings.content.provide(content) }
            let page = try #require(settings.snapshot.schema.pages["rooms"])
            #expect(settings.isProvided(on: page))
            settings.refreshProvided(on: page)
            try settings.assign(("hall_on", .value(true)))
            #expect(heard.withLock { $0 } == ["hall_on"])
            #expect(settings.value("hall_age") == 7)
            #expect(settings.snapshot.schema.items["hall_voice"]?.options.map(\.value) == ["alto"])
        }
    }

    @Test
    func laterGroupsAddTheirHandlers() throws {
        let (names, heard) = (Locked(["hall"]), Locked<[String]>([]))
        var content = ProvidedContent()
        content.declaredGroups["rooms"] = {
            names.withLock { $0 }.map { name in
                Group(name) {
                    Switch("\(name)_on").onChange { change in
                        heard.withLock { $0.append(change.key) }
                    }
                }
            }
        }
        let settings = try Settings.inMemory(Self.schema(), content: content)
        names.withLock { $0.append("bath") }
        settings.refreshProvided(on: try #require(settings.snapshot.schema.pages["rooms"]))
        try settings.assign(("hall_on", .value(true)), ("bath_on", .value(true)))
        #expect(heard.withLock { $0.sorted() } == ["bath_on", "hall_on"])
    }

    /// The value of a removed room is parked, and restored with the room.
    @Test
    func parksAndRestoresValuesOfChangingContent() throws {
        let rooms = Locked(["kitchen"])
        let settings = try Settings.inMemory(Self.schema(), content: Self.content(rooms))
        try settings.applyAndWait(
            Batch([Assignment("kitchen_on", .value(true))], origin: .script))
        let page = try #require(settings.snapshot.schema.pages["rooms"])
        rooms.withLock { $0 = ["bath"] }
        settings.refreshProvided(on: page)
        #expect(settings.value("kitchen_on") == nil)
        #expect(try settings.parked().map(\.key) == ["kitchen_on"])
        rooms.withLock { $0 = ["kitchen"] }
        settings.refreshProvided(on: page)
        #expect(settings.boolean("kitchen_on") == true)
    }

    @Test
    func leavesThePageUnchangedForInvalidContent() throws {
        let rooms = Locked(["kitchen"])
        let settings = try Settings.inMemory(Self.schema(), content: Self.content(rooms))
        rooms.withLock { $0 = ["not a key"] }
        let page = try #require(settings.snapshot.schema.pages["rooms"])
        settings.refreshProvided(on: page)
        #expect(settings.boolean("kitchen_on") == false)
        #expect(throws: SchemaError.self) {
            try settings.content.replaceGroup("first", with: ["groupKey": "bad key", "items": []])
        }
    }

    /// The panel is shown without it, so that only the log names the reason.
    @Test
    func logsInvalidContentWhereverItIsUsed() throws {
        let log = RecordedLog()
        func complaints() -> Int { log.lines.count { $0.hasPrefix("provided content: ") } }
        let settings = try Settings.inMemory(
            Self.schema(), content: Self.content(Locked(["not a key"])), logger: log.logger)
        #expect(complaints() == 1)
        try settings.adopt(Self.schema())
        #expect(complaints() == 2)
        settings.refreshProvided(on: try #require(settings.snapshot.schema.pages["rooms"]))
        #expect(complaints() == 3)
        #expect(settings.snapshot.schema.items["none"] != nil)
    }

    @Test
    func logsInvalidOptionsOfProvidedGroups() throws {
        let log = RecordedLog()
        var content = ProvidedContent()
        content.declaredGroups["rooms"] = {
            [
                Group("hall") {
                    Choice("hall_voice").options { _ in
                        [ProvidedOption("alto"), ProvidedOption("alto")]
                    }
                }
            ]
        }
        let settings = try Settings.inMemory(Self.schema(), content: content, logger: log.logger)
        #expect(log.lines.contains { $0.hasPrefix("provided content: ") })
        #expect(settings.snapshot.schema.items["hall_voice"] != nil)
    }

    @Test
    func replacesAGroupUntilTheProgramEnds() throws {
        let settings = try Settings.inMemory(Self.schema())
        try settings.content.replaceGroup("first", with: Self.room("hall"))
        #expect(settings.boolean("hall_on") == false)
        #expect(settings.snapshot.schema.groups.first?.key == "hall")
        // A schema file that is read again is changed in the same way.
        try settings.adopt(Self.schema(), labels: LabelCatalog())
        #expect(settings.snapshot.schema.groups.first?.key == "hall")
    }

    /// Otherwise the next schema would not fit, or would be changed after all.
    @Test
    func forgetsAFailedChange() throws {
        let storage = FailingStorage()
        let settings = try Settings.open(Self.schema(), in: storage)
        try settings.content.addGroup(Self.room("hall"))
        #expect(throws: SchemaError.self) {
            try settings.content.provide(Self.content(Locked(["not a key"])))
        }
        #expect(!settings.isProviding)
        #expect(throws: SchemaError.self) {
            try settings.content.replaceGroup("first", with: Self.room("not a key"))
        }
        storage.fail(at: .commit)
        #expect(throws: StoreError.self) {
            try settings.content.replaceGroup("first", with: Self.room("porch"))
        }
        try settings.adopt(Self.schema(), labels: LabelCatalog())
        let keys = settings.snapshot.schema.groups.map(\.key).filter { $0 != "empty" }
        #expect(keys == ["first", "more", "hall"])
    }

    @Test
    func addsMovesAndRemovesGroups() throws {
        let settings = try Settings.inMemory(Self.schema())
        func keys(_ page: String) -> [String] {
            settings.snapshot.schema.pages[page]?.groups.map(\.key) ?? []
        }
        try settings.content.addGroup(Self.room("hall"))
        try settings.content.addGroup(Self.room("porch"), before: "hall")
        #expect(keys("").suffix(2) == ["porch", "hall"])
        try settings.content.moveGroup("hall", before: "first")
        #expect(keys("").first == "hall")
        try settings.content.moveGroup("hall")
        #expect(keys("").last == "hall")
        try settings.content.addGroup(Self.room("cellar"), toPage: "rooms")
        #expect(keys("rooms").last == "cellar")
        try settings.applyAndWait(Batch([Assignment("cellar_on", .value(true))], origin: .program))
        try settings.content.removeGroup("cellar")
        #expect(settings.value("cellar_on") == nil)
        #expect(try settings.parked().map(\.key) == ["cellar_on"])
        try settings.adopt(Self.schema(), labels: LabelCatalog())
        #expect(
            keys("").suffix(2) == ["porch", "hall"], "a schema that is read again gets them too")
        try settings.content.setOptions([ProvidedOption("tenor", label: "Tenor")], of: "voice")
        try settings.applyAndWait(Batch([Assignment("voice", .text("tenor"))], origin: .cli))
    }

    @Test(arguments: ["choice", "segment", "choices", "picker"])
    func setsTheOptionsOfEachControlWithOptions(control: String) throws {
        let settings = try Make.memory(Make.panel("a \(control) \"itemOptions\": [\"x\"]"))
        try settings.content.setOptions([ProvidedOption("y", label: "Y", help: "Why")], of: "a")
        let options = settings.snapshot.schema.items["a"]?.options ?? []
        #expect(options.map(\.value) == ["y"])
        #expect(options.map(\.label) == [.words("Y")] && options.map(\.help) == [.words("Why")])
    }

    /// Each change starts from the schema as the one before it left it.
    @Test
    func appliesChangesInOrder() throws {
        func settings() throws -> Settings { try Settings.inMemory(Self.schema()) }
        func keys(_ settings: Settings) -> [String] {
            settings.snapshot.schema.firstPage.groups.map(\.key)
        }
        let options = try settings()
        for name in ["tenor", "bass"] {
            try options.content.setOptions([ProvidedOption(.text(name))], of: "voice")
        }
        #expect(options.snapshot.schema.items["voice"]?.options.map(\.value) == [.text("bass")])
        let removed = try settings()
        let start = keys(removed)
        try removed.content.addGroup(Self.room("hall"))
        try removed.content.removeGroup("hall")
        #expect(keys(removed) == start)
        let added = try settings()
        for name in ["hall", "porch"] { try added.content.addGroup(Self.room(name)) }
        #expect(keys(added) == start + ["hall", "porch"])
        #expect(added.problems == [])
        try added.content.moveGroup("porch", before: "first")
        try added.content.moveGroup("porch", before: "porch")
        #expect(keys(added).first == "porch")
        try added.content.moveGroup("porch")
        #expect(keys(added).last == "porch")
        let replaced = try settings()
        for name in ["hall", "porch"] {
            try replaced.content.replaceGroup(
                name == "hall" ? "first" : "hall", with: Self.room(name))
        }
        #expect(keys(replaced).first == "porch")
        // The next schema is changed in the same order.
        try replaced.adopt(Self.schema(), labels: LabelCatalog())
        #expect(keys(replaced).first == "porch")
    }

    /// Each names the key that was probably meant.
    @Test
    func rejectsChangesOfUnknownGroups() throws {
        let settings = try Settings.inMemory(Self.schema())
        let changes: [(String, () throws -> Void)] = [
            ("first", { try settings.content.replaceGroup("frist", with: Self.room("hall")) }),
            ("first", { try settings.content.removeGroup("frist") }),
            ("first", { try settings.content.moveGroup("frist") }),
            ("first", { try settings.content.addGroup(Self.room("hall"), before: "frist") }),
            ("rooms", { try settings.content.addGroup(Self.room("hall"), toPage: "room") }),
            ("voice", { try settings.content.setOptions([], of: "voise") }),
        ]
        for (nearest, change) in changes {
            let error = #expect(throws: SchemaError.self) { try change() }
            #expect(error?.problems.first?.message.contains("Did you mean '\(nearest)'?") == true)
        }
        let error = #expect(throws: SchemaError.self) {
            try settings.content.moveGroup("first", before: "empty")
        }
        #expect(error?.problems.first?.message.hasPrefix("That page has no group 'empty'.") == true)
        #expect(settings.revision == 0)
    }

    @Test
    func reportsContentForUnknownKeys() throws {
        var content = ProvidedContent()
        content.groups["room"] = { [] }
        content.options["voise"] = { [] }
        content.values["uptim"] = { 42 }
        let settings = try Settings.inMemory(Self.schema(), content: content)
        #expect(settings.problems.count == 3)
        for nearest in ["rooms", "voice", "uptime"] {
            #expect(settings.problems.contains { $0.contains("Did you mean '\(nearest)'?") })
        }
    }

    @Test
    func checksValuesAgainstProvidedOptions() throws {
        let settings = try Settings.inMemory(Self.schema())
        try settings.content.provide(Self.content(Locked([])))
        #expect(throws: ApplyError.self) {
            try settings.applyAndWait(Batch([Assignment("voice", .text("tenor"))], origin: .cli))
        }
        try settings.applyAndWait(Batch([Assignment("voice", .text("bass"))], origin: .cli))
        #expect(settings.text("voice") == "bass")
    }
}
