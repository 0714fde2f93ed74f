/// One thing that is wrong with a schema, and where.
public struct SchemaProblem: Sendable, Hashable, CustomStringConvertible {
    /// The JSON path, for example `$[1].items[0].itemControlType`; of a schema declared in Swift,
    /// what declared it and the attribute, `EditInteger("port").itemMaximum`.
    public let path: String
    /// Where it stands in the text.
    public let position: TextPosition
    /// One sentence with a full stop: what is wrong and what would be accepted.
    public let message: String
    /// The file of the program's source that declared it; `nil` for JSON.
    public let file: String?

    /// Makes a problem.
    public init(path: String, position: TextPosition, message: String, file: String? = nil) {
        self.file = file
        self.path = path
        self.position = position
        self.message = message
    }

    /// The words for people.
    public var description: String { "\(path) (line \(position.line)): \(message)" }
}

/// A schema that cannot be used, with all its problems in the order of the text.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file's name, where it came from one.
    public let file: String?
    /// In the order of the text.
    public let problems: [SchemaProblem]

    /// Gathers problems.
    public init(file: String? = nil, problems: [SchemaProblem]) {
        self.file = file
        self.problems = problems
    }

    /// A line a problem.
    public var description: String {
        problems.map { problem in
            (problem.file ?? file).map { "\($0): \(problem)" } ?? "\(problem)"
        }
        .joined(separator: "\n")
    }
}
