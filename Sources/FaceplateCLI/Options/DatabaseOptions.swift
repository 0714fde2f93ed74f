import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct DatabaseOptions: ParsableArguments {
    @Option(help: .database)
    var database: String?

    func validate() throws {
        if database == "" { throw ValidationError("--database is empty. Name a file.") }
    }

    func path(schema: String?) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let location = DatabaseLocation(named: database, schema: schema, environment: environment)
        guard let path = location.path else {
            throw ValidationError(
                "No database. Use --database FILE, name a schema, or set FACEPLATE_DATABASE.")
        }
        return path
    }

    /// Returns the settings of the database as they are stored, without locks.
    func snapshot() throws -> Snapshot {
        let settings = try Settings.open(at: path(schema: nil), watches: false, logger: .silent)
        defer { settings.close() }
        return settings.snapshot
    }
}

extension ArgumentHelp {
    static let database = ArgumentHelp(
        "The database file, FILE or FILE?panel=NAME. (default: $FACEPLATE_DATABASE, or NAME.sqlite for "
            + "NAME.json)",
        valueName: "file")
}

struct AdoptionOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Use the database even if it belongs to another panel or a newer schema version."))
    var adopt = false

    /// Stored labels stay when their file cannot be read.
    func adoption(of file: SchemaFile) -> Settings.Adoption {
        Settings.Adoption(of: file, isForced: adopt)
    }
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    func show(_ result: @autoclosure () -> JSONValue, or lines: @autoclosure () -> [String]) {
        if json {
            StandardStreams.result(result())
        } else {
            for line in lines() { StandardStreams.result(line) }
        }
    }
}

/// The first of these is used: `--database`, `FACEPLATE_DATABASE`, `NAME.sqlite` next to the schema
/// if its folder is writable, and `NAME.sqlite` in the user's state folder.
struct DatabaseLocation {
    /// `nil` if neither a database nor a schema is named.
    let path: String?

    init(
        named: String?, schema: String?, environment: [String: String],
        isWritable: (String) -> Bool = { access($0, W_OK) == 0 }
    ) {
        path =
            named ?? StorePlace.variable("FACEPLATE_DATABASE", environment)
            ?? schema.map(PathParts.init).map { parts in
                isWritable(parts.folder)
                    ? PathParts.file("\(parts.stem).sqlite", in: parts.folder)
                    : StorePlace.inStateFolder(parts.stem, environment)
            }
    }

    /// Other folders must exist.
    static func makeFolder(of path: String) throws(Failure) {
        do throws(StoreError) {
            try StorePlace.makeFolder(of: path)
        } catch {
            throw Failure(.unavailable, error.message)
        }
    }
}
