extension Snapshot {
    /// Returns the value of a property at the moment of the snapshot, such as that of a save in `willSave`.
    ///
    /// The property must be bound to settings, or be in their page; otherwise it is its initial value. A secret is
    /// empty.
    public subscript<Owner, Value>(property: SettingProperty<Owner, Value>) -> Value {
        property.cell.itemKey.map { property.cell.reading(in: self, $0) }
            ?? property.cell.initialValue
    }
}

extension Settings {
    /// Calls `handler` after each change of a property, from any source, with values of the property's type.
    ///
    /// The handler runs on the settings' own queue, in order.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didChange<Owner, Value>(
        _ property: SettingProperty<Owner, Value>,
        _ handler: @escaping @Sendable (SettingChange<Value>) -> Void
    ) -> Observation {
        let key = property.key ?? property.conditionKey
        let writer = property.cell.place?.source.writer
        // The property itself would keep the settings, which keep the handler.
        return observe { [weak self, cell = property.cell.unbound] revision in
            guard let snapshot = self?.committed else { return }
            for change in cell.changes(of: key, in: revision, snapshot, writer) { handler(change) }
        }
    }
}

extension ProposedSave {
    /// Returns the change of a property; `nil` if it stays unchanged.
    public func change(
        of property: SettingProperty<some Preferences, some Codable & Sendable>
    ) -> Change? { change(of: property.conditionKey) }
}

extension Veto {
    /// Rejects the save because of one property; the message is shown next to its item.
    ///
    /// - Parameter reason: one sentence for users, shown unchanged in every language.
    public static func key(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>, _ reason: String
    ) -> Veto { key(property.conditionKey, reason) }

    /// Rejects the save because of one property, with a message for each language.
    public static func key(
        _ property: SettingProperty<some Preferences, some Codable & Sendable>,
        _ reasons: [String: String]
    ) -> Veto { key(property.conditionKey, reasons) }
}
