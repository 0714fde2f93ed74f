public import Foundation

/// An error with a sentence for people: `"\(error)"`, `print(error)` and `localizedDescription` all give it.
///
/// Each error of the package is one. The sentence says what is wrong and how to correct it, ends with a period, and has
/// no secret; an error with several problems has a line for each.
public protocol SpokenError: LocalizedError, CustomStringConvertible, Sendable {}

extension SpokenError {
    /// The sentence.
    public var errorDescription: String? { description }
    /// `nil`, because the sentence has the reason.
    public var failureReason: String? { nil }
    /// `nil`, because the sentence has the remedy.
    public var recoverySuggestion: String? { nil }
    /// `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}
