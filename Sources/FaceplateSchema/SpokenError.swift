public import Foundation

/// An error with a sentence for people: `"\(error)"`, `print(error)` and `localizedDescription` all give it.
///
/// Each error of the package is one. The sentence says what is wrong and how to correct it, ends with a period, and has
/// no secret; an error with several problems has a line for each.
public protocol SpokenError: LocalizedError, CustomStringConvertible, Sendable {
    /// Returns the sentence in a language that the library or the program has it in, else in English.
    ///
    /// The library has the reasons for rejected values in all its languages.
    func message(in locale: LocaleTag) -> String
}

extension SpokenError {
    /// Returns the sentence in English.
    public func message(in locale: LocaleTag) -> String { description }
    /// The sentence.
    public var errorDescription: String? { description }
    /// `nil`, because the sentence has the reason.
    public var failureReason: String? { nil }
    /// `nil`, because the sentence has the remedy.
    public var recoverySuggestion: String? { nil }
    /// `nil`: there is no help book.
    public var helpAnchor: String? { nil }
}
