public import FaceplateSchema

/// A note about a part of an imported file that was omitted or changed.
///
/// Every omitted part has a note.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
    /// The file, relative to the imported folder: `Root.plist`, `fr.lproj/Root.strings`.
    public let file: String
    /// The place in the file: `PreferenceSpecifiers[4].KeyboardType`; empty for the whole file.
    public let place: String
    /// The attribute at that place, `KeyboardType`; `nil` for a whole row or file.
    public let attribute: String?
    /// The key of the row in the file; `nil` for a row without a key.
    public let key: String?
    /// The title of the row in the file; `nil` for a row without a title.
    public let title: String?
    /// The result, in one or two sentences.
    public let message: String

    init(
        _ file: String, _ place: String = "", _ message: String, attribute: String? = nil,
        key: String? = nil, title: String? = nil
    ) {
        self.file = file
        self.place = place
        self.attribute = attribute
        self.key = key
        self.title = title
        self.message = message
    }

    /// The note for people: `Root.plist: PreferenceSpecifiers[4].KeyboardType (port "Port"): ...`.
    public var description: String {
        guard !place.isEmpty else { return "\(file): \(message)" }
        return "\(file): \(place)\(name.map { " (\($0))" } ?? ""): \(message)"
    }

    /// The note as JSON, for scripts.
    public var json: JSONValue {
        .object(present: [
            ("file", .text(file)), ("place", .text(place)), ("key", key.map(JSONValue.text)),
            ("title", title.map(JSONValue.text)), ("message", .text(message)),
        ])
    }

    private var whole: String { place.isEmpty ? file : "\(file) \(place)" }

    private var name: String? {
        let parts = [key, title.map { "\"\($0)\"" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension ImportNote {
    private static let mostNamed = 20

    /// Returns the notes for people, one line each.
    ///
    /// Notes with the same attribute and message become one line, at the place of the first.
    public static func lines(of notes: [ImportNote]) -> [String] {
        var bySubject = Dictionary(grouping: notes) { [$0.attribute, $0.message] }
        return notes.compactMap { first in
            guard let notes = bySubject.removeValue(forKey: [first.attribute, first.message])
            else { return nil }
            guard notes.count > 1 else { return first.description }
            let place = first.attribute.map { "\($0) of " } ?? ""
            let kind =
                notes.allSatisfy(\.place.isEmpty)
                ? "files" : notes.allSatisfy { $0.name == nil } ? "places" : "rows"
            let named = notes.prefix(mostNamed).map { $0.name ?? $0.whole }
            let more = notes.count - named.count
            return "\(place)\(notes.count) \(kind): \(first.message) "
                + "(\(named.joined(separator: ", "))\(more > 0 ? " and \(more) more" : ""))"
        }
    }
}

/// An error that prevents the import of a file.
public struct ImportError: SpokenError, Hashable {
    /// The file, as the caller named it.
    public let file: String
    /// The reason, in one or two sentences.
    public let message: String

    init(_ file: String, _ message: String) {
        self.file = file
        self.message = message
    }

    /// The error for people.
    public var description: String { "\(file): \(message)" }
}
