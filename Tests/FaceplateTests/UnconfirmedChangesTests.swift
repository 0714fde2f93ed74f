import Foundation
import Testing

@testable import Faceplate

/// Changes that return by themselves unless they are confirmed in time (`itemKeepWithin`).
struct UnconfirmedChangesTests {
    private let bench: Bench
    private let clock = MovedClock()

    private static let panel = Make.panel(
        #"port edit_integer "itemValue": 80, "itemKeepWithin": 60"#,
        #"mask edit_integer "itemValue": 24, "itemKeepWithin": "2m""#,
        #"name edit_text "itemValue": "Ann""#,
        #"proxy switch "itemValue": "YES", "itemKeepWithin": 60"#,
        #"proxy_port edit_integer "itemVisibleWhen": "proxy", "itemWhenHidden": "clear""#)

    init() throws {
        bench = try Bench()
    }

    private func open(in storage: (any SettingsStorage)? = nil) throws -> Settings {
        let schema = try Make.schema(Self.panel)
        guard let storage else {
            return try Settings.open(
                schema, at: bench.path, adoption: clock.adoption(), watches: false)
        }
        return try Settings.open(schema, in: storage, adoption: clock.adoption(), watches: false)
    }

    private func with(_ body: (Settings) throws -> Void) throws {
        let settings = try open(in: MemoryStorage())
        defer { settings.close() }
        try body(settings)
    }

    /// Moves the clock, and waits until what is due is over.
    private func wait(_ seconds: Double, _ settings: Settings) throws {
        clock.move(by: seconds)
        try settings.applyAndWait(Batch([], origin: .program))
    }

    /// Changes a setting and confirms that.
    private func settle(_ key: String, _ text: String, _ settings: Settings) throws {
        var batch = Batch([Assignment(key, .text(text))], origin: .browser)
        batch.isConfirmed = true
        try settings.applyAndWait(batch)
        #expect(settings.snapshot.until(key) == nil)
    }

    static let origins: [(origin: Origin, waits: Bool)] = [
        (.browser, true), (.script, true), (.cli, true), (.import, true), (.profile, true),
        (.program, false), (.sync, false),
    ]

    @Test(arguments: origins)
    func anUnconfirmedChangeIsRestored(_ row: (origin: Origin, waits: Bool)) throws {
        try with { settings in
            let outcome = try settings.assign(
                ("port", .text("81")), ("name", .text("Bob")), origin: row.origin)
            #expect(settings.integer("port") == 81)
            #expect(outcome.until == (row.waits ? ["port": clock.now + 60] : [:]))
            #expect(settings.snapshot.unconfirmed.map(\.key) == (row.waits ? ["port"] : []))
            try wait(59.999, settings)
            #expect(settings.integer("port") == 81)
            try wait(0.001, settings)
            #expect(settings.integer("port") == (row.waits ? 80 : 81))
            #expect(settings.text("name") == "Bob")
            let end = settings.recentRevision(2)
            #expect(end?.origin == (row.waits ? .expiry : nil))
            #expect(
                settings.wentBack(in: settings.snapshot) == (row.waits ? ["port": clock.now] : [:]))
        }
    }

    static let jumps: [Double] = [
        -400 * 86_400.0, -86_400, -90, -30, -1, 1, 30, 90, 86_400, 400 * 86_400,
    ]

    /// The clock is often set right after a change of the network.
    @Test(arguments: jumps)
    func aNewTimeOfDayDoesNotChangeTheWindow(jump: Double) throws {
        try with { settings in
            try settings.assign(("port", .text("81")))
            try wait(20, settings)
            clock.set(by: jump)
            try wait(0, settings)
            #expect(settings.integer("port") == 81)
            // Pages and other processes see the end in the new time of day.
            let until = try #require(settings.snapshot.until("port"))
            #expect(abs(until.timeIntervalSince(clock.now) - 40) < 2.1)
            try wait(39.9, settings)
            #expect(settings.integer("port") == 81)
            try wait(0.2, settings)
            #expect(settings.integer("port") == 80)
            #expect(settings.recentRevision(settings.revision)?.origin == .expiry)
        }
    }

    /// Only the time of day is known then; it makes the window no longer.
    @Test(arguments: jumps, [true, false])
    func aRestartDoesNotExtendTheWindow(jump: Double, isSetBefore: Bool) throws {
        let settings = try open()
        try settings.assign(("port", .text("81")))
        try wait(20, settings)
        if isSetBefore { clock.set(by: jump) }
        settings.close()
        if !isSetBefore { clock.set(by: jump) }
        let again = try open()
        defer { again.close() }
        try wait(59.9, again)
        try wait(0.2, again)
        #expect(again.integer("port") == 80)
    }

    /// A time that was set together with the confirmation may be longer than the window.
    @Test(arguments: jumps)
    func aNewTimeOfDayDoesNotChangeALifetime(jump: Double) throws {
        try with { settings in
            try settings.applyAndWait(
                Batch(
                    [Assignment("name", .text("B"))], origin: .browser, lifetime: .seconds(7_200)))
            clock.set(by: jump)
            try wait(7_199, settings)
            #expect(settings.text("name") == "B")
            try wait(1.1, settings)
            #expect(settings.text("name") == "Ann")
        }
    }

    static let confirmations: [(input: Assignment.Input, key: String, isConfirmed: Bool)] = [
        (.keep, "port", true), (.keep, "*", true), (.text("81"), "port", false),
        (.json(81), "port", false), (.keep, "mask", false),
    ]

    @Test(arguments: confirmations)
    func onlyAConfirmationMakesAChangePermanent(
        _ row: (input: Assignment.Input, key: String, isConfirmed: Bool)
    ) throws {
        try with { settings in
            try settings.assign(("port", .text("81")))
            try wait(30, settings)
            try settings.assign((row.key, row.input))
            #expect((settings.snapshot.until("port") == nil) == row.isConfirmed)
            try wait(30, settings)
            #expect(settings.integer("port") == (row.isConfirmed ? 81 : 80))
        }
    }

    @Test func aBatchCanConfirmItself() throws {
        try with { settings in
            try settle("port", "81", settings)
            // And the current value, which waits.
            try settings.assign(("port", .text("82")))
            try settle("port", "82", settings)
            try wait(600, settings)
            #expect(settings.integer("port") == 82)
        }
    }

    @Test func aSecondChangeIsRestoredToTheLastConfirmedValue() throws {
        try with { settings in
            try settle("port", "81", settings)
            try settings.assign(("port", .text("82")))
            try wait(50, settings)
            try settings.assign(("port", .text("83")))
            try wait(50, settings)
            #expect(settings.integer("port") == 83)
            try wait(10, settings)
            #expect(settings.integer("port") == 81)
        }
    }

    @Test func settingTheFormerValueNeedsNoConfirmation() throws {
        try with { settings in
            try settle("port", "81", settings)
            try settings.assign(("port", .text("82")))
            let outcome = try settings.assign(("port", .text("81")))
            #expect(outcome.until == [:] && settings.snapshot.unconfirmed.isEmpty)
            #expect(clock.alarms == [])
        }
    }

    static let ends: [(input: Assignment.Input, key: String)] = [(.goBack, "port"), (.goBack, "*")]

    @Test(arguments: ends)
    func anUnconfirmedChangeCanBeUndone(_ row: (input: Assignment.Input, key: String)) throws {
        try with { settings in
            try settings.assign(("port", .text("81")), ("mask", .text("25")))
            let outcome = try settings.assign((row.key, row.input))
            #expect(settings.integer("port") == 80)
            #expect(settings.integer("mask") == (row.key == "*" ? 24 : 25))
            #expect(outcome.revision == 2)
            // The user did it, so it did not happen by itself.
            #expect(settings.wentBack(in: settings.snapshot) == [:])
        }
    }

    @Test func aResetNeedsConfirmation() throws {
        try with { settings in
            try settle("port", "81", settings)
            try settings.assign(("*", .reset))
            #expect(settings.integer("port") == 80 && !settings.snapshot.unconfirmed.isEmpty)
            try wait(60, settings)
            #expect(settings.integer("port") == 81)
        }
    }

    /// The undo of a change that waits needs no confirmation; that of a confirmed one does, from any source.
    @Test(arguments: [Origin.browser, .program])
    func anUndoNeedsConfirmation(origin: Origin) throws {
        try with { settings in
            try settings.assign(("port", .text("81")))
            let undo = Batch([], origin: origin, reversal: Reversal(.undo(1)))
            try settings.applyAndWait(undo)
            #expect(settings.integer("port") == 80 && settings.snapshot.unconfirmed.isEmpty)
            try settle("port", "82", settings)
            try settings.applyAndWait(
                Batch([], origin: origin, reversal: Reversal(.restore(1))))
            #expect(settings.integer("port") == 81)
            try wait(60, settings)
            #expect(settings.integer("port") == 82)
        }
    }

    /// A time that the sender names is used if it is shorter; a user who lengthens it later reaches the panel.
    @Test func aGivenTimeCanOnlyBeShorter() throws {
        try with { settings in
            for (lifetime, left) in [(Duration.seconds(20), 20.0), (.seconds(7_200), 60)] {
                let outcome = try settings.applyAndWait(
                    Batch(
                        [Assignment("port", .text("81"))], origin: .script, lifetime: lifetime))
                #expect(outcome.until == ["port": clock.now + left])
                try wait(left, settings)
                #expect(settings.integer("port") == 80)
            }
            try settings.assign(("port", .text("81")))
            var batch = Batch([], origin: .browser)
            batch.lifetimes = ["port": .seconds(7_200)]
            #expect(try settings.applyAndWait(batch).until == ["port": clock.now + 7_200])
        }
    }

    @Test func restoresSettingsHiddenByAChange() throws {
        try with { settings in
            try settings.assign(("proxy_port", .text("3128")))
            try settings.assign(("proxy", .text("NO")))
            #expect(settings.integer("proxy_port") == nil)
            try wait(60, settings)
            #expect(settings.integer("proxy_port") == 3_128 && settings.boolean("proxy") == true)
            try settings.assign(("proxy", .text("NO")))
            try settings.assign(("proxy", .keep))
            try wait(60, settings)
            #expect(settings.integer("proxy_port") == nil && settings.boolean("proxy") == false)
        }
    }

    /// Which of the changes hides the setting is not known.
    @Test func aSettingHiddenByABatchWaitsForTheLongestWindow() throws {
        try with { settings in
            try settings.assign(("proxy_port", .text("3128")))
            try settings.assign(("mask", .text("25")), ("proxy", .text("NO")))
            #expect(settings.snapshot.until("proxy") == clock.now + 60)
            #expect(settings.snapshot.until("proxy_port") == clock.now + 120)
        }
    }

    @Test(arguments: [30.0, 61])
    func theWindowSurvivesARestart(pause: Double) throws {
        var settings = try open()
        try settings.assign(("port", .text("81")))
        settings.close()
        clock.move(by: pause)
        settings = try open()
        #expect(settings.integer("port") == (pause < 60 ? 81 : 80))
        try wait(60 - min(pause, 60), settings)
        #expect(settings.integer("port") == 80)
        #expect(settings.recentRevision(2)?.origin == .expiry)
        settings.close()
    }

    @Test func aChangeByAUserIsNotARestoreAfterARestart() throws {
        let first = try open()
        try settle("port", "81", first)
        first.close()
        let settings = try open()
        defer { settings.close() }
        #expect(settings.wentBack(in: settings.snapshot).isEmpty)
    }

    /// However many changes of other settings follow, the page can say that a change was not confirmed.
    @Test func recognizesARestoreAfterARestart() throws {
        var settings = try open()
        try settings.assign(("port", .text("81")))
        try wait(60, settings)
        let back = ["port": clock.now]
        for number in 0..<(Settings.recentLimit + Settings.recentExcess) {
            let other = Batch([Assignment("name", .text("\(number)"))], origin: .program)
            settings.apply(other) { _ in }
        }
        try settings.assign(("name", .text("Bob")))
        #expect(settings.recentRevision(2) == nil)
        #expect(settings.wentBack(in: settings.snapshot) == back)
        settings.close()
        settings = try open()
        #expect(settings.recentRevision(2) == nil)
        #expect(settings.wentBack(in: settings.snapshot) == back)
        try settings.assign(("port", .text("80")), origin: .program)
        #expect(settings.wentBack(in: settings.snapshot) == [:])
        settings.close()
    }

    @Test(arguments: [("port", ["port"]), ("proxy", ["proxy"]), ("name", [])])
    func historyDistinguishesUnconfirmedFromTemporary(_ key: String, _ keys: [String]) throws {
        try with { settings in
            try settings.assign(("proxy_port", .text("3128")))
            let text = key == "proxy" ? "NO" : "7"
            try settings.applyAndWait(
                Batch(
                    [Assignment(key, .text(text))], origin: .browser, lifetime: .seconds(60)))
            try wait(60, settings)
            let end = try #require(settings.recentRevision(3))
            #expect(end.origin == .expiry && end.unconfirmed(in: settings.snapshot.schema) == keys)
            let start = try #require(settings.recentRevision(2))
            #expect(start.unconfirmed(in: settings.snapshot.schema) == [])
        }
    }

    /// A save that the program could not apply is undone to the unconfirmed value, which still returns.
    @Test func aFailedApplyKeepsTheWindow() async throws {
        let settings = try open(in: MemoryStorage())
        defer { settings.close() }
        let observation = settings.onApply { save in
            if save.change(of: "port")?.new == .value(82) { throw ApplyFailure("no") }
        }
        defer { observation.cancel() }
        try await settings.apply(Batch([Assignment("port", .text("81"))], origin: .browser))
        await #expect(throws: ApplyError.self) {
            try await settings.apply(Batch([Assignment("port", .text("82"))], origin: .browser))
        }
        #expect(settings.integer("port") == 81 && !settings.snapshot.unconfirmed.isEmpty)
        clock.move(by: 60)
        try await settings.apply(Batch([], origin: .program))
        #expect(settings.integer("port") == 80)
    }

    @Test func aDryRunReportsTheEnd() throws {
        try with { settings in
            let outcome = try settings.assign(("port", .text("81")), isDryRun: true)
            #expect(outcome.until == ["port": clock.now + 60] && settings.integer("port") == 80)
        }
    }
}
