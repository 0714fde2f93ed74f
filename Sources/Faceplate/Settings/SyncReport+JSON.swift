public import FaceplateSchema
import Foundation

extension SyncReport {
    /// The JSON in responses to scripts: `{"name":"hall","enabled":true,"last":TIME,"waiting":0,"problems":[],
    /// "state":"on"}`, with further members for what is known.
    public var json: JSONValue {
        func time(_ date: Date?) -> JSONValue? {
            date.map { JSONValue.text(RevisionTime.text($0)) }
        }
        func list(_ texts: [String]) -> JSONValue? {
            texts.isEmpty ? nil : .array(texts.map(JSONValue.text))
        }
        return .object(present: [
            ("name", .text(name)), ("enabled", .boolean(isEnabled)),
            ("last", time(lastSync) ?? JSONValue(.null)),
            ("waiting", .number(waiting)),
            ("problems", .array(sentences.map(JSONValue.text))),
            ("notices", list(notices)),
            ("state", .text(state.rawValue)),
            ("contact", time(lastContact)),
            ("running", isRunning.map(JSONValue.boolean)),
            ("receivesOnly", onlyReceives ? true : nil),
            ("own", list(ownValues)),
            ("machines", machines.isEmpty ? nil : .array(machines.map(\.json))),
        ])
    }

    /// Problems of single settings are sentences like the others; `nil` if the JSON does not name a machine.
    package init?(json: JSONValue) {
        guard let object = json.object, let name = object["name"]?.string else { return nil }
        func texts(_ name: String) -> [String] {
            (object[name]?.array ?? []).compactMap(\.string)
        }
        func time(_ name: String) -> Date? { object[name]?.string.flatMap(RevisionTime.date) }
        self.init(
            name: name, isEnabled: object["enabled"] == true, lastSync: time("last"),
            waiting: object["waiting"]?.number?.integer.flatMap { Int(exactly: $0) } ?? 0,
            problems: texts("problems"), notices: texts("notices"))
        lastContact = time("contact")
        isPaused = object["state"]?.string == State.paused.rawValue
        isRunning = object["running"].map { $0 == true }
        machines = (object["machines"]?.array ?? []).compactMap(Machine.init)
        ownValues = texts("own")
        onlyReceives = object["receivesOnly"] == true
    }
}

extension SyncReport.Machine {
    fileprivate var json: JSONValue {
        .object(present: [
            ("name", .text(name)),
            ("lastSign", lastSign.map { JSONValue.text(RevisionTime.text($0)) }),
            ("silent", isSilent ? true : nil),
        ])
    }

    fileprivate init?(_ json: JSONValue) {
        guard let object = json.object, let name = object["name"]?.string else { return nil }
        self.init(
            name: name, lastSign: object["lastSign"]?.string.flatMap(RevisionTime.date),
            isSilent: object["silent"] == true)
    }
}
