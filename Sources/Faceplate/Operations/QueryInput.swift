import FaceplateSchema

/// A request by the parameters of a query.
package protocol QueryInput: Sendable {
    init()

    static var fields: [InputField<Self>] { get }

    /// - Throws: If parameters contradict each other.
    func check() throws(MalformedParameter)
}

extension QueryInput {
    package func check() throws(MalformedParameter) {}

    /// Reads a query; other parameters are ignored, and the last of repeated ones counts.
    ///
    /// - Parameter text: Returns the text of a parameter; `nil` if the query does not have it.
    package init(_ text: (String) -> String?) throws(MalformedParameter) {
        self.init()
        for field in Self.fields {
            if let text = text(field.name) { try field.read(text, into: &self) }
        }
        try check()
    }

    package var query: [(name: String, value: String)] {
        Self.fields.compactMap { field in field.text(of: self).map { (field.name, $0) } }
    }
}

/// A read that can wait for a change.
package protocol WaitingQuery: QueryInput {
    /// The revision that the requester knows.
    var after: Int? { get set }
    /// In seconds.
    var wait: Int? { get set }
}

extension WaitingQuery {
    package func check() throws(MalformedParameter) {
        guard after == nil, wait ?? 0 > 0 else { return }
        throw MalformedParameter(name: "wait", rule: "needs 'after', like ?after=7&wait=30")
    }

    /// In seconds.
    package static var longestWait: Int { 60 }

    package static var after: InputField<Self> {
        .number("after", \.after, "Respond when a revision after this one changed something.")
    }

    package static var wait: InputField<Self> {
        .number(
            "wait", \.wait, "The longest time to wait, in seconds; needs 'after'.",
            in: 0...longestWait)
    }
}

/// A read of settings.
package struct SettingsQuery: WaitingQuery {
    package static let detailed = InputField.flag(
        "detailed", \SettingsQuery.isDetailed,
        "Describe each setting: default, source, label, control, constraints, lock.")
    package static let search = InputField.text(
        "search", \SettingsQuery.search,
        "Only settings that the search of the page finds, best match first.")
    package static let fields = [detailed, search, after, wait]

    package var isDetailed = false
    /// `nil` for all settings.
    package var search: String?
    package var after: Int?
    package var wait: Int?

    package init() {}

    /// The descriptions of the settings that a search finds.
    package init(search: String) {
        self.search = search
        isDetailed = true
    }
}

/// A read of the history, newest first.
package struct HistoryQuery: WaitingQuery {
    package static let mostRevisions = 1_000

    package static let key = filter(
        "key", \.key, "Only revisions that changed this setting.")
    package static let origin = InputField.choice(
        "origin", \HistoryQuery.origin, "Only revisions from this source.")
    package static let text = filter(
        "text", \.text,
        "Only revisions with this text in a label, key, value, name or note. One response covers "
            + "2,000 revisions.")
    /// The parameters that choose revisions.
    package static let filters = [key, origin, text]
    package static let fields =
        [
            .number("before", \.before, "Only revisions with smaller numbers."),
            .number("limit", \.limit, "The most revisions.", in: 1...mostRevisions),
        ] + filters + [
            .flag(
                "detailed", \.isDetailed,
                "Add the identifier of the schema, and the defaults at the time."),
            after, wait,
        ]

    /// The number below which all revisions are; `nil` to start at the newest.
    package var before: Int?
    package var limit: Int?
    package var key: String?
    package var origin: Origin?
    package var text: String?
    package var isDetailed = false
    package var after: Int?
    package var wait: Int?

    package init() {}

    package init(
        before: Int?, limit: Int, key: String?, after: Int? = nil, wait: Int? = nil
    ) {
        (self.before, self.limit, self.key) = (before, limit, key)
        (self.after, self.wait, isDetailed) = (after, wait, true)
    }

    /// A field of the form that is left empty chooses everything.
    private static func filter(
        _ name: String, _ path: FieldPath<HistoryQuery, String?>, _ summary: String
    ) -> InputField<HistoryQuery> {
        .text(name, summary, rule: "must be text") {
            $0[keyPath: path] = $1.isEmpty ? nil : $1
            return true
        } text: {
            $0[keyPath: path]
        }
    }
}

/// The other side of a comparison with a profile.
package struct ComparisonQuery: QueryInput {
    package static let other = InputField.text(
        "with", \ComparisonQuery.other,
        "The name of the second profile; without it, the current values are the first and the "
            + "profile is the second.")
    package static let fields = [other]

    package var other: String?

    package init() {}
}

/// The changes from a revision on.
package struct EventsQuery: QueryInput {
    package static let fields = [
        InputField.number(
            "since", \EventsQuery.since, "Send the changes after this revision first.")
    ]

    package var since: Int?

    package init() {}
}

/// A change of settings.
package struct ChangeQuery: QueryInput {
    package static let end = InputField.flag(
        "end", \ChangeQuery.isEnd, "Only end a temporary value: the previous value is restored.")
    package static let part = InputField.text(
        "part", \ChangeQuery.part,
        "The part of the row to press, for a row that the app draws.")
    package static let fields =
        ChangeOptions.fields.map { $0.within(\ChangeQuery.options) } + [end, part]

    package var options = ChangeOptions()
    package var isEnd = false
    package var part: String?

    package init() {}
}
