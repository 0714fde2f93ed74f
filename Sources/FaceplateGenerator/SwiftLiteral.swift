import FaceplateSchema

enum SwiftLiteral {
    /// Invisible characters and combining marks are escaped.
    static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\" + String(scalar)
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where isSeen(scalar) && !isJoining(scalar):
                literal.unicodeScalars.append(scalar)
            default:
                literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return literal + "\""
    }

    /// Line breaks and characters that change the direction of text become spaces.
    static func comment(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(isSeen(scalar) ? scalar : " ") }
        return String(line).split(separator: " ").joined(separator: " ")
    }

    /// Numbers out of range become the greatest finite number.
    static func double(_ number: ExactDecimal) -> String {
        let nearest = Double(number.description) ?? 0
        guard nearest.isFinite else {
            return (nearest < 0 ? "-" : "") + "Double.greatestFiniteMagnitude"
        }
        return number.integer.map(String.init) ?? "\(nearest)"
    }

    static func duration(_ seconds: ExactDecimal) -> String {
        if let whole = seconds.integer { return ".seconds(\(whole))" }
        for (unit, places) in [("milliseconds", 3), ("microseconds", 6), ("nanoseconds", 9)] {
            let shifted = ExactDecimal("\(seconds.description)e\(places)")
            if let whole = shifted?.integer { return ".\(unit)(\(whole))" }
        }
        return ".seconds(\(double(seconds)))"
    }

    static func value(_ value: Value) -> String {
        switch value {
        case .boolean(let flag): ".boolean(\(flag))"
        case .integer(let number): ".integer(\(number))"
        case .decimal(let number):
            ".decimal(ExactDecimal(\(text(number.description))) ?? ExactDecimal(0))"
        case .text(let words): ".text(\(text(words)))"
        case .list(let values): ".list([\(values.map(Self.value).joined(separator: ", "))])"
        case .record(let parts): ".record(\(record(parts)))"
        case .null: ".null"
        }
    }

    private static func record(_ parts: [String: Value]) -> String {
        let members = parts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { "\(text($0.key)): \(value($0.value))" }
        return members.isEmpty ? "[:]" : "[\(members.joined(separator: ", "))]"
    }

    private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .unassigned:
            false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }

    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
