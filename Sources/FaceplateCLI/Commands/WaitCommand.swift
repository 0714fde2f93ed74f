import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct WaitCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until settings have certain values.",
        discussion: """
            Exits with 0 when all settings have these values, changed by any process. Values are \
            written as for 'set'. With --timeout, exits with 1 when the time is over. With --json, \
            prints the revision.

            Examples:
              faceplate wait general_messages=yes --database garden.sqlite && ./greet
              faceplate wait mode=night volume=0 --timeout 5m --database kiosk.sqlite
            """)

    @Argument(
        help: ArgumentHelp("A key and the value to wait for.", valueName: "key=value"),
        completion: SettingCompletion.pairs)
    var pairs: [String]

    @Option(
        help: ArgumentHelp(
            "The time to wait, for example 30s, 5m or 1h30m. (default: no limit)",
            valueName: "duration"))
    var timeout: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try pairs.map(KeyValuePair.init)
        _ = try limit
    }

    /// In seconds.
    private var limit: Double? {
        get throws {
            guard let timeout else { return nil }
            guard let value = try? DurationRules().value(fromText: timeout, locale: nil),
                let seconds = value.number.flatMap({ Double($0.description) })
            else {
                throw ValidationError(
                    "--timeout '\(timeout)' is not a duration. Write for example 30s, 5m or 1h30m.")
            }
            return seconds
        }
    }

    func perform() async throws {
        let stop = StopRequests(withParent: false)
        let panel = try panel.open(.watching)
        defer { panel.close() }
        let wanted = try Wanted(pairs.map(KeyValuePair.init), panel.snapshot)
        let limit = try limit
        // The stream comes first, so that no change is missed between the two.
        let revisions = panel.revisions()
        panel.onEnd { [tell = stop.tell] in tell("panel ended") }
        let waiting = Task { [tell = stop.tell] in
            if !wanted.holds(in: panel.snapshot) {
                for await _ in revisions where wanted.holds(in: panel.snapshot) { break }
            }
            if wanted.holds(in: panel.snapshot) { tell(Self.done) }
        }
        let clock = Task { [tell = stop.tell] in
            guard let limit else { return }
            try await Task.sleep(for: .seconds(limit))
            tell(Self.late)
        }
        let reason = await stop.next()
        waiting.cancel()
        clock.cancel()
        if reason == Self.late {
            throw Failure(
                .refused,
                wanted.missing(in: panel.snapshot).map { "\($0) after \(timeout ?? "")." })
        }
        if let failure = panel.ending { throw failure }
        guard reason == Self.done else { throw ExitCode(1) }
        if output.json {
            StandardStreams.result(["revision": .number(panel.snapshot.revision)])
        }
    }

    private static let done = "done"
    private static let late = "time limit"
}

private struct Wanted {
    private let values: [(key: String, value: Value)]

    /// - Throws: `Failure` for keys that hold no value, secrets, and texts that are no values of their settings.
    init(_ pairs: [KeyValuePair], _ snapshot: Snapshot) throws(Failure) {
        values = try pairs.map { pair throws(Failure) in
            (pair.key, try Self.value(pair, snapshot))
        }
    }

    private static func value(
        _ pair: KeyValuePair, _ snapshot: Snapshot
    ) throws(Failure) -> Value {
        let rules: any ValueRules
        switch snapshot.schema.reference(pair.key) {
        case .setting(let setting) where setting.isSecret:
            throw Failure(.refused, ["'\(pair.key)' is a secret, so its value is not compared."])
        case .setting(let setting): rules = setting.rules
        case .option: rules = BooleanRules()
        case .row: throw Failure(.refused, ["'\(pair.key)' has no value."])
        case nil: throw Failure.unknownKeys([pair.key], in: snapshot)
        }
        do {
            return try rules.value(fromText: pair.value, locale: nil)
        } catch {
            throw Failure([KeyProblem(key: pair.key, problem: error)], in: snapshot)
        }
    }

    func holds(in snapshot: Snapshot) -> Bool {
        values.allSatisfy { snapshot.value($0.key) == $0.value }
    }

    func missing(in snapshot: Snapshot) -> [String] {
        values.filter { snapshot.value($0.key) != $0.value }.map {
            "'\($0.key)' is not \($0.value.plainText)"
        }
    }
}
