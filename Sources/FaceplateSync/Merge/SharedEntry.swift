import Faceplate
import FaceplateSchema
import Foundation

/// What a setting is to all machines: on its default, or set to a value.
enum SharedState: Sendable, Hashable {
    case onDefault
    case set(JSONValue)

    var isSet: Bool { self != .onDefault }
}

/// A moment in whole milliseconds since 1970, as far as RFC 3339 can write it.
struct SharedTime: Sendable, Hashable, Comparable {
    static let earliest = SharedTime(milliseconds: 0)
    /// The end of the year 9999.
    static let latest = SharedTime(milliseconds: 253_402_300_799_999)

    let milliseconds: Int64

    private init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1_000).rounded()
        let bounds = (Self.earliest.milliseconds, Self.latest.milliseconds)
        // What is no number at all is the earliest, too.
        milliseconds =
            exact >= Double(bounds.1) ? bounds.1 : exact > 0 ? Int64(exact) : bounds.0
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// The next moment.
    var next: SharedTime {
        SharedTime(milliseconds: min(milliseconds + 1, Self.latest.milliseconds))
    }

    static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}

/// What the cluster holds of one setting, and what a machine and the cluster last agreed on.
struct SharedEntry: Sendable, Hashable {
    let state: SharedState
    /// When it was changed; never earlier than what it took the place of.
    let time: SharedTime
    /// The machine that changed it.
    let machine: String
}

/// An entry as JSON: `{"value":60,"time":"2026-11-20T07:30:00.000Z","machine":"kitchen"}`, with
/// `"reset":true` in the place of a value for a setting that was put back to its default.
extension SharedEntry {
    /// The scalars of a machine's name.
    static let longestName = 64

    var json: JSONValue {
        var members: [JSONObject.Member] = []
        switch state {
        case .set(let value): members.append(.init(name: "value", value: value))
        case .onDefault: members.append(.init(name: "reset", value: true))
        }
        members.append(
            .init(name: "time", value: JSONValue(.string(RevisionTime.text(time.date)))))
        members.append(.init(name: "machine", value: JSONValue(.string(machine))))
        return JSONValue(.object(JSONObject(members)))
    }

    /// What the cluster keeps.
    var bytes: [UInt8] { JSONWriter().bytes(json) }

    /// - Throws: `EntryProblem` for bytes that no machine of this kind wrote.
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
        time = SharedTime(date)
        self.machine = machine
    }

    /// Whether a text can be a machine's name: 1 to 64 characters that can be seen.
    static func isName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return !scalars.isEmpty && scalars.count <= longestName
            && scalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
            && !scalars.contains { (0x7F...0x9F).contains($0.value) }
            && scalars.contains { !$0.properties.isWhitespace }
    }

    init(_ state: SharedState, _ time: SharedTime, _ machine: String) {
        self.state = state
        self.time = time
        self.machine = machine
    }
}

/// Why what stands under a key of the cluster's is no entry.
enum EntryProblem: Error, Sendable, Hashable {
    case notJSON, notAnEntry, noTime, noMachine
    case tooLarge(limit: Int)

    /// The end of a sentence that names the key.
    var words: String {
        switch self {
        case .notJSON: "is not JSON"
        case .notAnEntry: "is not a shared value"
        case .noTime: "has no time"
        case .noMachine: "does not name the machine that it is from"
        case .tooLarge(let limit): "has more than \(limit) bytes"
        }
    }
}
