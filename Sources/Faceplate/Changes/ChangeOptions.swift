/// The options of a change, for each way in: the field `_for` of a form, the parameter `for` of a query, and the option
/// `--for` of a command.
package struct ChangeOptions: QueryInput {
    package var isDryRun = false
    package var lifetime: Lifetime?
    package var note: String?

    /// In characters.
    package static let longestNote = 500

    package static let dryRun = InputField.flag(
        "dry_run", \ChangeOptions.isDryRun, "Respond with the changes, and save nothing.")

    package static let lifetime = InputField<ChangeOptions>.text(
        "for",
        "The time after which the previous values are restored: "
            + "1 second to 366 days, such as 2h or 1h30m; or 'always', which also confirms changes "
            + "that would be undone otherwise ('itemKeepWithin').",
        rule: "must be a time of 1 second to 366 days, like 2h or 1h30m, or 'always'"
    ) { options, text in
        options.lifetime = Lifetime(text)
        return options.lifetime != nil || text.isEmpty
    } text: {
        switch $0.lifetime {
        case .lasts(let duration): "\(duration.seconds)s"
        case .always: "always"
        case nil: nil
        }
    }

    package static let note = InputField<ChangeOptions>.text(
        "note", "The reason for the change, which history shows.",
        schema: ["type": "string", "maxLength": .number(longestNote)],
        rule: "must be one line of at most \(longestNote) characters"
    ) { options, text in
        let isLine = text.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        // A character can have any number of scalars.
        guard isLine, text.utf8.count <= 16 * longestNote, text.count <= longestNote else {
            return false
        }
        options.note = text.allSatisfy(\.isWhitespace) ? nil : text
        return true
    } text: {
        $0.note
    }

    package static let fields = [dryRun, lifetime, note]

    package init() {}

    package init(isDryRun: Bool, lifetime: Lifetime? = nil, note: String? = nil) {
        self.isDryRun = isDryRun
        self.lifetime = lifetime
        self.note = note
    }

    package init(_ batch: Batch) {
        isDryRun = batch.isDryRun
        lifetime = batch.lifetime.map(Lifetime.lasts) ?? (batch.isConfirmed ? .always : nil)
        // The note of an import and of a profile is its name.
        note = [.import, .profile].contains(batch.origin) ? nil : batch.note
    }

    package var permanent: ChangeOptions {
        var options = self
        options.lifetime = nil
        return options
    }
}

extension Batch {
    package mutating func set(_ options: ChangeOptions) {
        isDryRun = options.isDryRun
        set(options.lifetime)
        note = note ?? options.note
    }
}
