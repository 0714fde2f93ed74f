import FaceplateSchema
public import Logging

/// The log lines of a test.
public final class RecordedLog: Sendable {
    private let recorded = Locked<[String]>([])

    public init() {}

    public var lines: [String] { recorded.withLock { $0 } }

    public var logger: Logger { Logger(label: "test") { _ in Recorder(log: self) } }

    private struct Recorder: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.recorded.withLock { $0.append("\(event.message)") }
        }
    }
}
