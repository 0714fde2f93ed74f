import Faceplate
import FaceplateHTML

/// The elements of a list or table as its fields show them: those that there are, each as typed
/// where it could not be saved; what was typed behind them; and an empty one.
struct ElementTexts {
    struct Element {
        /// The place that its fields are posted under, from 0.
        let place: Int
        /// By column; that of a list's element is `nil`.
        let texts: [String?: String]
        /// Whether the list has it already.
        let isStored: Bool
        /// Whether it is the empty one.
        var isNew = false

        func text(_ kind: CellKind) -> String { texts[kind.column] ?? "" }

        /// The place that a link leads to, and the look of the empty one.
        func attributes(in row: Row) -> [Attribute] {
            [.id("\(row.face.rowID).\(place)")] + (isNew ? [.class("new")] : [])
        }
    }

    private(set) var elements: [Element] = []
    /// How many the list has.
    let count: Int
    /// The place that is wrong; `nil` where none is.
    private(set) var wrong: (place: Int, column: String?)?

    /// - Parameter maximum: how many there may be; a full list has no empty one.
    init(_ row: Row, _ kinds: [CellKind], maximum: Int?) {
        let stored: [Value] = if case .list(let values)? = row.value { values } else { [] }
        count = stored.count
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
            guard !isBlank else { continue }
            elements.append(Element(place: place, texts: texts, isStored: false))
            counted.append(place)
        }
        if let place = row.place, counted.indices.contains(place.number - 1) {
            wrong = (counted[place.number - 1], place.column)
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

    /// Whether a field is the one that a problem is about.
    func isWrong(_ element: Element, _ kind: CellKind) -> Bool {
        wrong.map { $0.place == element.place && $0.column == kind.column } ?? false
    }

    /// Whether a field is where the row's id leads: the wrong one, else the first.
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

    /// What was typed, by place.
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
        // The whole was sent at once: what it does not have is to go.
        let blank = kinds.reduce(into: [:]) { $0[$1.column] = "" }
        for place in 0..<count { texts[place] = blank }
        if case .list(let values)? = row.typedValue {
            for (place, value) in values.enumerated() {
                texts[place] = Self.texts(of: value, kinds)
            }
        } else if kinds.first?.column == nil {
            let lines = typed.texts.flatMap { $0.split(whereSeparator: \.isNewline) }
            for (place, line) in lines.enumerated() { texts[place] = [nil: String(line)] }
        }
        return texts
    }
}
