import Faceplate
import Foundation
import Testing

@testable import FaceplateCLI

/// The options that a command of `serve --options` prints.
struct OptionsCommandTests {
    @Test(arguments: [
        ("", []), ("a", [ProvidedOption("a")]),
        (
            "a\tAlto\r\n\n  b \t\nc\tC\td\na\tagain",
            [
                ProvidedOption("a", label: "Alto"), ProvidedOption("b"),
                ProvidedOption("c", label: "C\td"),
            ]
        ),
        (
            #"[1, "x", true, {"value": 2, "label": "Two", "help": "H"}, 1]"#,
            [
                ProvidedOption(1), ProvidedOption("x"), ProvidedOption(true),
                ProvidedOption(2, label: "Two", help: "H"),
            ]
        ),
        (
            #"[{"value": 2, "label": {"en": "Two", "de": "Zwei"}, "help": {"en": "x"}}]"#,
            [ProvidedOption(2, label: ["en": "Two", "de": "Zwei"], help: ["en": "x"])]
        ),
    ])
    func readsOptions(text: String, options: [ProvidedOption]) throws {
        #expect(try OptionsCommand.options(in: text) == options)
    }

    @Test(arguments: [
        ("[1", "The output of the command is not a JSON array."),
        (#"[1, {"label": "x"}]"#, "The option 2 is not a value"),
        ("[[1]]", "The option 1 is not a value"), ("[null]", "The option 1 is not a value"),
        (#"[{"value": 1, "label": 2}]"#, "The option 1 is not a value"),
        (#"[{"value": 1, "help": {"en": 2}}]"#, "The option 1 is not a value"),
        (#"[{"value": 1, "label": {"english": "x"}}]"#, "The option 1 is not a value"),
        (#"[{"value": 1, "label": {}}]"#, "The option 1 is not a value"),
    ])
    func rejectsOtherJSON(text: String, message: String) {
        let error = #expect(throws: OptionsCommand.Unusable.self) {
            try OptionsCommand.options(in: text)
        }
        #expect(error?.description.hasPrefix(message) == true)
    }

    @Test(arguments: [
        (["sh", "-c", "echo a; echo no list >&2; exit 3"], "no list"),
        (["sh", "-c", "exit 3"], "The command ended with status 3."),
        (["sh", "-c", "yes"], "The command took more than 0 s and was ended."),
        (
            ["sh", "-c", "head -c 70000 /dev/zero | tr '\\0' a"],
            "The command printed more than 64 KiB."
        ),
        (["./missing"], "There is no command './missing'."),
    ])
    func saysWhyThereAreNone(command: [String], message: String) async {
        let limit: Duration = command.last == "yes" ? .milliseconds(200) : .seconds(20)
        let source = OptionsCommand(
            command, CommandRun(folder: "/", commands: RunningCommands(), timeLimit: limit),
            CommandEnvironment(database: nil))
        let error = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let result = Result { try source.options() }
                continuation.resume(returning: "\(result)")
            }
        }
        #expect(error.contains(message), "\(error)")
    }
}
