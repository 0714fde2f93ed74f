import ArgumentParser
import Faceplate

struct ChangeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The reason for the change, which history shows.", valueName: "text"),
        transform: Self.note)
    var note: String?

    @Flag(help: "Show the changes without saving them.")
    var dryRun = false

    func options(for lifetime: Lifetime? = nil) -> ChangeOptions {
        ChangeOptions(isDryRun: dryRun, lifetime: lifetime, note: note)
    }

    private static func note(_ argument: String) throws -> String {
        var options = ChangeOptions()
        do throws(MalformedParameter) {
            try ChangeOptions.note.read(argument, into: &options)
        } catch {
            throw ValidationError("The note \(error.rule).")
        }
        return options.note ?? ""
    }
}

extension Batch {
    init(
        _ assignments: [Assignment], _ options: ChangeOptions, reversal: Reversal? = nil
    ) {
        self.init(assignments, origin: .cli, reversal: reversal)
        set(options)
    }
}
