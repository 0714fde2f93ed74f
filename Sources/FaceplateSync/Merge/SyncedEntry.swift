import Faceplate
import FaceplateSchema
import Foundation

enum SyncedState: Sendable, Hashable {
    case onDefault
    case set(JSONValue)

    var isSet: Bool { self != .onDefault }
}

/// A time in whole milliseconds since 1970, within the range of RFC 3339, which orders the entries of a setting.
struct SyncedTime: Sendable, Hashable, Comparable {
    static let earliest = SyncedTime(milliseconds: 0)
    /// The end of the year 9999.
    static let latest = SyncedTime(milliseconds: 253_402_300_799_999)

    /// The largest `turn` that is read; only an entry made by hand has a larger one, which nothing could follow.
    static let mostTurns: Int64 = 1 << 40

    let milliseconds: Int64
    /// Counts the changes after `latest`, because no later time can be written.
    let turn: Int64

    private init(milliseconds: Int64) {
        self.milliseconds = milliseconds
        turn = 0
    }

    init(latestAfter turn: Int64) {
        milliseconds = Self.latest.milliseconds
        self.turn = max(turn, 0)
    }

    init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1_000).rounded()
        let bounds = (Self.earliest.milliseconds, Self.latest.milliseconds)
        // NaN also becomes the earliest time.
        milliseconds =
            exact >= Double(bounds.1) ? bounds.1 : exact > 0 ? Int64(exact) : bounds.0
        turn = 0
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    var next: SyncedTime {
        milliseconds < Self.latest.milliseconds
            ? SyncedTime(milliseconds: milliseconds + 1) : SyncedTime(latestAfter: turn + 1)
    }

    static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.turn) < (right.milliseconds, right.turn)
    }
}

struct SyncedEntry: Sendable, Hashable {
    let state: SyncedState
    /// The time that orders the entries: that of the change, but always later than the time of the replaced entry.
    let time: SyncedTime
    let machine: String
    /// The clock of the machine at the change; earlier than `time` if the replaced entry was later than this clock.
    let clock: SyncedTime

    /// The number of milliseconds by which clocks may differ without a report.
    static let clockTolerance: Int64 = 60_000

    func isAhead(of now: SyncedTime) -> Bool {
        clock.milliseconds - now.milliseconds > Self.clockTolerance
    }

    /// True when the entry follows a later one, so that its order does not come from its clock.
    var isRaised: Bool { clock < time }
}

/// An entry as JSON: `{"value":60,"time":"2026-11-20T07:30:00.000Z","machine":"kitchen"}`.
///
/// A setting that was reset to its default has `"reset":true` instead of a value. `"clock"` is added if it is earlier
/// than `"time"`, and `"turn"` counts changes at the end of the year 9999; older versions ignore both.
extension SyncedEntry {
    static let longestName = 64

    var json: JSONValue {
        let content: (String, JSONValue) =
            switch state {
            case .set(let value): ("value", value)
            case .onDefault: ("reset", true)
            }
        return .object(present: [
            content, ("time", .text(RevisionTime.text(time.date))), ("machine", .text(machine)),
            ("clock", isRaised ? .text(RevisionTime.text(clock.date)) : nil),
            ("turn", time.turn > 0 ? .number(time.turn) : nil),
        ])
    }

    var bytes: [UInt8] { JSONWriter().bytes(json) }

    init(bytes: [UInt8]) throws(EntryProblem) {
        let json: JSONValue
        do {
            json = try JSONReader.read(bytes)
        } catch {
            throw .notJSON
        }
        try self.init(json)
    }

    init(_ json: JSONValue) throws(EntryProblem) {
        guard let object = json.object else { throw .notAnEntry }
        guard let text = object["time"]?.string, text.utf8.count <= 40,
            let date = RevisionTime.date(text)
        else { throw .noTime }
        guard let machine = object["machine"]?.string, Self.isName(machine) else {
            throw .noMachine
        }
        switch (object["value"], object["reset"]) {
        case (let value?, nil): state = .set(value)
        case (nil, true?): state = .onDefault
        default: throw .notAnEntry
        }
        let turn = object["turn"]?.number?.integer ?? 0
        guard turn <= SyncedTime.mostTurns else { throw .noTime }
        let time = SyncedTime(date)
        self.time = time == .latest ? SyncedTime(latestAfter: turn) : time
        let clock = object["clock"]?.string.flatMap { $0.utf8.count <= 40 ? $0 : nil }
        self.clock = min(
            clock.flatMap(RevisionTime.date).map(SyncedTime.init) ?? self.time, self.time)
        self.machine = machine
    }

    static func isName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return !scalars.isEmpty && scalars.count <= longestName
            && scalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
            && !scalars.contains { (0x7F...0x9F).contains($0.value) }
            && scalars.contains { !$0.properties.isWhitespace }
    }

    init(
        _ state: SyncedState, _ time: SyncedTime, _ machine: String, clock: SyncedTime? = nil
    ) {
        self.state = state
        self.time = time
        self.machine = machine
        self.clock = min(clock ?? time, time)
    }

    func isLater(than other: SyncedEntry) -> Bool {
        (time, clock) > (other.time, other.clock)
    }
}

enum EntryProblem: SpokenError, Hashable {
    case notJSON, notAnEntry, noTime, noMachine
    case tooLarge(limit: Int)

    /// The end of a sentence that names the key.
    var words: String {
        switch self {
        case .notJSON: "is not JSON"
        case .notAnEntry: "is not a synced value"
        case .noTime: "has no time"
        case .noMachine: "does not name the machine that it is from"
        case .tooLarge(let limit): "has more than \(limit) bytes"
        }
    }

    var description: String { "The value \(words)." }
}
