import FaceplateSchema
import Foundation

/// The first machine writes a name to the cluster, next to the settings.
enum ClusterName {
    /// The key of the entry; the key of a setting never begins with a dot.
    static let key = ".cluster"
    private static let longest = 64

    static func entry(_ name: String, _ machine: String) -> SyncedEntry {
        SyncedEntry(.set(JSONValue.text(name)), SyncedTime(Date()), machine)
    }

    static func name(_ entry: SyncedEntry?) -> String? {
        guard case .set(let json)? = entry?.state else { return nil }
        return name(json)
    }

    /// The names in an entry: one, or those of a folder in which several machines began at the same time.
    static func names(_ entry: SyncedEntry?) -> [String] {
        guard case .set(let json)? = entry?.state else { return [] }
        return json.array?.compactMap(name) ?? name(json).map { [$0] } ?? []
    }

    private static func name(_ json: JSONValue) -> String? {
        json.string.flatMap { !$0.isEmpty && $0.utf8.count <= longest ? $0 : nil }
    }
}

struct ClusterPlace: Sendable, Hashable {
    /// The URLs of the members, or the path of a folder; one a line.
    let address: String
    /// True for a folder, whose name is a file in it that no machine replaces.
    var isFolder = false

    func isSame(as address: String?) -> Bool {
        guard let address else { return false }
        return !Set(self.address.split(separator: "\n"))
            .isDisjoint(with: address.split(separator: "\n"))
    }
}

struct ClusterPlaces: Sendable, Hashable {
    /// The key of the stored row, which is not the key of a setting.
    static let key = ".places"

    private(set) var last: String?
    private(set) var addresses: [String: String] = [:]

    /// Forgets all that are not in `names`; true when that is new.
    mutating func meet(_ name: String, at address: String, names: [String]) -> Bool {
        let before = self
        last = name
        addresses[name] = address
        addresses = addresses.filter { names.contains($0.key) }
        return self != before
    }

    /// The stored row as JSON: `{"last":"a name","at":{"a name":"http://10.0.0.5:2379"}}`.
    var record: String {
        JSONWriter().text(
            .object(present: [
                ("last", last.map(JSONValue.text)),
                (
                    "at",
                    .object(addresses.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })
                ),
            ]))
    }

    init(record: String? = nil) {
        let object = record.flatMap { try? JSONReader.read($0) }?.object
        last = object?["last"]?.string
        for member in object?["at"]?.object?.members ?? [] {
            addresses[member.name] = member.value.string
        }
    }
}

/// The names of the cluster contents that a machine has synced with, in the order of the first syncs.
struct ClusterNames: Sendable, Hashable {
    static let key = ClusterName.key
    private static let most = 16

    private(set) var names: [String] = []

    @discardableResult
    mutating func meet(_ name: String) -> Bool {
        guard !names.contains(name) else { return false }
        names = names.suffix(Self.most - 1) + [name]
        return true
    }

    mutating func rename(_ name: String, to new: String) {
        names = names.filter { $0 != new }.map { $0 == name ? new : $0 }
    }

    /// Returns true when a machine that last synced with `other` knew the contents `name` before that.
    func isReturn(to name: String, from other: String?) -> Bool {
        guard let other, let now = names.firstIndex(of: name),
            let then = names.firstIndex(of: other)
        else { return false }
        return now < then
    }

    /// The stored row as JSON: `["a name","another"]`.
    var record: String {
        JSONWriter().text(JSONValue.array(names.map(JSONValue.text)))
    }

    init(record: String? = nil) {
        let array = record.flatMap { try? JSONReader.read($0) }?.array ?? []
        for name in array.compactMap(\.string) { meet(name) }
    }
}
