import Logging
import Microhttpd

/// Log lines of refused requests: ten a second at most, since a page of any site can cause them.
final class RefusalLog: Sendable {
    private let log: MessageLog

    init(_ logger: Logger) {
        log = MessageLog { logger.notice("\($0)") }
    }

    /// Logs the sentence, or counts it with those that are left out.
    func note(_ sentence: String) { log(sentence) }
}
