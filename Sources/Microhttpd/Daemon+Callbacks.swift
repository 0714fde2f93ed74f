internal import CMicrohttpd
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// One reference is passed to C here (another one in EventStream) with one release: a Connection as socket context, from
// the start to the end of `connectionChanged`. The Connection owns the Exchange in `con_cls`, from `targetReceived` to
// `requestCompleted`. (The Daemon itself is retained from `Daemon.start` to `Daemon.stop`.) No data of a client makes a
// callback trap: a bad pointer closes the connection.

extension Daemon {
    static func callbackOptions(context: UnsafeMutableRawPointer) -> cmicrohttpd_options {
        var options = cmicrohttpd_options()
        options.context = context
        options.access = accessHandler
        options.target = targetReceived
        options.completed = requestCompleted
        options.connection = connectionChanged
        return options
    }

    /// The C entry point for libmicrohttpd's own messages; the text is only valid during the call.
    static let messageLogged:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = {
            guard let context = $0, let text = $1 else { return }
            let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
            let message = String(cString: text)
            daemon.replaceRefusal(message)
            daemon.answerRequestWithoutTLS(message)
            daemon.core.log(message)
        }
}

/// The C entry point for a request line; its result becomes `con_cls` of the later calls.
///
/// It is called before libmicrohttpd decodes the target in place.
private func targetReceived(
    _ context: UnsafeMutableRawPointer?, _ uri: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let uri, let connection,
        let socket = cmicrohttpd_socket_context(connection)
    else { return nil }
    let client = Unmanaged<Connection>.fromOpaque(socket).takeUnretainedValue()
    let exchange = Exchange(
        daemon: Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue(),
        socket: client, connection: connection,
        target: UnsafeRawBufferPointer(start: uri, count: strlen(uri)))
    client.begin(exchange)
    return Unmanaged.passUnretained(exchange).toOpaque()
}

/// It is called for the head, for each part of the body, for the end, and for the end again after a suspension.
private func accessHandler(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ url: UnsafePointer<CChar>?, _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection, let size, let pointer = request?.pointee else { return .NO }
    let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    if size.pointee > 0 {
        let part = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
        size.pointee = 0
        return perform(exchange.receive(part), on: connection)
    }
    if exchange.isBegun { return perform(exchange.end(), on: connection) }
    guard let method, let version else { return .NO }
    let headSize = cmicrohttpd_head_size(connection)
    exchange.beginHead(
        from: UInt(bitPattern: version) &+ UInt(strlen(version)),
        to: UInt(bitPattern: method) &+ UInt(headSize))
    MHD_get_connection_values_n(connection, .HEADER_KIND, headerReceived, pointer)
    // The version follows the target and the zero byte that ends it. Any other distance means that a NUL byte has cut
    // the target.
    let distance = UInt(bitPattern: version) &- exchange.targetAddress
    // A small head cannot contain many cookies, so they need not be counted.
    let cookies =
        headSize < 2048 ? 0 : MHD_get_connection_values_n(connection, .COOKIE_KIND, nil, nil)
    let step = exchange.begin(
        memory: exchange.memory(size: headSize, cookies: Int(cookies)),
        method: Gate.methods.first { $0.withCString { strcmp($0, method) == 0 } },
        version: strcmp(version, MHD_HTTP_VERSION_1_0) == 0 ? .http10 : .http11,
        targetIsWhole: distance == UInt(exchange.targetCount) &+ 1)
    return perform(step, on: connection)
}

/// Names and values can contain any byte except NUL.
private func headerReceived(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue().append(
        name: UnsafeRawBufferPointer(start: name, count: nameSize),
        value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
    return .YES
}

private func perform(_ step: Exchange.Step, on connection: OpaquePointer) -> MHD_Result {
    switch step {
    case .proceed:
        return .YES
    case .hangUp:
        return .NO
    case .answer(let answer):
        let response = answer.closes ? answer.response.closing : answer.response.queued
        guard let response else { return .NO }
        return MHD_queue_response(connection, UInt32(clamping: answer.status), response)
    case .stream(let stream):
        guard let response = stream.makeResponse() else { return .NO }
        // The connection now has a reference of its own; if it was not queued, this call frees the response.
        defer { MHD_destroy_response(response) }
        return MHD_queue_response(connection, 200, response)
    }
}

private func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let request, let pointer = request.pointee else { return }
    request.pointee = nil
    Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue().socket.completeRequest()
}

/// The descriptor is open during both calls.
private func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let socketContext else { return }
    let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
    if change == .CONNECTION_NOTIFY_STARTED {
        let core = daemon.core
        let descriptor = cmicrohttpd_descriptor(connection)
        let socket = Connection(
            id: core.newConnectionID(), descriptor: descriptor,
            handle: UInt(bitPattern: connection),
            remote: cmicrohttpd_client(connection).flatMap { SocketAddress($0) },
            peerUser: daemon.address.isPath ? SocketFile.user(atOtherEndOf: descriptor) : nil,
            isOverLimit: core.connections.load(ordering: .relaxed) >= core.connectionLimit,
            tls: core.identity.withLock { $0 }.flatMap { identity in
                // Before the handshake, which libmicrohttpd begins after this call.
                cmicrohttpd_tls_session(connection).map { TLSSession($0, with: identity) }
            },
            headerDeadline: core.headerDeadline)
        daemon.add(socket)
        daemon.quiesceIfRequested()
        socketContext.pointee = Unmanaged.passRetained(socket).toOpaque()
    } else if let pointer = socketContext.pointee {
        socketContext.pointee = nil
        let socket = Unmanaged<Connection>.fromOpaque(pointer).takeRetainedValue()
        // libmicrohttpd 0.9.75 does not complete a request with more query arguments than fit into its memory.
        socket.completeRequest()
        daemon.remove(socket)
    }
}
