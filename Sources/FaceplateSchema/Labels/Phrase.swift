/// A sentence with named slots, such as `{label} changed from {old} to {new}`.
///
/// A sentence with a number can have several plural forms.
package struct Phrase: Sendable, Hashable, ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    private let forms: [PluralCategory: String]
    private let general: String

    init(forms: [PluralCategory: String]) {
        self.forms = forms
        general = forms[.other] ?? ""
    }

    package init(stringLiteral value: String) {
        self.init(forms: [.other: value])
    }

    /// The form `other` must be one of the elements.
    package init(dictionaryLiteral elements: (PluralCategory, String)...) {
        self.init(forms: elements.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }

    /// Returns the sentence with its slots filled; a slot without a value is unchanged.
    ///
    /// - Parameters:
    ///   - count: The number that chooses the form; `nil` for the general form.
    ///   - locale: The locale of the plural rules.
    package func filled(
        _ slots: [String: String] = [:], count: Int? = nil, in locale: LocaleTag
    ) -> String {
        filled(slots, category: count.map { PluralCategory($0, in: locale) } ?? .other)
    }

    func filled(_ slots: [String: String], category: PluralCategory) -> String {
        let form = form(category)
        guard Self.hasSlots(form) else { return form }
        var filled = ""
        Self.scan(form) {
            filled += $0
        } slot: { name in
            filled += slots[name] ?? "{\(name)}"
        }
        return filled
    }

    package var categories: Set<PluralCategory> { Set(forms.keys) }

    package var slots: Set<String> {
        forms.values.reduce(into: []) { names, form in
            for case .slot(let name) in Self.pieces(of: form) { names.insert(name) }
        }
    }
}

extension Phrase {
    package enum Piece: Sendable, Hashable {
        case text(String)
        case slot(String)
    }

    /// Returns the parts of the sentence, for callers that fill slots with more than text.
    package func pieces(count: Int? = nil, in locale: LocaleTag) -> [Piece] {
        Self.pieces(of: form(count.map { PluralCategory($0, in: locale) } ?? .other))
    }

    private func form(_ category: PluralCategory) -> String {
        forms.count > 1 ? forms[category] ?? general : general
    }

    private static func hasSlots(_ template: String) -> Bool {
        template.utf8.contains(UInt8(ascii: "{"))
    }

    private static func pieces(of template: String) -> [Piece] {
        var pieces: [Piece] = []
        scan(template) {
            pieces.append(.text(String($0)))
        } slot: {
            pieces.append(.slot($0))
        }
        return pieces
    }

    /// By bytes, since every page fills many sentences.
    private static func scan(
        _ template: String, text: (Substring) -> Void, slot: (String) -> Void
    ) {
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            if open > rest.startIndex { text(Substring(rest[..<open])) }
            slot(String(Substring(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { text(Substring(rest)) }
    }
}
