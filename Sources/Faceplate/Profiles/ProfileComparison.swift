import FaceplateSchema

/// The settings in which a profile differs from another one, or from the current values.
package struct ProfileComparison: Sendable {
    /// A setting with different values.
    package struct Difference: Sendable {
        package let setting: Schema.Setting
        /// The first value; `null` for the default, `nil` if the first profile does not name the setting.
        package let old: JSONValue?
        /// The second value, in the same form.
        package let new: JSONValue?
    }

    /// The settings with different values, in the order of the profiles.
    package let differences: [Difference]
    /// The keys that the schema does not have.
    package let unknown: [String]

    /// Compares two profiles.
    ///
    /// - Parameters:
    ///   - first: `nil` for the current values of the settings that the second profile names.
    ///   - snapshot: The schema, and the current values.
    package init(_ first: Profile?, _ second: Profile, in snapshot: Snapshot) {
        let schema = snapshot.schema
        let old = first?.content(in: schema)
        let new = second.content(in: schema)
        differences = old.map { Self.differences($0, new) } ?? Self.differences(snapshot, new)
        let unknown = old?.unknown ?? []
        self.unknown = unknown + new.unknown.filter { !unknown.contains($0) }
    }

    private static func differences(
        _ snapshot: Snapshot, _ content: Profile.Content
    ) -> [Difference] {
        snapshot.lacking(content.entries).map { setting, value in
            Difference(setting: setting, old: snapshot.profileValue(of: setting), new: value)
        }
    }

    private static func differences(
        _ first: Profile.Content, _ second: Profile.Content
    ) -> [Difference] {
        func values(_ content: Profile.Content) -> [String: JSONValue] {
            Dictionary(content.entries.map { ($0.setting.key, $0.value) }) { first, _ in first }
        }
        let (old, new) = (values(first), values(second))
        let settings =
            first.entries.map(\.setting)
            + second.entries.map(\.setting).filter { old[$0.key] == nil }
        return settings.map { Difference(setting: $0, old: old[$0.key], new: new[$0.key]) }
            .filter { $0.old != $0.new }
    }

    /// The comparison for programs: `{"same": false, "changed": {"KEY": {"from": …, "to": …}}, "unknown": […]}`.
    ///
    /// `from` or `to` is missing if a profile does not name the setting, `unknown` if there is no such key.
    package var json: JSONValue { Self.shape.json(of: self) }

    package static let shape = Shape<ProfileComparison>(
        .always("same", JSONType.boolean) { .boolean($0.differences.isEmpty) },
        .always(
            "changed", JSONType.map(JSONType.object(["from": [:], "to": [:]], required: []))
        ) { comparison in
            .object(
                comparison.differences.map { difference in
                    let sides = [("from", difference.old), ("to", difference.new)]
                    return (difference.setting.key, JSONValue.object(present: sides))
                })
        },
        .sometimes("unknown", JSONType.texts) { .texts($0.unknown) })
}

extension ProfileComparison.Difference {
    /// The difference as a change from the first value to the second; `nil` if a profile does not name the setting.
    package var change: Change? {
        guard let old = side(old), let new = side(new) else { return nil }
        return Change(key: setting.key, old: old, new: new)
    }

    /// Returns a value as the content of the setting; `nil` if the profile does not name the setting.
    package func side(_ json: JSONValue?) -> Change.Side? {
        guard let json else { return nil }
        if setting.resets(json) { return .onDefault }
        return (try? setting.rules.value(fromJSON: json)).map(Change.Side.value)
            ?? Change.Side(json)
    }
}
