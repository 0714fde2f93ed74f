import Logging
import Microhttpd

/// A log of rejected requests: at most ten lines a second, because a page of any site can cause them.
final class RefusalLog: Sendable {
    private let log: MessageLog

    init(_ logger: Logger) {
        log = MessageLog { logger.notice("\($0)") }
    }

    /// Logs a sentence, or counts it with those that are left out.
    func note(_ sentence: String) { log(sentence) }
}
