/// The source of one client's stream, which is asked for more data whenever the client can receive more.
///
/// ```swift
/// struct Ticks: StreamSource {
///     let clock: TickClock  // your own: counts, and calls server.wakeStreams() after each tick
///     var seen = 0
///
///     mutating func next() -> StreamPart {
///         guard seen < clock.count else { return .none }
///         seen += 1
///         return .bytes(Array("data: \(seen)\n\n".utf8))
///     }
/// }
/// ```
///
/// The source is released when the stream ends, whichever side ended it.
public protocol StreamSource: Sendable {
    /// Returns the next part, or reports that no part is available yet.
    ///
    /// The server calls it on its own threads, one call at a time. It must not block.
    mutating func next() -> StreamPart
}

/// The next part of a stream.
public enum StreamPart: Sendable {
    /// Bytes to send.
    ///
    /// An array that many sources return is shared by them, not copied.
    case bytes([UInt8])
    /// No data yet: the connection is suspended, without a thread, until `Server.wakeStreams()`.
    case none
    /// The stream is complete.
    case end
}
