import FaceplateSchema

/// One thing that a requester can ask for: by a form, as JSON, or by a command for a database or a URL.
///
/// A value of the type is what is asked for. The path of HTTP, its JSON, its part of `/api/openapi.json`, the client
/// behind `--url` and the reading of forms follow from the members.
package protocol SettingsOperation: Sendable {
    associatedtype Result: OperationResult

    /// The name that generated clients use.
    static var id: String { get }
    /// The effect, in one sentence.
    static var summary: String { get }
    static var method: OperationMethod { get }
    /// The path of the API, such as `/api/profiles/{name}`.
    static var path: String { get }
    /// The members of the body, or of the fields of a form.
    static var fields: [InputField<Self>] { get }
    /// True if a body without members is rejected.
    static var needsInput: Bool { get }
    /// The name of the body in `/api/openapi.json`.
    static var inputName: String { get }
    /// The statuses of rejected requests, apart from those of every operation.
    static var refusals: [Int] { get }

    init()

    /// The parameter of the path; empty without one.
    var argument: String { get set }

    /// The name that the operation gives to something; `nil` if that is the parameter of the path.
    var newName: String? { get }

    /// Returns the operation as it is sent to a URL; `run` checks again.
    ///
    /// - Throws: The errors of `run` that need no settings.
    func checked() throws -> Self

    /// Runs the operation; waits for the store.
    ///
    /// - Parameter limits: The settings that are withheld from the requester at the moment of a change.
    func run(in settings: Settings, limits: Settings.ProfileLimits) throws -> Result
}

package enum OperationMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// The result of an operation, in responses and in the output of commands.
package protocol OperationResult: Sendable {
    /// The name in `/api/openapi.json`.
    static var shapeName: String { get }
    /// The JSON Schema of the result.
    static var jsonSchema: JSONValue { get }

    func json(in schema: Schema) -> JSONValue
    /// Reads the JSON of a response; `nil` for JSON of another form.
    init?(_ json: JSONValue)
    /// Returns the part for a user from whom some settings are withheld.
    func omitting(_ isWithheld: (String) -> Bool) -> Self
}

extension SettingsOperation {
    package static var fields: [InputField<Self>] { [] }
    package static var needsInput: Bool { false }
    package static var inputName: String { "" }

    package var argument: String {
        get { "" }
        set {}
    }

    package var newName: String? { nil }

    package func checked() throws -> Self { self }

    /// Runs the operation for a user from whom nothing is withheld.
    package func run(in settings: Settings) throws -> Result {
        try run(in: settings, limits: Settings.noLimits)
    }

    /// The parameter of the path as a field of a form, such as `_name`.
    package static var argumentField: String {
        "_" + path.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
    }

    /// Reads a request of a program.
    ///
    /// - Parameter argument: The parameter of the path.
    package init(_ members: [JSONObject.Member], argument: String) throws(MalformedInput) {
        self.init()
        self.argument = argument
        guard !members.isEmpty || !Self.needsInput,
            InputField.read(members, by: Self.fields, into: &self)
        else { throw MalformedInput(Self.self) }
    }

    /// Reads the fields of a form.
    ///
    /// - Parameters:
    ///   - argument: The parameter of the path; `nil` for the field `argumentField`.
    ///   - texts: Returns the texts of all fields with a name.
    package init(
        form texts: (String) -> [String], argument: String?
    ) throws(MalformedInput) {
        self.init()
        self.argument = argument ?? texts(Self.argumentField).last ?? ""
        for field in Self.fields {
            guard let json = field.json(ofForm: texts(field.formName)) else { continue }
            guard field.read(&self, json) else { throw MalformedInput(Self.self) }
        }
    }

    /// The body of a request; `nil` for none.
    package var body: JSONValue? {
        Self.fields.isEmpty ? .none : InputField.body(of: self, Self.fields)
    }

    /// The JSON Schema of the body.
    package static var inputSchema: JSONValue { InputField.schema(of: fields) }
}

/// The reason why a body cannot be read, with an example of one.
package struct MalformedInput: SpokenError {
    package let description: String

    init<Asked: SettingsOperation>(_ type: Asked.Type) {
        let example = JSONWriter().text(.object(type.fields.map { ($0.name, $0.example) }))
        description =
            "The body must be like \(example)"
            + (type.needsInput ? "." : "; any member can be left out.")
    }
}
