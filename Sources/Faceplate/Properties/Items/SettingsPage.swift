/// The page of preferences: groups, and between them items without a group.
///
/// It is the type of `Preferences.page`, whose body is a list with `if` and `for`.
public typealias SettingsPage = [any Declared]

/// A result builder for a page, with `if`, `for` and lists that functions return.
public typealias SettingsPageBuilder = ListBuilder<any Declared>

/// The settings of the properties in the handlers of a page.
///
/// It does not keep them alive, because they have the handlers.
final class PageLink: Sendable {
    private struct State {
        /// The settings that were opened last with the schema.
        weak var settings: Settings?
        var connected: Set<ObjectIdentifier> = []
    }

    /// The settings that call a handler, since several can have the handlers of one schema; none while settings are
    /// opened.
    final class Caller: Sendable {
        private let state: Locked<State>

        init(_ settings: Settings?) { state = Locked(State(settings: settings)) }

        var settings: Settings? { state.withLock { $0.settings } }
    }

    @TaskLocal static var caller: Caller?

    private let writer = Writer()
    private let state = Locked(State())

    func connect(_ settings: Settings) {
        state.withLock { state in
            state.settings = settings
            state.connected.insert(ObjectIdentifier(settings))
        }
    }

    /// `nil` before the settings are open, and after their end.
    var source: PropertySource? {
        let caller = Self.caller
        let settings = state.withLock { state -> Settings? in
            guard let caller else { return state.settings }
            guard let settings = caller.settings else { return nil }
            // A handler can use the preferences of another page.
            return state.connected.contains(ObjectIdentifier(settings)) ? settings : state.settings
        }
        return settings.map { .live($0, writer) }
    }
}

extension Settings {
    /// Calls handlers of a page, whose properties are then those of these settings.
    package func calling<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PageLink.$caller.withValue(PageLink.Caller(self), operation: body)
    }

    package func calling<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        try await PageLink.$caller.withValue(PageLink.Caller(self), operation: body)
    }
}

/// A handler of a panel as a whole, which learns of the settings with the schema.
struct PageHandler: Sendable {
    let connect: @Sendable (Settings) -> Void
}

extension Preferences {
    /// No panel attributes.
    public static var panel: PanelAttributes { PanelAttributes() }

    /// No custom controls.
    public static var controls: [any CustomControl] { [] }

    /// No page.
    public var page: SettingsPage { [] }

    /// The schema of the page; `nil` for a type without a page.
    ///
    /// Its items are the properties in the page, and its handlers read and write the settings that are opened with the
    /// schema.
    ///
    /// - Throws: `PreferencesError` for a property that is neither in the page nor private; `SchemaError` with all
    ///   other mistakes.
    public static var schema: Schema? {
        get throws {
            let link = PageLink()
            let (properties, page) = OwnStore.making {
                let preferences = Self()
                let properties = PropertyBinder.named(preferences)
                for property in properties { property.property.join(link, as: property.key) }
                return (properties, preferences.page)
            }
            guard !page.isEmpty else { return nil }
            let schema = try Schema(
                panel.handled(by: PageHandler { link.connect($0) }),
                name: "\(Self.self)".lowercased(),
                controls: controls
            ) { groups(of: page) }
            try PropertyBinder.check(properties, of: Self.self, in: schema)
            return schema
        }
    }

    /// Items between groups become groups without a heading.
    private static func groups(of page: SettingsPage) -> [Group] {
        var groups: [Group] = []
        var loose: [any GroupEntry] = []
        var count = 0
        func close() {
            guard !loose.isEmpty else { return }
            count += 1
            let items = loose
            groups.append(Group(count == 1 ? "page" : "page_\(count)") { items }.title(""))
            loose = []
        }
        for entry in page {
            switch entry {
            case let group as Group:
                close()
                groups.append(group)
            case let item as any GroupEntry: loose.append(item)
            default: break
            }
        }
        close()
        return groups
    }
}

extension PropertyBinder {
    /// A property that a user expects on the page must not be missing there without a word, and the other way round.
    static func check(
        _ properties: [NamedProperty], of type: any Preferences.Type, in schema: Schema
    ) throws(PreferencesError) {
        let problems = properties.compactMap { property -> PreferencesError.Problem? in
            let isShown = schema.reference(property.key) != nil
            guard isShown == property.property.isPrivate else { return nil }
            let words =
                isShown
                ? "is private and in the page. Remove '.private', or '$\(property.name)' from the page."
                : "is not in the page. Add '$\(property.name)' to a group, or declare it: "
                    + "@Setting(.private)."
            return PreferencesError.Problem(
                property: "\(type).\(property.name)", key: property.key,
                description: "'\(type).\(property.name)' \(words)")
        }
        guard problems.isEmpty else { throw PreferencesError(problems: problems) }
    }
}
