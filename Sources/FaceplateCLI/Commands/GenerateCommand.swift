public import ArgumentParser
public import FaceplateGenerator
import FaceplateSchema

struct GenerateCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate typed Swift keys.",
        discussion: """
            Prints a static member of SettingKey or SecretKey for each setting, and types for \
            choices and tables. For example, settings[.displayTitles]. The compiler then rejects \
            misspelled keys. Names come from the keys, comments from the English labels. The \
            plugin FaceplateKeys does the same in every build.

            Examples:
              faceplate generate garden.json --output Sources/Garden/GardenKeys.swift
              faceplate generate garden.json --access public --type GardenSettings
            """)

    @Argument(help: "The schema file.")
    var schema: String

    @Option(
        help: ArgumentHelp(
            "Name of the enum for choice and table types. (default: from the panel key)",
            valueName: "name"))
    var type: String?

    @Option(help: "Access level of the generated code.")
    var access: KeysGenerator.Access = .internal

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The file to write; unchanged if the content is the same. (default: print the code)",
            valueName: "file"))
    var destination: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let problem = type.flatMap(KeysGenerator.problem) { throw ValidationError(problem) }
    }

    func perform() async throws {
        let file = try SchemaFile.reporting(path: schema)
        let text = try KeysGenerator(file, typeName: type, access: access).swift()
        guard let destination else {
            return output.show(["swift": .text(text)], or: [text.withoutFinalLineBreak])
        }
        let isNew = try Self.write(text, to: destination)
        if output.json {
            StandardStreams.result(["file": .text(destination), "written": .boolean(isNew)])
        } else {
            StandardStreams.say(
                isNew ? "Wrote '\(destination)'." : "'\(destination)' is up to date.")
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
