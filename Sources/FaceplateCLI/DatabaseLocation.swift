import Foundation

/// Finds the database: the one named, `FACEPLATE_DATABASE`, `NAME.sqlite` beside the schema where
/// its folder can be written, else in the user's folder for state.
struct DatabaseLocation {
    /// The file; `nil` where neither a database nor a schema is named.
    let path: String?

    init(named: String?, schema: String?, environment: [String: String]) {
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
        let parent = (schema as NSString).deletingLastPathComponent
        let name = ((schema as NSString).lastPathComponent as NSString).deletingPathExtension
        if access(parent.isEmpty ? "." : parent, W_OK) == 0 {
            path = (parent as NSString).appendingPathComponent("\(name).sqlite")
            return
        }
        let home = variable("HOME") ?? NSHomeDirectory()
        // The XDG specification: a relative path is invalid and is ignored.
        let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        path = "\(state ?? "\(home)/.local/state")/faceplate/\(name).sqlite"
    }

    /// Makes the folder of a database in the user's folder for state; other folders must exist.
    static func makeFolder(of path: String) throws(Failure) {
        let folder = (path as NSString).deletingLastPathComponent
        guard (folder as NSString).lastPathComponent == "faceplate" else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(.unavailable, "The folder '\(folder)' cannot be made.")
        }
    }
}
