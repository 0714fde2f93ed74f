internal import CMicrohttpd
import Synchronization

// @unchecked because only libmicrohttpd's reader uses the variables; it calls on the daemon's thread, one call at a
// time.
final class EventStream: @unchecked Sendable {
    let id: UInt64
    let hub: StreamHub
    // `struct MHD_Connection *`, valid until the response is freed.
    let connection: OpaquePointer
    let descriptor: Int32

    private let core: Core
    private let headers: [(name: String, value: String)]
    private var source: any StreamSource
    private var part: [UInt8] = []
    private var sent = 0
    private var isComplete = false

    /// `nil` when too many streams are open.
    init?(
        _ source: any StreamSource, headers: [(name: String, value: String)],
        exchange: Exchange
    ) {
        core = exchange.core
        let (_, count) = core.streams.add(1, ordering: .relaxed)
        guard count <= core.streamLimit else {
            core.streams.subtract(1, ordering: .relaxed)
            return nil
        }
        id = exchange.socket.id
        hub = exchange.daemon.streams
        connection = exchange.connection
        descriptor = exchange.socket.descriptor
        self.headers = headers
        self.source = source
    }

    deinit { core.streams.subtract(1, ordering: .relaxed) }

    /// `nil` when libmicrohttpd does not accept it.
    ///
    /// The response has one reference to the stream, which its free callback releases. It is the last response of its
    /// connection, so that a stopping server does not wait for the connection.
    func makeResponse() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        guard
            let response = MHD_create_response_from_callback(
                UInt64.max, 1024, streamRead, context.toOpaque(), streamFreed)
        else {
            context.release()
            return nil
        }
        hub.add(self)
        core.watch.renew(descriptor, id: id)
        for header in [("Connection", "close")] + headers
        where MHD_add_response_header(response, header.name, header.value) != .YES {
            MHD_destroy_response(response)
            return nil
        }
        return response
    }

    enum Reading {
        case bytes(Int)
        /// No bytes; the connection was suspended.
        case nothing
        case end
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        while true {
            guard hub.mayRead(self) else { return .end }
            var filled = 0
            while filled < buffer.count {
                guard sent < part.count || claim() else { break }
                filled += copy(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if filled > 0 { return .bytes(filled) }
            if isComplete { return .end }
            // The stream was woken just before it would have been suspended, so it reads again.
            if hub.suspend(self) { return .nothing }
        }
    }

    private func claim() -> Bool {
        part = []
        sent = 0
        guard !isComplete else { return false }
        switch source.next() {
        case .bytes(let bytes): part = bytes
        case .none: break
        case .end: isComplete = true
        }
        return !part.isEmpty
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, part.count - sent)
        part.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<sent + count]))
        }
        sent += count
        return count
    }
}

/// It returns 0 only when the connection was suspended, because libmicrohttpd would otherwise call again immediately.
private func streamRead(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context, let buffer, size > 0 else { return Int(MHD_CONTENT_READER_END_WITH_ERROR) }
    let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
    switch stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size)) {
    case .bytes(let count): return count
    case .nothing: return 0
    // Also for a client that disconnected: after END_WITH_ERROR, libmicrohttpd 0.9.75 leaves the closed connection open
    // until its timeout.
    case .end: return Int(MHD_CONTENT_READER_END_OF_STREAM)
    }
}

/// The C entry point for the end of a stream, whichever side ended it; the descriptor is still open.
private func streamFreed(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let stream = Unmanaged<EventStream>.fromOpaque(context).takeRetainedValue()
    stream.hub.remove(stream)
}
