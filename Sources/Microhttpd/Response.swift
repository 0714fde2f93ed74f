internal import CMicrohttpd

// @unchecked because libmicrohttpd guards its responses with its own locks, and only `twin` changes after `init`.
/// A response that owns its bytes.
///
/// It is built once and can be sent any number of times, from any thread, without a copy for each request. It also
/// responds to HEAD: libmicrohttpd then sends only the headers.
public final class Response: @unchecked Sendable {
    /// The status of the response, unless `Reply.send` is called with another one.
    public let status: Int
    /// The reason for which the response cannot be sent, in one sentence; `nil` when it can be sent.
    ///
    /// A reply with such a response sends 500.
    public let problem: String?

    // `struct MHD_Response *`; nil when there is a problem.
    let queued: OpaquePointer?
    /// The address of the same response with `Connection: close`; `nil` until it is first needed.
    private let twin = Locked<UInt?>(nil)
    let headers: [(name: String, value: String)]
    let bytes: ResponseBytes

    /// Creates a response with a copy of the body.
    ///
    /// A header name must be a token, and a value must be one line of visible text that is not empty. The server sets
    /// `Connection`, `Content-Length`, `Date` and `Transfer-Encoding` itself. The status is from 200 to 599. `problem`
    /// reports a violation of these rules; nothing traps.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        bytes = ResponseBytes(body)
        let flaw = Self.problem(status: status, headers: headers)
        queued = flaw == nil ? Self.make(bytes, headers: headers) : nil
        problem = flaw ?? (queued == nil ? "libmicrohttpd did not accept the response." : nil)
    }

    deinit {
        // libmicrohttpd counts references: a response that is being sent is freed afterwards.
        if let queued { MHD_destroy_response(queued) }
        if let closing = twin.withLock({ $0 }) {
            MHD_destroy_response(OpaquePointer(bitPattern: closing))
        }
    }

    var closing: OpaquePointer? {
        guard queued != nil else { return nil }
        return twin.withLock { [bytes, headers] twin in
            let known =
                twin
                ?? Self.make(bytes, headers: [("Connection", "close")] + headers)
                .map { UInt(bitPattern: $0) }
            twin = known
            return known
        }.flatMap { OpaquePointer(bitPattern: $0) }
    }

    private static func make(
        _ bytes: ResponseBytes, headers: [(name: String, value: String)]
    ) -> OpaquePointer? {
        // The response holds one reference, released by its free callback.
        let context = Unmanaged.passRetained(bytes)
        guard
            let response = MHD_create_response_from_buffer_with_free_callback_cls(
                bytes.count, bytes.start, releaseBytes, context.toOpaque())
        else {
            context.release()
            return nil
        }
        for (name, value) in headers {
            // A string as an argument would be copied first.
            let isAdded = name.withCString { name in
                value.withCString { MHD_add_response_header(response, name, $0) == .YES }
            }
            guard isAdded else {
                MHD_destroy_response(response)
                return nil
            }
        }
        return response
    }

    private static func isReserved(_ name: String) -> Bool {
        let reserved: StaticString
        switch name.utf8.count {
        case 4: reserved = "date"
        case 10: reserved = "connection"
        case 14: reserved = "content-length"
        case 17: reserved = "transfer-encoding"
        default: return false
        }
        return reserved.withUTF8Buffer { zip($0, name.utf8).allSatisfy { $0 == $1.lowercased } }
    }

    private static func isToken(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in !bytes.isEmpty && bytes.allSatisfy { $0.isTokenByte } }
    }

    private static func isVisible(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { bytes in
            // Without an exit from the loop, many bytes are compared at a time.
            var hidden: UInt8 = bytes.isEmpty ? 1 : 0
            for byte in bytes { hidden |= (byte < 0x20 ? 1 : 0) | (byte == 0x7f ? 1 : 0) }
            return hidden == 0
        }
    }

    static func problem(
        status: Int, headers: [(name: String, value: String)]
    ) -> String? {
        guard (200...599).contains(status) else { return "The status must be from 200 to 599." }
        for (name, value) in headers {
            guard isToken(name) else {
                return "A header name must be a token."
            }
            guard !isReserved(name) else {
                return "The server itself sends \(name)."
            }
            guard isVisible(value) else {
                return "The value of \(name) must be one line of visible text."
            }
        }
        return nil
    }
}

/// Bytes at a fixed address; `releaseBytes` releases them.
// @unchecked because the bytes are only written in `init`.
final class ResponseBytes: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let count: Int

    init(_ bytes: [UInt8]) {
        count = bytes.count
        start = .allocate(byteCount: max(bytes.count, 1), alignment: 1)
        bytes.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            start.copyMemory(from: first, byteCount: source.count)
        }
    }

    deinit { start.deallocate() }

    var all: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: count)) }
}

/// It is called once for each response.
private func releaseBytes(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<ResponseBytes>.fromOpaque(context).release()
}
