import Faceplate
import FaceplateSchema

/// The keys are the keys of settings; a conforming type separates them from the keys of other panels
/// and other users of the cluster.
///
/// All calls may wait for the network, and throw `ClusterError`.
protocol Cluster: Sendable {
    var place: SyncedPlace { get }

    /// They change while `watch` runs.
    var findings: ClusterFindings { get }

    /// Reads the values of some keys at one revision of the cluster.
    func read(_ keys: Set<String>) async throws -> ClusterContent

    /// Writes all keys, or nothing if one of them is not at its expected revision; `nil` if nothing was written.
    func write(_ puts: [SyncedPut]) async throws -> Int64?

    /// Removes all keys, or none if one of them is not at its revision.
    @discardableResult
    func remove(_ keys: [String: Int64]) async throws -> Bool

    /// Reports the changes after a revision, in order; an empty list reports that the place has responded.
    ///
    /// Returns when the connection was silent for so long that it may be dead, and throws when the
    /// connection ends.
    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws
}

extension Cluster {
    var place: SyncedPlace { .cluster }
    var findings: ClusterFindings { ClusterFindings() }
}

enum SyncedPlace: String, Sendable {
    case cluster
    case folder
}

struct ClusterFindings: Sendable, Hashable {
    var problems: [String] = []
    var entries: [String: String] = [:]
    var machines: [SyncReport.Machine] = []
    var isReadOnly = false
}

struct ClusterValue: Sendable, Hashable {
    /// `nil` if there are more bytes than an entry can have.
    let bytes: [UInt8]?
    let revision: Int64
}

struct ClusterContent: Sendable {
    let revision: Int64
    let values: [String: ClusterValue]
}

/// `nil` for a removed key.
struct ClusterNews: Sendable {
    let revision: Int64
    let values: [String: ClusterValue?]

    var size: Int { values.reduce(0) { $0 + $1.key.utf8.count + ($1.value?.bytes?.count ?? 0) } }
}

struct ClusterError: SpokenError, Hashable {
    /// A sentence for people, without passwords and values.
    let message: String
    /// True when the cluster has responded, and has rejected the request.
    var isRefusal = false
    /// True when only writing fails, so that this machine can still receive.
    var concernsWriting = false

    init(_ message: String) {
        self.message = message
    }

    var description: String { message }

    static func == (left: Self, right: Self) -> Bool { left.message == right.message }

    func hash(into hasher: inout Hasher) { hasher.combine(message) }
}

enum ClusterEvent: Sendable, Hashable {
    /// The cluster has no contents, or they have lost their name.
    case emptied
    case replaced
    /// The contents are those of a cluster that was used before another one.
    case returned
    case older

    func words(_ place: SyncedPlace) -> String {
        switch self {
        case .emptied: "The \(place) was empty, or had lost its name. It is filled again."
        case .replaced:
            "The \(place) had other contents than before. The later of two chosen values is used."
        case .returned:
            "The \(place) is one of before. Its values are used, and those that were synced with another "
                + "\(place) since then stay there."
        case .older:
            "The \(place) had older contents than before, such as a restored copy. It gets the newer "
                + "values again."
        }
    }
}
