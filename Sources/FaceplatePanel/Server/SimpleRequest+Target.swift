public import Faceplate
import Microhttpd

extension SimpleRequest {
    /// Creates a request from a target as it was received, for hosts with their own server.
    ///
    /// - Parameters:
    ///   - target: The path and query, percent-encoded.
    ///   - fields: The header fields, including `host`; names are in lower case.
    /// - Throws: `TargetError` if the path is ambiguous: it contains an encoded slash, backslash or control byte, a
    ///   segment of dots, a malformed percent sequence, or bytes that are not UTF-8.
    public init(
        _ method: String, encodedTarget target: String, fields: [(name: String, value: String)],
        body: [UInt8] = []
    ) throws(TargetError) {
        self.init(method, "/", fields: fields, body: body)
        let bytes = Array(target.utf8)
        do throws(RequestTarget.Flaw) {
            let decoded = try RequestTarget(bytes[...], method: method)
            path = decoded.path
            query = decoded.queryStart.map { String(decoding: bytes[$0...], as: UTF8.self) }
        } catch {
            throw TargetError(message: error.rawValue)
        }
    }
}

/// An error that describes why a request's target is rejected with 400.
public struct TargetError: SpokenError {
    /// The message for the client, one sentence in English.
    ///
    /// It contains no part of the target.
    public let message: String

    /// Creates an error with a message.
    public init(message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
