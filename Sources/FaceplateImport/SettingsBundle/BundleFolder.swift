import FaceplateSchema
import Foundation

/// The files of a settings bundle; files outside its folder are not accessible.
struct BundleFolder {
    let path: String

    struct Refusal: SpokenError {
        let message: String
        var isMissing = false

        var description: String { message }
    }

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

    func bytes(
        _ name: String, in folder: String = "", _ budget: inout PropertyListBudget
    ) throws(Refusal) -> [UInt8] {
        // Without budget, do not touch the file system.
        if let refusal = budget.refusal { throw Refusal(message: refusal) }
        let bytes = try self.bytes(name, in: folder)
        if let refusal = budget.count(bytes: bytes.count) { throw Refusal(message: refusal) }
        return bytes
    }

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

    /// False for a link to a folder.
    func hasFolder(_ name: String) -> Bool { type(of: name) == .typeDirectory }

    var panes: [String] { names.filter { $0.hasSuffix(".plist") && $0 != "Info.plist" } }

    /// The first pane of a bundle that does not have the usual one; `nil` if it has it, or if several
    /// panes are possible.
    func standIn(for pane: String) -> String? {
        let panes = panes
        guard !panes.contains(pane) else { return nil }
        if let inApp = panes.first(where: { $0 == "Root.inApp.plist" }) { return inApp }
        return panes.count == 1 ? panes.first : nil
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Without following links.
    private func type(of place: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(place)")
        return attributes?[.type] as? FileAttributeType
    }

    static func isPlain(_ name: String) -> Bool {
        name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
