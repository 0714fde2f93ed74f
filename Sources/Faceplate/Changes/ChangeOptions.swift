/// The choices and the reason that a sender gives with a change.
package struct ChangeOptions: Sendable {
    /// True to check the change, and to save nothing.
    package var isDryRun = false
    /// The time for which the values are set; `nil` for permanent values.
    package var lifetime: Lifetime?
    /// The reason for the change, which history shows.
    package var note: String?

    package init(isDryRun: Bool = false, lifetime: Lifetime? = nil, note: String? = nil) {
        self.isDryRun = isDryRun
        self.lifetime = lifetime
        self.note = note
    }

    /// Creates the options that a batch was made with.
    package init(_ batch: Batch) {
        isDryRun = batch.isDryRun
        lifetime = batch.lifetime.map(Lifetime.lasts) ?? (batch.isConfirmed ? .always : nil)
        // The note of an import and of a profile is its name.
        note = [.import, .profile].contains(batch.origin) ? nil : batch.note
    }

    /// The same options for a change that cannot be temporary.
    package var permanent: ChangeOptions {
        var options = self
        options.lifetime = nil
        return options
    }

    /// The query of a request with these options.
    package var query: [(name: String, value: String)] {
        ChangeOption.all.compactMap { option in option.text(self).map { (option.name, $0) } }
    }
}

extension Batch {
    /// Sets the options.
    package mutating func set(_ options: ChangeOptions) {
        isDryRun = options.isDryRun
        set(options.lifetime)
        note = note ?? options.note
    }
}

/// One of the options of a change, for each way in: the field `_for` of a form, the parameter `for` of a query, the
/// option `--for` of a command.
package struct ChangeOption: Sendable {
    /// The reason why text cannot be read, after the name of the option: `must be 1 or 0`.
    package struct Malformed: SpokenError {
        package let rule: String

        package var description: String { "The text \(rule)." }
    }

    /// The name in a query; in a form, `_` is before it.
    package let name: String
    /// The effect of the option, in one sentence.
    package let summary: String
    /// The JSON Schema of its text.
    package let schema: JSONValue
    private let rule: String
    /// Returns false for malformed text.
    private let read: @Sendable (inout ChangeOptions, String) -> Bool
    /// Returns the text of the option; `nil` to leave it out.
    fileprivate let text: @Sendable (ChangeOptions) -> String?

    /// The longest note in characters.
    package static let longestNote = 500

    package static let dryRun = ChangeOption(
        name: "dry_run", summary: "Respond with the changes, and save nothing.",
        schema: ["enum": ["1", "0", "true", "false"]], rule: "must be 1 or 0"
    ) { options, text in
        guard let flag = ["1": true, "true": true, "0": false, "false": false][text] else {
            return false
        }
        options.isDryRun = flag
        return true
    } text: {
        $0.isDryRun ? "1" : nil
    }

    package static let lifetime = ChangeOption(
        name: "for",
        summary: "The time after which the previous values are restored: "
            + "1 second to 366 days, such as 2h or 1h30m; or 'always', which also confirms changes "
            + "that would be undone otherwise ('itemKeepWithin').",
        schema: JSONType.text,
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

    package static let note = ChangeOption(
        name: "note", summary: "The reason for the change, which history shows.",
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

    package static let all = [dryRun, lifetime, note]

    private init(
        name: String, summary: String, schema: JSONValue, rule: String,
        read: @escaping @Sendable (inout ChangeOptions, String) -> Bool,
        text: @escaping @Sendable (ChangeOptions) -> String?
    ) {
        self.name = name
        self.summary = summary
        self.schema = schema
        self.rule = rule
        self.read = read
        self.text = text
    }

    /// Reads text into options.
    package func read(_ text: String, into options: inout ChangeOptions) throws(Malformed) {
        guard read(&options, text) else { throw Malformed(rule: rule) }
    }
}
