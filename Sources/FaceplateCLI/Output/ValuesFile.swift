import Faceplate
import FaceplateFiles
import FaceplateImport
import FaceplateSchema
import Foundation

/// A write replaces the file as a whole, so that a reader never sees a part of it.
struct ValuesFile: Sendable {
    let path: String
    let format: ValuesFormat
    var selection = ExportedValues.Selection.all
    /// `nil` keeps those of the file, or uses 0600 for a new file.
    var mode: UInt32?

    func write(_ snapshot: Snapshot) throws(Failure) {
        try replace(with: text(of: snapshot))
    }

    /// The old file stays if it cannot be written.
    func replace(with text: String) throws(Failure) {
        do throws(FileReplacement.Problem) {
            try FileReplacement(path: path, mode: mode).replace(with: Array(text.utf8))
        } catch {
            throw Failure(.refused, error.description)
        }
    }

    func omission(of snapshot: Snapshot) -> String? {
        let keys = rows(of: snapshot).filter { !canHold($0) }.map(\.key)
        guard !keys.isEmpty else { return nil }
        return "Left out, because \(format.limitation): \(keys.joined(separator: ", "))."
    }

    private func rows(of snapshot: Snapshot) -> [ValuesFormat.Row] {
        let sections = format == .ini ? snapshot.schema.sectionsOfINI : []
        return snapshot.schema.settings.compactMap { setting in
            guard !setting.isSecret,
                selection == .all || snapshot.provenance(of: setting) != .onDefault
            else { return nil }
            return ValuesFormat.Row(
                group: setting.groupKey, key: setting.key, value: snapshot.value(of: setting),
                isSection: sections.contains(setting.key))
        }
    }

    private func canHold(_ row: ValuesFormat.Row) -> Bool {
        row.value.map(format.canHold) ?? true
    }

    private func text(of snapshot: Snapshot) -> String {
        format.text(
            of: rows(of: snapshot).filter(canHold),
            comments: ["Written by faceplate serve, which overwrites other changes."]
                + [omission(of: snapshot)].compactMap(\.self))
    }
}

enum TextFile {
    static func write(
        _ text: String, to path: String, _ options: Data.WritingOptions = .atomic
    ) throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: PathParts(path).folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path), options: options)
        } catch {
            throw Failure(.unavailable, "'\(path)' cannot be written.")
        }
    }
}
