/// A slash and a dot count as such also before a combining mark, as they do for the system.
package struct PathParts: Sendable {
    /// `.` if the path has none.
    package let folder: String
    package let stem: String
    /// With its dot; empty if the name has none.
    package let ending: String

    package init(_ path: String) {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        let parents = names.dropLast().joined(separator: "/")
        let root = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        folder = root.isEmpty && parents.isEmpty ? "." : root + parents
        let name = names.last ?? ""
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        if let dot, dot != name.startIndex, name != ".." {
            stem = String(name[..<dot])
            ending = String(name[dot...])
        } else {
            stem = String(name)
            ending = ""
        }
    }

    /// Without a leading `./`.
    package static func file(_ name: String, in folder: String) -> String {
        switch folder {
        case ".": name
        case _ where folder.utf8.last == UInt8(ascii: "/"): folder + name
        default: folder + "/" + name
        }
    }
}
