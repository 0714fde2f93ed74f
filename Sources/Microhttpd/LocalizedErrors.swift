public import Foundation

extension ServerError: LocalizedError {
    /// The failure in one sentence.
    public var errorDescription: String? { description }
}

extension TLSIdentity.Problem: LocalizedError {
    /// The problem in one sentence.
    public var errorDescription: String? { description }
}

extension RequestTarget.Flaw: LocalizedError {
    package var errorDescription: String? { description }
}
