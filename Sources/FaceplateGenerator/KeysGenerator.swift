public import FaceplateSchema

/// Writes the keys of a schema as Swift, so that a misspelt one does not compile.
///
/// The same schema and labels give the same text, byte for byte.
public struct KeysGenerator: Sendable {
    /// Who may use what is generated.
    public enum Access: String, Sendable, CaseIterable {
        case `internal`, `public`
    }

    private let file: SchemaFile
    private let typeName: String
    private let access: Access

    /// Makes a generator for a schema file; its labels in English become comments.
    ///
    /// - Parameter typeName: the enumeration that holds the types of choices and tables; that of
    ///   the panel's key where it is `nil`: `ReaderSettings` of `reader`.
    /// - Throws: `GeneratorError` for a name that Swift does not take.
    public init(
        _ file: SchemaFile, typeName: String? = nil, access: Access = .internal
    ) throws(GeneratorError) {
        self.file = file
        self.access = access
        let key = file.schema.key
        let suffix = ".faceplate"
        let stem = key.hasSuffix(suffix) ? String(key.dropLast(suffix.count)) : key
        self.typeName = typeName ?? SwiftName.type(stem) + "Settings"
        if let typeName, let problem = Self.problem(withTypeName: typeName) {
            throw GeneratorError(problems: [problem])
        }
    }

    /// Why a text cannot name the enumeration of types; `nil` where it can.
    public static func problem(withTypeName name: String) -> String? {
        if SwiftName.reservedTypes.contains(name) {
            return "'\(name)' is a type that the keys are made of. Choose another name."
        }
        guard !SwiftName.isTypeName(name) else { return nil }
        return "'\(name)' cannot name a type. Use letters, digits and '_', beginning with a letter."
    }

    /// The text of the file.
    ///
    /// - Throws: `GeneratorError` where two keys would have one name.
    public func swift() throws(GeneratorError) -> String {
        let words = LabelResolver(
            schema: file.schema, catalog: file.schema.catalog(with: file.labels), locale: .english)
        let declarations = KeyDeclarations(file.schema, words: words, typeName: typeName)
        guard declarations.problems.isEmpty else {
            throw GeneratorError(problems: declarations.problems)
        }
        let name = PathParts(file.path).stem + ".json"
        var writer = SourceWriter(access: access)
        writer.write(
            declarations, typeName: typeName, file: SwiftLiteral.comment(name),
            title: words.panelTitle.text)
        return writer.text
    }
}

/// Why no Swift can be made of a schema.
public struct GeneratorError: Error, Sendable, Hashable {
    /// A sentence for each problem.
    public let problems: [String]
}
