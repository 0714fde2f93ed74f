public import ArgumentParser
public import FaceplateGenerator
import FaceplateSchema

/// `faceplate generate`.
struct GenerateCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the keys of a schema as Swift.",
        discussion: """
            Prints a static member of SettingKey or SecretKey for each setting, with types for \
            choices and tables, so that a program reads settings[.displayTitles] and a misspelt \
            key does not compile. The names are made from the keys, the comments from the labels \
            in English. The plugin FaceplateKeys does the same at every build.

            Examples:
              faceplate generate reader.json --output Sources/Reader/ReaderKeys.swift
              faceplate generate reader.json --access public --type ReaderSettings
            """)

    @Argument(help: "The schema file.")
    var schema: String

    @Option(
        help: ArgumentHelp(
            "The enumeration that holds the types of choices and tables; made from the panel's "
                + "key without it.", valueName: "name"))
    var type: String?

    @Option(help: "Who may use them: internal or public.")
    var access: KeysGenerator.Access = .internal

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The file to write; it is left as it is where nothing is new. Without it the text is "
                + "printed.", valueName: "file"))
    var destination: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let problem = type.flatMap(KeysGenerator.problem) { throw ValidationError(problem) }
    }

    func perform() async throws {
        let file = try SchemaFile.reporting(path: schema)
        let text = try KeysGenerator(file, typeName: type, access: access).swift()
        guard let destination else {
            if output.json {
                StandardStreams.result(.object([("swift", .text(text))]))
            } else {
                StandardStreams.result(text.dropFinalLineBreak)
            }
            return
        }
        let isNew = try Self.write(text, to: destination)
        if output.json {
            StandardStreams.result(
                .object([("file", .text(destination)), ("written", JSONValue(.boolean(isNew)))]))
        } else {
            StandardStreams.say(
                isNew ? "Wrote '\(destination)'." : "'\(destination)' is as it should be.")
        }
    }

    private static func write(_ text: String, to path: String) throws -> Bool {
        do {
            return try GeneratedFile.write(text, to: path)
        } catch let error as GeneratorError {
            throw error
        } catch {
            throw Failure(.unavailable, "'\(path)' cannot be written.")
        }
    }
}

extension KeysGenerator.Access: ExpressibleByArgument {}

extension String {
    /// Without the line break at its end, which whoever prints a line adds.
    var dropFinalLineBreak: String { hasSuffix("\n") ? String(dropLast()) : self }
}
