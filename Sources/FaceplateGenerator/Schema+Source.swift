public import FaceplateSchema

extension Schema {
    /// Returns Swift source that declares the same schema: a file with `func NAME() throws`.
    ///
    /// It does not contain handlers and custom controls of the app.
    ///
    /// - Parameter name: the name of the function; by default the key of the panel as a Swift identifier.
    public func swiftSource(named name: String? = nil) -> String {
        guard let json = try? JSONReader.read(canonicalJSON), let panel = json.object else {
            return ""
        }
        var writer = SchemaWriter(panel)
        let name = name ?? SchemaWriter.identifier(key)
        let implied = isKeyExplicit ? "" : "name: \(SwiftLiteral.text(key))"
        writer.write(panel, function: name, implied: implied)
        return writer.text
    }
}

/// Writes Swift source line by line.
private struct SchemaWriter {
    private(set) var text = ""
    private var level = 0
    /// The built-in controls that custom controls are based on, by name.
    private let controls: [String: String]

    private static let width = 100

    init(_ panel: JSONObject) {
        controls = (panel["panelControls"]?.object?.members ?? []).reduce(into: [:]) {
            $0[$1.name] = $1.value.object?["itemControlType"]?.string
        }
    }

    /// Returns a key as an identifier in camel case, with the suffix `Schema`.
    static func identifier(_ key: String) -> String {
        let words = key.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let joined = words.enumerated().map { index, word in
            index == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        return joined.first?.isLetter == true ? "\(joined)Schema" : "panel\(joined)Schema"
    }

    mutating func write(_ panel: JSONObject, function: String, implied: String) {
        for head in ["// swift-format-ignore-file", "import Faceplate", ""] { line(head) }
        // In an extension of `Schema`, `Group` would mean `Schema.Group`.
        line("/// Made of JSON by `faceplate convert`.")
        line("func \(function)() throws(SchemaError) -> Schema {")
        level += 1
        var arguments: [String] = []
        if let key = panel["panelKey"]?.string { arguments.append(SwiftLiteral.text(key)) }
        if let version = panel["panelVersion"] {
            arguments.append("version: " + SwiftLiteral.value(version))
        }
        let attributes = modifiers(panel, SourceAttribute.panel)
        if arguments.isEmpty, attributes.isEmpty {
            line("try Schema(\(implied)) {")
        } else {
            chain(
                "try Schema(", ".panel(\(arguments.joined(separator: ", ")))", attributes,
                end: (implied.isEmpty ? "" : ", ") + "\(implied)) {")
        }
        within(panel["groups"]?.array ?? []) { $0.group($1) }
        line("}")
        level -= 1
        line("}")
    }

    private mutating func group(_ json: JSONValue) {
        guard let object = json.object else { return }
        line("Group(\(SwiftLiteral.text(object["groupKey"]?.string ?? ""))) {")
        within(object["items"]?.array ?? []) { $0.item($1) }
        chain("", "}", modifiers(object, SourceAttribute.group))
    }

    private mutating func item(_ json: JSONValue) {
        guard let object = json.object else { return }
        let declaration = head(object)
        let nested = object["itemColumns"]?.array ?? object["groups"]?.array
        guard let nested else {
            return chain("", declaration, modifiers(object, SourceAttribute.item))
        }
        line(declaration + " {")
        let isPage = object["groups"] != nil
        within(nested) { isPage ? $0.group($1) : $0.item($1) }
        chain("", "}", modifiers(object, SourceAttribute.item))
    }

    /// Returns the initializer call: `EditInteger("port", default: 8080)`.
    private func head(_ object: JSONObject) -> String {
        if let key = object["itemReference"]?.string {
            return "Reference(\(SwiftLiteral.text(key)))"
        }
        let written = object["itemControlType"]?.string ?? ""
        let control = Control(rawValue: controls[written] ?? written)
        var arguments: [String] = []
        if let key = object["itemKey"]?.string { arguments.append(SwiftLiteral.text(key)) }
        if let url = object["itemURL"]?.string {
            arguments.append("to: " + SwiftLiteral.text(url))
        }
        if let options = object["itemOptions"]?.array {
            let list = options.map(SwiftLiteral.option).joined(separator: ", ")
            arguments.append("options: [\(list)]")
        }
        if let element = object["itemElement"]?.object {
            arguments.append("of: " + expression(element))
        }
        if let value = object["itemValue"] {
            let isExact = [.editDecimal, .slider, .stepper].contains(control)
            let literal = SwiftLiteral.value(value) { isExact ? $0 : ".decimal(\($0))" }
            arguments.append((control == .info ? "value: " : "default: ") + literal)
        }
        return "\(control.typeName)(\(arguments.joined(separator: ", ")))"
    }

    // MARK: - Modifiers

    private func modifiers(_ object: JSONObject, _ table: SourceAttribute.Table) -> [String] {
        let written = object["itemControlType"]?.string ?? ""
        let own = controls[written].map { _ in ".control(\(SwiftLiteral.text(written)))" }
        return table.flatMap { name, attribute -> [String] in
            guard let json = object[name] else { return [] }
            return said(attribute.modifier, attribute.form, json)
        } + [own].compactMap(\.self)
    }

    private func said(
        _ name: String, _ form: SourceAttribute.Form, _ json: JSONValue
    ) -> [String] {
        switch form {
        case .declared: []
        case .literal:
            [".\(name)(" + SwiftLiteral.value(json, exact: exact(in: name)) + ")"]
        case .words: [".\(name)(" + SwiftLiteral.value(json) + ")"]
        case .word: [".\(name)(.\(json.string ?? ""))"]
        case .wordOrStyle:
            [".\(name)(" + (json.string.map { ".\($0)" } ?? SwiftLiteral.style(json)) + ")"]
        case .style: [".\(name)(" + SwiftLiteral.style(json) + ")"]
        case .flag: [".\(name)(" + (json == true ? "" : "false") + ")"]
        case .list:
            [".\(name)(\(name == "renamed" ? "from: " : "")\(SwiftLiteral.texts(json)))"]
        case .condition: [".\(name)(when: " + SwiftLiteral.condition(json) + ")"]
        case .states:
            [
                ".\(name)("
                    + (json.array ?? []).map(SwiftLiteral.state).joined(separator: ", ") + ")"
            ]
        case .footers:
            (json.array ?? []).compactMap(\.object).map { footer in
                let words = SwiftLiteral.value(footer["footer"] ?? nil)
                return ".\(name)(\(words), when: "
                    + SwiftLiteral.condition(footer["when"] ?? nil) + ")"
            }
        case .checks: (json.array ?? []).map(SwiftLiteral.check)
        case .labels, .controls: named(name, form, json.object?.members ?? [])
        }
    }

    /// Returns a modifier for each member of an object.
    private func named(
        _ name: String, _ form: SourceAttribute.Form, _ members: [JSONObject.Member]
    ) -> [String] {
        members.map { member in
            var value = SwiftLiteral.value(member.value)
            if case .controls = form, let object = member.value.object {
                value = expression(object)
            }
            return ".\(name)(\(SwiftLiteral.text(member.name)), \(value))"
        }
    }

    /// Returns an item in one line.
    private func expression(_ object: JSONObject) -> String {
        let columns = (object["itemColumns"]?.array ?? []).compactMap(\.object).map(expression)
        return head(object)
            + (columns.isEmpty ? "" : " { \(columns.joined(separator: "; ")) }")
            + modifiers(object, SourceAttribute.item).joined()
    }

    /// Returns the expression for a number with more digits than a literal preserves, in the argument of a modifier.
    private func exact(in name: String) -> (String) -> String {
        switch name {
        case "data": { "Value.decimal(\($0)).json" }
        case "valueMap": { ".decimal(\($0))" }
        default: { $0 }
        }
    }

    // MARK: - Lines

    private mutating func line(_ words: String) {
        if !words.isEmpty { text += String(repeating: "    ", count: level) + words }
        text += "\n"
    }

    private mutating func within(
        _ elements: [JSONValue], _ write: (inout Self, JSONValue) -> Void
    ) {
        level += 1
        for element in elements { write(&self, element) }
        level -= 1
    }

    /// Writes a declaration and its modifiers, on one line if they fit, otherwise one per line.
    private mutating func chain(
        _ start: String, _ first: String, _ modifiers: [String], end: String = ""
    ) {
        let whole = start + first + modifiers.joined() + end
        guard !modifiers.isEmpty, whole.count + level * 4 > Self.width else { return line(whole) }
        line(start + first)
        level += 1
        for modifier in modifiers.dropLast() { line(modifier) }
        line((modifiers.last ?? "") + end)
        level -= 1
    }
}
