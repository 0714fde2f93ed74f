import Foundation
import Logging

/// Content that a program provides when a panel is shown, instead of writing it into the schema.
///
/// It can provide the groups of a page, the options of an item, and the value of an `info` row. Each provider is called
/// when a page that shows its content is opened, on a thread that may block, and has 60 seconds to answer. Providers of
/// groups and options are also called when the settings are opened: a provider must not wait for the thread that opens
/// them. Groups and options become part of the stored schema, so that scripts and the
/// command line see them too.
public struct ProvidedContent: Sendable {
    /// The groups of pages, by the key of the page's item; the empty key means the first page.
    ///
    /// Each group is written as in a schema.
    public var groups: [String: @Sendable () async -> [JSONValue]] = [:]
    /// The groups of pages that are declared in Swift, with the handlers of their items, by the key of the page's item.
    ///
    /// For the same page, they replace those of `groups`.
    public var declaredGroups: [String: @Sendable () async -> [Group]] = [:]
    /// The options of items that have `itemOptionsProvided`, by key.
    ///
    /// While a provider throws, the earlier options stay, and the row shows the reason.
    public var options: [String: @Sendable () async throws -> [ProvidedOption]] = [:]
    /// The values of `info` rows, by key; they are shown and never stored.
    public var values: [String: @Sendable () async -> Value?] = [:]
    /// The values for settings that were never set, by key; they are set once, when the settings are opened.
    ///
    /// Rejected values are left out, and reported in `Settings.problems`.
    public var initialValues: (@Sendable () async -> [String: Value])?
    /// The computed defaults by key, which replace those of the schema.
    ///
    /// The provider is called when the settings are opened or the schema changes. Names without a setting are reported
    /// in `Settings.problems`, with the nearest name.
    public var defaults: (@Sendable () async -> [String: Value])?

    /// Creates empty content.
    public init() {}

    /// - Parameters:
    ///   - keys: the pages and items to ask for; all if `nil`.
    ///   - earlier: what was provided last, for providers that throw or do not answer.
    func current(
        only keys: Set<String>? = nil, earlier: ContentRecord = ContentRecord()
    ) -> CurrentContent {
        func isAsked(_ key: String) -> Bool { keys?.contains(key) ?? true }
        var current = CurrentContent()
        for (page, provider) in groups.sorted(by: { $0.key < $1.key })
        where isAsked(page) && declaredGroups[page] == nil {
            current.provide(current.answer(of: page, by: provider), on: page, earlier)
        }
        for (page, provider) in declaredGroups.sorted(by: { $0.key < $1.key }) where isAsked(page) {
            let groups = current.answer(of: page, by: provider)
            current.provide(groups?.map(\.json), on: page, earlier)
            for group in groups ?? [] { current.handlers.merge(group.handlers) { $1 } }
        }
        for (key, provider) in options.sorted(by: { $0.key < $1.key }) where isAsked(key) {
            if let options = current.answer(of: key, by: provider)?.map(\.json) {
                current.options[key] = options
                current.edits.append(.options(item: key, options))
            } else if let options = earlier.options[key] {
                current.edits.append(.options(item: key, options))
            }
        }
        return current
    }
}

struct CurrentContent: Sendable {
    var edits: [SchemaEdit] = []
    var handlers: [String: [any Sendable]] = [:]
    var options: [String: [JSONValue]] = [:]
    var groups: [String: [JSONValue]] = [:]
    /// The reasons why content could not be read, by the key of the item.
    var failures: [String: String] = [:]

    /// The pages whose groups were never provided.
    private var missing: [String] = []

    /// Without them, the values of these groups would be parked.
    func requireGroups() throws(StoreError) {
        guard let page = missing.first else { return }
        throw StoreError(
            .failed, "The groups of the page '\(page)' are missing. \(failures[page] ?? "")")
    }

    fileprivate mutating func provide(
        _ new: [JSONValue]?, on page: String, _ earlier: ContentRecord
    ) {
        if let new { groups[page] = new }
        guard let groups = new ?? earlier.groups[page] else { return missing.append(page) }
        edits.append(.groups(page: page, groups))
    }

    fileprivate mutating func answer<Answer: Sendable>(
        of key: String, by provider: @escaping @Sendable () async throws -> Answer
    ) -> Answer? {
        do {
            return try provided(by: provider)
        } catch {
            failures[key] = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
            return nil
        }
    }
}

/// One option that a program provides.
public struct ProvidedOption: Sendable, Hashable {
    /// The value that is stored when the option is chosen.
    public let value: Value
    /// The label; the value itself if `nil`.
    public let label: LocalizedText?
    /// A sentence that explains the option.
    public let help: LocalizedText?

    /// Creates an option, with a label and a help text that are text or label keys.
    public init(_ value: Value, label: String? = nil, help: String? = nil) {
        self.init(
            value, label: label.map { LocalizedText($0) }, help: help.map { LocalizedText($0) })
    }

    /// Creates an option, also with a label for each language: `["en": "Alto", "de": "Alt"]`.
    public init(_ value: Value, label: LocalizedText?, help: LocalizedText? = nil) {
        self.value = value
        self.label = label
        self.help = help
    }

    var json: JSONValue {
        .object(present: [
            ("value", value.json), ("label", label?.json), ("help", help?.json),
        ])
    }
}

extension Settings {
    /// The groups, options and values that the program provides while it runs.
    public var content: SettingsContent { SettingsContent(settings: self) }
}

/// The changes of a program to its schema while it runs (`Settings.content`).
public struct SettingsContent: Sendable {
    let settings: Settings

    /// Adds content that the program provides from now on.
    ///
    /// For the same key, it replaces the content that was provided before.
    ///
    /// - Throws: `SchemaError` if it does not fit the schema, `StoreError` if it cannot be stored.
    public func provide(_ content: ProvidedContent) throws {
        let current = settings.calling { content.current() }
        let defaults = content.currentDefaults
        try current.requireGroups()
        try settings.edit(current.edits + defaults.edits, isRepeated: false)
        settings.state.withLock { $0.content = $0.content.merging(content) }
        settings.note(current)
        try settings.adopt(current.handlers)
        settings.begin(with: content, defaults)
    }

    /// Replaces a group as long as the program runs.
    ///
    /// When a schema file changes in the meantime, the new schema is changed in the same way. Values stay, are
    /// converted or parked, as with any new schema.
    ///
    /// - Parameter json: the group as in a schema; its key can be another one.
    /// - Throws: `SchemaError` if there is no such group (the error names the nearest) or the group does
    ///   not fit, `StoreError` if it cannot be stored.
    public func replaceGroup(_ key: String, with json: JSONValue) throws {
        try requireGroup(key)
        try apply(.group(key, json))
    }

    /// Adds a group to a page as long as the program runs.
    ///
    /// - Parameters:
    ///   - json: the group as in a schema.
    ///   - page: the key of the page's item; empty for the first page.
    ///   - next: the key of the group to put it before; `nil` for the end of the page.
    /// - Throws: `SchemaError` if there is no such page or group (the error names the nearest) or the
    ///   group does not fit, `StoreError` if it cannot be stored.
    public func addGroup(
        _ json: JSONValue, toPage page: String = "", before next: String? = nil
    ) throws {
        try settings.require(page, among: settings.snapshot.schema.pages.keys, "There is no page")
        if let next { try require(next, onPage: page) }
        try apply(.addGroup(json, page: page, before: next))
    }

    /// Removes a group as long as the program runs; its values are parked.
    ///
    /// - Throws: `SchemaError` if there is no such group (the error names the nearest) or the others need
    ///   it, `StoreError` if the change cannot be stored.
    public func removeGroup(_ key: String) throws {
        try requireGroup(key)
        try apply(.removeGroup(key))
    }

    /// Moves a group on its page as long as the program runs.
    ///
    /// - Parameter next: the key of the group to put it before; `nil` for the end of the page.
    /// - Throws: `SchemaError` if there is no such group (the error names the nearest), `StoreError` if
    ///   the change cannot be stored.
    public func moveGroup(_ key: String, before next: String? = nil) throws {
        try requireGroup(key)
        if let next { try require(next, onPage: settings.snapshot.schema.page(of: key).key) }
        try apply(.moveGroup(key, before: next))
    }

    /// Replaces the options of an item as long as the program runs.
    ///
    /// - Throws: `SchemaError` if there is no such item (the error names the nearest) or an option does
    ///   not fit, `StoreError` if they cannot be stored.
    public func setOptions(_ options: [ProvidedOption], of key: String) throws {
        let controls: [Control] = [.choice, .segment, .choices, .picker]
        let keys = settings.snapshot.schema.items.filter { controls.contains($0.control) }.map(
            \.key)
        try settings.require(key, among: keys, "There is no item with options")
        try apply(.options(item: key, options.map(\.json)))
    }

    private func requireGroup(_ key: String) throws(SchemaError) {
        try settings.require(
            key, among: settings.snapshot.schema.groups.map(\.key), "There is no group")
    }

    private func apply(_ edit: SchemaEdit) throws { try settings.edit([edit], isRepeated: true) }

    private func require(_ next: String, onPage page: String) throws(SchemaError) {
        let keys = settings.snapshot.schema.pages[page]?.groups.map(\.key) ?? []
        try settings.require(next, among: keys, "That page has no group")
    }
}

extension Settings {
    package func require(
        _ key: String, among keys: [String], _ words: String
    ) throws(SchemaError) {
        guard !keys.contains(key) else { return }
        let message = "\(words) '\(key)'." + NearestWord.suggestion(for: key, among: keys)
        throw SchemaError(problems: [
            SchemaProblem(path: "$", position: TextPosition(line: 0, column: 0), message: message)
        ])
    }

    /// Returns the value that the program provides for an `info` row; `nil` if it provides none.
    ///
    /// It takes as long as the provider.
    package func providedValue(_ key: String) -> Value? {
        guard let provider = state.withLock({ $0.content.values[key] }) else { return nil }
        do {
            return try calling { try provided(by: provider) }
        } catch {
            logger.error("the value of '\(key)': \(error)")
            return nil
        }
    }

    /// Returns the reason why the options of an item could not be read last; `nil` if they could.
    package func optionsFailure(_ key: String) -> String? {
        state.withLock { $0.provided.failures[key] }
    }

    func note(_ current: CurrentContent) {
        let new = state.withLock { state in
            let earlier = state.provided.failures
            state.provided.note(current)
            return current.failures.filter { earlier[$0.key] != $0.value }
        }
        for (key, reason) in new.sorted(by: { $0.key < $1.key }) {
            logger.warning("content of '\(key)': \(reason)")
        }
    }

    package var isProviding: Bool { state.withLock { !$0.content.isEmpty || $0.source != nil } }

    /// Returns true when the program provides content of a page, so that showing the page may block.
    package func isProvided(on page: Schema.ItemPage) -> Bool {
        let content = state.withLock { $0.content }
        guard isProviding else { return false }
        return content.groups[page.key] != nil || content.declaredGroups[page.key] != nil
            || ownsValue(on: page)
            || page.groups.contains { group in
                group.items.contains {
                    content.options[$0.key] != nil || content.values[$0.key] != nil
                }
            }
    }

    /// It may wait for the store.
    ///
    /// Content that does not fit is logged, and the page stays unchanged.
    package func refreshProvided(on page: Schema.ItemPage) {
        let content = state.withLock { $0.content }
        let keys = Set([page.key] + page.groups.flatMap { $0.items.map(\.key) })
        do {
            let current = calling { content.current(only: keys) }
            note(current)
            try edit(current.edits, isRepeated: false)
            try adopt(current.handlers)
        } catch {
            logger.error("provided content: \(error)")
        }
        readSource()
    }
}

/// The last answer of each provider of options and groups.
struct ContentRecord: Sendable {
    var options: [String: [JSONValue]] = [:]
    var groups: [String: [JSONValue]] = [:]
    var failures: [String: String] = [:]

    mutating func note(_ current: CurrentContent) {
        options.merge(current.options) { $1 }
        groups.merge(current.groups) { $1 }
        for key in Array(current.options.keys) + current.groups.keys { failures[key] = nil }
        failures.merge(current.failures) { $1 }
    }
}

extension ProvidedContent {
    /// For the same key, that of `other`.
    func merging(_ other: Self) -> Self {
        var content = self
        content.groups.merge(other.groups) { $1 }
        content.declaredGroups.merge(other.declaredGroups) { $1 }
        content.options.merge(other.options) { $1 }
        content.values.merge(other.values) { $1 }
        content.initialValues = other.initialValues ?? initialValues
        content.defaults = other.defaults ?? defaults
        return content
    }

    var isEmpty: Bool {
        groups.isEmpty && declaredGroups.isEmpty && options.isEmpty && values.isEmpty
            && defaults == nil
    }
}
