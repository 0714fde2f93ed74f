import Faceplate
import Foundation

/// What of history a form takes back, as it was written.
struct PostedReversal: Sendable {
    /// The field: `_undo` or `_restore`.
    let name: String
    /// Its text.
    let value: String
    /// What it means.
    let extent: Reversal.Extent

    /// Reads `_undo=7` and `_undo=7:KEY`.
    init(undo field: FormField) throws(FormError) {
        let parts = field.value.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ Int($0) }), parts.last?.isEmpty == false else {
            throw FormError(
                status: 400,
                message: "'\(field.name)' must be the number of a revision, like 7, or with one of "
                    + "its keys, like 7:volume.")
        }
        self.init(field, .undo(number, key: parts.count > 1 ? String(parts[1]) : nil))
    }

    /// Reads `_restore=7` and `_restore=2026-11-20T07:30:00Z`.
    init(restore field: FormField) throws(FormError) {
        if let number = Int(field.value) {
            self.init(field, .restore(number))
        } else if let time = Self.time(field.value) {
            self.init(field, .restoreTime(time))
        } else {
            throw FormError(
                status: 400,
                message:
                    "'\(field.name)' must be the number of a revision, like 7, or a time, like "
                    + "2026-11-20T07:30:00Z.")
        }
    }

    private init(_ field: FormField, _ extent: Reversal.Extent) {
        name = field.name
        value = field.value
        self.extent = extent
    }

    /// A plus that was not encoded arrives as a space.
    private static func time(_ text: String) -> Date? {
        if let time = RevisionTime.date(text) { return time }
        var bytes = Array(text.utf8)
        guard bytes.count > 6, bytes[bytes.count - 6] == UInt8(ascii: " ") else { return nil }
        bytes[bytes.count - 6] = UInt8(ascii: "+")
        return RevisionTime.date(String(decoding: bytes, as: UTF8.self))
    }
}

extension Batch.Choice {
    /// Reads `_keep[KEY]=theirs`, `mine`, or nothing while nobody has chosen.
    init(_ field: FormField) throws(FormError) {
        guard let choice = Self(rawValue: field.value) else {
            throw FormError(
                status: 400, message: "'\(field.name)' must be 'theirs' or 'mine'.")
        }
        self = choice
    }
}
