import Foundation
public import Logging

/// A program's settings as a list of properties.
///
/// ```swift
/// struct ReaderPreferences: Preferences {
///     @Setting var hideNSFW = true
///     @Setting("account_username") var username = ""
/// }
/// let preferences = ReaderPreferences()
/// preferences.hideNSFW = false
/// ```
///
/// A property whose key the schema has is that item: with its type, its rules and its place on the
/// page. Any other is stored and private. A value may be passed to any thread; copies, and others
/// made of the same settings, read and write the same.
///
/// `ReaderPreferences()` alone opens the program's own store at the first use of a property, or makes
/// it. Where that fails the properties read as their defaults, and `refusal` tells why; `open()`
/// throws it.
public protocol Preferences: Sendable {
    /// Makes the properties, bound to nothing yet.
    init()

    /// Describes the items that are on the page; `nil`, unless given, for what the store holds.
    static var schema: Schema? { get throws }

    /// How the schema meets the store, with the program's own migrations.
    static var adoption: Settings.Adoption { get }
}

extension Preferences {
    /// A property that is a setting; see `SettingProperty`.
    public typealias Setting<Value: Codable & Sendable> = SettingProperty<Self, Value>

    /// None: what the store holds.
    public static var schema: Schema? { nil }

    /// Without migrations.
    public static var adoption: Settings.Adoption { Settings.Adoption() }

    /// Binds the properties to settings.
    ///
    /// Private values that do not fit their property any more are migrated or parked, in one
    /// revision, after a copy of the file was made.
    ///
    /// - Throws: `PreferencesError` where keys or types do not fit, all at once; `StoreError` where
    ///   values that must be parked cannot be.
    public init(_ settings: Settings) throws {
        self = OwnStore.making(Self.self)
        let properties = try settings.bound(self)
        let source = PropertySource.live(settings, Writer())
        for property in properties { property.take(source) }
    }

    /// Opens a store, or makes one, and binds the properties to it.
    ///
    /// Preferences of one process that are opened at one place share their settings.
    ///
    /// - Parameters:
    ///   - schema: in place of the type's own.
    ///   - path: the database; else `FACEPLATE_DATABASE`, else `NAME.sqlite` for the program's name
    ///     in the user's folder for state (`$XDG_STATE_HOME/faceplate`).
    /// - Throws: `PreferencesError` where keys or types do not fit, `StoreError` where the store
    ///   cannot be used.
    public static func open(
        _ schema: Schema? = nil, labels: LabelCatalog = LabelCatalog(), at path: String? = nil,
        logger: Logger = Logger(label: "faceplate")
    ) throws -> Self {
        try Self(settings(schema, labels: labels, at: path, logger: logger))
    }

    /// Those at a place, opened once a process.
    static func settings(
        _ schema: Schema? = nil, labels: LabelCatalog = LabelCatalog(), at path: String?,
        logger: Logger = Logger(label: "faceplate")
    ) throws -> Settings {
        let path = try path ?? StorePlace.ownStore()
        return try SharedSettings.open(path) {
            try Settings.openOrMake(
                schema ?? Self.schema, labels: labels, at: path, adoption: adoption,
                logger: logger)
        }
    }

    /// The settings that the properties belong to; `nil` where the program's own store cannot be
    /// opened.
    public var settings: Settings? { source?.settings }

    /// The properties as they are at this moment, all of one revision: they do not change any more
    /// and cannot be set.
    public var frozen: Self {
        guard let source else { return self }
        return bound(to: .frozen(source.settings, source.snapshot))
    }

    private var source: PropertySource? {
        let places = Mirror(reflecting: self).children.lazy
            .compactMap { ($0.value as? any PreferencesProperty)?.place }
        return places.first?.source
    }

    /// Others of the same keys that read and write somewhere else.
    func bound(to source: PropertySource) -> Self {
        let other = OwnStore.making(Self.self)
        let binder = PropertyBinder(Self.self, source.settings.committed)
        for property in binder.named(other) { property.take(source) }
        return other
    }
}

extension Settings {
    /// With a schema as `open` does; without one by the store's own, or by an empty one.
    fileprivate static func openOrMake(
        _ schema: Schema?, labels: LabelCatalog, at path: String, adoption: Adoption,
        logger: Logger
    ) throws -> Settings {
        if let schema {
            return try open(schema, labels: labels, at: path, adoption: adoption, logger: logger)
        }
        do throws(StoreError) {
            if access(path, F_OK) == 0 { return try open(at: path, logger: logger) }
        } catch  where error.code == .noSchema {
            // A store that was made and never given a schema is as good as a new one.
        }
        let empty = try SchemaReader.read(Array("[]".utf8), name: PathParts(path).stem)
        return try open(empty, at: path, adoption: adoption, logger: logger)
    }
}
