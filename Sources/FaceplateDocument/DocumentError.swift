package import FaceplateSchema

/// The reason why a file cannot be read, or cannot hold a value.
package struct DocumentError: SpokenError, Hashable {
    /// `nil` for a value that the file cannot hold.
    package let position: TextPosition?
    /// One sentence.
    package let message: String

    package init(_ message: String, at position: TextPosition? = nil) {
        self.message = message
        self.position = position
    }

    /// The sentence, after the line and column.
    package var description: String {
        position.map { "\($0): \(message)" } ?? message
    }
}
