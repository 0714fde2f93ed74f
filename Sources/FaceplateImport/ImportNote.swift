public import FaceplateSchema

/// What another system's file says that has no place here, or another one than there.
///
/// Nothing that is left out of an import goes without one.
public struct ImportNote: Sendable, Hashable, CustomStringConvertible {
    /// The file, below what is read: `Root.plist`, `fr.lproj/Root.strings`.
    public let file: String
    /// Where in it: `PreferenceSpecifiers[4].KeyboardType`; empty for the file as a whole.
    public let place: String
    /// What became of it, in one or two sentences.
    public let message: String

    init(_ file: String, _ place: String = "", _ message: String) {
        self.file = file
        self.place = place
        self.message = message
    }

    /// The words for people.
    public var description: String {
        place.isEmpty ? "\(file): \(message)" : "\(file): \(place): \(message)"
    }

    /// The same for scripts.
    public var json: JSONValue {
        [
            "file": JSONValue(.string(file)), "place": JSONValue(.string(place)),
            "message": JSONValue(.string(message)),
        ]
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
