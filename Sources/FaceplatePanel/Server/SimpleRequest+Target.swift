import Microhttpd

extension SimpleRequest {
    /// Makes a request of one as it came, for hosts with a server of their own.
    ///
    /// - Parameters:
    ///   - target: path and query, percent-encoded.
    ///   - fields: the header, `host` included; names in lower case.
    /// - Throws: `TargetError` where the path has no one meaning: it holds an encoded slash,
    ///   backslash or control byte, a segment of dots, a broken percent sequence or what is not
    ///   UTF-8.
    public init(
        _ method: String, encodedTarget target: String, fields: [(name: String, value: String)],
        body: [UInt8] = []
    ) throws(TargetError) {
        self.init(method, "/", fields: fields, body: body)
        let bytes = Array(target.utf8)
        do throws(RequestTarget.Flaw) {
            let decoded = try RequestTarget(bytes[...], allowsAsterisk: method == "OPTIONS")
            path = decoded.path
            query = decoded.queryStart.map { String(decoding: bytes[$0...], as: UTF8.self) }
        } catch {
            throw TargetError(message: error.rawValue)
        }
    }
}

/// Why the address of a request is turned away, with 400.
public struct TargetError: Error, Sendable, CustomStringConvertible {
    /// One sentence for the client.
    public let message: String

    /// Makes one of a sentence.
    public init(message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
