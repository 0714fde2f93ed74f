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
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let named = named ?? variable("FACEPLATE_DATABASE") {
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
        let home = variable("HOME") ?? NSHomeDirectory()
        // The XDG specification: a relative path is invalid and is ignored.
        let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = "\(state ?? "\(home)/.local/state")/faceplate/\(name).sqlite"
    }

    /// Makes the folder of a database in the user's folder for state; other folders must exist.
    static func makeFolder(of path: String) throws(Failure) {
        let folder = PathParts(path).folder
        guard folder.hasSuffix("/faceplate") else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(.unavailable, "The folder '\(folder)' cannot be made.")
        }
    }
}
