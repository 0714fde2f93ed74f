import FaceplateSchema
import Foundation

/// What a machine and the cluster last agreed on, by key.
struct Agreements: Sendable, Hashable {
    var entries: [String: SharedEntry] = [:]

    private static let format: Int64 = 1

    /// - Parameter cluster: tells the place in the cluster from others: what was agreed with one means
    ///   nothing to another.
    func bytes(cluster: String) -> [UInt8] {
        let agreed = entries.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: $0.value.json)
        }
        let json = JSONValue(
            .object(
                JSONObject([
                    .init(name: "format", value: JSONValue(.number(JSONNumber(Self.format)))),
                    .init(name: "cluster", value: JSONValue(.string(cluster))),
                    .init(name: "agreed", value: JSONValue(.object(JSONObject(agreed)))),
                ])))
        return JSONWriter().bytes(json)
    }

    init() {}

    /// Empty for another cluster; `nil` for bytes that cannot be read.
    ///
    /// An entry that cannot be read is left out: its key meets the cluster anew.
    init?(bytes: [UInt8], cluster: String) {
        guard let object = (try? JSONReader.read(bytes))?.object,
            object["format"]?.number?.integer == Self.format,
            let agreed = object["agreed"]?.object
        else { return nil }
        guard object["cluster"]?.string.map({ $0.utf8.elementsEqual(cluster.utf8) }) == true else {
            return
        }
        for member in agreed.members {
            entries[member.name] = try? SharedEntry(member.value)
        }
    }
}

/// The file beside the database that keeps the agreements; in memory where there is no file.
struct AgreementsFile: Sendable {
    /// More is no file of ours: the entries of a panel are 8 MiB at most.
    static let limit = 64 * 1024 * 1024

    /// `nil` for a store in memory.
    let path: String?
    let cluster: String

    init(database: String?, cluster: String) {
        path = database.map { $0 + "-sync" }
        self.cluster = cluster
    }

    /// - Returns: what was agreed, and what is wrong with the file.
    func read() -> (Agreements, problem: String?) {
        guard let path else { return (Agreements(), nil) }
        let manager = FileManager.default
        guard let size = (try? manager.attributesOfItem(atPath: path))?[.size] as? Int else {
            return (Agreements(), nil)
        }
        if size <= Self.limit, let data = manager.contents(atPath: path),
            let known = Agreements(bytes: Array(data), cluster: cluster)
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
        var bytes = agreements.bytes(cluster: cluster)[...]
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
