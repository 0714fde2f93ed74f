import FaceplateSchema

/// An etcd cluster, accessed through its JSON gateway.
struct EtcdCluster: Cluster {
    /// The number of pairs in one request; reduced for large pairs.
    private static let page: Int64 = 256

    let keys: EtcdKeys
    let connection: EtcdConnection
    /// In bytes.
    let limit: Int

    func read(_ wanted: Set<String>) async throws -> ClusterContent {
        var values: [String: ClusterValue] = [:]
        var next = keys.start
        var revision: Int64 = 0
        var page = Self.page
        while true {
            let answer: JSONObject
            do {
                answer = try await connection.post(
                    "kv/range",
                    EtcdRequest.range(
                        from: next, to: keys.end, limit: page, revision: revision))
            } catch is EtcdConnection.TooLarge {
                if page > 1 {
                    page = max(page / 8, 1)
                    continue
                }
                // A single pair above the limit for responses is skipped.
                guard let huge = try await pair(from: next, revision) else { continue }
                if let key = keys.key(huge.key), wanted.contains(key) {
                    values[key] = ClusterValue(bytes: nil, revision: huge.value.revision)
                }
                next = huge.key + [0]
                continue
            }
            if revision == 0 { revision = EtcdAnswer.revision(answer) }
            let (pairs, hasMore) = EtcdAnswer.pairs(answer, limit: limit)
            for pair in pairs {
                guard let key = keys.key(pair.key), wanted.contains(key) else { continue }
                values[key] = pair.value
            }
            guard hasMore, let last = pairs.last else { break }
            next = last.key + [0]
        }
        return ClusterContent(revision: revision, values: values)
    }

    private func pair(from key: [UInt8], _ revision: Int64) async throws -> EtcdPair? {
        let answer = try await connection.post(
            "kv/range",
            EtcdRequest.range(
                from: key, to: keys.end, limit: 1, revision: revision, keysOnly: true))
        return EtcdAnswer.pairs(answer, limit: limit).pairs.first
    }

    func write(_ puts: [SyncedPut]) async throws -> Int64? {
        do {
            let answer = try await connection.post("kv/txn", EtcdRequest.write(puts, keys))
            return answer["succeeded"] == true ? EtcdAnswer.revision(answer) : nil
        } catch var error as ClusterError {
            // A user without the right to write still receives.
            error.concernsWriting = error.isRefusal
            throw error
        }
    }

    func remove(_ keys: [String: Int64]) async throws -> Bool {
        let answer = try await connection.post(
            "kv/txn", EtcdRequest.remove(keys, self.keys))
        return answer["succeeded"] == true
    }

    func watch(
        after revision: Int64, _ tell: @escaping @Sendable ([ClusterNews]) async -> Void
    ) async throws {
        let ending = try await connection.listen(
            "watch", EtcdRequest.watch(keys, after: revision),
            asking: ("kv/range", EtcdRequest.pulse(keys)), alive: { await tell([]) }
        ) { message in
            await tell(try EtcdAnswer.news(message, keys, limit: limit))
        }
        guard ending == .moved else {
            throw ClusterError("The cluster has ended the connection.")
        }
    }
}
