package import Foundation

/// The settings of a panel as a program at another place receives them: schema, values, sources and locks.
///
/// `json` writes what `init(_:)` reads. Secrets have only the revision that set them.
package struct SnapshotMirror: Sendable {
    /// The settings; their schema has no conditions, and they have no labels.
    package let snapshot: Snapshot
    package let times: [String: Date]
    package let digest: String
    /// True when a change can change the default of another setting.
    package var hasConditionalDefaults: Bool { !snapshot.content.defaults.isEmpty }

    package static func json(
        of snapshot: Snapshot, digest: String, time: (String) -> Date?
    ) -> JSONValue {
        let (schema, shown) = (snapshot.schema, snapshot.schema.settings)
        func members(_ value: (Schema.Setting) -> JSONValue?) -> JSONValue {
            .object(shown.compactMap { setting in value(setting).map { (setting.key, $0) } })
        }
        let retired = snapshot.retired.keys.sorted()
        return [
            "key": .text(schema.key), "revision": .number(snapshot.revision),
            "digest": .text(digest), "schema": schema.outline(snapshot.labels),
            "values": members { setting in
                snapshot.stored[setting.key].map {
                    ["value": $0.json, "revision": .number($0.revision)]
                }
            },
            "defaults": members { setting in
                guard !setting.conditionalDefaults.isEmpty else { return nil }
                let tested = Set(setting.defaultConditionKeys.map(schema.settingKey))
                return [
                    "value": snapshot.defaultValue(of: setting)?.json ?? nil,
                    "tested": .array(
                        tested.filter { shown[$0] != nil }.sorted().map(JSONValue.text)),
                ]
            },
            "secrets": members { snapshot.secrets[$0.key].map(JSONValue.number) },
            "locks": members { setting in
                snapshot.locks[setting.key].map {
                    .object(
                        [$0.source.member] + (setting.isSecret ? [] : [("value", $0.value.json)]))
                }
            },
            "changes": members { snapshot.lastChanges[$0.key].map(JSONValue.number) },
            "times": members { setting in
                guard case .set = snapshot.provenance(of: setting) else { return nil }
                return time(setting.key).map { .text(RevisionTime.text($0)) }
            },
            "until": members { setting in
                snapshot.until(setting).map { .text(RevisionTime.text($0)) }
            },
            "restart": .array(
                shown.filter { snapshot.needsRestart($0) }.map { .text($0.key) }),
            "retired": .array(retired.map(JSONValue.text)),
        ]
    }

    package static let schema = JSONType.object(
        [
            "key": JSONType.text, "revision": JSONType.number, "digest": JSONType.text,
            "schema": JSONType.object, "values": JSONType.map(JSONType.object),
            "defaults": JSONType.map(JSONType.object),
            "secrets": JSONType.map(JSONType.number), "locks": JSONType.map(JSONType.object),
            "changes": JSONType.map(JSONType.number), "times": JSONType.map(JSONType.text),
            "until": JSONType.map(JSONType.text), "restart": JSONType.texts,
            "retired": JSONType.texts,
        ],
        required: [
            "key", "revision", "digest", "schema", "values", "secrets", "locks", "changes",
            "times", "restart", "retired",
        ])

    /// `nil` for JSON of another form; throws for a schema that this version of Faceplate cannot read.
    package init?(_ json: JSONValue) throws(SchemaError) {
        guard let object = json.object, let outline = object["schema"], outline.object != nil,
            let key = object["key"]?.string, let revision = object["revision"]?.int,
            let digest = object["digest"]?.string
        else { return nil }
        let schema = try SchemaReader.read(JSONWriter().bytes(outline), name: key)
        let numbers = { (name: String) -> [String: Int] in
            Self.members(object[name]).reduce(into: [:]) { $0[$1.name] = $1.value.int }
        }
        var locks: [String: LockedValue] = [:]
        for member in Self.members(object["locks"]) {
            guard let lock = member.value.object, let setting = schema.settings[member.name],
                let source = Settings.Lock.Source(lock)
            else { continue }
            let value = lock["value"].flatMap { try? setting.rules.value(fromJSON: $0) }
            // The text of a locked secret is not sent, and nothing reads it here.
            guard let value = value ?? (setting.isSecret ? .text("") : nil) else { continue }
            locks[setting.key] = LockedValue(value: value, source: source)
        }
        var applied = Applied.none
        for key in object["restart"]?.array?.compactMap(\.string) ?? [] {
            applied.markOutdated(key)
        }
        snapshot = Snapshot(
            schema: schema, labels: LabelCatalog(), digest: digest,
            content: Snapshot.Content(
                revision: revision, stored: Self.stored(object["values"], schema),
                secrets: numbers("secrets"), lastChanges: numbers("changes"),
                retired: RetiredKeys(Set(object["retired"]?.array?.compactMap(\.string) ?? [])),
                locks: locks, defaults: Self.defaults(object["defaults"], schema),
                applied: applied,
                temporaries: Temporaries(
                    Self.dates(object["until"]).mapValues { until in
                        // Only the panel knows to what the settings return.
                        Temporaries.Entry(until: until, before: .onDefault, mark: 0)
                    })))
        times = Self.dates(object["times"])
        self.digest = digest
    }

    fileprivate static func dates(_ json: JSONValue?) -> [String: Date] {
        members(json).reduce(into: [:]) {
            $0[$1.name] = $1.value.string.flatMap(RevisionTime.date)
        }
    }

    private static func defaults(
        _ json: JSONValue?, _ schema: Schema
    ) -> [String: Snapshot.NamedDefault] {
        members(json).reduce(into: [:]) { defaults, member in
            guard let setting = schema.settings[member.name], let entry = member.value.object,
                let json = entry["value"]
            else { return }
            defaults[setting.key] = Snapshot.NamedDefault(
                value: setting.resets(json) ? nil : try? setting.rules.value(fromJSON: json),
                tested: Set(entry["tested"]?.array?.compactMap(\.string) ?? []))
        }
    }

    private static func stored(
        _ json: JSONValue?, _ schema: Schema
    ) -> [String: Snapshot.Stored] {
        members(json).reduce(into: [:]) { stored, member in
            guard let entry = member.value.object, let json = entry["value"],
                let revision = entry["revision"]?.int
            else { return }
            stored[member.name] = Snapshot.Stored(
                json: json, value: try? schema.settings[member.name]?.rules.value(fromJSON: json),
                revision: revision)
        }
    }

    private static func members(_ json: JSONValue?) -> [JSONObject.Member] {
        json?.object?.members ?? []
    }
}

extension Settings.Lock.Source {
    fileprivate var member: (String, JSONValue) {
        switch self {
        case .environment(let variable): ("environment", .text(variable))
        case .file(let name): ("file", .text(name))
        case .other(let words): ("other", .text(words))
        }
    }

    fileprivate init?(_ json: JSONObject) {
        if let variable = json["environment"]?.string {
            self = .environment(variable: variable)
        } else if let name = json["file"]?.string {
            self = .file(name)
        } else if let words = json["other"]?.string {
            self = .other(words)
        } else {
            return nil
        }
    }
}
