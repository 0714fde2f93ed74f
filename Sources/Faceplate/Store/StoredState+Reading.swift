import Foundation

extension StoredState.Panel {
    /// - Throws: `StoreError.newer` if this program cannot read it, `.damaged` if it is not even JSON.
    func read(controls: [any CustomControl] = []) throws(StoreError) -> Schema {
        do {
            return try SchemaReader.read(Array(schema.utf8), name: key, controls: controls)
        } catch {
            guard (try? JSONReader.read(schema)) != nil else {
                throw StoreError(
                    .damaged,
                    "The schema in the database is damaged. Start the program with its "
                        + "schema file, which takes its place: faceplate serve SCHEMA.")
            }
            throw StoreError(
                .newer,
                "The database contains a schema that this program cannot read: "
                    + (error.problems.first?.description ?? ""))
        }
    }
}

extension Snapshot {
    convenience init(
        _ state: StoredState, schema: Schema, labels: LabelCatalog, locks: [String: LockedValue]
    ) {
        var stored: [String: Stored] = [:]
        for (key, entry) in state.values {
            let rules = schema.settings[key]?.rules
            // Another program may have written any data, which stays until the setting is changed or reset.
            let json = try? JSONReader.read(entry.value)
            let value = json.flatMap { json in
                rules.map { try? $0.value(fromJSON: json) } ?? Value(privateJSON: json)
            }
            stored[key] = Stored(
                json: json ?? .text(entry.value), value: value, revision: entry.revision)
        }
        self.init(
            schema: schema, labels: labels, digest: state.panel?.digest ?? "",
            content: Content(
                revision: state.revision, stored: stored,
                secrets: state.secrets.mapValues(\.revision), lastChanges: state.lastChanges,
                retired: RetiredKeys(state.retired), locks: locks, applied: Applied(state, schema),
                temporaries: Temporaries(state, schema),
                parked: state.parked.values.reduce(into: [:]) { newest, row in
                    newest[row.key] = max(newest[row.key] ?? 0, row.revision)
                }))
    }

    var version: StorageVersion {
        StorageVersion(
            digest: digest, revision: revision, mark: max(applied.mark, temporaries.mark))
    }
}

extension LabelCatalog {
    init(texts: [String: [String: String]]) {
        self.init()
        for (tag, words) in texts {
            guard let locale = LocaleTag(tag) else { continue }
            for (key, text) in words { set(text, for: key, in: locale) }
        }
    }

    var texts: [String: [String: String]] {
        locales.reduce(into: [:]) { $0[$1.description] = self[$1] }
    }
}

extension Revision {
    init(_ stored: StoredRevision, schema: Schema) {
        number = stored.number
        time = RevisionTime.date(stored.time) ?? Date(timeIntervalSince1970: 0)
        origin = Origin(rawValue: stored.origin) ?? .program
        actor = stored.actor
        note = stored.note
        changes = stored.changes.map { change in
            let setting = schema.settings[change.key]
            let isSecret = setting?.isSecret ?? false
            return Change(
                key: change.key,
                old: Change.Side(
                    stored: change.old, large: change.oldLarge, isSecret: isSecret,
                    isSetting: setting != nil),
                new: Change.Side(
                    stored: change.new, large: change.newLarge, isSecret: isSecret,
                    isSetting: setting != nil))
        }
        for change in stored.changes where schema.settings[change.key]?.isSecret != true {
            guard let json = change.defaultValue.flatMap({ try? JSONReader.read($0) }) else {
                continue
            }
            defaults[change.key] = Value(part: json)
        }
    }
}
