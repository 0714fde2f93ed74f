import ArgumentParser

/// The command `faceplate`.
@main
struct FaceplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faceplate",
        abstract: "A settings panel for any program, described once in JSON.",
        discussion: """
            Describe the settings in a schema file, serve it as a page, and read and change the \
            values from scripts. The values are kept in one SQLite file.

            To begin:
              faceplate init garden
              faceplate serve garden.json

            Without --database the database is the one that FACEPLATE_DATABASE names, else \
            NAME.sqlite beside NAME.json where that folder can be written, else \
            $XDG_STATE_HOME/faceplate/NAME.sqlite (~/.local/state/faceplate/NAME.sqlite).

            Results are written to standard output, words to standard error. The exit code is 0 \
            when all is done, 1 when something was refused, 64 for a wrong command line, 69 when \
            the database or the port cannot be used, and 70 for a fault.
            """,
        subcommands: commands + sharingCommands)

    private static let commands: [any ParsableCommand.Type] = [
        ServeCommand.self, InitCommand.self, CheckCommand.self, GetCommand.self,
        SetCommand.self, ResetCommand.self, ListCommand.self, WatchCommand.self,
        ChangesCommand.self, UndoCommand.self, RestoreCommand.self, EvolveCommand.self,
        ParkedCommand.self, AppliedCommand.self, BackupCommand.self, LabelsCommand.self,
        GenerateCommand.self,
        ConvertCommand.self, ImportCommand.self,
    ]

    #if Sync
        private static let sharingCommands: [any ParsableCommand.Type] = [SyncCommand.self]
    #else
        private static let sharingCommands: [any ParsableCommand.Type] = []
    #endif
}
