public import Logging

extension Logger {
    /// Returns the logger that is used when a program gives none: it writes warnings and errors, and
    /// nothing of the daily business.
    ///
    /// To see each revision as well, pass a logger of your own, with the level `info`.
    public static func faceplate(_ label: String = "faceplate") -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = .warning
        return logger
    }
}
