import ArgumentParser
import FaceplateSchema
import Foundation

struct InitCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a schema with example labels.",
        discussion: """
            Writes NAME.json with three items, en.lproj/NAME.strings and fr.lproj/NAME.strings, \
            and prints the next two commands. Existing files are not overwritten.

            Example:
              faceplate init garden
            """)

    @Argument(help: "The panel name: letters, digits, '.', '-' and '_'; may include a folder.")
    var name: String

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard SettingKeySyntax.isValid(sample.name) else {
            throw ValidationError(
                "'\(sample.name)' cannot be a panel's name. Use letters, digits, '.', '-' and '_', "
                    + "beginning with a letter or digit.")
        }
    }

    func perform() async throws {
        let sample = sample
        let taken = sample.files.map(\.path).filter { FileManager.default.fileExists(atPath: $0) }
        guard taken.isEmpty else {
            throw Failure(.refused, taken.map { "'\($0)' already exists. It was not changed." })
        }
        for file in sample.files {
            try TextFile.write(file.text, to: file.path, .withoutOverwriting)
        }
        let schema = ShellWords.quoted(sample.files[0].path)
        let named = database.database.map { " --database \(ShellWords.quoted($0))" } ?? ""
        let next = ["faceplate check \(schema)", "faceplate serve \(schema)\(named)"]
        if output.json {
            StandardStreams.result([
                "files": .array(sample.files.map { .text($0.path) }),
                "next": .array(next.map(JSONValue.text)),
            ])
        } else {
            for file in sample.files { StandardStreams.say("Wrote '\(file.path)'.") }
            StandardStreams.say("Next:")
            for command in next { StandardStreams.result(command) }
        }
    }

    private var sample: SampleSchema {
        let isFile = name.hasSuffix(".json")
        // Any other ending is part of the name.
        let parts = PathParts(isFile ? name : name + ".json")
        return SampleSchema(name: parts.stem, folder: parts.folder)
    }
}
