import ArgumentParser
import Foundation

/// The option that selects the database of a command.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The database file. (default: $FACEPLATE_DATABASE, or NAME.sqlite for NAME.json)",
            valueName: "file"))
    var database: String?

    func validate() throws {
        if database == "" { throw ValidationError("--database is empty. Name a file.") }
    }

    /// Returns the path of the database.
    ///
    /// - Parameter schema: The schema file in the arguments, if any.
    /// - Throws: `ValidationError` if no database is named.
    func path(schema: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let location = DatabaseLocation(named: database, schema: schema, environment: environment)
        guard let path = location.path else {
            throw ValidationError(
                "No database. Use --database FILE, name a schema, or set FACEPLATE_DATABASE.")
        }
        return path
    }
}
