import FaceplateCryptography
import Foundation

/// Ends the program with status 1, and prints the reason on standard error, one line for each problem.
///
/// Use it where a start fails. A Swift program whose top-level code throws ends with a crash instead, in which the reason
/// is hard to find:
///
/// ```swift
/// do {
///     let settings = try Settings.open(schema, at: "reader.sqlite")
/// } catch {
///     exit(because: error)
/// }
/// ```
public func exit(because error: any Error) -> Never {
    let words = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    FileHandle.standardError.write(Data((words + "\n").utf8))
    exit(1)
}

// That module has no Foundation, which declares the protocol of errors with a description.
extension AuthenticatedCipher.Failure: SpokenError {}
