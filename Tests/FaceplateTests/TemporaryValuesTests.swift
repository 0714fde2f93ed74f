import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// A clock that only a test moves, with the alarms that it rings then.
final class MovedClock: Sendable {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_795_159_800)
        /// The time by the clock that cannot be set, in seconds.
        var passed = 1_000.0
        var alarms: [Int: (moment: Double, ring: @Sendable () -> Void)] = [:]
        var next = 0
    }

    private let state = Locked(State())

    var now: Date { state.withLock { $0.now } }
    /// The moments for which alarms are set, in seconds from now.
    var alarms: [Double] {
        state.withLock { state in
            state.alarms.values.map { round(($0.moment - state.passed) * 1_000) / 1_000 }.sorted()
        }
    }

    var alarm: Alarm {
        Alarm { [self] seconds, ring in
            let id = state.withLock { state in
                state.next += 1
                state.alarms[state.next] = (state.passed + seconds, ring)
                return state.next
            }
            return Settings.Observation { [self] in
                state.withLock { _ = $0.alarms.removeValue(forKey: id) }
            }
        }
    }

    /// Moves the clock, and rings the alarms whose time has come.
    func move(by seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            state.passed += seconds
            let due = state.alarms.filter { $0.value.moment <= state.passed + 1e-6 }
            for id in due.keys { state.alarms[id] = nil }
            return due.values.map(\.ring)
        }
        for ring in due { ring() }
    }

    /// Sets the time of day, which rings every alarm, as that of the system does.
    func set(by seconds: Double) {
        let rings = state.withLock { state in
            state.now += seconds
            defer { state.alarms = [:] }
            return state.alarms.values.map(\.ring)
        }
        for ring in rings { ring() }
    }

    func adoption() -> Settings.Adoption {
        var adoption = Settings.Adoption()
        adoption.now = { self.now }
        adoption.uptime = { self.state.withLock { $0.passed } }
        adoption.alarm = alarm
        return adoption
    }
}

/// A storage that can be made to fail.
private final class BrokenStorage: SettingsStorage {
    let isBroken = Locked(false)
    private let memory = MemoryStorage()

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try memory.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try memory.write { reader in
            let change = try body(reader)
            if change != nil, isBroken.withLock({ $0 }) {
                throw StoreError(.full, "The disk is full.")
            }
            return change
        }
    }
}

struct TemporaryValuesTests {
    private let bench: Bench
    private let clock = MovedClock()

    init() throws {
        bench = try Bench()
    }

    private func open(_ json: String = Make.panel) throws -> Settings {
        try Settings.open(
            Make.schema(json), at: bench.path, adoption: clock.adoption(), watches: false)
    }

    @discardableResult
    private func set(
        _ settings: Settings, _ wishes: Settings.Wish..., for lifetime: Duration? = .seconds(60),
        origin: Origin = .browser, isDryRun: Bool = false
    ) throws(ApplyError) -> Outcome {
        try settings.applyAndWait(
            Batch(
                wishes.map { Assignment($0.key, $0.input) }, origin: origin, isDryRun: isDryRun,
                lifetime: lifetime))
    }

    /// Moves the clock, and waits until what is due is over.
    private func wait(_ seconds: Double, _ settings: Settings) throws {
        clock.move(by: seconds)
        try settings.applyAndWait(Batch([], origin: .program))
    }

    /// Returns the problems of a batch that must be rejected.
    private func problems(_ body: () throws(ApplyError) -> Outcome) -> [KeyProblem] {
        do throws(ApplyError) {
            _ = try body()
            return []
        } catch {
            if case .refused(let problems) = error { return problems }
            Issue.record("\(error)")
            return []
        }
    }

    private func rows() throws -> [String] {
        try bench.sqlite("SELECT item_key, until, value FROM temporary ORDER BY 1")
    }

    @Test(arguments: [true, false])
    func closedOrReleasedSettingsCancelTheAlarm(areClosed: Bool) throws {
        var settings: Settings? = try open()
        if let settings { try set(settings, ("name", .text("B"))) }
        #expect(clock.alarms == [60])
        if areClosed { settings?.close() } else { settings = nil }
        #expect(eventually { clock.alarms == [] })
        withExtendedLifetime(settings) {}
    }

    @Test(arguments: [("A", .value("A")), (nil, .onDefault)] as [(String?, Change.Side)])
    func aTemporaryValueEndsByItself(_ row: (before: String?, side: Change.Side)) throws {
        let settings = try open()
        defer { settings.close() }
        if let before = row.before { try settings.assign(("name", .text(before))) }
        let outcome = try set(settings, ("name", .text("B")))
        #expect(outcome.until == ["name": clock.now + 60])
        #expect(settings.snapshot.until("name") == clock.now + 60 && clock.alarms == [60])
        try wait(59.999, settings)
        #expect(settings.text("name") == "B")
        try wait(0.001, settings)
        #expect(settings.text("name") == row.before ?? "Ann")
        let last = try #require(settings.recentRevision(settings.revision))
        #expect(last.origin == .expiry && last.number == outcome.revision + 1)
        #expect(last.changes == [Change(key: "name", old: .value("B"), new: row.side)])
        #expect(settings.snapshot.until("name") == nil && clock.alarms == [])
        #expect(try rows() == [])
    }

    /// A value would not be over yet at an earlier moment.
    @Test func theSystemAlarmDoesNotFireEarly() {
        let (end, rung) = (Date() + 0.01, Locked<Date?>(nil))
        let alarm = Alarm.system.set(0.01) { rung.withLock { $0 = Date() } }
        #expect(eventually { rung.withLock { $0 } != nil })
        #expect(rung.withLock { $0 }.map { $0 >= end } == true)
        alarm.cancel()
    }

    @Test func theProgramCanSetATemporaryValue() async throws {
        let settings = try open()
        defer { settings.close() }
        let outcome = try await settings.set("name", to: .text("B"), for: .seconds(60))
        #expect(settings.text("name") == "B" && outcome.until == ["name": clock.now + 60])
        #expect(settings.recentRevision(outcome.revision)?.origin == .program)
    }

    @Test func aPrivateKeyCanBeTemporary() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("seen", .property(true)), origin: .program)
        #expect(settings.snapshot.until("seen") == clock.now + 60)
        try wait(60, settings)
        #expect(settings.value("seen") == nil && settings.snapshot.until("seen") == nil)
    }

    @Test func anOptionHasTheTimeOfItsGroup() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("dark", .value(true)))
        for key in ["theme", "dark", "light"] {
            #expect(settings.snapshot.until(key) == clock.now + 60, "\(key)")
        }
        #expect(settings.snapshot.until("enter") == nil)
    }

    @Test func theEndSurvivesARestart() throws {
        var settings = try open()
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")))
        settings.close()
        #expect(clock.alarms == [])
        settings = try open()
        #expect(settings.text("name") == "B" && clock.alarms == [60])
        try wait(60, settings)
        #expect(settings.text("name") == "A")
        settings.close()
    }

    @Test func endsAnExpiredValueAtTheOpening() throws {
        var settings = try open()
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")))
        settings.close()
        clock.move(by: 3_600)
        settings = try open()
        #expect(settings.text("name") == "A")
        #expect(settings.recentRevision(3)?.origin == .expiry && settings.revision == 3)
        settings.close()
    }

    /// A reader has no file to write to, and shows the values that count now.
    @Test func aReaderShowsTheCurrentValue() throws {
        let settings = try Settings.open(Make.schema(Make.panel), at: bench.path, watches: false)
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")), ("titles", .text("NO")))
        settings.close()
        try bench.sqlite(
            "UPDATE temporary SET until = '2026-01-01T00:00:00.000Z' WHERE item_key = 'name'")
        let before = try bench.bytes()
        let reader = try Settings.openForReading(at: bench.path)
        #expect(reader.text("name") == "A" && reader.boolean("titles") == false)
        #expect(reader.snapshot.until("name") == nil && reader.snapshot.until("titles") != nil)
        reader.close()
        #expect(try bench.bytes() == before)
    }

    @Test func convertsTheFormerValueForTheNewSchema() throws {
        var settings = try open(Make.panel(#"mode choice "itemOptions": ["a", "b"]"#))
        try settings.assign(("mode", .text("a")))
        try set(settings, ("mode", .text("b")))
        settings.close()
        settings = try open(
            Make.panel(
                #"mode choice "itemOptions": ["y", "x", "b"], "itemValueMap": {"a": "x"}"#))
        defer { settings.close() }
        #expect(settings.text("mode") == "b")
        try wait(60, settings)
        #expect(settings.text("mode") == "x")
    }

    static let writes: [(input: Assignment.Input, value: String)] = [
        (.text("C"), "C"), (.text("B"), "B"), (.keep, "B"), (.reset, "Ann"), (.goBack, "A"),
    ]

    @Test(arguments: writes)
    func anotherWriteMakesTheValuePermanent(_ row: (input: Assignment.Input, value: String)) throws
    {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")))
        let outcome = try set(settings, ("name", row.input), for: nil)
        #expect(outcome.changes.isEmpty == (row.value == "B"))
        #expect(settings.snapshot.until("name") == nil && clock.alarms == [])
        try wait(120, settings)
        #expect(settings.text("name") == row.value && settings.revision == outcome.revision)
    }

    @Test func undoAndRestoreEndTheTime() throws {
        for extent in [Reversal.Extent.undo(2), .restore(1)] {
            let settings = try Settings.inMemory(Make.schema(Make.panel), now: { clock.now })
            try settings.assign(("name", .text("A")))
            try set(settings, ("name", .text("B")))
            try settings.applyAndWait(
                Batch([], origin: .browser, reversal: Reversal(extent)))
            #expect(settings.text("name") == "A" && settings.snapshot.until("name") == nil)
        }
    }

    @Test func anUndoEndsTheTimeOfAPrivateKey() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("seen", .property(1)), origin: .program)
        try set(settings, ("seen", .property(2)), origin: .program)
        try settings.applyAndWait(Batch([], origin: .browser, reversal: Reversal(.undo(2))))
        #expect(settings.value("seen") == 1 && settings.snapshot.until("seen") == nil)
        #expect(try rows() == [] && clock.alarms == [])
    }

    @Test func theUndoOfAnEndIsPermanent() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        try wait(60, settings)
        try settings.applyAndWait(Batch([], origin: .browser, reversal: Reversal(.undo(2))))
        try wait(600, settings)
        #expect(settings.text("name") == "B" && settings.revision == 3)
    }

    /// A page posts all of its fields, which must not make a value permanent.
    @Test func anUnchangedFieldEndsNoTime() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        try settings.assign(("name", .text("B")), base: Batch.Base(revision: 1))
        #expect(settings.snapshot.until("name") != nil)
    }

    /// A script may not change the setting, so that the same value from it means nothing.
    @Test func aScriptCannotMakeAReadOnlyValuePermanent() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("fixed", .value(false)), origin: .program)
        try settings.assign(("fixed", .text("NO")), origin: .script)
        #expect(settings.snapshot.until("fixed") == clock.now + 60)
    }

    /// The same value on an older page is no decision about what others have set since.
    @Test func aFieldOfAnOlderPageEndsNoTime() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        let base = Batch.Base(revision: 0)
        #expect(try settings.assign(("name", .text("B")), base: base).changes.isEmpty)
        #expect(settings.snapshot.until("name") == clock.now + 60)
    }

    @Test func restoresTheValueBeforeTheFirstTemporaryOne() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")))
        try set(settings, ("name", .text("C")), for: .seconds(100))
        #expect(clock.alarms == [100])
        // The same value again only has another time.
        let longer = try set(settings, ("name", .text("C")), for: .seconds(200))
        #expect(longer.changes == [] && longer.until == ["name": clock.now + 200])
        #expect(clock.alarms == [200])
        try wait(150, settings)
        #expect(settings.text("name") == "C")
        try wait(50, settings)
        #expect(settings.text("name") == "A" && settings.revision == 4)
    }

    /// Without a revision, the storage must still have another version.
    @Test func otherProcessesSeeANewTime() throws {
        let storage = MemoryStorage()
        let schema = try Make.schema(Make.panel)
        let all = try (0..<2).map { _ in
            try Settings.open(schema, in: storage, adoption: clock.adoption(), watches: false)
        }
        func check(_ until: Date?) throws {
            try all[1].applyAndWait(Batch([], origin: .program, isDryRun: true))
            #expect(all[1].snapshot.until("name") == until)
        }
        try set(all[0], ("name", .text("B")), ("titles", .text("NO")))
        try check(clock.now + 60)
        try set(all[0], ("name", .text("B")), for: .seconds(90))
        try check(clock.now + 90)
        try all[0].assign(("name", .keep))
        try check(nil)
        try set(all[0], ("titles", .text("NO")), for: .seconds(70))
        try check(nil)
        #expect(all[1].snapshot.until("titles") == clock.now + 70)
        try wait(70, all[1])
        #expect(all[1].text("name") == "B" && all[1].boolean("titles") == true)
    }

    @Test(
        arguments: [
            (.zero, false), (.milliseconds(999), false), (.seconds(-5), false),
            (.seconds(1), true), (.seconds(366 * 86_400), true),
            (.seconds(366 * 86_400 + 1), false),
        ] as [(Duration, Bool)])
    func limitsTheTime(lifetime: Duration, isAccepted: Bool) throws {
        let settings = try open()
        defer { settings.close() }
        let found = problems { () throws(ApplyError) in
            try set(settings, ("name", .text("B")), for: lifetime)
        }
        #expect(found.map(\.key) == (isAccepted ? [] : ["name"]))
        #expect(
            found.allSatisfy {
                $0.problem.parameters["message"] == "A value can last for 1 second to 366 days."
            })
        #expect(settings.revision == (isAccepted ? 1 : 0))
    }

    @Test(
        arguments: [
            ("1s", 1_000), ("2h", 7_200_000), ("1h30m", 5_400_000), ("1.5m", 90_000),
            ("90", 90_000), ("366d", 31_622_400_000), ("PT5M", 300_000), ("1500ms", 1_500),
            ("0", nil), ("999ms", nil), ("367d", nil), ("", nil), ("soon", nil), ("-2h", nil),
            ("1e99", nil), ("2h ago", nil),
        ] as [(String, Int?)])
    func aTimeIsReadWithUnits(text: String, milliseconds: Int?) {
        #expect(Lifetime(text) == milliseconds.map { .lasts(.milliseconds($0)) })
    }

    @Test func rejectsSettingsThatCannotBeRestored() throws {
        let settings = try open()
        defer { settings.close() }
        let cases: [(key: String, code: ValueProblem.Code)] = [
            ("password", .secretNotKept), ("fixed", .readOnly), ("no.such.key", .unknownKey),
        ]
        for (key, code) in cases {
            let found = problems { () throws(ApplyError) in
                try set(settings, ("name", .text("B")), (key, .text(key == "fixed" ? "NO" : "x")))
            }
            #expect(found.map(\.key) == [key] && found.map(\.problem.code) == [code])
        }
        #expect(settings.revision == 0)
        try settings.assign(("password", .text("hunter2")))
        let found = problems { () throws(ApplyError) in try set(settings, ("password", .clear)) }
        #expect(found.map(\.problem.code) == [.secretNotKept])
        #expect(try rows() == [])
    }

    @Test func aDryRunStoresNoTime() throws {
        let settings = try open()
        defer { settings.close() }
        let outcome = try set(settings, ("name", .text("B")), isDryRun: true)
        #expect(outcome.until == ["name": clock.now + 60] && outcome.changes.count == 1)
        #expect(try rows() == [] && clock.alarms == [] && settings.revision == 0)
    }

    @Test func valuesThatEndTogetherAreOneRevision() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")), ("theme", .text("dark")))
        try set(settings, ("titles", .text("NO")), for: .seconds(30))
        #expect(clock.alarms == [30])
        try wait(30, settings)
        #expect(settings.boolean("titles") == true && clock.alarms == [30])
        try wait(30, settings)
        #expect(settings.recentRevision(4)?.changes.map(\.key).sorted() == ["name", "theme"])
        #expect(settings.text("theme") == "light" || !settings.snapshot.isSet("theme"))
    }

    /// The end is stored before the batch, which can then build on it.
    @Test func anEndIsStoredBeforeLaterChanges() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        clock.move(by: 60)
        try settings.assign(("titles", .text("NO")))
        #expect([2, 3].map { settings.recentRevision($0)?.origin } == [.expiry, .browser])
    }

    private static let gate = Make.panel(
        #"mode switch "itemValue": "NO""#,
        #"port edit_integer "itemVisibleWhen": {"not": "mode"}, "itemWhenHidden": "clear""#)

    @Test func restoresSettingsHiddenByATemporaryValue() throws {
        let settings = try open(Self.gate)
        defer { settings.close() }
        try settings.assign(("port", .text("80")))
        try set(settings, ("mode", .text("YES")))
        #expect(!settings.snapshot.isSet("port"))
        try wait(60, settings)
        #expect(settings.integer("port") == 80 && settings.boolean("mode") == false)
    }

    @Test func aSettingHiddenByAnEndIsNoLongerTemporary() throws {
        let settings = try open(Self.gate)
        defer { settings.close() }
        try settings.assign(("mode", .text("YES")))
        try set(settings, ("mode", .text("NO")))
        try settings.assign(("port", .text("80")))
        try set(settings, ("port", .text("90")), for: .seconds(120))
        try wait(60, settings)
        #expect(!settings.snapshot.isSet("port") && settings.snapshot.until("port") == nil)
        #expect(try rows() == [] && clock.alarms == [])
        // The setting does not return to its former value after it is visible again.
        try settings.assign(("mode", .text("NO")))
        try wait(60, settings)
        #expect(!settings.snapshot.isSet("port"))
    }

    @Test func clearsAHiddenValueThatEndsAtTheSameTimeOnce() throws {
        let settings = try open(Self.gate)
        defer { settings.close() }
        try settings.assign(("mode", .text("YES")))
        try set(settings, ("mode", .text("NO")))
        try settings.assign(("port", .text("80")))
        try set(settings, ("port", .text("90")))
        try wait(60, settings)
        let last = try #require(settings.recentRevision(settings.revision))
        #expect(last.origin == .expiry && last.changes.map(\.key).sorted() == ["mode", "port"])
        #expect(!settings.snapshot.isSet("port"))
    }

    // MARK: - Other schemas

    private static func volume(_ more: String) -> String {
        Make.panel("volume edit_integer \"itemValue\": 1" + more)
    }

    @Test func theDefaultReplacesAnInvalidFormerValue() throws {
        let settings = try open(Self.volume(""))
        defer { settings.close() }
        try settings.assign(("volume", .text("50")))
        try set(settings, ("volume", .text("5")))
        try settings.adopt(Make.schema(Self.volume(", \"itemMaximum\": 9")))
        try wait(60, settings)
        #expect(settings.integer("volume") == 1 && !settings.snapshot.isSet("volume"))
    }

    @Test func readsTheFormerValueInTheFormatOfTheNewSchema() throws {
        let settings = try open(Self.volume(""))
        defer { settings.close() }
        try settings.assign(("volume", .text("50")))
        try set(settings, ("volume", .text("5")))
        try settings.adopt(
            Make.schema(Make.panel("loudness edit_text \"itemRenamedFrom\": \"volume\"")))
        #expect(settings.snapshot.until("loudness") == clock.now + 60)
        try wait(60, settings)
        #expect(settings.text("loudness") == "50")
    }

    @Test func aRenamedSettingKeepsItsTime() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        try set(settings, ("name", .text("B")))
        let end = clock.now + 60
        try settings.adopt(
            Make.schema(Make.panel(#"label edit_text "itemRenamedFrom": "name""#)))
        #expect(settings.text("label") == "B" && settings.snapshot.until("label") == end)
        try wait(60, settings)
        #expect(settings.text("label") == "A")
        #expect(try rows() == [])
    }

    /// The temporary value would have ended, so the other one is the one to retain.
    @Test func parksTheFormerValueOfARemovedItem() throws {
        let settings = try open(Self.volume(""))
        defer { settings.close() }
        try settings.assign(("volume", .text("50")))
        try set(settings, ("volume", .text("5")))
        try settings.adopt(Make.schema(Make.panel("other switch")))
        #expect(try settings.parked().map(\.value) == [50])
        try wait(60, settings)
        #expect(try rows() == [])
    }

    @Test func aSettingThatBecomesASecretIsNoLongerTemporary() throws {
        let settings = try open(Make.panel("pin edit_text"))
        try settings.assign(("pin", .text("xyzzy")))
        try set(settings, ("pin", .text("plugh")))
        try settings.adopt(Make.schema(Make.panel("pin edit_password")))
        #expect(try rows() == [])
        try wait(60, settings)
        #expect(try settings.secret("pin") == "plugh")
        settings.close()
        #expect(try bench.bytes().range(of: Data("xyzzy".utf8)) == nil)
    }

    // MARK: - The current value

    private func limit(_ key: String, _ settings: Settings) throws(ApplyError) -> Outcome {
        var batch = Batch([], origin: .browser)
        batch.lifetimes = [key: .seconds(60)]
        return try settings.applyAndWait(batch)
    }

    @Test func theCurrentValueCanBecomeTemporary() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("name", .text("A")))
        try settings.assign(("titles", .text("NO")))
        try settings.assign(("name", .text("B")))
        let outcome = try limit("name", settings)
        #expect(outcome.changes == [] && outcome.until == ["name": clock.now + 60])
        try wait(60, settings)
        #expect(settings.text("name") == "A" && settings.revision == 4)
    }

    @Test func otherProcessesSeeThatTheCurrentValueIsTemporary() throws {
        let (settings, other) = (try open(), try open())
        defer {
            settings.close()
            other.close()
        }
        for text in ["A", "B"] { try settings.assign(("name", .text(text))) }
        for isLimited in [false, true] {
            if isLimited { _ = try limit("name", settings) }
            try other.assign(isDryRun: true)
            let until = isLimited ? clock.now + 60 : nil
            #expect(other.revision == 2 && other.snapshot.until("name") == until)
        }
    }

    @Test func aValueWithoutAnEarlierOneCannotBecomeTemporary() throws {
        let settings = try open()
        defer { settings.close() }
        let cases: [(key: String, code: ValueProblem.Code)] = [
            ("name", .nothingBefore), ("fixed", .readOnly), ("password", .secretNotKept),
            ("enter", .readOnly), ("no.such.key", .unknownKey),
        ]
        for (key, code) in cases {
            let found = problems { () throws(ApplyError) in try limit(key, settings) }
            #expect(found.map(\.problem.code) == [code], "\(key)")
        }
    }

    @Test func aLockedValueCannotBecomeTemporary() throws {
        try bench.fill(Make.panel, [("name", "A"), ("name", "B")])
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path,
            locks: [Settings.Lock("name", .text("Kim"), source: .other("x"))], watches: false)
        defer { settings.close() }
        let found = problems { () throws(ApplyError) in try limit("name", settings) }
        #expect(found.map(\.problem.code) == [.locked])
        #expect(try rows() == [])
    }

    /// The time is that of the stored value, which is not in use.
    @Test func aLockedValueShowsNoTime() throws {
        let free = try open()
        try set(free, ("name", .text("B")))
        free.close()
        let settings = try Settings.open(
            Make.schema(Make.panel), at: bench.path, adoption: clock.adoption(),
            locks: [Settings.Lock("name", .text("Kim"), source: .other("x"))], watches: false)
        defer { settings.close() }
        #expect(settings.text("name") == "Kim" && settings.snapshot.until("name") == nil)
    }

    // MARK: - The program

    @Test func handlersCannotRejectAnEnd() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        let asked = Locked(0)
        let observation = settings.willSave { _ in
            asked.withLock { $0 += 1 }
            return .all("No.")
        }
        defer { observation.cancel() }
        clock.move(by: 60)
        #expect(eventually { settings.text("name") == "Ann" })
        #expect(asked.withLock { $0 } == 0)
    }

    /// A handler that takes its time holds up saves, and no end.
    @Test(.timeLimit(.hung)) func anEndDoesNotWaitForHandlers() throws {
        let settings = try open()
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        settings.willSave(within: .hung) { _ in
            began.signal()
            end.wait()
            return nil
        }
        settings.apply(Batch([Assignment("titles", .value(false))], origin: .browser)) { _ in }
        began.wait()
        clock.move(by: 60)
        #expect(eventually { settings.text("name") == "Ann" })
        #expect(settings.boolean("titles") == true)
        end.signal()
    }

    @Test(arguments: [false, true])
    func theProgramAppliesAnEnd(fails: Bool) throws {
        let settings = try open()
        defer { settings.close() }
        let seen = Locked<[Int]>([])
        settings.onApply { save in
            seen.withLock { $0.append(save.revision) }
            if fails, save.origin == .expiry { throw ApplyFailure("Not now.") }
        }
        try set(settings, ("name", .text("B")))
        clock.move(by: 60)
        #expect(eventually { seen.withLock { $0 } == (fails ? [1, 2, 3] : [1, 2]) })
        #expect(settings.text("name") == (fails ? "B" : "Ann"))
        #expect(settings.snapshot.until("name") == nil && clock.alarms == [])
    }

    /// The end and a new value can share a commit.
    @Test func doesNotApplyAnOutdatedEnd() throws {
        let settings = try open()
        defer { settings.close() }
        let names = Locked<[String?]>([])
        settings.onApply { save in
            names.withLock { $0.append(save.change(of: "name")?.new.json.string) }
        }
        try set(settings, ("name", .text("B")))
        clock.move(by: 60)
        try settings.assign(("name", .text("C")))
        try settings.assign(("titles", .text("NO")))
        #expect(settings.text("name") == "C")
        let last = names.withLock { $0.last { $0 != nil } }
        #expect(last == "C")
    }

    @Test func retriesAnEndThatCannotBeStored() throws {
        let (storage, log) = (BrokenStorage(), RecordedLog())
        let settings = try Settings.open(
            Make.schema(Make.panel), in: storage, adoption: clock.adoption(), watches: false,
            logger: log.logger)
        defer { settings.close() }
        try set(settings, ("name", .text("B")))
        storage.isBroken.withLock { $0 = true }
        for pause in [60.0, 1, 1] {
            clock.move(by: pause)
            #expect(eventually { clock.alarms == [1] } && settings.text("name") == "B")
        }
        storage.isBroken.withLock { $0 = false }
        clock.move(by: 1)
        #expect(eventually { settings.text("name") == "Ann" } && clock.alarms == [])
        #expect(log.lines.count { $0.hasPrefix("values for a time: ") } == 1)
    }

    @Test func logsAnEndThatCannotBeStoredAtTheOpening() throws {
        let (storage, log) = (BrokenStorage(), RecordedLog())
        func open() throws -> Settings {
            try Settings.open(
                Make.schema(Make.panel), in: storage, adoption: clock.adoption(), watches: false,
                logger: log.logger)
        }
        let first = try open()
        try set(first, ("name", .text("B")))
        first.close()
        storage.isBroken.withLock { $0 = true }
        clock.move(by: 60)
        let settings = try open()
        defer { settings.close() }
        #expect(settings.text("name") == "B")
        #expect(log.lines.contains { $0.hasPrefix("values for a time: ") })
    }

    private struct Stubborn: ValueSource {
        let values = Locked<[String: Value]>(["name": "B"])
        var keys: [String] { ["name"] }
        func get() -> [String: Value] { values.withLock { $0 } }
        func set(_ new: [String: Value?]) -> Veto? {
            guard new["name"] != .some(nil) else { return .all("Not now.") }
            values.withLock { $0["name"] = new["name"] ?? nil }
            return nil
        }
    }

    @Test func keepsAValueThatTheProgramDoesNotChange() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("titles", .text("NO")))
        let source = Stubborn()
        source.values.withLock { $0 = [:] }
        try settings.use(source)
        try set(settings, ("name", .text("B")), ("titles", .text("YES")))
        try wait(60, settings)
        #expect(settings.text("name") == "B" && settings.boolean("titles") == false)
        #expect(clock.alarms == [] && settings.snapshot.until("name") == nil)
    }

    @Test func aPermanentChangeWritesNoTime() throws {
        let settings = try open()
        defer { settings.close() }
        try settings.assign(("name", .text("B")))
        #expect(try rows() == [] && clock.alarms == [])
    }
}
