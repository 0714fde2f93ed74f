package struct ChangeOptions: Sendable {
    package var isDryRun = false
    package var lifetime: Lifetime?
    package var note: String?

    package init(isDryRun: Bool = false, lifetime: Lifetime? = nil, note: String? = nil) {
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

    package var query: [(name: String, value: String)] {
        ChangeOption.all.compactMap { option in option.text(self).map { (option.name, $0) } }
    }
}

extension Batch {
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
    package let summary: String
    package let schema: JSONValue
    private let rule: String
    /// Returns false for malformed text.
    private let read: @Sendable (inout ChangeOptions, String) -> Bool
    fileprivate let text: @Sendable (ChangeOptions) -> String?

    /// In characters.
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

    package func read(_ text: String, into options: inout ChangeOptions) throws(Malformed) {
        guard read(&options, text) else { throw Malformed(rule: rule) }
    }
}
