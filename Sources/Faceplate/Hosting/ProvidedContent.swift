import Logging

/// What a program gives a panel when it is shown, instead of writing it into the schema: the groups
/// of a page, the options of an item, the value of an `info` row.
///
/// Each is asked for on a thread that may wait, whenever a page that shows it is opened, and when the
/// settings are opened. Groups and options become part of the schema that the store keeps, so that
/// scripts and the command line see them too.
public struct ProvidedContent: Sendable {
    /// The groups of pages, by the key of the page's item; the empty key is the first page.
    ///
    /// Each group is written as in a schema.
    public var groups: [String: @Sendable () -> [JSONValue]] = [:]
    /// The options of items that have `itemOptionsProvided`, by key.
    public var options: [String: @Sendable () -> [ProvidedOption]] = [:]
    /// The values of `info` rows, by key; they are shown and never stored.
    public var values: [String: @Sendable () -> Value?] = [:]
    /// Values for settings that nobody ever set, by key; set once, when the settings are opened.
    ///
    /// What is refused is left out, and told in `Settings.problems`.
    public var initialValues: (@Sendable () -> [String: Value])?
    /// Computed defaults by key, in place of the schema's; asked when the settings are opened or the
    /// schema changes.
    ///
    /// Names without a setting are told in `Settings.problems`, with the nearest one.
    public var defaults: (@Sendable () -> [String: Value])?

    /// Nothing.
    public init() {}

    /// What the providers say now, as changes of a schema.
    ///
    /// - Parameter keys: only these pages and items; all where `nil`.
    func edits(only keys: Set<String>? = nil) -> [SchemaEdit] {
        func isAsked(_ key: String) -> Bool { keys?.contains(key) ?? true }
        return groups.filter { isAsked($0.key) }.sorted { $0.key < $1.key }
            .map { SchemaEdit.groups(page: $0.key, $0.value()) }
            + options.filter { isAsked($0.key) }.sorted { $0.key < $1.key }
            .map { SchemaEdit.options(item: $0.key, $0.value().map(\.json)) }
    }
}

/// One option that a program provides.
public struct ProvidedOption: Sendable, Hashable {
    /// What is stored where it is chosen.
    public let value: Value
    /// What it is called: words, or a label key; the value itself where `nil`.
    public let label: String?
    /// A sentence that explains it.
    public let help: String?

    /// Makes an option.
    public init(_ value: Value, label: String? = nil, help: String? = nil) {
        self.value = value
        self.label = label
        self.help = help
    }

    var json: JSONValue {
        var members: [JSONObject.Member] = [.init(name: "value", value: value.json)]
        if let label { members.append(.init(name: "label", value: JSONValue(.string(label)))) }
        if let help { members.append(.init(name: "help", value: JSONValue(.string(help)))) }
        return JSONValue(.object(JSONObject(members)))
    }
}

extension Settings {
    /// Puts another group in the place of one, for as long as the program runs: a schema file that
    /// changes meanwhile is changed the same way.
    ///
    /// Values are kept, converted or parked as with any new schema.
    ///
    /// - Parameter json: the group as a schema has it; its own key may be another.
    /// - Throws: `SchemaError` where the group does not fit, `StoreError` where it cannot be kept.
    public func replaceGroup(_ key: String, with json: JSONValue) throws {
        try take(.group(key, json))
    }

    private func take(_ edit: SchemaEdit) throws {
        let schema = try snapshot.schema.applying([edit])
        try adopt(schema)
        state.withLock { $0.edits.append(edit) }
    }

    /// Gives the panel content of the program's from now on, beside what it had.
    ///
    /// - Throws: `SchemaError` where it does not fit the schema, `StoreError` where it cannot be kept.
    public func provide(_ content: ProvidedContent) throws {
        try adopt(snapshot.schema.applying(content.edits() + content.defaultEdits))
        state.withLock { $0.content = $0.content.merging(content) }
        begin(with: content)
    }

    private func adopt(_ schema: Schema) throws {
        guard schema != snapshot.schema else { return }
        try adopt(schema, labels: snapshot.labels, adoption: Adoption(isForced: true))
    }

    /// The value of an `info` row that the program provides; `nil` where it does not.
    public func providedValue(_ key: String) -> Value? {
        let provider = state.withLock { $0.content.values[key] }
        return provider?()
    }

    /// Whether the program provides any of the panel.
    package var isProviding: Bool { state.withLock { !$0.content.isEmpty } }

    /// Whether the program provides something of what a page shows, so that showing it may wait.
    package func isProvided(on page: Schema.Page) -> Bool {
        let content = state.withLock { $0.content }
        guard !content.isEmpty else { return false }
        return content.groups[page.key] != nil
            || page.groups.contains { group in
                group.items.contains {
                    content.options[$0.key] != nil || content.values[$0.key] != nil
                }
            }
    }

    /// Asks the program for what a page shows, and takes over what is new.
    ///
    /// May wait for the store. What does not fit is logged, and the page stays as it was.
    package func refreshProvided(on page: Schema.Page) {
        let content = state.withLock { $0.content }
        let keys = Set([page.key] + page.groups.flatMap { $0.items.map(\.key) })
        do {
            try adopt(snapshot.schema.applying(content.edits(only: keys)))
        } catch {
            logger.error("provided content: \(error)")
        }
    }
}

extension ProvidedContent {
    /// Both; of two for one key the other's.
    func merging(_ other: Self) -> Self {
        var content = self
        content.groups.merge(other.groups) { $1 }
        content.options.merge(other.options) { $1 }
        content.values.merge(other.values) { $1 }
        content.initialValues = other.initialValues ?? initialValues
        content.defaults = other.defaults ?? defaults
        return content
    }

    var isEmpty: Bool {
        groups.isEmpty && options.isEmpty && values.isEmpty && defaults == nil
    }
}
