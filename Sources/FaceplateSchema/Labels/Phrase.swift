/// A sentence with named slots, such as `{label} changed from {old} to {new}`.
///
/// A sentence with a number can have several plural forms.
public struct Phrase: Sendable, Hashable, ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    private let forms: [PluralCategory: String]
    private let general: String

    init(forms: [PluralCategory: String]) {
        self.forms = forms
        general = forms[.other] ?? ""
    }

    /// Creates a sentence with one form.
    public init(stringLiteral value: String) {
        self.init(forms: [.other: value])
    }

    /// Creates a sentence with several forms; `other` must be one of them.
    public init(dictionaryLiteral elements: (PluralCategory, String)...) {
        self.init(forms: elements.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }

    /// Returns the sentence with its slots filled; a slot without a value is unchanged.
    ///
    /// - Parameters:
    ///   - count: The number that chooses the form; `nil` for the general form.
    ///   - locale: The locale of the plural rules.
    public func filled(
        _ slots: [String: String] = [:], count: Int? = nil, in locale: LocaleTag
    ) -> String {
        filled(slots, category: count.map { PluralCategory($0, in: locale) } ?? .other)
    }

    func filled(_ slots: [String: String], category: PluralCategory) -> String {
        let form = form(category)
        guard Self.hasSlots(form) else { return form }
        return Self.pieces(of: form).map { piece in
            switch piece {
            case .text(let text): text
            case .slot(let name): slots[name] ?? "{\(name)}"
            }
        }.joined()
    }

    package var categories: Set<PluralCategory> { Set(forms.keys) }

    /// The names of the slots in all forms.
    public var slots: Set<String> {
        forms.values.reduce(into: []) { names, form in
            for case .slot(let name) in Self.pieces(of: form) { names.insert(name) }
        }
    }
}

extension Phrase {
    /// A part of a sentence.
    public enum Piece: Sendable, Hashable {
        case text(String)
        case slot(String)
    }

    /// Returns the parts of the sentence, for callers that fill slots with more than text.
    public func pieces(count: Int? = nil, in locale: LocaleTag) -> [Piece] {
        Self.pieces(of: form(count.map { PluralCategory($0, in: locale) } ?? .other))
    }

    private func form(_ category: PluralCategory) -> String {
        forms.count > 1 ? forms[category] ?? general : general
    }

    private static func hasSlots(_ template: String) -> Bool {
        template.utf8.contains(UInt8(ascii: "{"))
    }

    private static func pieces(of template: String) -> [Piece] {
        guard hasSlots(template) else {
            return template.isEmpty ? [] : [.text(template)]
        }
        var pieces: [Piece] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            pieces.append(.slot(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
    }
}
