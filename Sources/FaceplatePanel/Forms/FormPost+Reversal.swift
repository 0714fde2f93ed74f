import Faceplate

extension Reversal.Extent {
    /// Reads `_undo=7` and `_undo=7:KEY`.
    init(undo field: FormField) throws(FormError) {
        let (text, key) = field.value.halves(at: ":")
        guard let number = Int(text), key?.isEmpty != true else {
            throw FormError(
                status: 400,
                message: "'\(field.name)' must be the number of a revision, like 7, or with one of "
                    + "its keys, like 7:volume.")
        }
        self = .undo(number, key: key)
    }

    /// Reads `_restore=7` and `_restore=2026-11-20T07:30:00Z`; with a clock also a local time, as the field of the page
    /// of changes sends it.
    init(restore field: FormField, by clock: PageClock? = nil) throws(FormError) {
        // A plus sign that was not percent-encoded has arrived as a space.
        let text = field.value.replacing(/\ (?=.{5}$)/, with: "+")
        guard
            let extent = clock?.time(field.value).map(Self.restoreTime) ?? Self(restoring: text)
        else {
            throw FormError(
                status: 400,
                message:
                    "'\(field.name)' must be the number of a revision, like 7, or a time, like "
                    + "2026-11-20T07:30:00Z.")
        }
        self = extent
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
