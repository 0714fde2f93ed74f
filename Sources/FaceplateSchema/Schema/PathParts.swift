import SystemPackage

/// A file's folder and name.
package struct PathParts: Sendable {
    /// The folder; `.` if the path has none.
    package let folder: String
    /// The file name without its extension.
    package let stem: String
    /// The extension with its dot; empty if the name has none.
    package let ending: String

    package init(_ path: String) {
        // Not NSString's path methods: on Linux they crash for a path of one character.
        let path = FilePath(path)
        let parent = path.removingLastComponent()
        folder = parent.isEmpty ? "." : parent.string
        stem = path.stem ?? ""
        ending = path.extension.map { "." + $0 } ?? ""
    }

    /// Returns the path of a file in a folder, without a leading `./`.
    package static func file(_ name: String, in folder: String) -> String {
        folder == "." ? name : FilePath(folder).appending(name).string
    }
}
