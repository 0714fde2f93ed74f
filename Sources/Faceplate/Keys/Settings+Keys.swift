extension Snapshot {
    /// The value of a setting: the one set, else its default.
    public subscript<Content>(key: SettingKey<Content>) -> Content {
        key.content(value(key.name))
    }

    /// Whether somebody set it; a value equal to the default counts.
    public func isSet<Content>(_ key: SettingKey<Content>) -> Bool { isSet(key.name) }

    /// Whether a secret is set.
    public func isSet(_ key: SecretKey) -> Bool { isSet(key.name) }
}

extension Settings {
    /// The value of a setting: the one set, else its default.
    ///
    /// Reads memory, on any thread.
    public subscript<Content>(key: SettingKey<Content>) -> Content { snapshot[key] }

    /// Whether somebody set it; a value equal to the default counts.
    public func isSet<Content>(_ key: SettingKey<Content>) -> Bool { snapshot.isSet(key) }

    /// Whether a secret is set.
    public func isSet(_ key: SecretKey) -> Bool { snapshot.isSet(key) }

    /// A secret in plain text; see `secret(_:)` of a text.
    ///
    /// - Throws: `StoreError.secretKey` where the key file does not fit.
    public func secret(_ key: SecretKey) throws(StoreError) -> String? { try secret(key.name) }

    /// Sets one value as the program; an optional `nil` puts it back on its default.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func set<Content>(
        _ key: SettingKey<Content>, to content: Content
    ) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, to: content)], origin: .program))
    }

    /// Sets a secret as the program; an empty one changes nothing.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func set(_ key: SecretKey, to secret: String) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key, to: secret)], origin: .program))
    }

    /// Puts a setting back on its default as the program.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func reset<Content>(_ key: SettingKey<Content>) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key.name, .reset)], origin: .program))
    }

    /// Removes a secret as the program.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func clear(_ key: SecretKey) async throws(ApplyError) -> Outcome {
        try await apply(Batch([Assignment(key.name, .clear)], origin: .program))
    }
}

extension Assignment {
    /// Makes an assignment of a typed value, for a batch of several.
    public init<Content>(_ key: SettingKey<Content>, to content: Content) {
        self.init(key.name, content.settingValue.map(Input.value) ?? .reset)
    }

    /// Makes an assignment of a secret, for a batch of several.
    public init(_ key: SecretKey, to secret: String) {
        self.init(key.name, .value(.text(secret)))
    }
}
