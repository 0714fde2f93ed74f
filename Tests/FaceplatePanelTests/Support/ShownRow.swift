/// A page as its user meets it: elements with names and descriptions.
struct ShownPage {
    let root: ShownElement
    private let elements: [ShownElement]
    private let ids: [String: ShownElement]

    init(_ markup: String) {
        root = ShownElement.read(markup)
        elements = root.inner
        ids = Dictionary(elements.compactMap { e in e["id"].map { ($0, e) } }) { first, _ in first }
    }

    func element(_ id: String) -> ShownElement? { ids[id] }

    /// Returns the row of a key; without content if the page does not have it.
    func row(_ key: String = "k") -> ShownRow { ShownRow(key, on: self) }

    /// The name of an element, as assistive technology computes it.
    func name(of element: ShownElement) -> String {
        if let ids = element["aria-labelledby"] { return texts(of: ids) }
        if let label = element["aria-label"] { return label }
        switch element.name {
        case "input", "select", "textarea":
            if let id = element["id"],
                let label = elements.first(where: { $0.name == "label" && $0["for"] == id })
            {
                return label.text
            }
            return element.outer.first { $0.name == "label" }?.text ?? ""
        case "fieldset": return element.inner.first { $0.name == "legend" }?.text ?? ""
        default: return element.text
        }
    }

    /// The description of an element, as assistive technology reads it after the name.
    func description(of element: ShownElement) -> String {
        element["aria-describedby"].map(texts) ?? ""
    }

    /// The ids that an element of the page refers to and that no element has.
    var missingIDs: [String] {
        var missing: [String] = []
        for element in elements {
            for name in ["for", "aria-labelledby", "aria-describedby", "list"] {
                for id in (element[name] ?? "").split(separator: " ") where ids[String(id)] == nil {
                    missing.append(String(id))
                }
            }
        }
        return missing
    }

    private func texts(of ids: String) -> String {
        ids.split(separator: " ").compactMap { self.ids[String($0)]?.text }.joined(separator: " ")
    }
}

/// A row of a page as its user meets it.
struct ShownRow {
    /// The only classes that tests of rows depend on.
    private enum Look {
        static let value = "v"
        static let lock = "lock"
    }

    let key: String
    let page: ShownPage
    /// The row; `nil` if the page does not have it.
    let element: ShownElement?

    init(_ key: String, on page: ShownPage) {
        self.key = key
        self.page = page
        element = page.element("s-\(key)")
    }

    private var inner: [ShownElement] { element?.inner ?? [] }

    var text: String { element?.text ?? "" }
    var title: String? { page.element("l-\(key)")?.text }
    var help: String? { page.element("d-\(key)")?.text }
    /// The line about the value, such as `Not set`.
    var state: String? { page.element("v-\(key)")?.text }
    /// The message about a rejected value, with its beginning `Error: `.
    var problem: String? { page.element("e-\(key)")?.text }
    /// The value of a row without fields.
    var value: String? { inner.first { $0.hasClass(Look.value) }?.text }
    /// The reason why the value cannot be changed here.
    var lock: String? { inner.first { $0.hasClass(Look.lock) }?.text }

    /// The fields that a user can change, in order.
    var fields: [ShownField] {
        inner.filter {
            ["input", "select", "textarea"].contains($0.name) && $0["type"] != "hidden"
        }.map { ShownField($0, of: self) }
    }

    /// The field with the id that problems and the label lead to.
    var field: ShownField? {
        page.element("c-\(key)").map { ShownField($0, of: self) }
    }

    /// The names of the buttons that change something, in order.
    var buttons: [String] {
        inner.filter { $0.name == "button" && $0["name"] != nil }.map(page.name)
    }

    /// True when the row says that its value is not the default, and offers the default.
    var isModified: Bool {
        inner.contains { $0.name == "button" && $0["name"] == "_reset" && $0["value"] == key }
    }

    /// The fields that a browser posts for the row, in order.
    var sent: [(name: String, value: String)] {
        inner.compactMap { element -> (name: String, value: String)? in
            guard let name = element["name"], element["disabled"] == nil else { return nil }
            switch element.name {
            case "input":
                switch element["type"] {
                case "checkbox", "radio":
                    return element["checked"] == nil ? nil : (name, element["value"] ?? "on")
                case "file": return nil
                default: return (name, element["value"] ?? "")
                }
            case "textarea":
                let text = element.content
                return (name, text.hasPrefix("\n") ? String(text.dropFirst()) : text)
            case "select":
                let options = element.inner.filter { $0.name == "option" }
                let chosen = options.last { $0["selected"] != nil } ?? options.first
                return chosen.map { (name, $0["value"] ?? $0.text) }
            default: return nil
            }
        }
    }

    /// Returns what a browser posts under one name.
    func sent(_ name: String) -> [String] { sent.filter { $0.name == name }.map(\.value) }
}

/// A field of a row.
struct ShownField {
    let element: ShownElement
    private let row: ShownRow

    init(_ element: ShownElement, of row: ShownRow) {
        self.element = element
        self.row = row
    }

    subscript(attribute: String) -> String? { element[attribute] }
    var role: String? { element.role }
    var isInvalid: Bool { element["aria-invalid"] == "true" }

    /// The name of the field, after the names of the groups around it in the row.
    var name: String {
        ([element] + groups).reversed().map(row.page.name).joined(separator: " ")
    }

    /// The descriptions of the field and of the groups around it in the row.
    var description: String {
        ([element] + groups).map(row.page.description).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    private var groups: [ShownElement] {
        let outer = element.outer
        let count = outer.firstIndex { $0 === row.element } ?? -1
        return outer.prefix(count + 1).filter { ["group", "radiogroup"].contains($0.role) }
    }
}
