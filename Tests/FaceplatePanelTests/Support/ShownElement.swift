import Testing

/// An element of a page, read from its markup.
///
/// Tests find elements by id, role, name or description. They do not depend on classes or on the order of attributes.
final class ShownElement {
    enum Child {
        case text(String)
        case element(ShownElement)
    }

    let name: String
    let attributes: [String: String]
    private(set) var children: [Child] = []
    /// The element around this one; `nil` after its page was released.
    private(set) weak var parent: ShownElement?

    private init(name: String, attributes: [String: String] = [:]) {
        self.name = name
        self.attributes = attributes
    }

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// All text inside, with single spaces.
    var text: String { content.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// All text inside, unchanged.
    var content: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.content
            }
        }.joined()
    }

    /// The elements inside, at any depth, in the order of the page.
    var inner: [ShownElement] {
        children.flatMap { child -> [ShownElement] in
            if case .element(let element) = child { [element] + element.inner } else { [] }
        }
    }

    /// The elements around this one, from the inside to the outside.
    var outer: [ShownElement] { parent.map { [$0] + $0.outer } ?? [] }

    func hasClass(_ name: String) -> Bool {
        self["class"]?.split(separator: " ").contains { $0 == name } == true
    }

    /// The role that assistive technology reads; `nil` for an element that is only a container.
    var role: String? {
        if let role = self["role"] { return role }
        switch name {
        case "input": return Self.inputRoles[self["type"] ?? "text"] ?? "textbox"
        case "a": return self["href"] == nil ? nil : "link"
        case "select": return "combobox"
        case "textarea": return "textbox"
        case "fieldset": return "group"
        case "button", "table": return name
        default: return nil
        }
    }

    private static let inputRoles = [
        "checkbox": "checkbox", "radio": "radio", "range": "slider", "color": "color",
        "date": "date", "time": "time", "datetime-local": "datetime", "file": "file",
        "search": "searchbox",
    ]
}

// MARK: - Reading

extension ShownElement {
    private static let void: Set = [
        "br", "col", "hr", "img", "input", "link", "meta", "wbr",
    ]

    /// Reads markup, and records an issue for an end tag without its start tag.
    ///
    /// - Returns: An element without a name, with the elements of the markup inside it.
    static func read(_ markup: String) -> ShownElement {
        let root = ShownElement(name: "")
        var element = root
        var rest = Array(markup.utf8)[...]
        while let first = rest.first {
            if first != UInt8(ascii: "<") {
                let text = rest.prefix { $0 != UInt8(ascii: "<") }
                element.children.append(.text(decoded(text)))
                rest = rest.dropFirst(text.count)
                continue
            }
            let tag = tag(&rest)
            if tag.first == UInt8(ascii: "!") { continue }
            if tag.first == UInt8(ascii: "/") {
                if String(decoding: tag.dropFirst(), as: UTF8.self) != element.name {
                    Issue.record("</\(element.name)> is missing in \(markup)")
                }
                element = element.parent ?? root
                continue
            }
            let inner = start(of: tag)
            inner.parent = element
            element.children.append(.element(inner))
            if inner.name == "script" || inner.name == "style" {
                rest = rest.drop { $0 != UInt8(ascii: "<") }
            }
            if !void.contains(inner.name) { element = inner }
        }
        return root
    }

    /// Removes a tag from the start of the markup, and returns what is between its brackets.
    private static func tag(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isQuoted = false
        let tag = rest.dropFirst().prefix { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return isQuoted || byte != UInt8(ascii: ">")
        }
        rest = rest.dropFirst(tag.count + 2)
        return tag
    }

    private static func start(of tag: ArraySlice<UInt8>) -> ShownElement {
        let name = tag.prefix { $0 != UInt8(ascii: " ") }
        var rest = tag.dropFirst(name.count)
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") }
            guard !rest.isEmpty else { break }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: " ") }
            rest = rest.dropFirst(name.count)
            var value: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: "=") {
                value = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "\"") }
                rest = rest.dropFirst(value.count + 3)
            }
            attributes[String(decoding: name, as: UTF8.self)] = decoded(value)
        }
        return ShownElement(name: String(decoding: name, as: UTF8.self), attributes: attributes)
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        return text.replacing(/&(#?\w+);/) { match in
            switch match.1 {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            default:
                match.1.first == "#"
                    ? UInt32(match.1.dropFirst()).flatMap(UnicodeScalar.init).map { String($0) }
                        ?? String(match.0)
                    : String(match.0)
            }
        }
    }
}
