public import Configuration
public import Faceplate

/// A configuration provider for settings: the stored values, and the defaults of the schema.
///
/// ```swift
/// let config = ConfigReader(providers: [
///     EnvironmentVariablesProvider(), FaceplateProvider(settings),
/// ])
/// let isHidden = config.bool(forKey: "display.hideNsfw", default: true)
/// ```
///
/// Values are read from memory, except a secret that was not read since it was set. Watches receive
/// every change, from any source: a user, a script or another process. To change settings, use
/// `Settings.apply`.
public struct FaceplateProvider: ConfigProvider, Sendable {
    /// A value that does not have the requested type.
    public struct TypeMismatch: SpokenError, Hashable {
        /// The key of the setting.
        public let key: String
        /// The requested type.
        public let type: ConfigType

        /// A message for people; it does not contain the value.
        public var description: String {
            "The value of '\(key)' cannot be read as \(type.rawValue)."
        }
    }

    private struct Known {
        var digest = ""
        var index: KeyIndex?
    }

    /// The name of the provider and of the panel, for access logs.
    public let providerName: String
    private let settings: Settings
    private let reader: ContentReader
    private let secrets: SecretCache
    private let known = Locked(Known())

    /// Creates a provider for open settings.
    ///
    /// - Parameter bytesDecoder: The decoder for strings that are read as bytes.
    public init(
        _ settings: Settings, bytesDecoder: some ConfigBytesFromStringDecoder = .base64
    ) {
        self.settings = settings
        providerName = "FaceplateProvider[\(settings.snapshot.schema.key)]"
        reader = ContentReader(bytesDecoder: bytesDecoder)
        secrets = SecretCache(settings)
    }

    /// Returns the value of a setting: the stored value, or the default.
    ///
    /// - Throws: `TypeMismatch`; `StoreError` if a secret cannot be read.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try newest().value(forKey: key, type: type)
    }

    /// Loads the changes of other processes, then returns the value of a setting.
    ///
    /// - Throws: `TypeMismatch`; `StoreError` if a secret cannot be read.
    public func fetchValue(
        forKey key: AbsoluteConfigKey, type: ConfigType
    ) async throws -> LookupResult {
        await settings.catchUp()
        return try value(forKey: key, type: type)
    }

    /// Provides the current value, then each different value.
    nonisolated(nonsending) public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey, type: ConfigType,
        updatesHandler:
            nonisolated(nonsending) (
                _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
            ) async throws -> Return
    ) async throws -> Return {
        let results = settings.snapshots.map { _ in
            Result { try value(forKey: key, type: type) }
        }
        return try await updatesHandler(
            ConfigUpdatesAsyncSequence(Distinct(results, isSame: Self.isSame)))
    }

    /// Returns all settings at the newest revision, with their secrets.
    public func snapshot() -> any ConfigSnapshot {
        let (snapshot, secrets) = secrets.all()
        return view(of: snapshot) { try secrets[$0]?.get() }
    }

    /// Provides the current snapshot, then each newer one.
    nonisolated(nonsending) public func watchSnapshot<Return: ~Copyable>(
        updatesHandler:
            nonisolated(nonsending) (
                _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
            ) async throws -> Return
    ) async throws -> Return {
        let snapshots = settings.snapshots.map { _ in snapshot() }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(snapshots))
    }

    private static func isSame(
        _ left: Result<LookupResult, any Error>, _ right: Result<LookupResult, any Error>
    ) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left == right
        case (.failure(let left), .failure(let right)): "\(left)" == "\(right)"
        default: false
        }
    }

    private func newest() -> FaceplateSnapshot {
        view(of: settings.snapshot) { [secrets] in try secrets.secret($0) }
    }

    private func view(
        of snapshot: Snapshot, secret: @escaping @Sendable (String) throws -> String?
    ) -> FaceplateSnapshot {
        FaceplateSnapshot(
            providerName: providerName, snapshot: snapshot, index: index(snapshot),
            reader: reader, secret: secret)
    }

    private func index(_ snapshot: Snapshot) -> KeyIndex {
        if let index = known.withLock({ $0.digest == snapshot.digest ? $0.index : nil }) {
            return index
        }
        let index = KeyIndex(snapshot.schema)
        known.withLock { $0 = Known(digest: snapshot.digest, index: index) }
        return index
    }
}

extension FaceplateProvider: CustomStringConvertible {
    /// The name of the provider, without values.
    public var description: String { providerName }
}

struct FaceplateSnapshot: ConfigSnapshot {
    let providerName: String
    let snapshot: Snapshot
    let index: KeyIndex
    let reader: ContentReader
    let secret: @Sendable (String) throws -> String?

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = index.key(for: key)
        return LookupResult(encodedKey: name, value: try value(name, type))
    }

    private func value(_ name: String, _ type: ConfigType) throws -> ConfigValue? {
        var setting: Schema.Setting?
        if case .setting(let found) = snapshot.schema.reference(name) { setting = found }
        let isSecret = setting?.isSecret ?? false
        let value =
            isSecret ? try secret(setting?.key ?? name).map(Value.text) : snapshot.value(name)
        guard let value else { return nil }
        guard let content = reader.content(value, as: type, rules: setting?.baseRules) else {
            throw FaceplateProvider.TypeMismatch(key: name, type: type)
        }
        return ConfigValue(content, isSecret: isSecret)
    }
}
