import Faceplate
import FaceplateSchema
import Foundation

struct ValueReport {
    let key: String
    let snapshot: Snapshot

    /// `nil` for other keys, such as rows and private values of the program.
    private var setting: Schema.Setting? {
        switch snapshot.schema.reference(key) {
        case .setting(let setting), .option(_, let setting): setting
        case .row, nil: nil
        }
    }

    private var isSecret: Bool { setting?.isSecret ?? false }
    private var hasSecret: Bool { setting.map(snapshot.hasSecret) ?? false }

    var text: String {
        if isSecret { return hasSecret ? "set" : "not set" }
        return snapshot.value(key)?.plainText ?? ""
    }

    /// The value source: `default`, `set` or `locked by environment variable X`.
    ///
    /// Ends with `, 2 hours left` for a value that is set for a time, and with `, needs restart` if the program still
    /// uses an older value.
    var provenance: String {
        let words: String =
            switch snapshot.provenance(key) {
            case .onDefault: "default"
            case .set: "set"
            case .locked(let source): "locked by " + source.words
            case nil: ""
            }
        let left = snapshot.until(key).map { ", " + Self.left(until: $0) + " left" } ?? ""
        return words + left + (snapshot.needsRestart(key) ? ", needs restart" : "")
    }

    private static func left(until: Date) -> String {
        let seconds = max(1, Int(until.timeIntervalSinceNow.rounded(.up)))
        let rounded = seconds < 120 ? seconds : (seconds + 59) / 60 * 60
        return DurationWords(.english).text(seconds: ExactDecimal(String(rounded)) ?? .zero)
    }

    var json: JSONValue {
        guard let setting else { return ["value": snapshot.value(key)?.json ?? nil] }
        return SettingReport(key, setting, in: snapshot).json
    }
}
