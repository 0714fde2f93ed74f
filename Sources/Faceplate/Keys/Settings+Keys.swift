extension Snapshot {
    /// The value of a setting, or its default if it is not set.
    ///
    /// If the schema has no such setting, or one of another type, it is the fallback of the key.
    public subscript<Content>(key: SettingKey<Content>) -> Content {
        key.content(value(key.name))
    }

    /// Returns true when a setting is set, even to a value that equals the default.
    public func isSet<Content>(_ key: SettingKey<Content>) -> Bool { isSet(key.name) }

    /// Returns true when a secret is set.
    public func isSet(_ key: SecretKey) -> Bool { isSet(key.name) }
}

extension Settings {
    /// The value of a setting, or its default if it is not set.
    ///
    /// It is read from memory, on any thread.
    public subscript<Content>(key: SettingKey<Content>) -> Content { snapshot[key] }

    /// Returns true when a setting is set, even to a value that equals the default.
    public func isSet<Content>(_ key: SettingKey<Content>) -> Bool { snapshot.isSet(key) }

    /// Returns true when a secret is set.
    public func isSet(_ key: SecretKey) -> Bool { snapshot.isSet(key) }

    /// Returns a secret in plain text; see `secret(_:)` with the name of a setting.
    ///
    /// - Throws: `StoreError.secretKey` if the key file does not match.
    public func secret(_ key: SecretKey) throws(StoreError) -> String? { try secret(key.name) }

    /// Sets one value as the program; `nil` for an optional resets the setting to its default.
    ///
    /// - Throws: `ApplyError` if the value is rejected or the store cannot be written.
    @discardableResult
    public func set<Content>(
        _ key: SettingKey<Content>, to content: Content
    ) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, to: content)], origin: .program))
    }

    /// Sets a secret as the program; an empty string changes nothing.
    ///
    /// - Throws: `ApplyError` if the value is rejected or the store cannot be written.
    @discardableResult
    public func set(_ key: SecretKey, to secret: String) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, to: secret)], origin: .program))
    }

    /// Resets a setting to its default, as the program.
    ///
    /// - Throws: `ApplyError` if the change is rejected or the store cannot be written.
    @discardableResult
    public func reset<Content>(_ key: SettingKey<Content>) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key.name, .reset)], origin: .program))
    }

    /// Removes a secret as the program.
    ///
    /// - Throws: `ApplyError` if the change is rejected or the store cannot be written.
    @discardableResult
    public func clear(_ key: SecretKey) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key.name, .clear)], origin: .program))
    }
}

extension Assignment {
    /// Creates an assignment of a typed value, for a batch of several.
    ///
    /// An optional without a value resets the setting to its default.
    public init<Content>(_ key: SettingKey<Content>, to content: Content) {
        self.init(key.name, content.settingValue.map(Input.value) ?? .reset)
    }

    /// Creates an assignment of a secret, for a batch of several.
    ///
    /// An empty string changes nothing; to remove a secret, use `.clear`.
    public init(_ key: SecretKey, to secret: String) {
        self.init(key.name, .value(.text(secret)))
    }
}
