import FaceplateSchema
import Foundation
import SystemPackage

/// The output of a command: results on standard output, messages on standard error.
///
/// Nothing is buffered, so that the reader of a pipe receives each line immediately.
enum StandardStreams {
    /// The descriptor of standard output.
    static let output = STDOUT_FILENO

    /// Writes one line of the result.
    ///
    /// - Returns: False when the reader has closed the pipe.
    @discardableResult
    static func result(_ line: String) -> Bool {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes the result as one line of JSON.
    @discardableResult
    static func result(_ json: JSONValue) -> Bool {
        result(JSONWriter().text(json))
    }

    /// Writes one message for people.
    ///
    /// Control characters are escaped, because a message may quote a file and must not control the
    /// terminal.
    static func say(_ line: String) {
        _ = write(ShownText.line(line) + "\n", to: STDERR_FILENO)
    }

    /// Writes a string; may block.
    ///
    /// - Returns: False when the reader has closed the pipe.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        (try? FileDescriptor(rawValue: descriptor).writeAll(text.utf8)) != nil
    }

    /// Reads all of standard input, without the line break at its end.
    ///
    /// At a terminal, shows a prompt and does not echo the input.
    ///
    /// - Throws: `Failure` if the input is not UTF-8.
    static func input(prompt: String) throws(Failure) -> String {
        if isatty(STDIN_FILENO) == 1, let typed = getpass(prompt) {
            return String(cString: typed)
        }
        let data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
        guard let text = String(validating: data, as: UTF8.self) else {
            throw Failure(.refused, "Standard input is not valid UTF-8.")
        }
        return text.withoutFinalLineBreak
    }
}

extension String {
    /// The text without the line break at its end.
    var withoutFinalLineBreak: String {
        // CR LF is one `Character`.
        last == "\n" || last == "\r\n" ? String(dropLast()) : self
    }
}
