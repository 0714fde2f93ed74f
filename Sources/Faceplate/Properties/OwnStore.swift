import Foundation
import Logging

/// The source location of a property, which distinguishes it from the other properties of its type.
struct SourceSpot: Sendable, Hashable {
    let file: String
    let line: UInt
    let column: UInt
}

/// The program's own store, for preferences that were created without settings.
///
/// It is opened once for each type, at the first use of a property.
enum OwnStore {
    struct Binding: Sendable {
        let source: PropertySource
        /// The key of each property.
        let keys: [SourceSpot: String]
    }

    /// True in a task that creates preferences and binds them itself.
    @TaskLocal private static var isMaking = false

    private static let bindings = Locked<[ObjectIdentifier: Result<Binding, StoreError>]>([:])

    /// Creates preferences without opening a store.
    static func making<Values: Preferences>(_ type: Values.Type) -> Values { making { Values() } }

    /// Runs `body`, in which unbound properties return their initial values.
    static func making<Made>(_ body: () throws -> Made) rethrows -> Made {
        try $isMaking.withValue(true, operation: body)
    }

    /// Returns a property's place in the program's own store; `nil` if the store cannot be opened.
    static func place(of spot: SourceSpot, in type: any Preferences.Type) -> PropertyPlace? {
        guard !isMaking, case .success(let binding) = binding(of: type),
            let key = binding.keys[spot]
        else { return nil }
        return PropertyPlace(key: key, source: binding.source)
    }

    /// Returns the source for properties that were not bound to settings.
    static func source(of type: any Preferences.Type) throws(StoreError) -> PropertySource {
        try binding(of: type).get().source
    }

    /// Forgets a failure to open the store, so that the next use tries again.
    static func forgetFailure(of type: any Preferences.Type) {
        bindings.withLock { bindings in
            if case .failure = bindings[ObjectIdentifier(type)] {
                bindings[ObjectIdentifier(type)] = nil
            }
        }
    }

    /// Returns the reason why a property has no place.
    static func failure(of type: any Preferences.Type) -> StoreError {
        if case .failure(let error) = binding(of: type) { return error }
        return StoreError(
            .unbound,
            "A property of '\(type)' was not found by the line of its declaration. Make the "
                + "preferences with 'open()' or 'init(_:)'.")
    }

    private static func binding(
        of type: any Preferences.Type
    ) -> Result<Binding, StoreError> {
        let id = ObjectIdentifier(type)
        if let known = bindings.withLock({ $0[id] }), known.isUsable { return known }
        // Not under the lock, because an observer of shared settings can call this function in the meantime.
        let new = opened(type)
        if case .failure(let error) = new {
            Logger.faceplate().error(
                "the preferences '\(type)' have no store: \(error.message)")
        }
        return bindings.withLock { bindings in
            if let other = bindings[id], other.isUsable { return other }
            bindings[id] = new
            return new
        }
    }

    private static func opened<Values: Preferences>(
        _ type: Values.Type
    ) -> Result<Binding, StoreError> {
        do {
            let settings = try Values.settings(at: nil)
            let properties = try settings.bound(making(type))
            let keys = properties.map { ($0.property.spot, $0.key) }
            return .success(
                Binding(
                    source: .live(settings, Writer()),
                    keys: Dictionary(keys) { first, _ in first }))
        } catch let error as StoreError {
            return .failure(error)
        } catch {
            return .failure(StoreError(.unbound, "\(error)"))
        }
    }
}

extension Result where Success == OwnStore.Binding, Failure == StoreError {
    /// True when the store is open, or could not be opened.
    fileprivate var isUsable: Bool {
        if case .success(let binding) = self { !binding.source.settings.isClosed } else { true }
    }
}

extension Settings {
    /// Returns the properties of preferences if each one fits, after migrating or parking stored values that do not.
    func bound(_ preferences: some Preferences) throws -> [NamedProperty] {
        let content = state.withLock { $0.content }
        let binder = PropertyBinder(
            type(of: preferences), committed,
            providedDefaults: Set(content.currentDefaults.values.keys))
        let type = type(of: preferences)
        let properties = try binder.properties(of: preferences) { property in
            state.withLock { $0.owners[SettingKeySyntax.folded(property.key)] }
                .flatMap { owner in
                    let isSynced = owner.isKeyGiven && property.isKeyGiven
                    return owner.type == type || isSynced ? nil : owner.property
                }
        }
        try settle(properties)
        let owned = properties.filter { committed.schema.reference($0.key) == nil }
        state.withLock { state in
            for property in owned {
                state.owners[SettingKeySyntax.folded(property.key)] = PropertyOwner(
                    type: type, property: "\(type).\(property.name)",
                    isKeyGiven: property.isKeyGiven)
            }
        }
        return properties
    }
}

/// The type that a private value belongs to.
struct PropertyOwner: Sendable {
    let type: any Preferences.Type
    /// The property as it is written in code: `ReaderPreferences.hideNSFW`.
    let property: String
    let isKeyGiven: Bool
}

/// The settings that were opened for preferences, as long as they are referenced elsewhere.
enum SyncedSettings {
    private struct Entry {
        weak var settings: Settings?
    }

    private static let entries = Locked<[String: Entry]>([:])
    /// Serializes opening, so that two threads do not both create a store.
    private static let opening = NSLock()

    static func open(_ path: String, _ make: () throws -> Settings) throws -> Settings {
        opening.lock()
        defer { opening.unlock() }
        let name = URL(filePath: path).standardizedFileURL.path
        if let settings = entries.withLock({ $0[name]?.settings }), !settings.isClosed {
            return settings
        }
        let settings = try make()
        entries.withLock { $0[name] = Entry(settings: settings) }
        return settings
    }
}
