import Faceplate
import FaceplateSchema

enum ShownText {
    /// In quotation marks and escaped if the plain text would be misleading.
    static func of(_ value: Value?, _ setting: Schema.Setting? = nil) -> String {
        guard let value else { return "-" }
        if case .file? = setting?.rules.kind, let file = FileRules.file(of: value) {
            return "\(of(.text(file.name))) (\(file.bytes.count) bytes)"
        }
        let text = value.plainText
        let isPlain =
            !text.isEmpty && text.first != " " && text.last != " "
            && !text.unicodeScalars.contains(where: isControl)
        return isPlain ? text : line(JSONWriter().text(JSONValue.text(text)))
    }

    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// Characters that change the direction of text are escaped, too.
    static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var line = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                let digits = String(scalar.value, radix: 16)
                line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.isDirectionControl
    }

    /// A secret is only `set` or `not set`.
    ///
    /// - Parameters:
    ///   - revision: The revision of the change, which contains the defaults of its time.
    ///   - snapshot: The settings on that side of the change, otherwise.
    static func of(
        _ side: Change.Side, _ setting: Schema.Setting?, in revision: Revision? = nil,
        at snapshot: Snapshot? = nil
    ) -> String {
        switch side {
        case .onDefault where setting?.isSecret == true: return "not set"
        case .onDefault:
            let standard = setting.flatMap {
                revision?.defaults[$0.key] ?? snapshot?.defaultValue(of: $0) ?? $0.plainDefault
            }
            return "\(of(standard, setting)) (default)"
        case .value(let value): return of(value, setting)
        case .json(let json): return JSONWriter().text(json)
        case .secret: return "set"
        case .large(let large):
            return
                "\(of(.text(large.preview)))… (\(large.size) bytes, SHA-256 \(large.digest.prefix(12)))"
        }
    }

    static func of(_ change: Change, in revision: Revision?, _ schema: Schema) -> String {
        let setting = schema.settings[change.key]
        if setting?.isSecret != true,
            let difference = ListDifference(change, of: setting, in: revision)
        {
            let parts: [(word: String, entries: [Value])] = [
                ("added", difference.added), ("changed", difference.edited),
                ("removed", difference.removed), ("moved", difference.moved),
            ]
            let columns = setting?.rules.columns.map(\.key) ?? []
            return "\(change.key): "
                + parts.filter { !$0.entries.isEmpty }.map { word, entries in
                    "\(word) "
                        + entries.map { name(of: $0, columns) }.joined(separator: ", ")
                }.joined(separator: "; ")
        }
        return "\(change.key): \(of(change.old, setting, in: revision))"
            + " -> \(of(change.new, setting, in: revision))"
    }

    private static func name(of entry: Value, _ columns: [String]) -> String {
        guard case .record(let cells) = entry else { return of(entry) }
        return of(columns.lazy.compactMap { cells[$0] }.first { !$0.plainText.isEmpty } ?? entry)
    }
}
