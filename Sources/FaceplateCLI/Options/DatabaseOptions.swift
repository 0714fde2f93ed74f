import ArgumentParser
import Foundation

/// Which database a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database. Without it: FACEPLATE_DATABASE, else NAME.sqlite for NAME.json.",
            valueName: "file"))
    var database: String?

    func validate() throws {
        if database == "" { throw ValidationError("--database is empty. Name a file.") }
    }

    /// Where the database is.
    ///
    /// - Parameter schema: the schema file that was named, if any.
    /// - Throws: `ValidationError` where nothing says which database is meant.
    func path(schema: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let location = DatabaseLocation(named: database, schema: schema, environment: environment)
        guard let path = location.path else {
            throw ValidationError(
                "No database is named. Add --database FILE, name a schema, or set "
                    + "FACEPLATE_DATABASE.")
        }
        return path
    }
}
