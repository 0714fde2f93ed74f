import FaceplateDocument
package import FaceplateSchema

/// The format of a file with values, for programs in any language.
public enum ValuesFormat: String, CaseIterable, Sendable {
    case json, yaml, toml, plist, ini
    /// Environment variables, for example `NET_PORT="80"`.
    case environment = "env"

    /// A value in a file.
    package struct Row: Sendable {
        /// The key of the group, which INI shows as a section.
        public let group: String
        /// The key of the setting.
        public let key: String
        /// The value; `nil` for a setting without a value.
        public let value: Value?
        /// The text for formats that only have text; `nil` for the plain text of the value.
        public let text: String?
        /// The lines of the comment before the value.
        let comments: [String]
        /// True for a map of single values that INI can show as a section.
        let isSection: Bool

        /// Creates a row.
        public init(
            group: String, key: String, value: Value?, text: String? = nil, comments: [String] = [],
            isSection: Bool = false
        ) {
            self.isSection = isSection
            self.comments = comments
            self.group = group
            self.key = key
            self.value = value
            self.text = text
        }
    }

    /// The endings of file names.
    package var endings: [String] {
        switch self {
        case .json: [".json"]
        case .yaml: [".yaml", ".yml"]
        case .toml: [".toml"]
        case .plist: [".plist"]
        case .ini: [".ini"]
        case .environment: [".env"]
        }
    }

    /// `nil` for formats with readers of their own.
    var document: DocumentFormat? {
        switch self {
        case .yaml: .yaml
        case .toml: .toml
        case .ini: .ini
        case .environment: .environment
        case .json, .plist: nil
        }
    }

    /// The media type of a file.
    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .yaml: "application/yaml"
        case .toml: "application/toml"
        case .plist: "application/x-plist"
        case .ini, .environment: "text/plain; charset=utf-8"
        }
    }

    /// Creates the format for the ending of a file's name; `nil` for other endings.
    public init?(path: String) {
        let name = path.lowercased()
        guard
            let format = Self.allCases.first(where: { $0.endings.contains(where: name.hasSuffix) })
        else { return nil }
        self = format
    }

    /// Guesses the format of text that is neither JSON nor a property list, by its first line with content; `nil` if
    /// that line is clear in no format.
    init?(guessing bytes: [UInt8]) {
        let lines = bytes.prefix(64 * 1024).split(separator: 0x0A).lazy.map { line in
            String(
                decoding: line.filter { $0 != 0x0D && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF },
                as: UTF8.self
            )
            .trimmingPrefix(while: \.isWhitespace)
        }
        guard let line = lines.first(where: { !$0.isEmpty && $0.first != "#" && $0.first != ";" })
        else { return nil }
        guard line.first != "{", (try? JSONReader.read(bytes)) == nil else { return nil }
        let isTOML =
            (try? Document(
                reading: bytes, as: .toml, maximumSize: ImportedValues.maximumSize)) != nil
        if line.first == "[" {
            guard line.contains("]"), !line.contains(",") else { return nil }
            self = isTOML ? .toml : .ini
        } else if line.hasPrefix("---") || line.hasPrefix("- ") {
            self = .yaml
        } else if let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" }) {
            let key = line[..<sign]
            if line[sign] == ":" {
                self = .yaml
            } else if line.hasPrefix("export ") || !key.contains(where: { !Self.isVariable($0) }) {
                self = .environment
            } else {
                self = isTOML ? .toml : .ini
            }
        } else {
            return nil
        }
    }

    private static func isVariable(_ character: Character) -> Bool {
        character.isASCII && (character.isUppercase || character.isNumber || character == "_")
    }

    /// Returns true when a file can contain the value.
    ///
    /// A property list has no control characters, TOML and a property list have no `null`, and the text of a variable
    /// must have the same meaning for all readers of `.env` files.
    package func canHold(_ value: Value) -> Bool {
        switch self {
        case .environment: return EnvironmentText.quoted(value) != nil
        case .plist, .toml: break
        case .json, .yaml, .ini: return true
        }
        switch value {
        case .boolean, .integer, .decimal: return true
        case .text(let text):
            return self == .toml
                || text.unicodeScalars.allSatisfy { scalar in
                    switch scalar.value {
                    case 0x09, 0x0A, 0x0D: true
                    case 0..<0x20, 0xFFFE, 0xFFFF: false
                    default: true
                    }
                }
        case .list(let values): return values.allSatisfy(canHold)
        case .record(let parts):
            return parts.allSatisfy { canHold(.text($0.key)) && canHold($0.value) }
        case .null: return false
        }
    }

    func canHold(_ row: Row) -> Bool {
        guard self == .environment else { return row.value.map(canHold) ?? true }
        return row.value == nil || EnvironmentText.quoted(row) != nil
    }

    /// The reason why a file cannot contain a value, for the sentence about values that are left out.
    package var limitation: String {
        switch self {
        case .environment:
            "bash, systemd, Docker Compose, Node.js and python-dotenv would not all read the same text"
        case .plist: "a property list has no null, and no control characters"
        case .toml: "TOML has no null"
        case .json, .yaml, .ini: "the format has no such values"
        }
    }

    /// Returns the text of a file.
    ///
    /// - Parameter comments: The lines of the comment at the start; JSON has none.
    package func text(of rows: [Row], comments: [String] = []) -> String {
        switch self {
        case .environment:
            Self.lines("#", comments, rows.flatMap { Self.commented($0, Self.variable($0)) })
        case .json: Self.json(rows)
        case .yaml: Self.yaml(rows, comments)
        case .toml: Self.toml(rows, comments)
        case .plist: Self.propertyList(rows, comments)
        case .ini: Self.ini(rows, comments)
        }
    }

    /// The file starts with the comments, one per line.
    static func lines(_ mark: String, _ comments: [String], _ lines: [String]) -> String {
        (comments.map { "\(mark) \(remark($0))" } + lines).map { $0 + "\n" }.joined()
    }

    /// The comment before a value, one line each.
    static func remarks(_ mark: String, _ row: Row) -> [String] {
        row.comments.map { "\(mark) \(remark($0))" }
    }

    /// The line of a value with its comment; empty without a line.
    private static func commented(_ row: Row, _ line: String?, _ mark: String = "#") -> [String] {
        line.map { remarks(mark, row) + [$0] } ?? []
    }

    /// One line of text that is the same comment for all readers.
    ///
    /// A line end would start a line of the file, some readers reject control characters, and systemd continues a
    /// comment after a backslash at its end.
    private static func remark(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: line.unicodeScalars.append(" ")
            case 0xFEFF, 0xFDD0...0xFDEF: break
            case _ where scalar.value & 0xFFFE == 0xFFFE: break
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line.hasSuffix("\\") ? line + " " : line
    }

    // MARK: - .env

    /// `KEY='value'`, which shells, systemd and other readers of `.env` files understand alike.
    private static func variable(_ row: Row) -> String? {
        guard let value = EnvironmentText.quoted(row) else { return nil }
        let key = SettingKeySyntax.variableName(row.key)
        // The name of a variable cannot begin with a digit.
        let name = key.first?.isNumber == true ? "_" + key : key
        return "\(name)=\(value)"
    }

    // MARK: - JSON

    private static func json(_ rows: [Row]) -> String {
        let object = JSONValue.object(rows.map { ($0.key, $0.value?.json ?? nil) })
        return JSONWriter(.indented).text(object) + "\n"
    }

    // MARK: - TOML

    /// `key = value`, then a section for each map, and for each row of a table.
    ///
    /// TOML has no null, so that a setting without a value has no line.
    private static func toml(_ rows: [Row], _ comments: [String]) -> String {
        var (lines, sections) = ([String](), [String]())
        for row in rows {
            guard let value = row.value else { continue }
            if let section = section(tomlKey(row.key), value) {
                // After a section, a key would be a part of it.
                sections += [""] + remarks("#", row) + section
            } else {
                lines += commented(row, "\(tomlKey(row.key)) = \(toml(value))")
            }
        }
        return Self.lines("#", comments, lines + sections)
    }

    /// `nil` for a value on one line.
    private static func section(_ key: String, _ value: Value) -> [String]? {
        switch value {
        case .record(let parts) where !parts.isEmpty: return ["[\(key)]"] + members(parts)
        case .list(let values) where !values.isEmpty:
            var lines: [String] = []
            for value in values {
                guard case .record(let parts) = value else { return nil }
                lines += ["[[\(key)]]"] + members(parts)
            }
            return lines
        default: return nil
        }
    }

    private static func members(_ parts: [String: Value]) -> [String] {
        parts.sorted { $0.key < $1.key }.map { "\(tomlKey($0.key)) = \(toml($0.value))" }
    }

    private static func tomlKey(_ key: String) -> String {
        let isBare = !key.isEmpty && key.utf8.allSatisfy(\.isBareInTOML)
        return isBare ? key : JSONWriter().text(.text(key))
    }

    private static func toml(_ value: Value) -> String {
        switch value {
        case .boolean, .integer, .text: return JSONWriter().text(value.json)
        case .decimal(let decimal):
            let text = decimal.description
            return text.contains(where: { ".eE".contains($0) }) ? text : text + ".0"
        case .list(let values): return "[" + values.map(toml).joined(separator: ", ") + "]"
        case .record(let parts):
            return parts.isEmpty ? "{}" : "{ " + members(parts).joined(separator: ", ") + " }"
        // A value with null is left out.
        case .null: return "\"\""
        }
    }

    // MARK: - Property list

    private static func propertyList(_ rows: [Row], _ comments: [String]) -> String {
        // Two hyphens would end a comment of XML.
        func note(_ text: String) -> String {
            "<!-- \(remark(text).replacing(/-(?=-)/, with: "- ")) -->"
        }
        let notes = comments.map(note)
        let members = rows.filter { $0.value != nil }.map { row in
            row.comments.map { "\t\(note($0))\n" }.joined()
                + "\t<key>\(xml(row.key))</key>\n\(row.value.map { xml($0, "\t") } ?? "")"
        }
        return
            (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + notes + [
                "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                    + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
                "<plist version=\"1.0\">", "<dict>",
            ] + members + ["</dict>", "</plist>"]).map { $0 + "\n" }.joined()
    }

    private static func xml(_ value: Value, _ indent: String) -> String {
        switch value {
        case .boolean(let flag): return indent + (flag ? "<true/>" : "<false/>")
        case .integer(let number): return "\(indent)<integer>\(number)</integer>"
        case .decimal(let number): return "\(indent)<real>\(number)</real>"
        case .text(let text): return "\(indent)<string>\(xml(text))</string>"
        case .list(let values):
            let elements = values.map { xml($0, indent + "\t") }
            return ([indent + "<array>"] + elements + [indent + "</array>"])
                .joined(separator: "\n")
        case .record(let parts):
            let members = parts.sorted { $0.key < $1.key }.map { key, value in
                "\(indent)\t<key>\(xml(key))</key>\n\(xml(value, indent + "\t"))"
            }
            return ([indent + "<dict>"] + members + [indent + "</dict>"]).joined(separator: "\n")
        // A value with null is left out.
        case .null: return "\(indent)<string></string>"
        }
    }

    private static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A reader would replace it by a line feed.
            case "\r": result += "&#13;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    // MARK: - INI

    /// A section per group, because readers need sections, then one per map.
    private static func ini(_ rows: [Row], _ comments: [String]) -> String {
        let maps = rows.flatMap { row in section(row).map { remarks(";", row) + $0 } ?? [] }
        let rows = rows.filter { $0.value != nil && section($0) == nil }
        var sections = Dictionary(grouping: rows, by: \.group)
        let lines = rows.flatMap { first -> [String] in
            guard let section = sections.removeValue(forKey: first.group) else { return [] }
            return (first.group.isEmpty ? [] : ["[\(first.group)]"])
                + section.flatMap {
                    commented($0, "\($0.key) = \(iniText($0.value, $0.text))", ";")
                }
        }
        return Self.lines(";", comments, lines + maps)
    }

    /// `nil` for a value on one line.
    private static func section(_ row: Row) -> [String]? {
        guard row.isSection, case .record(let parts) = row.value, !parts.isEmpty,
            parts.allSatisfy({ isININame($0.key) && $0.value != .null })
        else { return nil }
        return ["[\(row.key)]"]
            + parts.sorted { $0.key < $1.key }.map { "\($0.key) = \(iniText($0.value))" }
    }

    private static func isININame(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        return name.first?.isWhitespace == false && name.last?.isWhitespace == false
            && !"[;#\"".unicodeScalars.contains(where: { $0 == scalars.first })
            && !scalars.contains {
                $0 == "=" || $0 == ":" || $0.value < 0x20 || $0.value == 0x7F
            }
    }

    /// The text itself, or JSON for lists and for text that a reader would understand differently.
    private static func iniText(_ value: Value?, _ given: String? = nil) -> String {
        let text = given ?? value?.plainText ?? ""
        guard case .text = value else { return text }
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
