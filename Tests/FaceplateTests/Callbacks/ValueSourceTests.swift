import FaceplateTestSupport
import Testing

@testable import Faceplate

/// A mixer with a volume, which the program owns.
private final class Mixer: ValueSource {
    struct State {
        var values: [String: Value] = ["volume": 4]
        var sets: [[String: Value?]] = []
        var veto: Veto?
        var fails = false
        var refuses = false
    }
    struct Broken: Error {}

    let state = Locked(State())
    let keys: [String]

    init(_ keys: [String] = ["volume", "mode"]) { self.keys = keys }

    func get() throws -> [String: Value] {
        try state.withLock { state in
            if state.fails { throw Broken() }
            return state.values
        }
    }

    func set(_ values: [String: Value?]) throws -> Veto? {
        try state.withLock { state in
            state.sets.append(values)
            if state.fails || state.refuses { throw Broken() }
            if let veto = state.veto { return veto }
            for (key, value) in values { state.values[key] = value }
            return nil
        }
    }

    /// Changes the mixer by hand.
    func turn(_ key: String, _ value: Value?) { state.withLock { $0.values[key] = value } }

    var sets: [[String: Value?]] { state.withLock { $0.sets } }
    var values: [String: Value] { state.withLock { $0.values } }
}

/// A storage in memory that counts the transactions for writing.
private final class CountingStorage: SettingsStorage {
    private let storage = MemoryStorage()
    private let count = Locked(0)

    var writes: Int { count.withLock { $0 } }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try storage.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        count.withLock { $0 += 1 }
        try storage.write(body)
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] { storage.secretKey(mayCreate: mayCreate) }

    func close() { storage.close() }
}

struct ValueSourceTests {
    private static let json = #"""
        {"groups":[{"groupKey":"g","items":[
          {"itemKey":"volume","itemControlType":"edit_integer","itemValue":1,"itemMaximum":11},
          {"itemKey":"other","itemControlType":"edit_text"},
          {"itemKey":"pin","itemControlType":"edit_password"}]},
          {"groupKey":"mode","items":[{"itemKey":"mono","itemControlType":"select"},
            {"itemKey":"stereo","itemControlType":"select"}]}]}
        """#

    private func make(
        _ mixer: Mixer, in storage: MemoryStorage = MemoryStorage(),
        log: RecordedLog = RecordedLog()
    ) throws -> Settings {
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "mixer")
        let settings = try Settings.open(schema, in: storage, logger: log.logger)
        try settings.use(mixer)
        return settings
    }

    private func set(
        _ settings: Settings, _ key: String, _ text: String, isDryRun: Bool = false
    ) -> [KeyProblem] {
        do throws(ApplyError) {
            try settings.applyAndWait(
                Batch([Assignment(key, .text(text))], origin: .script, isDryRun: isDryRun))
        } catch .refused(let problems) {
            return problems
        } catch {
            Issue.record("\(error)")
        }
        return []
    }

    // MARK: - Reading

    @Test func itsValuesAreTheValuesOfTheSettings() throws {
        let settings = try make(Mixer())
        #expect(settings.integer("volume") == 4)
        #expect(settings.text("mode") == "mono" && !settings.snapshot.isSet("mode"))
        #expect(settings.recentRevision(1)?.origin == .program && settings.revision == 1)
    }

    @Test func aChangeOfTheProgramMakesARevision() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        mixer.turn("volume", 7)
        settings.readSource()
        #expect(settings.integer("volume") == 7 && settings.revision == 2)
        settings.readSource()
        #expect(settings.revision == 2)
        mixer.turn("volume", nil)
        mixer.turn("mode", "stereo")
        settings.sourceChanged()
        try settings.applyAndWait(Batch([], origin: .program))
        #expect(settings.integer("volume") == 1 && !settings.snapshot.isSet("volume"))
        #expect(settings.boolean("stereo") == true)
    }

    @Test func aRefreshReturnsWhenReadersSeeTheValue() async throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        mixer.turn("volume", 7)
        try await settings.refreshSource()
        #expect(settings.integer("volume") == 7)
        mixer.state.withLock { $0.fails = true }
        await #expect(throws: ApplyError.self) { try await settings.refreshSource() }
    }

    /// So that a page costs no write, and a value that fits again is no problem any more.
    @Test func readsARejectedValueOnce() throws {
        let mixer = Mixer()
        let storage = CountingStorage()
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "mixer")
        let settings = try Settings.open(schema, in: storage)
        try settings.use(mixer)
        mixer.turn("volume", 12)
        settings.readSource()
        #expect(settings.problems.count == 1 && settings.integer("volume") == 4)
        let writes = storage.writes
        settings.readSource()
        settings.readSource()
        #expect(storage.writes == writes)
        mixer.turn("volume", 4)
        settings.readSource()
        #expect(settings.problems.isEmpty && settings.integer("volume") == 4)
    }

    @Test func readsAValueInAnotherFormatOnce() throws {
        let mixer = Mixer(["other"])
        let storage = CountingStorage()
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "mixer")
        let settings = try Settings.open(schema, in: storage)
        mixer.turn("other", " Tom ")
        try settings.use(mixer)
        #expect(settings.text("other") == "Tom" && settings.problems.isEmpty)
        let writes = storage.writes
        settings.readSource()
        #expect(storage.writes == writes)
    }

    @Test func aProfileHasTheCurrentValues() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        mixer.turn("volume", 7)
        #expect(try settings.profiles.save(named: "a").values["volume"] == 7)
    }

    /// Other content of the page that does not fit holds back no value.
    @Test(arguments: [false, true])
    func itIsReadBeforeItsPageIsShown(hasMisfits: Bool) throws {
        let mixer = Mixer()
        var content = ProvidedContent()
        if hasMisfits { content.groups[""] = { [["groupKey": "not a key", "items": []]] } }
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "mixer")
        let settings = try Settings.inMemory(schema, content: content)
        try settings.use(mixer)
        mixer.turn("volume", 9)
        let page = settings.snapshot.schema.firstPage
        #expect(settings.isProviding && settings.isProvided(on: page))
        settings.refreshProvided(on: page)
        #expect(settings.integer("volume") == 9)
    }

    @Test func reportsAndLeavesOutAnInvalidValue() throws {
        let (mixer, log) = (Mixer(), RecordedLog())
        let settings = try make(mixer, log: log)
        mixer.turn("volume", 12)
        mixer.turn("mode", "stereo")
        settings.readSource()
        #expect(settings.integer("volume") == 4 && settings.text("mode") == "stereo")
        let problem = "The program has a value of 'volume', which was rejected (too_large)."
        #expect(settings.problems == [problem])
        #expect(log.lines.contains("provided content: \(problem)"))
    }

    @Test func reportsKeysThatItCannotOwn() throws {
        let settings = try make(Mixer(["volumne", "pin"]))
        #expect(
            settings.problems == [
                "The program owns the value of 'pin', which is a secret.",
                "The program owns the value of 'volumne', and there is no such setting. Did you mean "
                    + "'volume'?",
            ])
    }

    /// The lock wins, and the value of the program below it is no mistake.
    @Test func doesNotReadALockedSetting() throws {
        let mixer = Mixer()
        let lock = Settings.Lock("volume", .text("3"), source: .other("x"))
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.json.utf8), name: "mixer"), locks: [lock])
        mixer.turn("mode", "stereo")
        try settings.use(mixer)
        settings.readSource()
        #expect(settings.integer("volume") == 3 && settings.text("mode") == "stereo")
        #expect(settings.problems.isEmpty && settings.revision == 1)
    }

    @Test func keepsTheLastValuesIfItCannotBeRead() throws {
        let (mixer, log) = (Mixer(), RecordedLog())
        let settings = try make(mixer, log: log)
        func complaints() -> Int { log.lines.count { $0.hasPrefix("the program's values: ") } }
        mixer.state.withLock { $0.fails = true }
        settings.readSource()
        #expect(settings.integer("volume") == 4 && complaints() == 1)
        settings.sourceChanged()
        #expect(eventually { complaints() == 2 })
        #expect(settings.integer("volume") == 4)
        #expect(throws: Mixer.Broken.self) { try settings.use(mixer) }
    }

    // MARK: - Writing

    @Test(
        arguments: [
            ("volume", "6", "volume", Value.integer(6)), ("stereo", "YES", "mode", "stereo"),
        ] as [(String, String, String, Value)])
    func aChangeReachesTheProgram(key: String, text: String, owned: String, value: Value) throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        #expect(set(settings, key, text).isEmpty)
        #expect(mixer.values[owned] == value && settings.value(owned) == value)
        #expect(mixer.sets == [[owned: .some(value)]] && settings.revision == 2)
    }

    @Test func aResetAndAnUndoReachIt() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        try settings.applyAndWait(Batch([Assignment("volume", .reset)], origin: .browser))
        #expect(mixer.values["volume"] == nil && settings.integer("volume") == 1)
        try settings.applyAndWait(Batch([], origin: .browser, reversal: Reversal(.undo(2))))
        #expect(mixer.values["volume"] == 4 && settings.integer("volume") == 4)
    }

    @Test(arguments: ["12", "x"]) func itGetsNoInvalidValues(text: String) throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        #expect(set(settings, "volume", text).count == 1)
        #expect(mixer.sets.isEmpty)
    }

    @Test func itGetsOnlyItsOwnSettings() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        #expect(set(settings, "other", "a").isEmpty)
        #expect(set(settings, "volume", "6", isDryRun: true).isEmpty)
        #expect(mixer.sets.isEmpty && settings.text("other") == "a")
    }

    @Test(arguments: [
        (Veto.key("volume", "The mixer is off"), ["volume: The mixer is off"]),
        (.all("Not now"), ["volume: Not now"]),
    ])
    func itsVetoRejectsTheWholeBatch(veto: Veto, words: [String]) throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        mixer.state.withLock { $0.veto = veto }
        do throws(ApplyError) {
            try settings.applyAndWait(
                Batch(
                    [Assignment("volume", .text("6")), Assignment("other", .text("a"))],
                    origin: .script))
            Issue.record("accepted")
        } catch .refused(let problems) {
            #expect(
                problems.map { "\($0.key): \($0.problem.parameters["message"] ?? "")" } == words)
        } catch {
            Issue.record("\(error)")
        }
        #expect(settings.integer("volume") == 4 && settings.text("other") == "")
        #expect(settings.revision == 1)
    }

    @Test func anErrorRejectsTheBatch() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        mixer.state.withLock { $0.fails = true }
        #expect(
            set(settings, "volume", "6").first?.problem.parameters["message"]
                == "The program rejected the change.")
        #expect(settings.integer("volume") == 4)
    }

    @Test func handlersOfTheProgramAreCalledBeforeTheSource() throws {
        let mixer = Mixer()
        let settings = try make(mixer)
        settings.willSave { _ in .all("No") }
        #expect(set(settings, "volume", "6").count == 1)
        #expect(mixer.sets.isEmpty)
        mixer.turn("volume", 8)
        settings.readSource()
        #expect(settings.integer("volume") == 8)
    }

    /// The program uses the value by then.
    @Test(arguments: [FailingStorage.Place.key, .commit])
    func readsAValueAgainThatCouldNotBeStored(place: FailingStorage.Place) throws {
        let mixer = Mixer()
        let storage = FailingStorage()
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "mixer")
        let settings = try Settings.open(schema, in: storage)
        try settings.use(mixer)
        storage.fail(at: place)
        let error = storeError { () throws(ApplyError) in
            try settings.assign(("volume", .text("6")), ("pin", .text("1234")))
        }
        #expect(error?.code == (place == .key ? .secretKey : .failed))
        #expect(mixer.values["volume"] == 6)
        try settings.applyAndWait(Batch([], origin: .program))
        #expect(settings.integer("volume") == 6 && !settings.snapshot.isSet("pin"))
        #expect(settings.recentRevision(settings.revision)?.origin == .program)
    }

    // MARK: - Other processes

    @Test func aChangeOfAnotherProcessReachesIt() async throws {
        let mixer = Mixer()
        let storage = MemoryStorage()
        let settings = try make(mixer, in: storage)
        // A source that takes the place of another is called once, too.
        try settings.use(mixer)
        let other = try Settings.open(in: storage)
        try other.applyAndWait(Batch([Assignment("volume", .text("3"))], origin: .cli))
        await settings.catchUp()
        #expect(mixer.values["volume"] == 3 && settings.integer("volume") == 3)
        #expect(mixer.sets.count == 1)
    }

    @Test(arguments: [true, false]) func restoresAValueThatItDoesNotAccept(throwing: Bool)
        async throws
    {
        let mixer = Mixer()
        let storage = MemoryStorage()
        let settings = try make(mixer, in: storage)
        let other = try Settings.open(in: storage)
        mixer.state.withLock { state in
            if throwing { state.refuses = true } else { state.veto = .all("No") }
        }
        try other.applyAndWait(Batch([Assignment("volume", .text("3"))], origin: .cli))
        await settings.catchUp()
        try settings.applyAndWait(Batch([], origin: .program))
        #expect(mixer.values["volume"] == 4 && settings.integer("volume") == 4)
        await other.catchUp()
        #expect(other.integer("volume") == 4)
    }
}
