import ArgumentParser
import Faceplate
import FaceplateSchema

/// Whether a schema may take a database over.
struct AdoptionOptions: ParsableArguments {
    @Flag(help: "Take the database over, though it holds another panel or a newer version of it.")
    var adopt = false

    /// The rules for one schema file: words whose file is broken are kept.
    func adoption(of file: SchemaFile) -> Settings.Adoption {
        Settings.Adoption(of: file, isForced: adopt)
    }
}
