import ArgumentParser
import Faceplate
import FaceplateGenerator
import FaceplateImport
import FaceplatePanel
import FaceplateSchema

extension ExitCode {
    /// A value or file was rejected; nothing was changed.
    static let refused = ExitCode(1)
    /// A comparison was not possible; different values are `refused`.
    static let comparisonFailed = ExitCode(2)
    static let usage = ExitCode.validationFailure
    /// The database or the port is not available.
    static let unavailable = ExitCode(69)
    /// A running panel does not permit the request (EX_NOPERM of sysexits.h).
    static let denied = ExitCode(77)
    static let fault = ExitCode(70)
}

/// The reason why a command fails: messages for people, details for scripts, and the exit code.
struct Failure: Error {
    let status: ExitCode
    let messages: [String]
    /// The members of `errors` in JSON, one for each message.
    let details: [JSONValue]

    init(_ status: ExitCode, _ messages: [String], details: [JSONValue]? = nil) {
        self.status = status
        self.messages = messages
        self.details = details ?? messages.map { ["message": .text($0)] }
    }

    init(_ status: ExitCode, _ message: String) {
        self.init(status, [message])
    }

    static func of(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as SchemaError: Failure(error)
        case let error as StoreError: Failure(error)
        case let error as ProfileError: Failure(error)
        case let error as CredentialError: Failure(.refused, error.message)
        case let error as ImportError: Failure(.refused, "\(error)")
        case let error as GeneratorError: Failure(.refused, error.problems)
        case let error as PanelServerError:
            Failure(
                .unavailable,
                error.message + (error.concernsPort ? " Choose another with --port." : ""))
        default: Failure(.fault, "\(error)")
        }
    }

    init(_ error: SchemaError) {
        self.init(
            .refused, Self.messages(of: error),
            details: error.problems.map { $0.json(in: error.file) })
    }

    init(_ refusal: RegularFile.Refusal, _ path: String) {
        let message =
            switch refusal {
            case .missing: "There is no file '\(path)'."
            case .folder: "'\(path)' is a folder. Name a file."
            case .irregular, .unreadable, .tooLarge: "The file '\(path)' cannot be read."
            }
        self.init(.refused, message)
    }

    /// - Parameter hint: A sentence about an option that helps, with a space before it.
    init(_ error: ProfileError, hint: String = "") {
        let message = ShownText.line(error.message) + hint
        self.init(
            .refused, [message],
            details: [["code": .text(error.code), "message": .text(message)]])
    }

    private static func messages(of error: SchemaError) -> [String] {
        let excerpt = error.file.map(SourceExcerpt.init)
        return error.problems.flatMap { problem in
            [problem.line(in: error.file, at: .plain)]
                + (problem.file == nil ? excerpt?.text(of: problem) ?? [] : [])
        }
    }

    init(_ error: StoreError) {
        let status: ExitCode =
            switch error.code {
            case .otherSchema, .rejected: .refused
            case .noSchema: .usage
            case .failed, .closed: .fault
            case .denied: .denied
            default: .unavailable
            }
        // A message of the system can have several lines.
        let hint = error.code == .otherSchema ? " Or add --adopt to use it all the same." : ""
        let messages = (error.message + hint).split(separator: "\n").map(String.init)
        self.init(
            status, messages,
            details: messages.map {
                ["code": .text(error.code.rawValue), "message": .text($0)]
            })
    }

    func report(asJSON: Bool) {
        for message in messages { StandardStreams.say(message) }
        if asJSON { StandardStreams.result(["errors": .array(details)]) }
    }
}

extension SchemaProblem {
    /// `file:12:5: error: path: message`, which editors and terminals make a link of.
    ///
    /// A problem of the whole file has neither a position nor a path.
    func line(in file: String?, at terminal: Terminal) -> String {
        guard let file = self.file ?? file else { return "\(self)" }
        let place = isAboutFile ? "" : "\(position.line):\(position.column):"
        let words = path == "$" ? message : "\(path): \(message)"
        return ShownText.line("\(file):\(place)") + " " + terminal.styled("error:", .red) + " "
            + ShownText.line(words)
    }

    var isAboutFile: Bool { path == "$" && position == TextPosition(line: 1, column: 1) }

    func json(in file: String?) -> JSONValue {
        .object(present: [
            ("file", file.map(JSONValue.text)), ("path", .text(path)),
            ("line", .number(position.line)), ("column", .number(position.column)),
            ("message", .text(message)),
        ])
    }
}
