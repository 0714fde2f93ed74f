import Faceplate
import FaceplateSchema
import Foundation

/// What a machine and the cluster last agreed on, by key.
struct Agreements: Sendable, Hashable {
    /// Of one key, no more writes than this are remembered.
    private static let mostUnanswered = 8
    private static let format: Int64 = 2

    var entries: [String: SharedEntry] = [:]
    /// What was sent, and nobody has said what became of it: it may stand in the cluster.
    private(set) var unanswered: [String: [SharedEntry]] = [:]
    /// The name of the cluster's contents that they are about (`ClusterName`).
    var cluster: String?
    /// A revision of the settings that they are about.
    var revision: AgreedRevision?

    init(cluster: String? = nil) {
        self.cluster = cluster
    }

    /// Remembers what is about to be sent.
    mutating func send(_ entry: SharedEntry, to key: String) {
        let others = (unanswered[key] ?? []).filter { $0 != entry }
        unanswered[key] = others.suffix(Self.mostUnanswered - 1) + [entry]
    }

    /// What was sent before is answered by that, or comes too late.
    mutating func agree(on entry: SharedEntry, of key: String) {
        entries[key] = entry
        unanswered[key] = nil
    }

    mutating func keep(_ keys: Set<String>) {
        entries = entries.filter { keys.contains($0.key) }
        unanswered = unanswered.filter { keys.contains($0.key) }
    }
}

/// A revision of the settings: by it a database is known again.
struct AgreedRevision: Sendable, Hashable {
    let number: Int
    /// When it was made; `nil` where it is not known.
    let time: String?

    /// The newest one.
    init(of settings: Settings) {
        number = settings.revision
        time = Self.time(of: number, settings)
    }

    init?(_ json: JSONValue?) {
        guard let object = json?.object,
            let number = object["number"]?.number?.integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        self.number = number
        time = object["time"]?.string
    }

    var json: JSONValue {
        [
            "number": JSONValue(.number(JSONNumber(Int64(number)))),
            "time": time.map { JSONValue(.string($0)) } ?? nil,
        ]
    }

    /// Whether settings have it; one that their history has lost counts as had.
    func isOf(_ settings: Settings) -> Bool {
        guard number <= settings.revision else { return false }
        guard let time, let known = Self.time(of: number, settings) else { return true }
        return known == time
    }

    private static func time(of number: Int, _ settings: Settings) -> String? {
        let revision = (try? settings.revision(number)) ?? nil
        return revision.map { RevisionTime.text($0.time) }
    }
}

extension Agreements {
    /// - Parameter place: where in the cluster the panel's keys are: what was agreed at one means
    ///   nothing at another.
    func bytes(place: String) -> [UInt8] {
        let agreed = entries.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: $0.value.json)
        }
        let sent = unanswered.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: JSONValue(.array($0.value.map(\.json))))
        }
        let json = JSONValue(
            .object(
                JSONObject([
                    .init(name: "format", value: JSONValue(.number(JSONNumber(Self.format)))),
                    .init(name: "place", value: JSONValue(.string(place))),
                    .init(
                        name: "cluster", value: cluster.map { JSONValue(.string($0)) } ?? nil),
                    .init(name: "revision", value: revision?.json ?? nil),
                    .init(name: "agreed", value: JSONValue(.object(JSONObject(agreed)))),
                    .init(name: "unanswered", value: JSONValue(.object(JSONObject(sent)))),
                ])))
        return JSONWriter().bytes(json)
    }

    /// Empty for another place; `nil` for bytes that cannot be read.
    ///
    /// An entry that cannot be read is left out: its key meets the cluster anew.
    init?(bytes: [UInt8], place: String) {
        guard let object = (try? JSONReader.read(bytes))?.object,
            object["format"]?.number?.integer == Self.format,
            let agreed = object["agreed"]?.object
        else { return nil }
        guard object["place"]?.string.map({ $0.utf8.elementsEqual(place.utf8) }) == true else {
            return
        }
        cluster = object["cluster"]?.string
        revision = AgreedRevision(object["revision"])
        for member in agreed.members {
            entries[member.name] = try? SharedEntry(member.value)
        }
        for member in object["unanswered"]?.object?.members ?? [] {
            for json in member.value.array ?? [] {
                if let entry = try? SharedEntry(json) { send(entry, to: member.name) }
            }
        }
    }
}

/// What tells the contents of one cluster from those of another: a word that the first machine
/// writes beside the values.
///
/// The number that etcd gives itself does not: it is the same for all clusters whose members have
/// the same addresses, as those that were started as they come do, and another one where a cluster
/// has moved.
enum ClusterName {
    /// No setting has such a key.
    static let key = ".cluster"
    private static let longest = 64

    static func entry(_ name: String, _ machine: String) -> SharedEntry {
        SharedEntry(.set(JSONValue(.string(name))), SharedTime(Date()), machine)
    }

    /// `nil` where there is none, or something else.
    static func name(_ entry: SharedEntry?) -> String? {
        guard case .set(let json)? = entry?.state, let name = json.string, !name.isEmpty,
            name.utf8.count <= longest
        else { return nil }
        return name
    }
}

/// The file beside the database that keeps the agreements; in memory where there is no file.
struct AgreementsFile: Sendable {
    /// More is no file of ours: the entries of a panel are 8 MiB at most.
    static let limit = 64 * 1024 * 1024

    /// `nil` for a store in memory.
    let path: String?
    let place: String

    init(database: String?, place: String) {
        path = database.map { $0 + "-sync" }
        self.place = place
    }

    /// - Returns: what was agreed, and what is wrong with the file.
    func read() -> (Agreements, problem: String?) {
        guard let path else { return (Agreements(), nil) }
        let manager = FileManager.default
        guard let size = (try? manager.attributesOfItem(atPath: path))?[.size] as? Int else {
            return (Agreements(), nil)
        }
        if size <= Self.limit, let data = manager.contents(atPath: path),
            let known = Agreements(bytes: Array(data), place: place)
        {
            return (known, nil)
        }
        return (
            Agreements(),
            "The file '\(path)' cannot be read: this machine meets the cluster as if for the first "
                + "time."
        )
    }

    /// Replaces the file as a whole, on disk before this returns.
    ///
    /// - Throws: `AgreementsError`, the old file left as it was.
    func write(_ agreements: Agreements) throws(AgreementsError) {
        guard let path else { return }
        let new = path + ".new"
        // An older one may have been left by a crash, with any mode.
        unlink(new)
        let descriptor = Foundation.open(
            new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw AgreementsError(path: path, code: errno) }
        var failure: Int32 = 0
        var bytes = agreements.bytes(place: place)[...]
        while failure == 0, !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                failure = errno
            }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure == 0, rename(new, path) != 0 { failure = errno }
        guard failure == 0 else {
            unlink(new)
            throw AgreementsError(path: path, code: failure)
        }
        try synchronizeFolder(of: path)
    }

    /// Waits until the folder knows the new file, too.
    private func synchronizeFolder(of path: String) throws(AgreementsError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let descriptor = Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Whoever may not read a folder may still write into it.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // There are file systems that have no such thing for folders.
        guard fsync(descriptor) != 0, errno != EINVAL else { return }
        throw AgreementsError(path: path, code: errno)
    }
}

/// The file of the agreements cannot be written.
struct AgreementsError: Error, Sendable {
    let path: String
    let code: Int32

    var words: String {
        "The file '\(path)' cannot be written: \(String(cString: strerror(code)))."
    }
}
