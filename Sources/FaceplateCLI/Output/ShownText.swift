import Faceplate
import FaceplateSchema

/// Values in the words of a terminal.
enum ShownText {
    /// As it is; in quotation marks and escaped where it would be seen wrongly otherwise.
    ///
    /// Of a file its name and size.
    static func of(_ value: Value?, _ setting: Schema.Setting? = nil) -> String {
        guard let value else { return "-" }
        if setting?.baseRules is FileRules, let file = FileRules.file(of: value) {
            return "\(of(.text(file.name))) (\(file.bytes.count) bytes)"
        }
        let text = value.plainText
        let isPlain =
            !text.isEmpty && text.first != " " && text.last != " "
            && !text.unicodeScalars.contains(where: isControl)
        return isPlain ? text : line(JSONWriter().text(JSONValue(.string(text))))
    }

    /// `1 setting`, `2 settings`.
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// A sentence as it is, but for control characters, also those that turn text around, which are
    /// escaped as in JSON.
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

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.isDirectionControl
    }

    /// One side of a change.
    ///
    /// A secret is only known to be set.
    ///
    /// - Parameter revision: the revision that it is of, which knows the default of then.
    static func of(
        _ side: Change.Side, _ setting: Schema.Setting?, in revision: Revision? = nil
    ) -> String {
        switch side {
        case .onDefault where setting?.isSecret == true: "not set"
        case .onDefault:
            "\(of(setting.flatMap { revision?.defaults[$0.key] ?? $0.defaultValue }, setting)) (default)"
        case .value(let value): of(value, setting)
        case .json(let json): JSONWriter().text(json)
        case .secret: "set"
        }
    }
}

extension JSONValue {
    /// An object with its members in the order given.
    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        JSONValue(.object(JSONObject(members.map { .init(name: $0.0, value: $0.1) })))
    }

    static func text(_ text: String) -> JSONValue { JSONValue(.string(text)) }

    static func number(_ number: Int) -> JSONValue {
        JSONValue(.number(JSONNumber(Int64(number))))
    }
}
