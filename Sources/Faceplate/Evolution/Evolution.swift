import FaceplateCryptography
import Foundation
import Logging

struct Evolution {
    let plan: EvolutionPlan
    /// All labels: those of the schema, of the catalog files, and stored ones for locales that could not be read.
    let labels: LabelCatalog
    private let schema: Schema
    private let digest: String
    private let state: StoredState
    private let retiredKeys: [String]
    /// The keys of settings that have become secrets, including their former keys.
    private let keysOfNewSecrets: Set<String>
    private let profiles: [Profile]
    private let isSame: Bool

    var isFirst: Bool { state.panel == nil }

    /// - Throws: `StoreError.otherSchema` if the store holds another panel or a newer version.
    init(
        to schema: Schema, labels files: LabelCatalog, adoption: Settings.Adoption,
        in reader: any StorageReader
    ) throws {
        let state = try reader.state()
        let panel = state.panel
        let old: Schema?
        do throws(StoreError) {
            // Usually the program starts again with the same schema, which need not be read a second time.
            let isKnown = panel?.key == schema.key && panel?.schema == schema.canonicalJSON
            old = try isKnown ? schema : panel?.read(controls: schema.controls)
        } catch {
            // A damaged schema is replaced by the given one.
            guard error.code == .damaged else { throw error }
            old = nil
        }
        if let panel, !adoption.isForced {
            // Only the schema itself tells whether its key was given or is the name of a file.
            try Self.refuse(schema, over: panel, isKeyExplicit: old?.isKeyExplicit ?? true)
        }
        let stored = LabelCatalog(texts: try reader.labels())
        var words = schema.catalog(with: files)
        for locale in adoption.keepsUnreadLabels ? stored.locales : adoption.unreadLocales {
            for (key, text) in stored[locale] where words[locale][key] == nil {
                words.set(text, for: key, in: locale)
            }
        }
        self.schema = schema
        self.state = state
        labels = words
        digest = Self.digest(schema, words)
        retiredKeys =
            old.map { old in
                RetiredKeys.texts(
                    retiring: old.keys.filter { schema.reference($0) == nil }, of: old)
            } ?? []
        isSame = old != nil && panel?.digest == digest
        keysOfNewSecrets = panel == nil ? [] : Self.keysOfNewSecrets(from: old, to: schema)
        profiles = isSame ? [] : Profile.all(try reader.records(.profile))
        guard !isSame else {
            plan = EvolutionPlan()
            return
        }
        let isOlder = panel.map { $0.version > schema.version } ?? false
        var values = EvolutionPlan.Stored(state)
        let before = values.values
        var migrated = try Migration.run(
            adoption.migrations, from: panel?.version ?? schema.version, to: schema.version,
            on: before)
        migrated.adopt(schema, besides: before)
        values.values = migrated.values
        var plan = EvolutionPlan(
            from: old, to: schema, stored: values, keepsUnknown: isOlder)
        plan.add(migrated, to: before)
        if old != nil, stored != words { plan.steps.append(.labelsChanged) }
        self.plan = plan
    }

    private static func keysOfNewSecrets(from old: Schema?, to new: Schema) -> Set<String> {
        new.settings.reduce(into: []) { keys, setting in
            guard setting.isSecret, old?.settings[setting.key]?.isSecret != true else { return }
            keys.insert(setting.key)
            keys.formUnion(setting.renamedFrom.filter { new.settings[$0] == nil })
        }
    }

    private static func refuse(
        _ schema: Schema, over panel: StoredState.Panel, isKeyExplicit: Bool
    ) throws(StoreError) {
        if isKeyExplicit, schema.isKeyExplicit, panel.key != schema.key {
            throw StoreError(
                .otherSchema,
                "The database contains the panel '\(panel.key)', and the schema describes "
                    + "'\(schema.key)'. Name another database.")
        }
        if panel.version > schema.version {
            throw StoreError(
                .otherSchema,
                "The database contains version \(panel.version) of the panel, and the schema is version "
                    + "\(schema.version). Use the newer schema.")
        }
    }

    private static func digest(_ schema: Schema, _ labels: LabelCatalog) -> String {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            bytes += text.utf8
            bytes.append(0)
        }
        add(schema.key)
        add(schema.canonicalJSON)
        for locale in labels.locales {
            add(locale.description)
            for (key, text) in labels[locale].sorted(by: { $0.key < $1.key }) {
                add(key)
                add(text)
            }
        }
        return SHA256Digest.of(bytes).hexadecimal
    }

    /// `nil` if nothing changes; changed values form one revision with the origin `migration`.
    func change(
        at time: Date, seal: (String, String) throws(StoreError) -> Data
    ) throws(StoreError) -> StorageChange? {
        guard !isSame else { return nil }
        var change = StorageChange(to: state.version)
        change.adopt(schema, labels: labels, digest: digest, retiring: retiredKeys, over: state)
        try change.carryOut(
            plan.moves, to: schema, over: state, at: time,
            note: "schema version \(schema.version)", seal: seal)
        let sealed = plan.moves.filter { $0.kind == .sealed }.flatMap { [$0.from, $0.to] }
        let secrets = keysOfNewSecrets.union(sealed)
        change.redact(secrets, over: state)
        for profile in profiles {
            guard let redacted = profile.removing(secrets) else { continue }
            change[.profile, profile.name] = .set(redacted.record)
        }
        change.version.mark = outcome(of: change).mark
        return change
    }

    func outcome(of change: StorageChange?) -> StoredState {
        var state = state
        if let change { state.apply(change) }
        return state
    }
}

extension ValueMove {
    /// A parked secret stays in its table, so it is not recorded as a change.
    fileprivate var changes: [Change] {
        func side(_ json: JSONValue) -> Change.Side {
            isSecret ? .secret : Change.Side(json)
        }
        switch kind {
        case .parked:
            return isSecret ? [] : [Change(key: to, old: side(old), new: .onDefault)]
        case .restored: return isSecret ? [] : [Change(key: to, old: .onDefault, new: side(new))]
        case .copied: return []
        case .added: return [Change(key: to, old: .onDefault, new: side(new))]
        case .sealed:
            // A secret cannot be empty, so empty text sets none.
            guard text?.isEmpty == false else { return [] }
            return [Change(key: to, old: from == to ? .secret : .onDefault, new: .secret)]
        case .moved, .converted:
            guard from != to else {
                return [Change(key: to, old: side(old), new: side(new))]
            }
            if isSecret { return [] }
            return [
                Change(key: from, old: side(old), new: .onDefault),
                Change(key: to, old: .onDefault, new: side(new)),
            ]
        }
    }
}

extension [Change] {
    /// The changes with those of the same key combined: one value of a key is parked where another is restored.
    fileprivate var onePerKey: [Change] {
        var changes: [Change] = []
        var places: [String: Int] = [:]
        for change in self {
            guard let place = places[change.key] else {
                places[change.key] = changes.count
                changes.append(change)
                continue
            }
            let earlier = changes[place]
            changes[place] = Change(
                key: change.key, old: earlier.old == .onDefault ? change.old : earlier.old,
                new: earlier.new == .onDefault ? change.new : earlier.new)
        }
        return changes
    }
}

extension Schema {
    fileprivate func plainDefaults(of changes: [Change]) -> [String: Value] {
        changes.reduce(into: [:]) { defaults, change in
            guard change.old == .onDefault || change.new == .onDefault else { return }
            defaults[change.key] = settings[change.key]?.plainDefault
        }
    }
}

extension StorageChange {
    mutating func carryOut(
        _ moves: [ValueMove], to schema: Schema? = nil, over state: StoredState, at time: Date,
        note: String, seal: (String, String) throws(StoreError) -> Data
    ) throws(StoreError) {
        for move in moves { put(move, over: state) }
        let changes = moves.flatMap(\.changes).onePerKey
        guard !changes.isEmpty else { return }
        let number = try StoreError.number(after: state.revision, of: "revision")
        var sealed: [String: StoredState.Secret] = [:]
        for move in moves where move.kind == .sealed {
            guard let text = move.text, !text.isEmpty else { continue }
            sealed[move.to] = .init(sealed: try seal(text, move.to), revision: number)
        }
        record(
            Revision(
                number: number, time: time, origin: .migration, actor: nil, note: note,
                changes: changes, defaults: schema?.plainDefaults(of: changes) ?? [:]),
            sealed: sealed)
    }

    fileprivate mutating func redact(_ keys: Set<String>, over state: StoredState) {
        guard !keys.isEmpty else { return }
        redacted.formUnion(keys)
        for index in revisions.indices { revisions[index].redact(keys) }
        func isShown(_ row: StoredState.Parked) -> Bool {
            keys.contains(row.key) && row.value != Change.Side.secret.stored
        }
        for (id, row) in state.parked where isShown(row) { parked[id] = .removed }
        for (id, edit) in parked {
            if case .set(let row) = edit, isShown(row) { parked[id] = .removed }
        }
        for key in keys {
            self[.agreement, key] = .removed
            if state.temporaries[key] != nil { temporaries[key] = .removed }
            guard case .set(var known)? = running[key] ?? state.running[key].map(Edit.set) else {
                continue
            }
            known.value = nil
            running[key] = .set(known)
        }
    }

    private mutating func put(_ move: ValueMove, over state: StoredState) {
        switch move.kind {
        case .parked:
            // The value from before is the user's; the temporary one would have ended.
            let before = state.temporaries[move.from]?.value
            temporaries[move.from] = state.temporaries[move.from].map { _ in .removed }
            park(move, before ?? JSONWriter().text(move.old), over: state)
        case .copied: park(move, JSONWriter().text(move.old), over: state)
        case .restored:
            if let row = move.parkedRow { parked[row] = .removed }
            if move.isSecret { renameSecret(move, over: state) }
        case .moved where move.isSecret: renameSecret(move, over: state)
        case .sealed:
            values[move.from] = .removed
            temporaries[move.from] = state.temporaries[move.from].map { _ in .removed }
        case .moved, .converted:
            if let row = move.parkedRow { parked[row] = .removed }
            guard move.from != move.to, let time = state.temporaries[move.from] else { return }
            temporaries[move.from] = .removed
            temporaries[move.to] = .set(time)
        case .added: break
        }
    }

    private mutating func park(_ move: ValueMove, _ value: String, over state: StoredState) {
        let last = (Array(parked.keys) + Array(state.parked.keys)).max() ?? 0
        parked[last &+ 1] = .set(
            .init(key: move.to, value: value, reason: move.reason, revision: state.revision))
    }

    private mutating func renameSecret(_ move: ValueMove, over state: StoredState) {
        guard move.from != move.to, let secret = state.secrets[move.from] else { return }
        secrets[move.from] = .removed
        secrets[move.to] = .set(secret)
    }
}

extension EvolutionPlan.Stored {
    init(_ state: StoredState) {
        values = state.values.compactMapValues { try? JSONReader.read($0.value) }
        secrets = Set(state.secrets.keys)
        parked = ParkedRow.all(state).sorted { ($0.parked.key, -$0.id) < ($1.parked.key, -$1.id) }
        returning = state.temporaries.compactMapValues { time in
            time.value.flatMap { try? JSONReader.read($0) }
        }
    }
}

extension EvolutionPlan.Step {
    /// True for a step after which a value that a user entered is not used, whole or in part.
    var isLoss: Bool { if case .valueParked = self { true } else { false } }

    /// The line for the log, which never contains a value.
    var logLine: String {
        switch self {
        case .valueConverted(let key, _, _): "the value of '\(key)' is converted"
        case .valueParked(let key, _, let reason): "the value of '\(key)' is parked: \(reason)"
        case .valueRestored(let key, _): "the parked value of '\(key)' is restored"
        case .valueAdded(let key, _): "a value of '\(key)' is added"
        default: description
        }
    }
}

extension Settings {
    static func backUpIfNeeded(
        _ store: any SettingsStorage, _ logger: Logger,
        plan: (any StorageReader) throws -> EvolutionPlan
    ) throws(StoreError) {
        try StoreError.wrapping {
            guard try store.read(plan).changesValues, let copy = try store.backUp() else { return }
            logger.notice(
                "copied the database before its values change", metadata: ["to": "\(copy)"])
        }
    }
}
