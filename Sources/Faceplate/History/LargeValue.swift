import FaceplateCryptography

/// A value in history that is named by its size and its digest, because an answer or memory would be too large with it.
///
/// `Settings.change(of:in:)` returns the value itself.
public struct LargeValue: Sendable, Hashable, Codable {
    /// The size in bytes of JSON, above which history names a value: 64 KiB.
    public static let limit = 65_536

    /// The size in bytes, as JSON.
    public let size: Int
    /// The SHA-256 digest of the JSON, as 64 hexadecimal digits.
    public let digest: String
    /// The beginning of the value, at most 255 bytes: that of its text, or the name of a file.
    public let preview: String

    init(size: Int, digest: String, preview: String) {
        self.size = size
        self.digest = digest
        self.preview = preview
    }

    /// - Parameter json: The value of the text, if it is known.
    init(_ text: String, of json: JSONValue? = nil) {
        size = text.utf8.count
        digest = Self.digest(of: text)
        preview = Self.preview(of: text, json)
    }

    static func digest(of text: String) -> String { SHA256Digest.of(Array(text.utf8)).hexadecimal }

    static func preview(of text: String, _ known: JSONValue? = nil) -> String {
        guard let json = known ?? (try? JSONReader.read(text)) else { return beginning(of: text) }
        if let string = json.string { return beginning(of: string) }
        guard let object = json.object else { return beginning(of: text) }
        // The name and the type of a file, but not its content.
        let short = object.members.compactMap(\.value.string).filter { $0.utf8.count <= 255 }
        return beginning(of: object["name"]?.string ?? short.joined(separator: " "))
    }

    private static func beginning(of text: String) -> String {
        var result = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            if size > 255 { break }
            result.append(scalar == "\0" ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    /// The JSON in responses: `{"large":{"size":5592452,"digest":"9f86…","preview":"map.pdf"}}`.
    var json: JSONValue {
        ["large": ["size": .number(size), "digest": .text(digest), "preview": .text(preview)]]
    }

    init?(_ json: JSONValue) {
        guard let object = json.object, object.members.count == 1,
            let large = object["large"]?.object, large.members.count == 3,
            let size = large["size"]?.number?.integer.flatMap({ Int(exactly: $0) }),
            let digest = large["digest"]?.string, digest.utf8.count == 64,
            let preview = large["preview"]?.string
        else { return nil }
        self.init(size: size, digest: digest, preview: preview)
    }
}

extension Change.Side {
    package init(shown json: JSONValue, isSecret: Bool, isSetting: Bool) {
        self =
            isSecret || json == Self.secret.json
            ? .secret : Self(json, isSetting: isSetting)
    }

    /// The same side, with a large value only named.
    var named: Change.Side {
        switch self {
        case .value, .json:
            // JSON has at most six bytes for one.
            guard weight > LargeValue.limit / 8, let stored else { return self }
            guard stored.utf8.count > LargeValue.limit else { return self }
            return .large(LargeValue(stored, of: json))
        case .onDefault, .secret, .large: return self
        }
    }

    /// The number of bytes of text in a side, about.
    var weight: Int {
        switch self {
        case .value(let value): value.weight
        case .json(let json): json.weight
        case .large(let large): large.preview.utf8.count + 128
        case .onDefault, .secret: 8
        }
    }
}

extension Change {
    package var named: Change { Change(key: key, old: old.named, new: new.named) }
}

extension Revision {
    /// The most bytes that the revisions of one answer hold, and those in memory: 4 MiB.
    ///
    /// A single revision can be larger, if it changed very many settings.
    package static let answerSize = 4 << 20

    var named: Revision {
        let limit = LargeValue.limit / 8
        guard changes.contains(where: { max($0.old.weight, $0.new.weight) > limit }) else {
            return self
        }
        var revision = Revision(
            number: number, time: time, origin: origin, actor: actor, note: note,
            changes: changes.map(\.named))
        revision.defaults = defaults
        revision.newDefaults = newDefaults.map(\.named)
        revision.writer = writer
        revision.writers = writers
        revision.isExternal = isExternal
        return revision
    }

    package var hasLargeValues: Bool {
        changes.contains { change in
            [change.old, change.new].contains { if case .large = $0 { true } else { false } }
        }
    }

    package var weight: Int {
        let texts = [actor, note].compactMap { $0?.utf8.count }.reduce(160, +)
        return changes.reduce(texts) { sum, change in
            sum + 48 + change.key.utf8.count + change.old.weight + change.new.weight
                + (defaults[change.key]?.weight ?? 0)
        }
    }
}

extension Value {
    fileprivate var weight: Int {
        switch self {
        case .text(let text): text.utf8.count + 2
        case .list(let values): values.reduce(2) { $0 + 1 + $1.weight }
        case .record(let cells): cells.reduce(2) { $0 + 4 + $1.key.utf8.count + $1.value.weight }
        default: 8
        }
    }
}

extension JSONValue {
    fileprivate var weight: Int {
        if let string { return string.utf8.count + 2 }
        if let array { return array.reduce(2) { $0 + 1 + $1.weight } }
        guard let object else { return 8 }
        return object.members.reduce(2) { $0 + 4 + $1.name.utf8.count + $1.value.weight }
    }
}

// MARK: - Storage

extension StoredRevision {
    /// The number of bytes that the revision takes in a store, about; each new large value counts once.
    public var size: Int {
        changes.reduce(0) { sum, change in
            let old = change.old?.utf8.count ?? 0
            return sum + (old > StoredContent.smallest ? 0 : old) + (change.new?.utf8.count ?? 0)
                + (change.defaultValue?.utf8.count ?? 0)
        }
    }

    var heldSize: Int {
        changes.reduce(64) {
            $0 + 64 + ($1.old?.utf8.count ?? 0) + ($1.new?.utf8.count ?? 0)
                + ($1.defaultValue?.utf8.count ?? 0)
        }
    }

    var named: StoredRevision {
        var revision = self
        for index in changes.indices {
            if let old = changes[index].old, old.utf8.count > LargeValue.limit {
                revision.changes[index].oldLarge = LargeValue(old)
                revision.changes[index].old = nil
            }
            if let new = changes[index].new, new.utf8.count > LargeValue.limit {
                revision.changes[index].newLarge = LargeValue(new)
                revision.changes[index].new = nil
            }
        }
        return revision
    }
}

extension StorageReader {
    /// Fewer than asked for, if they would hold too much, but at least one if there is one.
    func namedRevisions(_ query: RevisionQuery) throws -> [StoredRevision] {
        var query = query
        query.namesLargeValues = true
        query.size = Revision.answerSize
        var held = 0
        var found: [StoredRevision] = []
        // A storage of an app can leave the naming and the limit to this.
        for revision in try revisions(query).lazy.map(\.named) {
            held += revision.heldSize
            guard found.isEmpty || held <= Revision.answerSize else { break }
            found.append(revision)
        }
        return found
    }
}

extension [Revision] {
    /// The newest revisions that memory holds: their large values are only named, and the oldest ones are left out
    /// when all would hold more than `Revision.answerSize`.
    func newest(_ most: Int) -> [Revision] {
        var held = 0
        let rest = suffix(most).reversed().prefix { revision in
            held += revision.weight
            return held <= Revision.answerSize
        }
        return rest.isEmpty ? Array(suffix(1)) : Array(rest.reversed())
    }
}
