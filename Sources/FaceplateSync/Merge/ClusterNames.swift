import FaceplateSchema
import Foundation

/// The entry that identifies the contents of a cluster.
///
/// The first machine writes a name to the cluster, next to the settings.
enum ClusterName {
    /// The key of the entry; the key of a setting never begins with a dot.
    static let key = ".cluster"
    private static let longest = 64

    static func entry(_ name: String, _ machine: String) -> SharedEntry {
        SharedEntry(.set(JSONValue.text(name)), SharedTime(Date()), machine)
    }

    /// The name in an entry; `nil` if the entry is missing or is not a name.
    static func name(_ entry: SharedEntry?) -> String? {
        guard case .set(let json)? = entry?.state, let name = json.string, !name.isEmpty,
            name.utf8.count <= longest
        else { return nil }
        return name
    }
}

/// The names of the cluster contents that a machine has synced with, in the order of the first syncs.
struct ClusterNames: Sendable, Hashable {
    /// The key of the stored row, which is not the key of a setting.
    static let key = ClusterName.key
    private static let most = 16

    private(set) var names: [String] = []

    /// Adds the name of cluster contents.
    ///
    /// - Returns: True when the name is new.
    @discardableResult
    mutating func meet(_ name: String) -> Bool {
        guard !names.contains(name) else { return false }
        names = names.suffix(Self.most - 1) + [name]
        return true
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
