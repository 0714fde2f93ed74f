public import Foundation

/// A wish to take back what history holds.
///
/// It is a change like any other: checked by the schema of now, and a revision of its own that can
/// be undone in turn.
public struct Reversal: Sendable, Hashable {
    /// How much is taken back.
    public enum Extent: Sendable, Hashable {
        /// What one revision changed; only its change of `key`, where one is named.
        case undo(Int, key: String? = nil)
        /// Everything that was changed after a revision; 0 is the state before the first one.
        case restore(Int)
        /// Everything that was changed after a moment.
        case restoreTime(Date)
    }

    /// How much is taken back.
    public var extent: Extent
    /// Whether it wins over what was changed again since, which is a conflict otherwise.
    public var isForced: Bool

    /// Makes a wish; see the properties.
    public init(_ extent: Extent, isForced: Bool = false) {
        self.extent = extent
        self.isForced = isForced
    }
}

extension Reversal.Extent {
    /// What history keeps beside the revision that takes something back: `undo 7`, `undo 7 KEY`,
    /// `restore 5`.
    var note: String? {
        switch self {
        case .undo(let number, let key): "undo \(number)" + (key.map { " \($0)" } ?? "")
        case .restore(let number): "restore \(number)"
        case .restoreTime: nil
        }
    }

    init?(note: String) {
        let words = note.split(separator: " ", omittingEmptySubsequences: false)
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
    /// What it took back; `nil` for a revision that is no undo.
    ///
    /// A restore as of a moment is known by the revision that was the newest then.
    public var reversal: Reversal.Extent? {
        guard origin == .undo else { return nil }
        return note.flatMap { Reversal.Extent(note: $0) }
    }
}
