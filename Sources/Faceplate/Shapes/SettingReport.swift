import Foundation

/// A setting as programs receive it: its value, and where it comes from.
package struct SettingReport: Sendable {
    /// The members that a panel adds to the report of a command.
    package struct Details: Sendable {
        /// The revision that set the value; `nil` if the history does not have it any more.
        package let revision: Revision?
        package let label: String
        /// In the language of the label; `nil` for a setting that is not deprecated.
        package let deprecation: String?

        package init(revision: Revision?, label: String, deprecation: String?) {
            self.revision = revision
            self.label = label
            self.deprecation = deprecation
        }
    }

    /// The key of the setting, or of an option of it, whose value is a Boolean.
    let key: String
    let setting: Schema.Setting
    let snapshot: Snapshot
    let details: Details?
    private let provenance: Provenance

    package init(
        _ key: String, _ setting: Schema.Setting, in snapshot: Snapshot, details: Details? = nil
    ) {
        self.key = key
        self.setting = setting
        self.snapshot = snapshot
        self.details = details
        provenance = snapshot.provenance(of: setting)
    }

    /// The moment at which an unconfirmed change returns.
    private var until: Date? { snapshot.until(key) }

    private var deprecation: String? {
        if let details { return details.deprecation }
        guard let item = snapshot.schema.items[setting.key], item.isDeprecated else { return nil }
        let labels = LabelResolver(
            schema: snapshot.schema, catalog: snapshot.labels, locale: .english)
        return labels.deprecation(of: item, .english)?.text
    }

    private var defaultValue: JSONValue {
        guard key != setting.key, case .option(let item, _)? = snapshot.schema.reference(key) else {
            return snapshot.defaultValue(of: setting)?.json ?? nil
        }
        return .boolean(setting.plainDefault == .text(item.key))
    }

    package static let shape = Shape<SettingReport>(
        .always("value", ["description": "The value; null without one."]) {
            $0.snapshot.shownValue($0.key, of: $0.setting)
        },
        .always("default", JSONType.any) { $0.defaultValue },
        .always("isSet", JSONType.boolean) { .boolean($0.snapshot.isSet($0.setting)) },
        .always("provenance", ["enum": ["default", "set", "locked"]]) {
            switch $0.provenance {
            case .onDefault: "default"
            case .set: "set"
            case .locked: "locked"
            }
        },
        .sometimes("revision", JSONType.number) {
            if case .set(let number) = $0.provenance { .number(number) } else { .none }
        },
        .sometimes("time", JSONType.text) {
            $0.details?.revision.map { .text(RevisionTime.text($0.time)) }
        },
        .sometimes("origin", JSONType.text) {
            $0.details?.revision.map { .text($0.origin.rawValue) }
        },
        .sometimes("actor", JSONType.text) { $0.details?.revision?.actor.map(JSONValue.text) },
        .sometimes("lockedBy", JSONType.text) {
            if case .locked(let source) = $0.provenance { .text(source.words) } else { .none }
        },
        .sometimes("until", JSONType.text) { $0.until.map { .text(RevisionTime.text($0)) } },
        .sometimes("keepWithin", JSONType.number) { report in
            report.details.flatMap { _ in report.setting.keepWithin }
                .map { .number(Int($0.seconds.rounded(.up))) }
        },
        .sometimes("before", JSONType.any) { report in
            guard report.details != nil, report.setting.keepWithin != nil, report.until != nil
            else { return .none }
            return report.snapshot.sideAfterTime(of: report.key)?.side.json
        },
        .sometimes("needsRestart", ["const": true]) {
            $0.snapshot.needsRestart($0.key) ? true : .none
        },
        .sometimes("deprecated", JSONType.text) { $0.deprecation.map(JSONValue.text) },
        .sometimes("label", JSONType.text) { $0.details.map { .text($0.label) } },
        .sometimes("control", JSONType.text) { report in
            report.details.map { _ in .text(report.setting.control.rawValue) }
        },
        .sometimes("group", JSONType.text) { report in
            report.details.map { _ in .text(report.setting.groupKey) }
        },
        .sometimes("isReadOnly", JSONType.boolean) { report in
            // A press changes the state of a button.
            report.details.map { _ in
                .boolean(report.setting.isReadOnly && report.setting.control != .button)
            }
        },
        .sometimes("constraints", JSONType.object) { report in
            report.details.map { _ in report.setting.rules.jsonSchema.json }
        })

    package var json: JSONValue { Self.shape.json(of: self) }
}

extension Snapshot {
    /// Returns the value of a key for programs: `null` without a value, and `{"set": …}` for a secret.
    ///
    /// - Parameter key: The key of the setting, or of an option, whose value is a Boolean.
    package func shownValue(_ key: String, of setting: Schema.Setting) -> JSONValue {
        if setting.isSecret { return ["set": .boolean(hasSecret(setting))] }
        return value(key)?.json ?? nil
    }
}
