import Faceplate
import Foundation

/// A part of the history that a form undoes or restores, as the sender wrote it.
struct PostedReversal: Sendable {
    /// `_undo` or `_restore`.
    let name: String
    let value: String
    let extent: Reversal.Extent
    /// True to override settings that were changed again since.
    private(set) var isForced = false
    var key: String? { if case .undo(_, let key) = extent { key } else { nil } }

    /// Reads `_undo=7` and `_undo=7:KEY`.
    init(undo field: FormField) throws(FormError) {
        let (text, key) = field.value.halves(at: ":")
        guard let number = Int(text), key?.isEmpty != true else {
            throw FormError(
                status: 400,
                message: "'\(field.name)' must be the number of a revision, like 7, or with one of "
                    + "its keys, like 7:volume.")
        }
        self.init(field, .undo(number, key: key))
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

    /// Also takes a local time, as the field of the page of changes sends it.
    init(previewing field: FormField, by clock: PageClock) throws(FormError) {
        guard let time = clock.time(field.value) else {
            self = try Self(restore: field)
            return
        }
        name = field.name
        value = RevisionTime.text(time)
        extent = .restoreTime(time)
    }

    init(revision: Int, key: String?) {
        name = "revision"
        value = String(revision)
        extent = .undo(revision, key: key)
    }

    init(_ reversal: Reversal) {
        switch reversal.extent {
        case .undo(let number, _): (name, value) = ("undo", String(number))
        case .restore(let number): (name, value) = ("restore", String(number))
        case .restoreTime(let time): (name, value) = ("restore", RevisionTime.text(time))
        }
        extent = reversal.extent
        isForced = reversal.isForced
    }

    private init(_ field: FormField, _ extent: Reversal.Extent) {
        name = field.name
        value = field.value
        self.extent = extent
    }

    /// A plus sign that was not percent-encoded has arrived as a space.
    private static func time(_ text: String) -> Date? {
        if let time = RevisionTime.date(text) { return time }
        var bytes = Array(text.utf8)
        guard bytes.count > 6, bytes[bytes.count - 6] == UInt8(ascii: " ") else { return nil }
        bytes[bytes.count - 6] = UInt8(ascii: "+")
        return RevisionTime.date(String(decoding: bytes, as: UTF8.self))
    }
}

extension Batch.Choice {
    /// An empty value means that the user has not chosen.
    init(_ field: FormField) throws(FormError) {
        guard let choice = Self(rawValue: field.value) else {
            throw FormError(
                status: 400, message: "'\(field.name)' must be 'theirs' or 'mine'.")
        }
        self = choice
    }
}
