import Faceplate
import FaceplateSchema
import Foundation

/// Finds the database: the one named, `FACEPLATE_DATABASE`, `NAME.sqlite` beside the schema where
/// its folder can be written, else in the user's folder for state.
struct DatabaseLocation {
    /// The file; `nil` where neither a database nor a schema is named.
    let path: String?

    /// - Parameter isWritable: whether files can be made in a folder.
    init(
        named: String?, schema: String?, environment: [String: String],
        isWritable: (String) -> Bool = { access($0, W_OK) == 0 }
    ) {
        if let named = named ?? StorePlace.variable("FACEPLATE_DATABASE", environment) {
            path = named
            return
        }
        guard let schema else {
            path = nil
            return
        }
        let parts = PathParts(schema)
        let name = parts.stem
        if isWritable(parts.folder) {
            path = PathParts.file("\(name).sqlite", in: parts.folder)
            return
        }
        path = StorePlace.inStateFolder(name, environment)
    }

    /// Makes the folder of a database in the user's folder for state; other folders must exist.
    static func makeFolder(of path: String) throws(Failure) {
        do throws(StoreError) {
            try StorePlace.makeFolder(of: path)
        } catch {
            throw Failure(.unavailable, error.message)
        }
    }
}
