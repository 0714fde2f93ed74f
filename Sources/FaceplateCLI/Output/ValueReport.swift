import Faceplate
import FaceplateSchema

/// The value and the value source of a setting, as `get` and `list` print them.
struct ValueReport {
    let key: String
    let snapshot: Snapshot

    /// The setting; `nil` for other keys, such as rows and private values of the program.
    private var setting: Schema.Setting? {
        switch snapshot.schema.reference(key) {
        case .setting(let setting), .option(_, let setting): setting
        case .row, nil: nil
        }
    }

    private var isSecret: Bool { setting?.isSecret ?? false }
    private var hasSecret: Bool { setting.map(snapshot.hasSecret) ?? false }

    /// The text for `get`: the value; for a secret, `set` or `not set`.
    var text: String {
        if isSecret { return hasSecret ? "set" : "not set" }
        return snapshot.value(key)?.plainText ?? ""
    }

    /// The value source: `default`, `set` or `locked by environment variable X`.
    ///
    /// Ends with `, needs restart` if the program still uses an older value.
    var provenance: String {
        let words: String =
            switch snapshot.provenance(key) {
            case .onDefault: "default"
            case .set: "set"
            case .locked(let source): "locked by " + source.words
            case nil: ""
            }
        return snapshot.needsRestart(key) ? words + ", needs restart" : words
    }

    /// An object with `value`, `default`, `isSet` and `provenance`, and where they apply `revision`,
    /// `lockedBy` and `needsRestart`.
    var json: JSONValue {
        guard let setting else { return .object([("value", snapshot.value(key)?.json ?? nil)]) }
        let value: JSONValue =
            isSecret ? ["set": .boolean(hasSecret)] : snapshot.value(key)?.json ?? nil
        return .object(
            [("value", value), ("default", defaultValue(of: setting))]
                + [("isSet", .boolean(snapshot.isSet(setting)))] + origin)
    }

    private func defaultValue(of setting: Schema.Setting) -> JSONValue {
        guard case .option(let item, _)? = snapshot.schema.reference(key) else {
            return setting.defaultValue?.json ?? nil
        }
        return .boolean(setting.defaultValue == .text(item.key))
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
