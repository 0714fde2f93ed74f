import FaceplateAddress
import FaceplateSchema

/// Scalars of YAML by its core schema, version 1.2: `yes` and `0644` are text.
///
/// `.inf` and `.nan` are text, too, because no setting has such values.
enum YAMLScalar {
    static func value(ofPlain text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return nil
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map { JSONValue(.number($0)) } ?? .text(text)
        }
    }

    /// Returns a value with a tag, which can be another type than the text alone has.
    static func value(of text: String, isPlain: Bool, tag: String?) -> JSONValue {
        guard let tag else { return isPlain ? value(ofPlain: text) : .text(text) }
        let meaning = value(ofPlain: text)
        switch (coreType(tag), meaning.content) {
        case ("int", .number), ("float", .number), ("bool", .boolean), ("null", .null):
            return meaning
        case (nil, _) where isPlain: return meaning
        default: return .text(text)
        }
    }

    /// Returns the type that a tag names; `nil` for a tag with which a program gives a value its own meaning.
    static func coreType(_ tag: String) -> String? {
        // This one only tells that the value is not plain.
        if tag == "!" { return "str" }
        let prefix = "tag:yaml.org,2002:"
        guard tag.hasPrefix(prefix) else { return nil }
        let type = String(tag.dropFirst(prefix.count))
        let known = ["str", "int", "float", "bool", "null", "timestamp", "seq", "map"]
        return known.contains(type) ? type : nil
    }

    private static func number(_ text: String) -> JSONNumber? {
        var rest = Array(text.utf8.prefix(401))[...]
        guard let first = rest.first, first.isDigit || "+-.".utf8.contains(first),
            rest.count <= 400
        else { return nil }
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard !digits.hasPrefix("+"), !digits.hasPrefix("-") else { return nil }
            return Int64(digits, radix: radix).map { JSONNumber($0) }
        }
        if !first.isDigit, first != UInt8(ascii: ".") { rest.removeFirst() }
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        // A number with a zero before it has another meaning in older versions.
        guard digits.count < 2 || digits.first != UInt8(ascii: "0") else { return nil }
        var fraction = rest[..<rest.startIndex]
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.prefix(while: \.isDigit)
            rest = rest.dropFirst(fraction.count)
        }
        guard !digits.isEmpty || !fraction.isEmpty,
            rest.isEmpty || "eE".utf8.contains(where: { $0 == rest.first })
        else { return nil }
        // JSON has digits on both sides of a point.
        let json =
            (first == UInt8(ascii: "-") ? "-" : "")
            + (digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self))
            + (fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self))
            + String(decoding: rest, as: UTF8.self)
        return (try? JSONReader.read(json))?.number
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
        // Readers of version 1.1 stop at a question mark.
        if isFlow, text.contains(where: { ":?".contains($0) }) { return false }
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
