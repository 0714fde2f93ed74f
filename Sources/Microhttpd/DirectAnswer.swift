internal import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Response {
    /// For cases in which libmicrohttpd cannot send the response; the connection must end after these bytes.
    func message(status: Int, isHead: Bool = false) -> [UInt8] {
        let reason = MHD_get_reason_phrase_for(UInt32(clamping: status))
            .map { String(cString: $0) }
        var lines = ["HTTP/1.1 \(status) \(reason ?? "Unknown")", "Connection: close"]
        if let date = Self.date() { lines.append("Date: \(date)") }
        lines += headers.map { "\($0.name): \($0.value)" }
        lines += ["Content-Length: \(bytes.count)", "", ""]
        return Array(lines.joined(separator: "\r\n").utf8) + (isHead ? [] : bytes.all)
    }

    /// Returns the current time in the format of `Date`; the names are English because no locale is set.
    private static func date() -> String? {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        guard count > 0 else { return nil }
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Connection {
    /// Sends a response without libmicrohttpd and ends sending, so that nothing follows it.
    ///
    /// Call it on the daemon's thread, before libmicrohttpd has begun a response. A response that the system does not
    /// accept completely is cut.
    func end(with response: Response) {
        become(.answering)
        end(with: response.message(status: response.status))
    }

    /// Sends a late response to a client that has ended its side of the connection.
    ///
    /// libmicrohttpd 0.9.75 reads again when it resumes a connection, and closes it at the end of the client's data.
    /// Call this while the connection is suspended, on any thread; it does not block.
    ///
    /// - Returns: False when libmicrohttpd must send the response.
    func endIfClientSendsNoMore(
        with response: Response, status: Int, isHead: Bool
    ) -> Bool {
        // Over TLS, the end of the data is a record, which only the session can read.
        guard tls == nil else { return false }
        // Responses with these statuses have no body, even if `response` has one.
        guard hasClientFinished, status != 204, status != 304 else { return false }
        let message = response.message(status: status, isHead: isHead)
        guard message.count < freeBytes else { return false }
        end(with: message)
        return true
    }

    private func end(with message: [UInt8]) {
        if let tls {
            tls.end(with: message)
        } else {
            sendUnencrypted(message)
        }
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private func sendUnencrypted(_ message: [UInt8]) {
        _ = message.withUnsafeBytes {
            #if canImport(Glibc)
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            #else
                send(descriptor, $0.baseAddress, $0.count, 0)
            #endif
        }
    }

    /// True when the client sent the line of a request instead of a handshake.
    ///
    /// GnuTLS has read its first five bytes, as many as the head of a record has.
    fileprivate var hasRequestWithoutTLS: Bool {
        var bytes = [UInt8](repeating: 0, count: 2_048)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        guard count > 0, let end = bytes.prefix(count).firstIndex(of: UInt8(ascii: "\n")) else {
            return false
        }
        let line = bytes[..<end]
        return [" HTTP/1.1\r", " HTTP/1.0\r"].contains { line.suffix(10).elementsEqual($0.utf8) }
            && line.dropLast().allSatisfy { (0x20...0x7E).contains($0) }
    }

    fileprivate func endWithoutTLS(with response: Response) {
        become(.answering)
        // Bytes that are not read would reset the connection, and the client could lose the response.
        var part = [UInt8](repeating: 0, count: 16_384)
        for _ in 0..<4 where recv(descriptor, &part, part.count, Int32(MSG_DONTWAIT)) <= 0 { break }
        sendUnencrypted(response.message(status: response.status))
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private var hasClientFinished: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
    }

    /// The number of bytes that the system accepts immediately, at least.
    ///
    /// Half of its buffer is for its own bookkeeping, and responses to earlier requests can be in it.
    private var freeBytes: Int {
        var size: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, &length) == 0 else { return 0 }
        return Int(size) / 4
    }
}

extension Daemon {
    /// Responds in place of libmicrohttpd when that reports that it rejects a head.
    ///
    /// libmicrohttpd would send its header twice, or nothing. This is called on the daemon's thread with each of its
    /// messages.
    func replaceRefusal(_ message: String) {
        guard message.hasPrefix(Self.refusing),
            let status = Int(message.dropFirst(Self.refusing.count).prefix(3)),
            let reason = Self.reasons[status],
            let connection = connectionOfWholeHead
        else { return }
        connection.end(with: core.response(to: Refusal(status: status, reason: reason)))
    }

    /// libmicrohttpd would close the connection without a response.
    ///
    /// This is called on the daemon's thread with each of its messages, before it closes the connection.
    func answerRequestWithoutTLS(_ message: String) {
        guard message.hasPrefix("Error: received handshake message out of context") else { return }
        for connection in freshConnections
        where connection.tls != nil && connection.hasRequestWithoutTLS {
            connection.endWithoutTLS(with: core.response(to: Self.needsTLS))
        }
    }

    private static let needsTLS = Refusal(
        status: 400, reason: "This port accepts https only. Use a URL that begins with https://.")

    private static let refusing = "Error processing request (HTTP response code is "

    /// The reasons for which libmicrohttpd rejects a head that has arrived completely, by status.
    private static let reasons = [
        400: "Content-Length must be a decimal number.",
        413: "Content-Length is too large a number.",
        431: tooManyFields,
    ]

    static let tooManyFields = "The header has too many fields or cookies."
}
