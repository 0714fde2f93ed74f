/// How much is shared at the most.
struct SharingLimits: Sendable, Hashable {
    /// The bytes of one entry.
    var entry = 512 * 1024
    /// The bytes of all entries of a panel.
    var total = 8 * 1024 * 1024
    /// The keys of one request; etcd takes 128 operations unless it was told otherwise.
    var operations = 100
    /// The bytes of one request; etcd takes 1.5 MiB unless it was told otherwise.
    var request = 1_024 * 1_024
}

/// A key of the cluster's that is to be written.
struct SharedPut: Sendable, Hashable {
    let key: String
    let entry: SharedEntry
    /// The revision of the cluster that changed the key last, as far as this machine knows; 0 for a
    /// key that is not there.
    ///
    /// If it is another by then, nothing is written.
    let expected: Int64
}

/// Puts in the requests that carry them, and what is too large to be sent at all.
struct SendPlan: Sendable {
    private(set) var requests: [[SharedPut]] = []
    /// The keys that are not sent, and why.
    private(set) var refused: [(key: String, problem: String)] = []

    /// - Parameters:
    ///   - held: the bytes that the cluster holds of the panel, the keys of `puts` not counted.
    init(_ puts: [SharedPut], held: Int, limits: SharingLimits) {
        var total = held
        var size = 0
        for put in puts.sorted(by: { $0.key < $1.key }) {
            let bytes = put.entry.bytes.count
            guard bytes <= limits.entry else {
                refused.append(
                    (
                        put.key,
                        "'\(put.key)' is not shared: it has \(bytes) bytes, and a shared value has "
                            + "\(limits.entry) at most."
                    ))
                continue
            }
            let (sum, isTooLarge) = total.addingReportingOverflow(bytes)
            guard !isTooLarge, sum <= limits.total else {
                refused.append(
                    (
                        put.key,
                        "'\(put.key)' is not shared: all shared values together have "
                            + "\(limits.total) bytes at most."
                    ))
                continue
            }
            total = sum
            // The key stands in the comparison, the write and the read of a failure.
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
