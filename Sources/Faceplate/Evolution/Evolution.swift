import Crypto
import Foundation
import GRDB
import Logging

/// A new schema on its way into a store: what is there, what is planned, and the writing of it.
struct Evolution {
    let plan: EvolutionPlan
    /// All words: the schema's, the catalogue files', and those kept for unread locales.
    let labels: LabelCatalog
    private let schema: Schema
    private let digest: String
    private let panel: PanelRow?
    private let retiredKeys: [String]

    /// Whether the store holds no schema yet.
    var isFirst: Bool { panel == nil }

    /// Reads what the store holds and plans.
    ///
    /// - Throws: `StoreError.otherSchema` where the store's panel is another or newer one.
    init(
        to schema: Schema, labels files: LabelCatalog, adoption: Settings.Adoption,
        in database: Database
    ) throws {
        let panel = try PanelRow(database)
        let old = try panel?.storedSchema(controls: schema.controls)
        if let panel, let old, !adoption.isForced {
            try Self.refuse(schema, over: old, panel: panel)
        }
        let stored = try LabelCatalog(database)
        var words = schema.catalog(with: files)
        for locale in adoption.keepsUnreadLabels ? stored.locales : adoption.unreadLocales {
            for (key, text) in stored[locale] where words[locale][key] == nil {
                words.set(text, for: key, in: locale)
            }
        }
        self.schema = schema
        self.panel = panel
        labels = words
        digest = Self.digest(schema, words)
        retiredKeys = old?.keys.filter { schema.reference($0) == nil } ?? []
        guard panel?.digest != digest else {
            plan = EvolutionPlan()
            return
        }
        let isOlder = panel.map { $0.version > schema.version } ?? false
        var values = try EvolutionPlan.Stored(database)
        let before = values.values
        let migrated = try Migration.run(
            adoption.migrations, from: panel?.version ?? schema.version, to: schema.version,
            on: before)
        values.values = migrated.values
        var plan = EvolutionPlan(
            from: old, to: schema, stored: values, keepsUnknown: isOlder)
        plan.add(migrated, to: before)
        if old != nil, stored != words { plan.steps.append(.labelsChanged) }
        self.plan = plan
    }

    private static func refuse(
        _ schema: Schema, over old: Schema, panel: PanelRow
    ) throws(StoreError) {
        if old.isKeyExplicit, schema.isKeyExplicit, old.key != schema.key {
            throw StoreError(
                .otherSchema,
                "The database holds the panel '\(old.key)', and the schema describes "
                    + "'\(schema.key)'. Name another database, or add --adopt to take this one over."
            )
        }
        if panel.version > schema.version {
            throw StoreError(
                .otherSchema,
                "The database holds version \(panel.version) of the panel, and the schema is version "
                    + "\(schema.version). Use the newer schema, or add --adopt to go back.")
        }
    }

    private static func digest(_ schema: Schema, _ labels: LabelCatalog) -> String {
        var hash = SHA256()
        func add(_ text: String) {
            hash.update(data: Data(text.utf8))
            hash.update(data: Data([0]))
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
        return hash.finalize().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Writes schema, labels and values; one revision of origin `migration` where values changed.
    func write(to database: Database, at time: Date) throws {
        guard panel?.digest != digest else { return }
        let revision = panel?.revision ?? 0
        try database.write(schema, labels: labels, digest: digest)
        for key in retiredKeys {
            try database.run("INSERT OR IGNORE INTO retired(key) VALUES (?)", [key])
        }
        for key in schema.keys { try database.run("DELETE FROM retired WHERE key = ?", [key]) }
        try database.renameApplied(in: schema)
        try database.write(
            plan.moves, revision: revision, at: time,
            note: "schema version \(schema.version)")
    }
}

extension ValueMove {
    /// The change that history shows.
    ///
    /// A secret that is only put aside stays in its table.
    fileprivate var changes: [Change] {
        func side(_ json: JSONValue) -> Change.Side {
            isSecret ? .secret : Change.Side(json)
        }
        switch kind {
        case .parked:
            return isSecret ? [] : [Change(key: to, old: side(old), new: .onDefault)]
        case .restored: return isSecret ? [] : [Change(key: to, old: .onDefault, new: side(new))]
        case .added: return [Change(key: to, old: .onDefault, new: side(new))]
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

extension Database {
    /// Carries moves of values out, as one revision of origin `migration` where values change.
    ///
    /// - Parameter revision: the newest one before.
    func write(_ moves: [ValueMove], revision: Int, at time: Date, note: String) throws {
        let changes = moves.flatMap(\.changes)
        for move in moves { try put(move, revision: revision) }
        guard !changes.isEmpty else { return }
        let (number, isTooLarge) = revision.addingReportingOverflow(1)
        guard !isTooLarge else { throw StoreError(.damaged, "The revision is too large.") }
        let next = Revision(
            number: number, time: time, origin: .migration, actor: nil, note: note,
            changes: changes)
        try record(next) { _ in nil }
    }

    /// Moves what is parked, restored, or a secret under a new key.
    fileprivate func put(_ move: ValueMove, revision: Int) throws {
        switch move.kind {
        case .parked:
            try run(
                "INSERT INTO parked(item_key, value, reason, revision) VALUES (?, ?, ?, ?)",
                [move.to, JSONWriter().text(move.old), move.reason, revision])
        case .restored:
            try run("DELETE FROM parked WHERE rowid = ?", [move.parkedRow])
            if move.isSecret { try renameSecret(move) }
        case .moved where move.isSecret: try renameSecret(move)
        case .moved, .converted, .added: break
        }
    }
}

extension Database {
    private func renameSecret(_ move: ValueMove) throws {
        guard move.from != move.to else { return }
        try run("UPDATE secret SET item_key = ? WHERE item_key = ?", [move.to, move.from])
    }
}

extension EvolutionPlan.Stored {
    init(_ database: Database) throws {
        values = [:]
        for row in try Row.fetchAll(database, sql: "SELECT item_key, value FROM setting") {
            values[row["item_key"]] = try? JSONReader.read(row["value"] as String)
        }
        secrets = try String.fetchSet(database, sql: "SELECT item_key FROM secret")
        parked = try ParkedRow.all(database)
            .sorted { ($0.parked.key, -$0.id) < ($1.parked.key, -$1.id) }
    }
}

extension EvolutionPlan.Step {
    /// The line for the log, which never holds a value.
    var logLine: String {
        switch self {
        case .valueConverted(let key, _, _): "the value of '\(key)' is converted"
        case .valueParked(let key, _, let reason): "the value of '\(key)' is parked: \(reason)"
        case .valueRestored(let key, _): "the parked value of '\(key)' comes back"
        case .valueAdded(let key, _): "a value of '\(key)' is added"
        default: description
        }
    }
}

extension Store {
    /// Copies the file where a plan converts or parks values.
    func backUpIfNeeded(
        _ logger: Logger, plan: (Database) throws -> EvolutionPlan
    ) throws(StoreError) {
        guard case .file(let path) = location, try read(plan).changesValues else { return }
        let backup = Self.backupPath(of: path)
        try exclusively { () throws(StoreError) in try copy(to: backup) }
        logger.notice("copied the database before its values change", metadata: ["to": "\(backup)"])
    }

    /// `settings.sqlite` -> `settings-backup-20261120T073000Z.sqlite`, beside it; a number behind
    /// where there is one already.
    private static func backupPath(of path: String) -> String {
        let parts = PathParts(path)
        let time = RevisionTime.text(Date()).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        let stem = PathParts.file("\(parts.stem)-backup-\(time)", in: parts.folder)
        var candidate = stem + parts.ending
        var number = 2
        while access(candidate, F_OK) == 0 {
            candidate = "\(stem)-\(number)\(parts.ending)"
            number += 1
        }
        return candidate
    }
}
