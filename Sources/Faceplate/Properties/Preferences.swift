import Foundation
public import Logging

/// A program's settings as a list of properties.
///
/// ```swift
/// struct ReaderPreferences: Preferences {
///     @Setting var hideNSFW = true
///     @Setting(key: "account_username") var username = ""
/// }
/// let preferences = ReaderPreferences()
/// preferences.hideNSFW = false
/// ```
///
/// A type with a `page` is its own schema: the properties in the page are its items. Without a page, a property whose
/// key is in the schema is that item, with its type, its rules and its place on the page. Any other property is stored
/// as a private value.
///
/// Preferences can be passed to any thread. Copies, and other preferences of the same settings, read and write the same
/// values.
///
/// `ReaderPreferences()` opens the program's own store at the first use of a property, or creates it. If that fails,
/// the properties return their defaults, and `refusal` contains the reason; `open()` throws it.
public protocol Preferences: Sendable {
    /// Creates the properties, which are not bound to settings yet.
    init()

    /// The schema of the items on the page; without an implementation that of `page`.
    ///
    /// If there is no page either, it is `nil`, which means the schema in the store.
    static var schema: Schema? { get throws }

    /// The groups and items of the page, from which the schema is made.
    ///
    /// A property is an item by the type of its values, and accepts the modifiers of items: `$port.restart()`. Handlers
    /// in the page read and write the properties themselves. The page is evaluated when the settings are opened, with
    /// the initial values.
    @SettingsPageBuilder var page: SettingsPage { get }

    /// The attributes of the whole panel, such as its title and version.
    static var panel: PanelAttributes { get }

    /// The custom controls of the items.
    static var controls: [any CustomControl] { get }

    /// The beginning of the keys of the properties, such as `reader` for the keys `reader.hideNSFW`; `nil` for none.
    ///
    /// A property with a key of its own has exactly that key. Two types whose properties have the same names need
    /// namespaces to be bound to the same settings.
    static var namespace: String? { get }

    /// The rules for applying the schema to the store, with the program's own migrations.
    static var adoption: Settings.Adoption { get }
}

extension Preferences {
    /// A property that is a setting; see `SettingProperty`.
    public typealias Setting<Value: Codable & Sendable> = SettingProperty<Self, Value>

    /// No namespace: the key of a property is its name.
    public static var namespace: String? { nil }

    /// The default rules, without migrations.
    public static var adoption: Settings.Adoption { Settings.Adoption() }

    /// Binds the properties to settings.
    ///
    /// Private values that no longer fit their property are migrated or parked in one revision, after the file was
    /// copied.
    ///
    /// - Throws: `PreferencesError` with all keys and types that do not fit; `StoreError` if values that must be parked
    ///   cannot be.
    public init(_ settings: Settings) throws {
        self = OwnStore.making(Self.self)
        let properties = try settings.bound(self)
        let source = PropertySource.live(settings, Writer())
        for property in properties { property.bind(to: source) }
    }

    /// Opens a store, or creates one, and binds the properties to it.
    ///
    /// Preferences of one process that use the same path share their settings.
    ///
    /// - Parameters:
    ///   - schema: a schema that replaces the type's own.
    ///   - path: the database. Without it, `FACEPLATE_DATABASE` is used, else `NAME.sqlite` for the program's name in
    ///     the user's state folder (`$XDG_STATE_HOME/faceplate`).
    ///   - locks: values that no user can change, such as those of environment variables.
    /// - Throws: `PreferencesError` if keys or types do not fit, `StoreError` if the store cannot be used.
    public static func open(
        _ schema: Schema? = nil, labels: LabelCatalog = LabelCatalog(), at path: String? = nil,
        locks: Settings.Locks = [], logger: Logger = .faceplate()
    ) throws -> Self {
        try Self(settings(schema, labels: labels, at: path, locks: locks, logger: logger))
    }

    /// Opens settings in memory and binds the properties to them, for tests.
    ///
    /// - Throws: `PreferencesError` if keys or types do not fit, `SchemaError` for mistakes in the page.
    public static func inMemory() throws -> Self {
        try Self(Settings.inMemory(schema ?? Schema {}))
    }

    /// They are opened once for each process.
    package static func settings(
        _ schema: Schema? = nil, labels: LabelCatalog = LabelCatalog(), at path: String?,
        locks: Settings.Locks = [], logger: Logger = .faceplate()
    ) throws -> Settings {
        let path = try path ?? StorePlace.ownStore()
        return try SyncedSettings.open(path) {
            try Settings.openOrMake(
                schema ?? Self.schema, labels: labels, at: path, adoption: adoption,
                locks: locks, logger: logger)
        }
    }

    /// The settings of the properties; `nil` if the program's own store cannot be opened.
    ///
    /// If the properties are not bound yet, the first access opens that store, which reads its file.
    public var settings: Settings? { source?.settings }

    package func openedSettings() throws(StoreError) -> Settings {
        guard let settings else { throw OwnStore.failure(of: Self.self) }
        return settings
    }

    /// The properties at this moment, all of the same revision.
    ///
    /// They no longer change, and cannot be set.
    public var frozen: Self {
        guard let source else { return self }
        return bound(to: .frozen(source.settings, source.snapshot))
    }

    /// Sets several properties as one revision, and waits until it is on disk.
    ///
    /// ```swift
    /// try await preferences.update { $0.port = 80; $0.mode = .eco }
    /// ```
    ///
    /// Inside `body`, the properties already return the new values. If `body` throws, or one value is rejected, nothing
    /// is saved. It blocks no thread.
    ///
    /// - Parameters:
    ///   - note: a note that history stores.
    ///   - body: a closure that runs once, at once.
    /// - Throws: the error of `body`; `ApplyError` if a value is rejected or the store cannot be written.
    @discardableResult
    public func update<Result>(
        note: String? = nil, _ body: (Self) throws -> Result
    ) async throws -> Result {
        let settings: Settings
        do throws(StoreError) {
            settings = try openedSettings()
        } catch {
            throw ApplyError.store(error)
        }
        return try await settings.batch(note: note) { () async throws in try body(self) }
    }

    private var source: PropertySource? {
        let places = Mirror(reflecting: self).children.lazy
            .compactMap { ($0.value as? any PreferencesProperty)?.place }
        return places.first?.source
    }

    func bound(to source: PropertySource) -> Self {
        let other = OwnStore.making(Self.self)
        let binder = PropertyBinder(Self.self, source.settings.committed)
        for property in binder.named(other) { property.bind(to: source) }
        return other
    }
}

extension Settings {
    /// Opens settings with a schema; without one, with the store's own schema, or an empty one for a new store.
    fileprivate static func openOrMake(
        _ schema: Schema?, labels: LabelCatalog, at path: String, adoption: Adoption,
        locks: Locks, logger: Logger
    ) throws -> Settings {
        if let schema {
            return try open(
                schema, labels: labels, at: path, adoption: adoption, locks: locks, logger: logger)
        }
        do throws(StoreError) {
            if StoreAddress(path).exists {
                return try open(at: path, locks: locks, logger: logger)
            }
        } catch  where error.code == .noSchema {
            // A store that was created but has no schema yet is treated as a new one.
        }
        let empty = try SchemaReader.read(Array("[]".utf8), name: PathParts(path).stem)
        return try open(empty, at: path, adoption: adoption, locks: locks, logger: logger)
    }
}
