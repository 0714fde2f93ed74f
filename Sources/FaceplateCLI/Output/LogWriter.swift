import Dispatch
import Faceplate
import Foundation
import Logging

/// Writes log lines on a separate queue, so that a full pipe does not block requests.
///
/// At most 1 MiB waits to be written. Further lines are dropped and counted; the next accepted line
/// begins with the number of lost lines.
final class LogWriter: Sendable {
    private struct Waiting {
        /// The size of the waiting lines in bytes.
        var size = 0
        var dropped = 0
    }

    /// In bytes.
    static let capacity = 1024 * 1024

    static let standardError = LogWriter { StandardStreams.write($0, to: STDERR_FILENO) }

    private let waiting = Locked(Waiting())
    private let queue = DispatchQueue(label: "faceplate.log")
    private let output: @Sendable (String) -> Bool

    /// - Parameter output: Writes a string and may block; called on one thread at a time.
    init(output: @escaping @Sendable (String) -> Bool) {
        self.output = output
    }

    /// Queues a line, which has no line break at its end; returns immediately, on any thread.
    func write(_ line: String) {
        let size = line.utf8.count + 1
        let dropped: Int? = waiting.withLock { waiting in
            guard waiting.size + size <= Self.capacity else {
                waiting.dropped += 1
                return nil
            }
            waiting.size += size
            defer { waiting.dropped = 0 }
            return waiting.dropped
        }
        guard let dropped else { return }
        let lost = dropped == 0 ? "" : "\(dropped) log lines were lost: the output was not read.\n"
        queue.async { [self] in
            _ = output(lost + line + "\n")
            waiting.withLock { $0.size -= size }
        }
    }

    func flush(within limit: DispatchTimeInterval = .seconds(1)) {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + limit)
    }
}

struct LineLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let writer: LogWriter

    init(label: String, writer: LogWriter) {
        self.label = label
        self.writer = writer
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
            .merging(event.metadata ?? [:]) { $1 }
        var words = [Date.now.formatted(.iso8601), "\(event.level)", "\(label):"]
        words += all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        words += ["[\(event.source)]", "\(event.message)"]
        if let error = event.error { words.append("(\(error))") }
        writer.write(ShownText.line(words.joined(separator: " ")))
    }
}
