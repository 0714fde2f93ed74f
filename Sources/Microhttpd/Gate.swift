/// libmicrohttpd 0.9.75 accepts repeated Host headers, conflicting lengths and control bytes, so the rules do not rely
/// on it.
enum Gate {
    /// The methods that a handler can receive: those of HTTP, whether it allows them or not.
    static let methods = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    /// - Parameters:
    ///   - targetIsWhole: True when the target arrived without a NUL byte in it.
    ///   - headIsWhole: True when no byte of the headers was left out.
    static func refusal(
        of head: RequestHead, version: Version, targetIsWhole: Bool, headIsWhole: Bool
    ) -> Refusal? {
        if !targetIsWhole { return bad(RequestTarget.Flaw.badByte.rawValue) }
        if head.hasBadName {
            return bad("A header name must consist of letters, digits and !#$%&'*+-.^_`|~.")
        }
        if head.hasBadValue {
            return bad("A header value must be UTF-8 without control bytes.")
        }
        if !headIsWhole {
            return bad("A header must be one line with a name and without NUL bytes.")
        }
        if head.hosts > 1 || (head.hosts == 0 && version != .http10) {
            return bad("The request must have exactly one Host header.")
        }
        return framing(of: head, version: version)
    }

    /// Checks the headers that decide where a request ends (RFC 9112 §6.3), so that no second request can be smuggled
    /// in.
    private static func framing(of head: RequestHead, version: Version) -> Refusal? {
        if head.contentLengths > 1 {
            return bad("The request must have at most one Content-Length header.")
        }
        if head.contentLengths == 1, head.contentLength == nil {
            return bad("Content-Length must be a decimal number.")
        }
        if head.transferEncodings > 0 {
            if head.contentLengths > 0 {
                return bad("Content-Length and Transfer-Encoding must not both be sent.")
            }
            if head.transferEncodings > 1 || !head.isChunked {
                return Refusal(status: 501, reason: "The only transfer coding known is chunked.")
            }
            if version == .http10 {
                return bad("Transfer-Encoding needs HTTP/1.1.")
            }
        }
        if head.expectation == .unknown, version != .http10 {
            return Refusal(status: 417, reason: "The only expectation known is 100-continue.")
        }
        return nil
    }

    private static func bad(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }

    /// The version in the request line; 1.2 to 1.9 are treated as 1.1 (RFC 9110 §2.5).
    enum Version: Sendable { case http10, http11 }
}
