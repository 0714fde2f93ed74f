import SystemPackage

/// A file's folder and name.
package struct PathParts: Sendable {
    /// `.` for a path that names none.
    package let folder: String
    /// The name without its ending.
    package let stem: String
    /// The ending with its dot; empty where there is none.
    package let ending: String

    package init(_ path: String) {
        // Not NSString's path methods: on Linux they end the process for a path of one character.
        let path = FilePath(path)
        let parent = path.removingLastComponent()
        folder = parent.isEmpty ? "." : parent.string
        stem = path.stem ?? ""
        ending = path.extension.map { "." + $0 } ?? ""
    }

    /// A file in a folder, without `./` before it.
    package static func file(_ name: String, in folder: String) -> String {
        folder == "." ? name : FilePath(folder).appending(name).string
    }
}
