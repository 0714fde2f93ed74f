import ArgumentParser
import Faceplate
import FaceplateGenerator
import FaceplateImport
import FaceplatePanel
import FaceplateSchema

extension ExitCode {
    /// A value or file was rejected; nothing was changed.
    static let refused = ExitCode(1)
    /// The command line is wrong.
    static let usage = ExitCode.validationFailure
    /// The database or the port is not available.
    static let unavailable = ExitCode(69)
    /// An internal error.
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
        self.details = details ?? messages.map { ["message": JSONValue(.string($0))] }
    }

    init(_ status: ExitCode, _ message: String) {
        self.init(status, [message])
    }

    /// Returns the failure that describes any error.
    static func of(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as SchemaError: Failure(error)
        case let error as StoreError: Failure(error)
        case let error as ImportError: Failure(.refused, "\(error)")
        case let error as GeneratorError: Failure(.refused, error.problems)
        case let error as PanelServerError:
            Failure(.unavailable, "\(error.message) Choose another with --port.")
        default: Failure(.fault, "\(error)")
        }
    }

    init(_ error: SchemaError) {
        self.init(
            .refused, error.problems.map { $0.line(in: error.file) },
            details: error.problems.map { $0.json(in: error.file) })
    }

    init(_ error: StoreError) {
        let status: ExitCode =
            switch error.code {
            case .otherSchema, .lock: .refused
            case .noSchema: .usage
            case .failed, .closed: .fault
            default: .unavailable
            }
        // Several locks may be wrong; each is on a separate line.
        let messages = error.message.split(separator: "\n").map(String.init)
        self.init(
            status, messages,
            details: messages.map {
                [
                    "code": JSONValue(.string(error.code.rawValue)),
                    "message": JSONValue(.string($0)),
                ]
            })
    }

    /// Writes the messages to standard error, and with `--json` the errors to standard output.
    func report(asJSON: Bool) {
        for message in messages { StandardStreams.say(message) }
        if asJSON { StandardStreams.result(["errors": JSONValue(.array(details))]) }
    }
}

extension SchemaProblem {
    /// `file: path (line 12): message`.
    func line(in file: String?) -> String {
        file.map { "\($0): \(self)" } ?? "\(self)"
    }

    func json(in file: String?) -> JSONValue {
        var members: [JSONObject.Member] = []
        if let file { members.append(.init(name: "file", value: JSONValue(.string(file)))) }
        members += [
            .init(name: "path", value: JSONValue(.string(path))),
            .init(name: "line", value: JSONValue(.number(JSONNumber(Int64(position.line))))),
            .init(name: "column", value: JSONValue(.number(JSONNumber(Int64(position.column))))),
            .init(name: "message", value: JSONValue(.string(message))),
        ]
        return JSONValue(.object(JSONObject(members)))
    }
}
