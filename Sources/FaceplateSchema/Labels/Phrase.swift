/// A whole sentence with named slots, such as `{label} changed from {old} to {new}`; in several
/// forms where a number meets a noun.
public struct Phrase: Sendable, Hashable, ExpressibleByStringLiteral,
    ExpressibleByDictionaryLiteral
{
    private let forms: [PluralCategory: String]

    private init(forms: [PluralCategory: String]) {
        self.forms = forms
    }

    /// Makes a sentence of one form.
    public init(stringLiteral value: String) {
        forms = [.other: value]
    }

    /// Makes a sentence of several forms; `other` must be among them.
    public init(dictionaryLiteral elements: (PluralCategory, String)...) {
        forms = elements.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    /// The sentence with its slots filled; a slot without a value stays as written.
    ///
    /// - Parameters:
    ///   - count: the number that chooses the form; `nil` takes the general one.
    ///   - locale: whose plural rules hold.
    public func filled(
        _ slots: [String: String] = [:], count: Int? = nil, in locale: LocaleTag
    ) -> String {
        pieces(count: count, in: locale).map { piece in
            switch piece {
            case .text(let text): text
            case .slot(let name): slots[name] ?? "{\(name)}"
            }
        }.joined()
    }

    /// The names of the slots, over all forms.
    public var slots: Set<String> {
        forms.values.reduce(into: []) { names, form in
            for case .slot(let name) in Self.pieces(of: form) { names.insert(name) }
        }
    }
}

extension Phrase {
    /// A stretch of a sentence.
    public enum Piece: Sendable, Hashable {
        case text(String)
        case slot(String)
    }

    /// The sentence in pieces, for whoever puts more than text into its slots.
    public func pieces(count: Int? = nil, in locale: LocaleTag) -> [Piece] {
        let category = count.map { PluralCategory($0, in: locale) } ?? .other
        return Self.pieces(of: forms[category] ?? forms[.other] ?? "")
    }

    /// The same sentence in a made-up language.
    public func transformed(by pseudo: PseudoLocale) -> Phrase {
        Phrase(forms: forms.mapValues(pseudo.text))
    }

    private static func pieces(of template: String) -> [Piece] {
        guard template.utf8.contains(UInt8(ascii: "{")) else {
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
