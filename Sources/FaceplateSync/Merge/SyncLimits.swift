struct SyncLimits: Sendable, Hashable {
    /// In bytes.
    var entry = 512 * 1024
    /// In bytes, of all entries of a panel.
    var total = 8 * 1024 * 1024
    /// The largest number of keys in one request; etcd accepts 128 operations by default.
    var operations = 100
    /// The largest size of one request in bytes; etcd accepts 1.5 MiB by default.
    var request = 1_024 * 1_024
}

struct SyncedPut: Sendable, Hashable {
    let key: String
    let entry: SyncedEntry
    /// The last known cluster revision that changed the key; 0 for a key that does not exist.
    ///
    /// If the key has another revision in the cluster, nothing is written.
    let expected: Int64
}

struct SendPlan: Sendable {
    private(set) var requests: [[SyncedPut]] = []
    private(set) var refused: [(key: String, problem: String)] = []

    init(_ puts: [SyncedPut], held: Int, limits: SyncLimits) {
        var total = held
        var size = 0
        for put in puts.sorted(by: { $0.key < $1.key }) {
            let bytes = put.entry.bytes.count
            guard bytes <= limits.entry else {
                refused.append(
                    (
                        put.key,
                        "'\(put.key)' is not synced: it has \(bytes) bytes, and a synced value has "
                            + "\(limits.entry) at most."
                    ))
                continue
            }
            let (sum, isTooLarge) = total.addingReportingOverflow(bytes)
            guard !isTooLarge, sum <= limits.total else {
                refused.append(
                    (
                        put.key,
                        "'\(put.key)' is not synced: all synced values together have "
                            + "\(limits.total) bytes at most."
                    ))
                continue
            }
            total = sum
            // The key is in the comparison and in the write; the rest is a reserve for their fields.
            let weight = bytes + 4 * put.key.utf8.count + 256
            if let last = requests.indices.last, requests[last].count < limits.operations,
                size + weight <= limits.request
            {
                requests[last].append(put)
                size += weight
            } else {
                requests.append([put])
                size = weight
            }
        }
    }
}
