/// Where one client's stream comes from: asked for more whenever the client can take more.
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
/// It is released when the stream ends, whoever ended it.
public protocol StreamSource: Sendable {
    /// The next part, or that there is none yet.
    ///
    /// Called on a thread of the server's, by one at a time; must not block.
    mutating func next() -> StreamPart
}

/// What a stream's source has for its client.
public enum StreamPart: Sendable {
    /// Bytes to be sent.
    ///
    /// An array that many sources give is shared by them, not copied.
    case bytes([UInt8])
    /// Nothing yet: the connection sleeps, without a thread, until `Server.wakeStreams()`.
    case none
    /// The stream is complete.
    case end
}
