import ArgumentParser
import Faceplate
import FaceplateSchema

/// The option to use a database of another panel or of a newer schema version.
struct AdoptionOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Use the database even if it belongs to another panel or a newer schema version."))
    var adopt = false

    /// The rules for one schema file: stored labels stay when their file cannot be read.
    func adoption(of file: SchemaFile) -> Settings.Adoption {
        Settings.Adoption(of: file, isForced: adopt)
    }
}
