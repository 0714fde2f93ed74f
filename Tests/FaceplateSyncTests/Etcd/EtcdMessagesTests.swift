import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

/// The messages of etcd's gateway.
struct EtcdMessagesTests {
    private static let keys = EtcdKeys(prefix: "/faceplate", panel: "test")

    private func news(_ result: JSONValue, limit: Int = 100) throws -> [ClusterNews] {
        try EtcdAnswer.news(["result": result], Self.keys, limit: limit)
    }

    private func event(
        _ revision: String, _ value: String, key: [UInt8] = keys.bytes("volume")
    ) -> JSONValue {
        [
            "kv": [
                "key": .text(Data(key).base64EncodedString()),
                "value": .text(Data(value.utf8).base64EncodedString()),
                "mod_revision": .text(revision),
            ]
        ]
    }

    @Test(arguments: ["/faceplate", "/faceplate/"])
    func aSlashAfterThePrefixChangesNoKey(prefix: String) {
        let keys = EtcdKeys(prefix: prefix, panel: "test")
        #expect(keys.name == "/faceplate/test/")
        #expect(String(decoding: keys.end, as: UTF8.self) == "/faceplate/test0")
    }

    @Test(
        arguments: [
            ("/faceplate/test/volume", "volume"), ("/faceplate/test/", nil),
            ("/faceplate/other/volume", nil),
            (
                "/faceplate/test/" + String(repeating: "k", count: 256),
                String(repeating: "k", count: 256)
            ),
            ("/faceplate/test/" + String(repeating: "k", count: 257), nil),
        ] as [(String, String?)])
    func readsAKeyOfThePanel(text: String, key: String?) {
        #expect(Self.keys.key(Array(text.utf8)) == key)
    }

    @Test func changesAreInTheOrderOfTheirRevisions() throws {
        let revisions = ["12", "9", "10", "2", "11"]
        let news = try news(["events": .array(revisions.map { event($0, "x") })])
        #expect(news.map(\.revision) == [2, 9, 10, 11, 12])
    }

    @Test func readsAChangeAfterAForeignKey() throws {
        let foreign = event("2", "x", key: Array("/other/volume".utf8))
        let news = try news(["events": [foreign, event("3", "y")]])
        #expect(news.map(\.revision) == [3])
    }

    /// Base64 may have up to two bytes of padding.
    @Test(arguments: [(100, true), (102, true), (103, false), (400, false)])
    func doesNotDecodeAValueFarOverTheLimit(count: Int, isDecoded: Bool) throws {
        let text = String(repeating: "x", count: count)
        let value = try #require(try news(["events": [event("2", text)]]).first?.values["volume"])
        #expect(value?.revision == 2)
        #expect((value?.bytes != nil) == isDecoded)
    }

    @Test(
        arguments: [
            ("", "The cluster has ended the watch."),
            ("permission denied", "The cluster has ended the watch: permission denied."),
            ("a\nb\u{1B}[2J.", "The cluster has ended the watch: a b [2J."),
            (
                String(repeating: "y", count: 201),
                "The cluster has ended the watch: \(String(repeating: "y", count: 200))."
            ),
        ])
    func reportsTheReasonOfACanceledWatchInOneLine(reason: String, words: String) {
        #expect(throws: ClusterError(words)) {
            try news(["canceled": true, "cancel_reason": .text(reason)])
        }
    }
}
