import FaceplateSchema
import Foundation

/// The files of a settings bundle; files outside its folder are not accessible.
struct BundleFolder {
    let path: String

    /// The reason why a file cannot be read, in one sentence.
    struct Refusal: SpokenError {
        let message: String
        /// True when no file has the name.
        var isMissing = false

        var description: String { message }
    }

    /// Reads a file of the bundle, or of a folder in it.
    func bytes(_ name: String, in folder: String = "") throws(Refusal) -> [UInt8] {
        for part in [name, folder] where !Self.isPlain(part) {
            throw Refusal(message: "'\(part)' does not name a file of the bundle.")
        }
        let place = folder.isEmpty ? name : "\(folder)/\(name)"
        guard let type = type(of: place) else {
            throw Refusal(message: "There is no file '\(place)' in the bundle.", isMissing: true)
        }
        // A link may lead outside the bundle, and opening a pipe blocks until a process writes to it.
        guard type == .typeRegular else {
            throw Refusal(message: "'\(place)' is not a regular file, so it is not read.")
        }
        do throws(LabelFileError) {
            return try SchemaFile.bytes(of: "\(path)/\(place)")
        } catch {
            throw Refusal(message: error.message)
        }
    }

    /// Reads a file that shares a budget with other files.
    func bytes(
        _ name: String, in folder: String = "", _ budget: inout PropertyListBudget
    ) throws(Refusal) -> [UInt8] {
        // Without budget, do not touch the file system.
        if let refusal = budget.refusal { throw Refusal(message: refusal) }
        let bytes = try self.bytes(name, in: folder)
        if let refusal = budget.count(bytes: bytes.count) { throw Refusal(message: refusal) }
        return bytes
    }

    /// Reads a property list that shares a budget with other files.
    func propertyList(
        _ name: String, _ budget: inout PropertyListBudget
    ) throws(Refusal) -> PropertyList {
        let bytes = try self.bytes(name, &budget)
        do throws(PropertyListError) {
            return try PropertyListReader.read(bytes, &budget)
        } catch {
            throw Refusal(message: error.description)
        }
    }

    /// Returns true for the name of a folder in the bundle; false for a link to a folder.
    func hasFolder(_ name: String) -> Bool { type(of: name) == .typeDirectory }

    /// The property lists of the bundle that may be panes.
    var panes: [String] { names.filter { $0.hasSuffix(".plist") && $0 != "Info.plist" } }

    /// The first pane of a bundle that does not have the usual one; `nil` if it has it, or if several
    /// panes are possible.
    func standIn(for pane: String) -> String? {
        let panes = panes
        guard !panes.contains(pane) else { return nil }
        if let inApp = panes.first(where: { $0 == "Root.inApp.plist" }) { return inApp }
        return panes.count == 1 ? panes.first : nil
    }

    /// The names of the files and folders in the bundle, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Returns the type of a file, without following links.
    private func type(of place: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(place)")
        return attributes?[.type] as? FileAttributeType
    }

    /// Returns true when a string can name a file of the bundle.
    static func isPlain(_ name: String) -> Bool {
        name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
