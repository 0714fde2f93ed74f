import GRDB

extension Settings {
    /// Migrates, parks and brings back private values for the properties that hold them.
    ///
    /// Those of items are the schema's business.
    func settle(_ properties: [NamedProperty]) throws(StoreError) {
        let controls = committed.schema.controls
        // Most programs find everything as they left it: then nothing is written.
        guard try store.read({ try PropertyEvolution(properties, $0, controls) })?.isNeeded ?? false
        else {
            return
        }
        try onQueue { () throws(StoreError) in
            try store.backUpIfNeeded(logger) { database in
                try PropertyEvolution(properties, database, controls)?.plan ?? EvolutionPlan()
            }
            let news = try store.write { database -> (Snapshot, [Revision])? in
                guard let evolution = try PropertyEvolution(properties, database, controls) else {
                    return nil
                }
                try database.write(
                    evolution.plan.moves, revision: evolution.revision, at: now(),
                    note: "properties")
                return try current(database)
            }
            guard let (snapshot, revisions) = news else { return }
            publish(
                snapshot,
                revisions.map { revision in
                    var revision = revision
                    revision.isExternal = revision.origin != .migration
                    return revision
                })
        }
    }
}

/// What becomes of the private values that properties hold.
private struct PropertyEvolution {
    let plan: EvolutionPlan
    /// The newest one before.
    let revision: Int

    var isNeeded: Bool { !plan.moves.isEmpty }

    /// `nil` while the store has no schema.
    init?(
        _ properties: [NamedProperty], _ database: Database, _ controls: [any CustomControl]
    ) throws {
        guard let panel = try PanelRow(database) else { return nil }
        let schema = try panel.storedSchema(controls: controls)
        let stored = try EvolutionPlan.Stored(database)
        var plan = EvolutionPlan()
        for property in properties where schema.reference(property.key) == nil {
            let key = property.key
            if let json = stored.values[key] {
                plan.adopt(property.property.adoption(of: json), json, key)
            } else if let row = stored.parked.first(where: { $0.parked.key == key }),
                !stored.isSecretMark(row.parked)
            {
                plan.restore(property.property.adoption(of: row.parked.value), row)
            }
        }
        self.plan = plan
        revision = panel.revision
    }
}

extension EvolutionPlan {
    fileprivate mutating func adopt(_ adoption: PropertyAdoption, _ json: JSONValue, _ key: String)
    {
        switch adoption {
        case .kept: break
        case .migrated(let new):
            moves.append(
                ValueMove(
                    kind: .converted, from: key, to: key, old: json, new: new, isSecret: false,
                    reason: ""))
        case .parked(let reason):
            moves.append(
                ValueMove(
                    kind: .parked, from: key, to: key, old: json, new: nil, isSecret: false,
                    reason: reason))
        }
    }

    /// What was parked comes back where it fits now: an item that is none any more, an older program.
    fileprivate mutating func restore(_ adoption: PropertyAdoption, _ row: ParkedRow) {
        let new: JSONValue
        switch adoption {
        case .kept: new = row.parked.value
        case .migrated(let migrated): new = migrated
        case .parked: return
        }
        moves.append(
            ValueMove(
                kind: .restored, from: row.parked.key, to: row.parked.key, old: row.parked.value,
                new: new, isSecret: false, reason: "", parkedRow: row.id))
    }
}
