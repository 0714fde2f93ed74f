import Faceplate
import FaceplateHTML

/// The stored elements, each with the typed text if it could not be saved, then typed elements that are not stored,
/// then an empty one.
struct ElementTexts {
    struct Element {
        /// In the names of its fields, from 0.
        let place: Int
        /// By column; the key is `nil` for the element of a list.
        let texts: [String?: String]
        let isStored: Bool
        var isNew = false
        var isFirst = false
        var isLast = false

        func text(_ kind: CellKind) -> String { texts[kind.column] ?? "" }

        func attributes(in row: Row) -> [Attribute] {
            [.id("\(row.face.rowID).\(place)")]
                + (isStored ? [] : [.class(isNew ? "new" : "draft")])
        }
    }

    private(set) var elements: [Element] = []
    let minimum: Int
    private(set) var wrong: (place: Int, column: String?)?

    /// A full list has no empty element.
    init(_ row: Row, _ kinds: [CellKind], minimum: Int?, maximum: Int?) {
        let stored = row.elements(of: row.value)
        self.minimum = max(minimum ?? 0, row.isRequired ? 1 : 0)
        let typed = Self.typed(row, kinds, count: stored.count)
        var counted: [Int] = []
        let removed = row.typed?.edits ?? []
        for (place, value) in stored.enumerated() {
            let old = Self.texts(of: value, kinds)
            let new = old.merging(typed[place] ?? [:]) { $1 }
            elements.append(Element(place: place, texts: new, isStored: true))
            let isBlank = new.values.allSatisfy { $0.allSatisfy(\.isWhitespace) } && new != old
            if !isBlank, !removed.contains(.remove(place)) { counted.append(place) }
        }
        for (place, texts) in typed.sorted(by: { $0.key < $1.key }) where place >= stored.count {
            let isBlank = kinds.allSatisfy { kind in
                let text = texts[kind.column] ?? ""
                return text.allSatisfy(\.isWhitespace) || kind.isDefault(text)
            }
            guard !isBlank, !removed.contains(.remove(place)) else { continue }
            elements.append(Element(place: place, texts: texts, isStored: false))
            counted.append(place)
        }
        if let place = row.place, counted.indices.contains(place.number - 1) {
            wrong = (counted[place.number - 1], place.column)
        }
        if let last = elements.indices.last {
            elements[0].isFirst = true
            elements[last].isLast = true
        }
        guard maximum.map({ elements.count < $0 }) ?? true else { return }
        let next = (elements.last?.place ?? -1) + 1
        elements.append(
            Element(
                place: next,
                texts: kinds.reduce(into: [:]) { texts, kind in
                    texts[kind.column] =
                        kind.column == nil
                        ? nil : kind.defaultValue.map(kind.fieldText)
                }, isStored: false, isNew: true))
    }

    var isLeast: Bool { elements.count { !$0.isNew } <= minimum }

    func leastWords(_ row: Row) -> String {
        row.words.counted(.listLeast, minimum)
    }

    func attributes(_ row: Row) -> [Attribute] {
        guard minimum > 0 else { return [] }
        return [.data("least", String(minimum)), .data("why", leastWords(row))]
    }

    /// JavaScript shows the empty element when the button is pressed.
    func addButton(_ word: PageWord, _ row: Row, _ html: inout Markup) {
        guard elements.last?.isNew == true else { return }
        html.element(
            .button, .class("add"), .name("_add"), .value(row.key),
            .aria("describedby", "l-\(row.key)"), text: row.words[word])
    }

    func isWrong(_ element: Element, _ kind: CellKind) -> Bool {
        wrong.map { $0.place == element.place && $0.column == kind.column } ?? false
    }

    func hasID(_ element: Element, _ kind: CellKind, first: CellKind?) -> Bool {
        guard wrong == nil else { return isWrong(element, kind) }
        return element.place == elements.first?.place && kind.column == first?.column
    }

    private static func texts(of value: Value, _ kinds: [CellKind]) -> [String?: String] {
        kinds.reduce(into: [:]) { texts, kind in
            guard let column = kind.column else {
                texts[nil] = kind.fieldText(value)
                return
            }
            if case .record(let cells) = value {
                texts[column] = cells[column].map(kind.fieldText) ?? ""
            }
        }
    }

    private static func typed(
        _ row: Row, _ kinds: [CellKind], count: Int
    ) -> [Int: [String?: String]] {
        guard let typed = row.typed else { return [:] }
        var texts: [Int: [String?: String]] = [:]
        for part in typed.parts {
            switch (part.name.first, part.name.dropFirst().first, part.name.count) {
            case (.index(let place), nil, 1): texts[place, default: [:]][nil] = part.text
            case (.index(let place), .name(let column), 2):
                texts[place, default: [:]][column] = part.text
            default: break
            }
        }
        guard texts.isEmpty, !typed.texts.isEmpty else { return texts }
        // The whole list was sent in one field: elements that it does not contain are removed.
        let blank = kinds.reduce(into: [:]) { $0[$1.column] = "" }
        for place in 0..<count { texts[place] = blank }
        if let value = row.typedValue {
            for (place, value) in row.elements(of: value).enumerated() {
                texts[place] = Self.texts(of: value, kinds)
            }
        } else if kinds.first?.column == nil {
            let lines = typed.texts.flatMap { $0.split(whereSeparator: \.isNewline) }
            for (place, line) in lines.enumerated() { texts[place] = [nil: String(line)] }
        }
        return texts
    }
}
