import FaceplateSchema
import Foundation

/// The files of a settings bundle: what lies in its folder, and nothing outside of it.
struct BundleFolder {
    let path: String

    /// What keeps a file from being read, in one sentence.
    struct Refusal: Error {
        let message: String
        /// Whether there is nothing of the name.
        var isMissing = false
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
        // A link may lead anywhere, and opening a pipe waits for whoever writes into it.
        guard type == .typeRegular else {
            throw Refusal(message: "'\(place)' is no plain file, so it is not read.")
        }
        do throws(LabelFileError) {
            return try SchemaFile.bytes(of: "\(path)/\(place)")
        } catch {
            throw Refusal(message: error.message)
        }
    }

    /// The same of one of several files that have one budget together.
    func bytes(
        _ name: String, in folder: String = "", _ budget: inout PropertyListBudget
    ) throws(Refusal) -> [UInt8] {
        // What is not read need not be looked for.
        if let refusal = budget.refusal { throw Refusal(message: refusal) }
        let bytes = try self.bytes(name, in: folder)
        if let refusal = budget.take(bytes: bytes.count) { throw Refusal(message: refusal) }
        return bytes
    }

    /// Whether a folder of the bundle's own has the name, and no link to one.
    func hasFolder(_ name: String) -> Bool { type(of: name) == .typeDirectory }

    /// The property lists of the bundle that may be panes.
    var panes: [String] { names.filter { $0.hasSuffix(".plist") && $0 != "Info.plist" } }

    /// The pane that a bundle without the usual one begins with; `nil` where that is there, or where
    /// several might be meant.
    func standIn(for pane: String) -> String? {
        let panes = panes
        guard !panes.contains(pane) else { return nil }
        if let inApp = panes.first(where: { $0 == "Root.inApp.plist" }) { return inApp }
        return panes.count == 1 ? panes.first : nil
    }

    /// The files and folders of the bundle, in order.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Of a link, that it is one.
    private func type(of place: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(place)")
        return attributes?[.type] as? FileAttributeType
    }

    /// True when a text may name a file of the bundle.
    static func isPlain(_ name: String) -> Bool {
        name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
