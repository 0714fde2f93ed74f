public import Foundation

/// A request to undo recorded changes.
///
/// It is a change like any other: it is checked against the current schema, and makes its own revision, which can be
/// undone as well.
public struct Reversal: Sendable, Hashable {
    /// The extent of the changes to undo.
    public enum Extent: Sendable, Hashable {
        /// The changes of one revision; only its change of `key`, if given.
        case undo(Int, key: String? = nil)
        /// All changes after a revision; 0 is the state before the first one.
        case restore(Int)
        /// All changes after a moment.
        case restoreTime(Date)
    }

    /// The extent of the changes to undo.
    public var extent: Extent
    /// True to override settings that were changed again since; otherwise these are conflicts.
    public var isForced: Bool

    /// Creates a reversal, for `Batch.reversal`.
    ///
    /// `Settings.undo` and `Settings.restore` create it for the program itself.
    public init(_ extent: Extent, isForced: Bool = false) {
        self.extent = extent
        self.isForced = isForced
    }
}

extension Reversal.Extent {
    /// `undo` or `restore`.
    package var name: String { if case .undo = self { "undo" } else { "restore" } }

    /// The text in forms: `7`, `7:KEY`, or a time.
    package var text: String {
        switch self {
        case .undo(let number, let key): "\(number)" + (key.map { ":\($0)" } ?? "")
        case .restore(let number): "\(number)"
        case .restoreTime(let time): RevisionTime.text(time)
        }
    }

    /// Reads the number of a revision or a time.
    package init?(restoring text: String) {
        let time = RevisionTime.date(text).map(Self.restoreTime)
        guard let extent = Int(text).map(Self.restore) ?? time else { return nil }
        self = extent
    }

    /// `undo 7`, `undo 7 KEY`, `restore 5`.
    ///
    /// A revision with a reason, such as that of a failed save, has it as well: `undo 7: REASON`.
    var note: String? {
        switch self {
        case .undo(let number, let key): "undo \(number)" + (key.map { " \($0)" } ?? "")
        case .restore(let number): "restore \(number)"
        case .restoreTime: nil
        }
    }

    init?(note: String) {
        let words = note.prefix { $0 != ":" }
            .split(separator: " ", omittingEmptySubsequences: false)
        guard words.count >= 2, let number = Int(words[1]), number >= 0 else { return nil }
        switch (words[0], words.count) {
        case ("undo", 2): self = .undo(number)
        case ("undo", 3): self = .undo(number, key: String(words[2]))
        case ("restore", 2): self = .restore(number)
        default: return nil
        }
    }
}

extension Revision {
    /// The changes that the revision undid; `nil` for a revision that is not an undo.
    ///
    /// A restore to a moment is recorded with the revision that was the newest then.
    public var reversal: Reversal.Extent? {
        guard origin == .undo else { return nil }
        return note.flatMap { Reversal.Extent(note: $0) }
    }

    /// The reason for the change, as its sender gave it; `nil` without one.
    ///
    /// The notes of imports, profiles and other machines are no reasons.
    public var reason: String? {
        switch origin {
        case .browser, .script, .cli, .program: note
        case .undo: undoReason
        case .sync, .migration, .import, .expiry, .profile, .file: nil
        }
    }

    /// The reason for an undo or a restore, as the sender gave it or as the save failed; `nil` for any other revision.
    package var undoReason: String? {
        guard reversal != nil, let note, let colon = note.firstRange(of: ": ") else { return nil }
        return String(note[colon.upperBound...])
    }
}
