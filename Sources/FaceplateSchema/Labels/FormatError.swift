/// An error that describes an invalid display format.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A description of the error and of the accepted alternatives.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
