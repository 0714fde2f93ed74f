public import FaceplateSchema
import Foundation

/// Generates Swift declarations for the keys of a schema, so that a misspelled key does not
/// compile.
///
/// The same schema and labels produce the same text, byte for byte.
public struct KeysGenerator: Sendable {
    /// The access level of the generated declarations.
    public enum Access: String, Sendable, CaseIterable {
        case `internal`, `public`
    }

    private let file: SchemaFile
    private let typeName: String
    private let access: Access

    /// Creates a generator for a schema file; its English labels become comments.
    ///
    /// - Parameter typeName: The name of the enumeration that contains the types of choices and
    ///   tables; `nil` for a name made from the panel key, such as `ReaderSettings` for `reader`.
    /// - Throws: `GeneratorError` if the name is not valid in Swift.
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

    /// Returns the reason why a string cannot name the enumeration of types; `nil` if it can.
    public static func problem(withTypeName name: String) -> String? {
        if SwiftName.reservedTypes.contains(name) {
            return "'\(name)' is a type that the keys are made of. Choose another name."
        }
        guard !SwiftName.isTypeName(name) else { return nil }
        return "'\(name)' cannot name a type. Use letters, digits and '_', beginning with a letter."
    }

    /// Returns the content of the generated file.
    ///
    /// - Throws: `GeneratorError` if two keys would have the same name.
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

/// An error that lists the problems of generating Swift for a schema.
public struct GeneratorError: SpokenError, Hashable {
    /// One sentence for each problem.
    public let problems: [String]

    /// The problems, one on each line.
    public var description: String { problems.joined(separator: "\n") }
}

/// A generated file, written only if it changes, so that builds do not repeat work.
public enum GeneratedFile {
    static let head = "// swift-format-ignore-file\n// Made from "

    /// Writes text to a file, and creates missing parent folders.
    ///
    /// - Returns: True when the content of the file changed.
    /// - Throws: `GeneratorError` if the path has a file that was not generated; the error of the
    ///   file system.
    @discardableResult
    public static func write(_ text: String, to path: String) throws -> Bool {
        let url = URL(filePath: path)
        let data = Data(text.utf8)
        if FileManager.default.fileExists(atPath: path) {
            let old = try Data(contentsOf: url)
            if old == data { return false }
            guard old.isEmpty || old.starts(with: Data(head.utf8)) else {
                throw GeneratorError(problems: [
                    "'\(path)' was not made by faceplate and is left as it is. Name another file."
                ])
            }
        }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
        return true
    }
}
