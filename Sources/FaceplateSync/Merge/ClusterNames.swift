import FaceplateSchema
import Foundation

/// The entry beside the settings that tells the contents of one cluster from those of another: a word
/// that the first machine writes there.
enum ClusterName {
    /// No setting's key has a dot in front.
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

/// The contents of clusters that a machine has met, in the order of its first meetings.
struct ClusterNames: Sendable, Hashable {
    /// The row of the store that keeps them; no setting's key.
    static let key = ClusterName.key
    private static let most = 16

    private(set) var names: [String] = []

    /// - Returns: whether it is a new one.
    @discardableResult
    mutating func meet(_ name: String) -> Bool {
        guard !names.contains(name) else { return false }
        names = names.suffix(Self.most - 1) + [name]
        return true
    }

    /// Whether a machine that comes from `other` knew `name` before: it was elsewhere for a while.
    func isReturn(to name: String, from other: String?) -> Bool {
        guard let other, let now = names.firstIndex(of: name),
            let then = names.firstIndex(of: other)
        else { return false }
        return now < then
    }

    /// `["a name","another"]`.
    var record: String {
        JSONWriter().text(JSONValue(.array(names.map { JSONValue(.string($0)) })))
    }

    init(record: String? = nil) {
        let array = record.flatMap { try? JSONReader.read($0) }?.array ?? []
        for name in array.compactMap(\.string) { meet(name) }
    }
}
