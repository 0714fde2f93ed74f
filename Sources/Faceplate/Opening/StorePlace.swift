import Foundation

package enum StorePlace {
    /// `FACEPLATE_DATABASE`, else a file with the program's name, whose folder is created.
    static func ownStore() throws(StoreError) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let named = variable("FACEPLATE_DATABASE", environment) { return named }
        let path = inStateFolder(ProcessInfo.processInfo.processName, environment)
        try makeFolder(of: path)
        return path
    }

    package static func inStateFolder(_ name: String, _ environment: [String: String]) -> String {
        let home = variable("HOME", environment) ?? NSHomeDirectory()
        // The XDG specification: a relative path is invalid and is ignored.
        let state = variable("XDG_STATE_HOME", environment).flatMap {
            $0.hasPrefix("/") ? $0 : nil
        }
        return "\(state ?? "\(home)/.local/state")/faceplate/\(name).sqlite"
    }

    /// Other folders must exist.
    package static func makeFolder(of path: String) throws(StoreError) {
        let folder = PathParts(path).folder
        guard folder.hasSuffix("/faceplate") else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(.cannotOpen, "The folder '\(folder)' cannot be made.")
        }
    }

    /// `nil` for a blank variable, which counts as not set.
    package static func variable(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { isBlank($0) ? nil : $0 }
    }

    /// True for empty text, and for white space alone.
    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
