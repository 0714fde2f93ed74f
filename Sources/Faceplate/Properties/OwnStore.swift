import Foundation
import Logging

/// Where a property is declared: what tells it from the others of its type.
struct SourceSpot: Sendable, Hashable {
    let line: UInt
    let column: UInt
}

/// The program's own store, which preferences open that were made without settings: at the first use
/// of a property, once a type.
enum OwnStore {
    struct Binding: Sendable {
        let source: PropertySource
        /// Where each property is kept.
        let keys: [SourceSpot: String]
    }

    /// Whether the running task makes preferences that it will bind itself.
    @TaskLocal private static var isMaking = false

    private static let bindings = Locked<[ObjectIdentifier: Result<Binding, StoreError>]>([:])

    /// Preferences that open nothing while they are made.
    static func making<Values: Preferences>(_ type: Values.Type) -> Values {
        $isMaking.withValue(true) { Values() }
    }

    /// A property's place in the program's own store; `nil` where that cannot be opened.
    static func place(of spot: SourceSpot, in type: any Preferences.Type) -> PropertyPlace? {
        guard !isMaking, case .success(let binding) = binding(of: type),
            let key = binding.keys[spot]
        else { return nil }
        return PropertyPlace(key: key, source: binding.source)
    }

    /// Where properties read and write that nobody bound.
    static func source(of type: any Preferences.Type) throws(StoreError) -> PropertySource {
        try binding(of: type).get().source
    }

    /// Tries again at the next use.
    static func forgetFailure(of type: any Preferences.Type) {
        bindings.withLock { bindings in
            if case .failure = bindings[ObjectIdentifier(type)] {
                bindings[ObjectIdentifier(type)] = nil
            }
        }
    }

    /// Why a property has no place.
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
        // Not under the lock, since an observer of shared settings may come here meanwhile.
        let new = opened(type)
        if case .failure(let error) = new {
            Logger(label: "faceplate").error(
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
    /// Whether the store is open, or was found not to open.
    fileprivate var isUsable: Bool {
        if case .success(let binding) = self { !binding.source.settings.isClosed } else { true }
    }
}

extension Settings {
    /// The properties of preferences, each of which fits; their stored values fit from now on.
    func bound(_ preferences: some Preferences) throws -> [NamedProperty] {
        let binder = PropertyBinder(type(of: preferences), committed)
        let properties = try binder.properties(of: preferences)
        try settle(properties)
        return properties
    }
}

/// Stores that preferences were opened on, for as long as somebody holds them.
enum SharedSettings {
    private final class Entry: Sendable {
        weak let settings: Settings?

        init(_ settings: Settings) {
            self.settings = settings
        }
    }

    private static let entries = Locked<[String: Entry]>([:])
    /// One at a time, so that two threads do not both make a store.
    private static let opening = NSLock()

    static func open(_ path: String, _ make: () throws -> Settings) throws -> Settings {
        opening.lock()
        defer { opening.unlock() }
        let name = URL(filePath: path).standardizedFileURL.path
        if let settings = entries.withLock({ $0[name]?.settings }), !settings.isClosed {
            return settings
        }
        let settings = try make()
        entries.withLock { $0[name] = Entry(settings) }
        return settings
    }
}
