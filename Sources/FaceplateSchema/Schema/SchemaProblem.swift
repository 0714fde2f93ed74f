/// A problem of a schema and its position.
public struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
    /// The JSON path, for example `$[1].items[0].itemControlType`.
    ///
    /// For a schema declared in Swift it is the declaration and the attribute: `EditInteger("port").itemMaximum`.
    public let path: String
    /// The position in the text.
    public let position: TextPosition
    /// One sentence that describes the problem and what would be accepted.
    public let message: String
    /// The Swift source file of the declaration; `nil` for JSON.
    public let file: String?

    /// Creates a problem.
    public init(path: String, position: TextPosition, message: String, file: String? = nil) {
        self.file = file
        self.path = path
        self.position = position
        self.message = message
    }

    /// The path, line and message.
    public var description: String { "\(path) (line \(position.line)): \(message)" }
}

extension JSONValue {
    func problem(at path: String, _ message: String) -> SchemaProblem {
        SchemaProblem(path: path, position: position, message: message)
    }

    /// The value as messages show it: the type of an array or an object, a string in quotes, or the JSON text.
    func described(_ shortened: (String) -> String = { $0 }) -> String {
        switch content {
        case .object, .array: typeName
        case .string(let text): "'\(shortened(text))'"
        default: shortened(JSONWriter().text(self))
        }
    }
}

extension JSONObject.Member {
    func problem(in path: String, _ message: String) -> SchemaProblem {
        SchemaProblem(path: "\(path).\(name)", position: position, message: message)
    }
}

/// An invalid schema, with all its problems in the order of the text.
public struct SchemaError: SpokenError, Hashable {
    /// The name of the schema file, if it was read from a file.
    public let file: String?
    /// The problems, in the order of the text.
    public let problems: [SchemaProblem]

    /// Creates an error from problems.
    public init(file: String? = nil, problems: [SchemaProblem]) {
        self.file = file
        self.problems = problems
    }

    init(
        unread file: String?, _ message: String,
        at position: TextPosition = TextPosition(line: 1, column: 1)
    ) {
        let problem = SchemaProblem(path: "$", position: position, message: message)
        self.init(file: file, problems: [problem])
    }

    /// The problems, one per line.
    public var description: String {
        problems.map { problem in
            (problem.file ?? file).map { "\($0): \(problem)" } ?? "\(problem)"
        }
        .joined(separator: "\n")
    }
}
