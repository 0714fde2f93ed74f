import FaceplateSchema
import Foundation

/// Where a command's words go: results to standard output, everything else to standard error.
///
/// Nothing is buffered, so that a reader of a pipe sees each line at once.
enum StandardStreams {
    /// One line of the result; false when there is nobody left to read it.
    @discardableResult
    static func result(_ line: String) -> Bool {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// The result as one line of JSON.
    @discardableResult
    static func result(_ json: JSONValue) -> Bool {
        result(JSONWriter().text(json))
    }

    /// One line for people.
    ///
    /// It may hold words of a file, of which none may tell a terminal what to do.
    static func say(_ line: String) {
        _ = write(ShownText.line(line) + "\n", to: STDERR_FILENO)
    }

    /// Writes a text; may block.
    ///
    /// - Returns: false when there is nobody left to read it.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                // A reader that went away: there is nobody left to tell.
                return false
            }
        }
        return true
    }

    /// Everything that is typed or piped in, without the line break at its end.
    ///
    /// At a terminal a prompt is shown and nothing typed is.
    ///
    /// - Throws: `Failure` where it is not UTF-8.
    static func input(prompt: String) throws(Failure) -> String {
        if isatty(STDIN_FILENO) == 1, let typed = getpass(prompt) {
            return String(cString: typed)
        }
        let data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
        guard var text = String(validating: data, as: UTF8.self) else {
            throw Failure(.refused, "What standard input holds is not UTF-8.")
        }
        // CR LF is one Character.
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        return text
    }
}
