public import FaceplateSchema

/// What another system's file says that has no place here, or another one than there.
///
/// Nothing that is left out of an import goes without one.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
    /// The file, below what is read: `Root.plist`, `fr.lproj/Root.strings`.
    public let file: String
    /// Where in it: `PreferenceSpecifiers[4].KeyboardType`; empty for the file as a whole.
    public let place: String
    /// The attribute at that place, `KeyboardType`; `nil` for the row or the file as a whole.
    public let attribute: String?
    /// The key of the row, as the file has it; `nil` where it has none.
    public let key: String?
    /// The title of the row, as the file has it; `nil` where it has none.
    public let title: String?
    /// What became of it, in one or two sentences.
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

    /// The words for people: `Root.plist: PreferenceSpecifiers[4].KeyboardType (port "Port"): ...`.
    public var description: String {
        guard !place.isEmpty else { return "\(file): \(message)" }
        return "\(file): \(place)\(name.map { " (\($0))" } ?? ""): \(message)"
    }

    /// The same for scripts.
    public var json: JSONValue {
        let row = [("key", key), ("title", title)].compactMap { name, text in
            text.map { JSONObject.Member(name: name, value: JSONValue(.string($0))) }
        }
        return JSONValue(
            .object(
                JSONObject(
                    [
                        .init(name: "file", value: JSONValue(.string(file))),
                        .init(name: "place", value: JSONValue(.string(place))),
                    ] + row + [.init(name: "message", value: JSONValue(.string(message)))])))
    }

    /// The file, and where in it.
    private var whole: String { place.isEmpty ? file : "\(file) \(place)" }

    /// How people know the row: `port "Port"`; `nil` where it has neither key nor title.
    private var name: String? {
        let parts = [key, title.map { "\"\($0)\"" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension ImportNote {
    /// How many rows a line names.
    private static let mostNamed = 20

    /// The notes for people, one line each; those that say the same of several rows are one line,
    /// where the first of them stands.
    public static func lines(of notes: [ImportNote]) -> [String] {
        struct Subject: Hashable {
            let attribute: String?
            let message: String
        }
        var order: [Subject] = []
        var bySubject: [Subject: [ImportNote]] = [:]
        for note in notes {
            let subject = Subject(attribute: note.attribute, message: note.message)
            if bySubject[subject] == nil { order.append(subject) }
            bySubject[subject, default: []].append(note)
        }
        return order.compactMap { subject in
            guard let notes = bySubject[subject], let first = notes.first else { return nil }
            guard notes.count > 1 else { return first.description }
            let what = subject.attribute.map { "\($0) of" } ?? "Of"
            let kind = notes.allSatisfy { $0.name == nil } ? "places" : "rows"
            let named = notes.prefix(mostNamed).map { $0.name ?? $0.whole }
            let more = notes.count - named.count
            return "\(what) \(notes.count) \(kind): \(subject.message) "
                + "(\(named.joined(separator: ", "))\(more > 0 ? " and \(more) more" : ""))"
        }
    }
}

/// Why nothing of a file can be imported.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file as it was named.
    public let file: String
    /// One or two sentences.
    public let message: String

    init(_ file: String, _ message: String) {
        self.file = file
        self.message = message
    }

    /// The words for people.
    public var description: String { "\(file): \(message)" }
}
