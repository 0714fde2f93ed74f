import FaceplateSchema
import Foundation

/// The JSON gateway of etcd encodes keys and values in Base64, and 64-bit numbers as strings.
struct EtcdKeys: Sendable, Hashable {
    let start: [UInt8]

    init(prefix: String, panel: String) {
        let prefix = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
        start = Array("\(prefix)/\(panel)/".utf8)
    }

    var name: String { String(decoding: start, as: UTF8.self) }

    /// The first key after all keys of the panel.
    var end: [UInt8] {
        // The last byte is a slash, so that adding 1 cannot overflow.
        start.dropLast() + [UInt8(ascii: "/") + 1]
    }

    func bytes(_ key: String) -> [UInt8] { start + Array(key.utf8) }

    func key(_ bytes: [UInt8]) -> String? {
        guard bytes.count > start.count, bytes.count <= start.count + 256,
            bytes.starts(with: start)
        else { return nil }
        return String(validating: bytes.dropFirst(start.count), as: UTF8.self)
    }
}

enum EtcdRequest {
    private static func text(_ bytes: [UInt8]) -> JSONValue {
        JSONValue.text(Data(bytes).base64EncodedString())
    }

    private static func number(_ number: Int64) -> JSONValue {
        JSONValue.text(String(number))
    }

    /// - Parameter revision: The revision to read; 0 for the newest.
    static func range(
        from key: [UInt8], to end: [UInt8], limit: Int64, revision: Int64, keysOnly: Bool = false
    ) -> JSONValue {
        [
            "key": text(key), "range_end": text(end), "limit": number(limit),
            "revision": number(revision), "keys_only": .boolean(keysOnly),
        ]
    }

    /// A small request that checks that a member still responds for its cluster.
    static func pulse(_ keys: EtcdKeys) -> JSONValue {
        ["key": text(keys.bytes(ClusterName.key)), "keys_only": true]
    }

    static func watch(_ keys: EtcdKeys, after revision: Int64) -> JSONValue {
        let start = revision.addingReportingOverflow(1).partialValue
        return [
            "create_request": [
                "key": text(keys.start), "range_end": text(keys.end),
                "start_revision": number(start),
            ]
        ]
    }

    static func write(_ puts: [SyncedPut], _ keys: EtcdKeys) -> JSONValue {
        let success = puts.map { put -> JSONValue in
            [
                "request_put": [
                    "key": text(keys.bytes(put.key)), "value": text(put.entry.bytes),
                ]
            ]
        }
        return transaction(puts.map { ($0.key, $0.expected) }, success, keys)
    }

    static func remove(_ removed: [String: Int64], _ keys: EtcdKeys) -> JSONValue {
        let success = removed.keys.sorted().map { key -> JSONValue in
            ["request_delete_range": ["key": text(keys.bytes(key))]]
        }
        return transaction(removed.map { ($0.key, $0.value) }, success, keys)
    }

    private static func transaction(
        _ expected: [(key: String, revision: Int64)], _ success: [JSONValue], _ keys: EtcdKeys
    ) -> JSONValue {
        let compare = expected.map { expected -> JSONValue in
            [
                "result": "EQUAL", "target": "MOD", "key": text(keys.bytes(expected.key)),
                "mod_revision": number(expected.revision),
            ]
        }
        return ["compare": .array(compare), "success": .array(success)]
    }

    static func authenticate(_ user: String, _ password: String) -> JSONValue {
        ["name": .text(user), "password": .text(password)]
    }
}

struct EtcdPair: Sendable, Hashable {
    let key: [UInt8]
    let value: ClusterValue

    init?(_ json: JSONValue, limit: Int) {
        guard let object = json.object, let key = EtcdAnswer.bytes(object["key"]) else {
            return nil
        }
        self.key = key
        let text = object["value"]?.string ?? ""
        // Base64 encodes three bytes as four.
        let isTooLarge = text.utf8.count / 4 > limit / 3 + 1
        value = ClusterValue(
            bytes: isTooLarge ? nil : EtcdAnswer.bytes(object["value"]) ?? [],
            revision: EtcdAnswer.number(object["mod_revision"]))
    }
}

enum EtcdAnswer {
    static func bytes(_ json: JSONValue?) -> [UInt8]? {
        json?.string.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
    }

    /// Returns a number or a number in a string; 0 if it is missing, because etcd omits zeros.
    static func number(_ json: JSONValue?) -> Int64 {
        json?.number?.integer ?? json?.string.flatMap { Int64($0) } ?? 0
    }

    static func revision(_ answer: JSONObject) -> Int64 {
        number(answer["header"]?.object?["revision"])
    }

    static func member(_ answer: JSONValue?) -> String? {
        answer?.object?["header"]?.object?["member_id"]?.string
    }

    static func pairs(_ answer: JSONObject, limit: Int) -> (pairs: [EtcdPair], hasMore: Bool) {
        let pairs = (answer["kvs"]?.array ?? []).compactMap { EtcdPair($0, limit: limit) }
        return (pairs, answer["more"] == true)
    }

    /// One value per revision; throws if etcd has ended the watch.
    static func news(
        _ message: JSONValue, _ keys: EtcdKeys, limit: Int
    ) throws(ClusterError) -> [ClusterNews] {
        if let error = message.object?["error"] { throw ClusterError(words(error)) }
        guard let result = message.object?["result"]?.object else {
            throw ClusterError("The cluster's watch is not one of etcd's.")
        }
        if number(result["compact_revision"]) > 0 {
            throw ClusterError("The cluster has forgotten its changes of a while ago.")
        }
        if result["canceled"] == true {
            let reason = result["cancel_reason"]?.string ?? ""
            throw ClusterError(
                reason.isEmpty
                    ? "The cluster has ended the watch."
                    : "The cluster has ended the watch: \(shortened(reason))")
        }
        var news: [Int64: [String: ClusterValue?]] = [:]
        for event in result["events"]?.array ?? [] {
            guard let object = event.object,
                let pair = object["kv"].flatMap({ EtcdPair($0, limit: limit) }),
                let key = keys.key(pair.key)
            else { continue }
            let isGone = object["type"]?.string == "DELETE"
            news[pair.value.revision, default: [:]][key] = .some(isGone ? nil : pair.value)
        }
        return news.sorted { $0.key < $1.key }.map { ClusterNews(revision: $0, values: $1) }
    }

    static func words(_ json: JSONValue) -> String {
        let text =
            json.string ?? json.object?["message"]?.string ?? json.object?["error"]?.string
            ?? json.object?["error"]?.object?["message"]?.string ?? ""
        return text.isEmpty
            ? "The cluster has rejected the request."
            : "The cluster has rejected the request: \(shortened(text))"
    }

    private static func shortened(_ text: String) -> String {
        let seen = text.unicodeScalars.prefix(200).map { $0.value < 0x20 ? " " : Character($0) }
        return String(seen) + (text.hasSuffix(".") ? "" : ".")
    }
}
