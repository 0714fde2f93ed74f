public import Configuration
public import Faceplate

/// The settings of a program as a provider of configuration: what people set on the page, over the
/// defaults of the schema.
///
/// ```swift
/// let config = ConfigReader(providers: [
///     EnvironmentVariablesProvider(), FaceplateProvider(settings),
/// ])
/// let isHidden = config.bool(forKey: "display.hideNsfw", default: true)
/// ```
///
/// Reads are memory, but for a secret that was not read since it was set. Watches fire for every
/// change, whoever made it: a person, a script, another process. To write, use `Settings.apply`.
public struct FaceplateProvider: ConfigProvider, Sendable {
    /// A value that is not of the type that was asked for.
    public struct TypeMismatch: Error, Hashable, CustomStringConvertible {
        /// The setting's key.
        public let key: String
        /// The type that was asked for.
        public let type: ConfigType

        /// The words for people; the value itself is not told.
        public var description: String {
            "The value of '\(key)' cannot be read as \(type.rawValue)."
        }
    }

    private struct Known {
        var digest = ""
        var index: KeyIndex?
    }

    /// Names the provider and the panel in logs of accesses.
    public let providerName: String
    private let settings: Settings
    private let reader: ContentReader
    private let secrets: SecretCache
    private let known = Locked(Known())

    /// Makes a provider over open settings.
    ///
    /// - Parameter bytesDecoder: how texts are read where bytes are asked for.
    public init(
        _ settings: Settings, bytesDecoder: some ConfigBytesFromStringDecoder = .base64
    ) {
        self.settings = settings
        providerName = "FaceplateProvider[\(settings.snapshot.schema.key)]"
        reader = ContentReader(bytesDecoder: bytesDecoder)
        secrets = SecretCache(settings)
    }

    /// The value of a setting: the one set, else its default.
    ///
    /// - Throws: `TypeMismatch`; `StoreError` where a secret cannot be read.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try newest().value(forKey: key, type: type)
    }

    /// The same, after what other processes have written by now is taken in.
    ///
    /// - Throws: `TypeMismatch`; `StoreError` where a secret cannot be read.
    public func fetchValue(
        forKey key: AbsoluteConfigKey, type: ConfigType
    ) async throws -> LookupResult {
        await settings.catchUp()
        return try value(forKey: key, type: type)
    }

    /// Gives the value, then each other one that it becomes.
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

    /// All settings at the newest revision, secrets included.
    public func snapshot() -> any ConfigSnapshot {
        let (snapshot, secrets) = secrets.all()
        return view(of: snapshot) { try secrets[$0]?.get() }
    }

    /// Gives the snapshot, then each newer one.
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

    /// The index of a schema, which is made anew when the schema changes.
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
    /// The name alone: values are not told.
    public var description: String { providerName }
}
