import FaceplateSchema
public import Logging

/// The log lines of a test.
public final class RecordedLog: Sendable {
    private let recorded = Locked<[(message: String, metadata: String)]>([])
    private let level: Logger.Level

    public init(level: Logger.Level = .info) { self.level = level }

    /// The messages.
    public var lines: [String] { recorded.withLock { $0.map(\.message) } }

    /// The messages with their metadata.
    public var details: [String] { recorded.withLock { $0.map { "\($0.message) \($0.metadata)" } } }

    public var logger: Logger {
        Logger(label: "test") { [level] _ in Recorder(log: self, logLevel: level) }
    }

    private struct Recorder: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = ("\(event.message)", String(describing: event.metadata))
            log.recorded.withLock { $0.append(line) }
        }
    }
}
