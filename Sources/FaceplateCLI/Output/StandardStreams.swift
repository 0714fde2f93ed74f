import FaceplateSchema
import Foundation
import SystemPackage

/// Nothing is buffered, so that the reader of a pipe receives each line immediately.
enum StandardStreams {
    static let output = STDOUT_FILENO

    /// False when the reader has closed the pipe.
    @discardableResult
    static func result(_ line: String) -> Bool {
        write(line + "\n", to: STDOUT_FILENO)
    }

    @discardableResult
    static func result(_ json: JSONValue) -> Bool {
        result(JSONWriter().text(json))
    }

    /// Control characters are escaped, because a message may quote a file and must not control the
    /// terminal.
    static func say(_ line: String) {
        _ = write(ShownText.line(line) + "\n", to: STDERR_FILENO)
    }

    /// May block; false when the reader has closed the pipe.
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        (try? FileDescriptor(rawValue: descriptor).writeAll(text.utf8)) != nil
    }

    /// Without the line break at its end; at a terminal, shows a prompt and does not echo the input.
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
    var withoutFinalLineBreak: String {
        // CR LF is one `Character`.
        last == "\n" || last == "\r\n" ? String(dropLast()) : self
    }
}
