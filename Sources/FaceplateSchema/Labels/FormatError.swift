/// Why a display format is none.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found, and what is possible instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
