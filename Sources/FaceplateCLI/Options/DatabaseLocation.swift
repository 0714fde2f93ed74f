import Faceplate
import FaceplateSchema
import Foundation

/// Finds the database.
///
/// The first of these is used: `--database`, `FACEPLATE_DATABASE`, `NAME.sqlite` next to the schema
/// if its folder is writable, and `NAME.sqlite` in the user's state folder.
struct DatabaseLocation {
    /// The path of the database; `nil` if neither a database nor a schema is named.
    let path: String?

    /// - Parameter isWritable: Returns true when files can be created in a folder.
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

    /// Creates the folder of a database in the user's state folder; other folders must exist.
    static func makeFolder(of path: String) throws(Failure) {
        do throws(StoreError) {
            try StorePlace.makeFolder(of: path)
        } catch {
            throw Failure(.unavailable, error.message)
        }
    }
}
