import Faceplate
import FaceplateSchema

/// What `get` and `list` tell of a setting: its value, and where that comes from.
struct ValueReport {
    let key: String
    let snapshot: Snapshot

    /// `nil` where the key is no setting of the schema: a row, a program's private value.
    private var setting: Schema.Setting? {
        switch snapshot.schema.reference(key) {
        case .setting(let setting), .option(_, let setting): setting
        case .row, nil: nil
        }
    }

    private var isSecret: Bool { setting?.isSecret ?? false }
    private var hasSecret: Bool { setting.map(snapshot.hasSecret) ?? false }

    /// For `get`: the value alone, of a secret whether there is one.
    var text: String {
        if isSecret { return hasSecret ? "set" : "not set" }
        return snapshot.value(key)?.plainText ?? ""
    }

    /// `default`, `set` or `locked by environment variable X`, and whether a restart is due.
    var provenance: String {
        let words: String =
            switch snapshot.provenance(key) {
            case .onDefault: "default"
            case .set: "set"
            case .locked(let source): "locked by \(source.words)"
            case nil: ""
            }
        return snapshot.needsRestart(key) ? words + ", needs restart" : words
    }

    /// An object of `value`, `default`, `isSet`, `provenance`, and what goes with that: `revision`,
    /// `lockedBy`, `needsRestart`.
    var json: JSONValue {
        guard let setting else { return .object([("value", snapshot.value(key)?.json ?? nil)]) }
        let value: JSONValue =
            isSecret ? ["set": JSONValue(.boolean(hasSecret))] : snapshot.value(key)?.json ?? nil
        return .object(
            [("value", value), ("default", defaultValue(of: setting))]
                + [("isSet", JSONValue(.boolean(snapshot.isSet(setting))))] + origin)
    }

    private func defaultValue(of setting: Schema.Setting) -> JSONValue {
        guard case .option(let item, _)? = snapshot.schema.reference(key) else {
            return setting.defaultValue?.json ?? nil
        }
        return JSONValue(.boolean(setting.defaultValue == .text(item.key)))
    }

    private var origin: [(String, JSONValue)] {
        let restart: [(String, JSONValue)] =
            snapshot.needsRestart(key) ? [("needsRestart", true)] : []
        switch snapshot.provenance(key) {
        case .onDefault: return [("provenance", "default")] + restart
        case .set(let revision):
            return [("provenance", "set"), ("revision", .number(revision))] + restart
        case .locked(let source):
            return [("provenance", "locked"), ("lockedBy", .text(source.words))] + restart
        case nil: return restart
        }
    }
}
