import FaceplateSchema

/// The format of a file with values, for programs in any language.
enum ValuesFormat: CaseIterable {
    case environment, json, yaml, toml, ini

    /// A value in a file; `nil` for a setting without a value.
    struct Row {
        let group: String
        let key: String
        let value: Value?
    }

    /// The endings of file names.
    var endings: [String] {
        switch self {
        case .environment: [".env"]
        case .json: [".json"]
        case .yaml: [".yaml", ".yml"]
        case .toml: [".toml"]
        case .ini: [".ini"]
        }
    }

    /// Creates the format for the ending of a file's name; `nil` for other endings.
    init?(path: String) {
        let name = path.lowercased()
        guard
            let format = Self.allCases.first(where: { $0.endings.contains(where: name.hasSuffix) })
        else { return nil }
        self = format
    }

    /// Returns the text of a file.
    func text(of rows: [Row]) -> String {
        switch self {
        case .environment: Self.lines("#", rows.compactMap(Self.variable))
        case .json: Self.json(rows)
        case .yaml: Self.yaml(rows)
        case .toml: Self.lines("#", rows.compactMap(Self.assignment))
        case .ini: Self.ini(rows)
        }
    }

    private static func lines(_ mark: String, _ lines: [String]) -> String {
        (["\(mark) Written by faceplate serve, which overwrites other changes."] + lines)
            .map { $0 + "\n" }.joined()
    }

    // MARK: - .env

    /// `KEY="value"`, as shells, systemd and most readers of `.env` files understand it.
    private static func variable(_ row: Row) -> String? {
        guard let value = row.value?.plainText else { return nil }
        let key = SettingKeySyntax.variableName(row.key)
        // The name of a variable cannot begin with a digit.
        let name = key.first?.isNumber == true ? "_" + key : key
        var text = ""
        for scalar in value.unicodeScalars {
            if "\"\\$`".unicodeScalars.contains(scalar) { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return "\(name)=\"\(text)\""
    }

    // MARK: - JSON and YAML

    private static func json(_ rows: [Row]) -> String {
        let object = JSONValue.object(rows.map { ($0.key, $0.value?.json ?? nil) })
        return JSONWriter(.indented).text(object) + "\n"
    }

    /// A member per line in the notation of JSON, which YAML contains.
    private static func yaml(_ rows: [Row]) -> String {
        let members = rows.map { row in
            let value = JSONWriter().text(row.value?.json ?? nil)
            return "\"\(row.key)\": \(escapedForYAML(value))"
        }
        // Without a member, the file would be null.
        return lines("#", members.isEmpty ? ["{}"] : members)
    }

    /// Escapes the characters that JSON allows in strings, and YAML does not.
    private static func escapedForYAML(_ json: String) -> String {
        var text = ""
        for scalar in json.unicodeScalars {
            switch scalar.value {
            case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    // MARK: - TOML

    /// `key = value`; TOML has no null, so that a setting without a value has no line.
    private static func assignment(_ row: Row) -> String? {
        row.value.map { "\(tomlKey(row.key)) = \(toml($0))" }
    }

    private static func tomlKey(_ key: String) -> String {
        let isBare = key.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        return isBare && !key.isEmpty ? key : JSONWriter().text(.text(key))
    }

    private static func toml(_ value: Value) -> String {
        switch value {
        case .boolean, .integer, .text: return JSONWriter().text(value.json)
        case .decimal(let decimal):
            let text = decimal.description
            return text.contains(where: { ".eE".contains($0) }) ? text : text + ".0"
        case .list(let values): return "[" + values.map(toml).joined(separator: ", ") + "]"
        case .record(let parts):
            let members = parts.sorted { $0.key < $1.key }
                .map { "\(tomlKey($0.key)) = \(toml($0.value))" }
            return "{ " + members.joined(separator: ", ") + " }"
        }
    }

    // MARK: - INI

    /// A section per group, because readers need sections.
    private static func ini(_ rows: [Row]) -> String {
        let sections = OrderedGroups(rows.filter { $0.value != nil })
        let lines = sections.groups.flatMap { group, rows in
            ["[\(group)]"]
                + rows.map { row in "\(row.key) = \(row.value.map(iniText) ?? "")" }
        }
        return Self.lines(";", lines)
    }

    /// The text itself, or JSON for lists and for text that a reader would understand differently.
    private static func iniText(_ value: Value) -> String {
        guard case .text(let text) = value else { return value.plainText }
        let isPlain =
            text.first?.isWhitespace != true && text.last?.isWhitespace != true
            && !text.hasPrefix("[") && !text.hasPrefix("{")
            && !text.unicodeScalars.contains { scalar in
                "\"\\;#".unicodeScalars.contains(scalar) || scalar.value < 0x20
                    || scalar.value == 0x7F
            }
        return isPlain ? text : JSONWriter().text(.text(text))
    }
}

/// Rows by group, in the order of the first row of each.
private struct OrderedGroups {
    private(set) var groups: [(String, [ValuesFormat.Row])] = []

    init(_ rows: [ValuesFormat.Row]) {
        let byGroup = Dictionary(grouping: rows, by: \.group)
        var seen: Set<String> = []
        for row in rows where seen.insert(row.group).inserted {
            groups.append((row.group, byGroup[row.group] ?? []))
        }
    }
}
