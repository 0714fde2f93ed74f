import Foundation

extension Settings {
    /// Values of items follow the schema instead.
    func settle(_ properties: [NamedProperty]) throws(StoreError) {
        let controls = committed.schema.controls
        func plan(_ reader: any StorageReader) throws -> EvolutionPlan {
            try PropertyEvolution(properties, reader.state(), controls).plan
        }
        // Usually no value changes, and then nothing has to be written.
        guard try !store.reading(plan).moves.isEmpty else { return }
        try onQueue { () throws(StoreError) in
            try Self.backUpIfNeeded(store, logger, plan: plan)
            let (snapshot, revisions) = try store.commit { reader in
                let evolution = try PropertyEvolution(properties, reader.state(), controls)
                let change = try evolution.change(at: now())
                let after: any StorageReader =
                    change.map { ChangedReader(base: reader, change: $0) } ?? reader
                return (try current(after), change)
            }
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

private struct PropertyEvolution {
    private(set) var plan = EvolutionPlan()
    private let state: StoredState

    init(
        _ properties: [NamedProperty], _ state: StoredState, _ controls: [any CustomControl]
    ) throws {
        self.state = state
        guard let schema = try state.panel?.read(controls: controls) else { return }
        let stored = EvolutionPlan.Stored(state)
        for property in properties {
            guard let own = property.ownKey, schema.reference(own) == nil,
                let json = stored.values[own]
            else { continue }
            plan.adopt(
                .parked(reason: "The property is the setting '\(property.key)'."), json, own)
        }
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
    }

    func change(at time: Date) throws(StoreError) -> StorageChange? {
        guard !plan.moves.isEmpty else { return nil }
        var change = StorageChange(to: state.version)
        try change.carryOut(plan.moves, over: state, at: time, note: "properties") {
            _, _ throws(StoreError) in throw StoreError(.secretKey, "A property is not a secret.")
        }
        return change
    }
}

extension EvolutionPlan {
    fileprivate mutating func adopt(_ adoption: PropertyAdoption, _ json: JSONValue, _ key: String)
    {
        switch adoption {
        case .unchanged: break
        case .migrated(let new):
            moves.append(ValueMove(kind: .converted, from: key, to: key, old: json, new: new))
        case .parked(let reason):
            moves.append(
                ValueMove(
                    kind: .parked, from: key, to: key, old: json, new: nil, reason: reason))
        }
    }

    /// Restores a parked value that fits now, for example because its item was removed, or an older program is used.
    fileprivate mutating func restore(_ adoption: PropertyAdoption, _ row: ParkedRow) {
        let new: JSONValue
        switch adoption {
        case .unchanged: new = row.parked.value
        case .migrated(let migrated): new = migrated
        case .parked: return
        }
        moves.append(
            ValueMove(
                kind: .restored, from: row.parked.key, to: row.parked.key, old: row.parked.value,
                new: new, parkedRow: row.id))
    }
}
