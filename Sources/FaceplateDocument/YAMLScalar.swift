import FaceplateSchema

/// Scalars of YAML by its core schema, version 1.2: `yes` and `0644` are text.
enum YAMLScalar {
    static func value(ofPlain text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return nil
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map { JSONValue(.number($0)) } ?? .text(text)
        }
    }

    private static func number(_ text: String) -> JSONNumber? {
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard !digits.hasPrefix("+"), !digits.hasPrefix("-") else { return nil }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        var digits = Substring(text)
        var sign = ""
        if digits.hasPrefix("-") { sign = "-" }
        if digits.hasPrefix("-") || digits.hasPrefix("+") { digits = digits.dropFirst() }
        // A number with a zero before it has another meaning in older versions.
        if digits.hasPrefix("0"), digits.dropFirst().first?.isNumber == true { return nil }
        var json = String(digits)
        if json.hasPrefix(".") { json = "0" + json }
        json = json.replacing(/\.(?=$|[eE])/, with: ".0")
        return (try? JSONReader.read(sign + json))?.number
    }

    /// True if readers of any version read the text as this text.
    static func isPlainText(_ text: String, isFlow: Bool) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
            first != " ", last != " ", last != ":",
            value(ofPlain: text).string != nil, !isOldWord(text)
        else { return false }
        let scalars = Array(text.unicodeScalars)
        if "-?:".unicodeScalars.contains(first) {
            guard scalars.count > 1, scalars[1] != " " else { return false }
            // Three of them begin or end a document.
            if text.hasPrefix("---") { return false }
        } else if ",[]{}#&*!|>'\"%@`=".unicodeScalars.contains(first) || text.hasPrefix("...") {
            return false
        }
        if isFlow, text.utf8.contains(where: { ",[]{}".utf8.contains($0) }) { return false }
        if isFlow, text.contains(":") { return false }
        for (index, scalar) in scalars.enumerated() {
            if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                || [0x2028, 0x2029, 0xFEFF].contains(scalar.value)
                || scalar.value & 0xFFFE == 0xFFFE
            {
                return false
            }
            if scalar == ":", index + 1 < scalars.count, scalars[index + 1] == " " { return false }
            if scalar == "#", index > 0, scalars[index - 1] == " " { return false }
        }
        return true
    }

    /// Special text and numbers of YAML 1.1.
    private static func isOldWord(_ text: String) -> Bool {
        let word = text.lowercased()
        if ["yes", "no", "on", "off", "y", "n", "<<", ".inf", "-.inf", "+.inf", ".nan"].contains(
            word)
        {
            return true
        }
        return word.wholeMatch(of: /[-+]?[0-9][0-9_]*(:[0-5]?[0-9])*(\.[0-9_]*)?([eE][-+]?[0-9]+)?/)
            != nil
            || word.wholeMatch(of: /[-+]?0(b[01_]+|x[0-9a-f_]+|o?[0-7_]+)/) != nil
            || word.wholeMatch(of: /[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?/) != nil
    }

    /// In double quotation marks, with escapes for what YAML does not allow there.
    static func quoted(_ text: String) -> String {
        var result = ""
        for scalar in JSONWriter().text(.text(text)).unicodeScalars {
            switch scalar.value {
            case 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
