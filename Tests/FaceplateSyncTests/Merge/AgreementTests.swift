import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct AgreementTests {
    private static func entry(_ seconds: Int, _ state: SyncedState = .set(1)) -> SyncedEntry {
        SyncedEntry(state, SyncedTime(Date(timeIntervalSince1970: TimeInterval(seconds))), "m")
    }

    @Test func isReadBackAsWritten() {
        var some = Agreement(entry: Self.entry(5), cluster: "a name")
        #expect(Agreement(record: some.record) == some)
        some.send(Self.entry(6, .onDefault))
        some.send(Self.entry(7))
        #expect(Agreement(record: some.record) == some)
        #expect(Agreement(record: Agreement().record) == Agreement())
    }

    @Test(arguments: ["", "{", "[]", "null", #"{"agreed":{"value":1}}"#, #"{"agreed":[]}"#])
    func anUnreadableRecordIsIgnored(text: String) {
        #expect(Agreement(record: text) == nil)
    }

    @Test func leavesOutAnUnreadableWrite() {
        var some = Agreement(entry: Self.entry(5), cluster: "a name")
        some.send(Self.entry(6))
        let record = some.record.replacing(#""sent":["#, with: #""sent":[7,{},"#)
        #expect(record != some.record)
        #expect(Agreement(record: record) == some)
    }

    @Test func remembersTheNewestUnansweredWrites() {
        let entries = (0..<10).map { Self.entry($0) }
        var some = Agreement()
        for entry in entries + [entries[5]] { some.send(entry) }
        #expect(some.sent == [2, 3, 4, 6, 7, 8, 9, 5].map { entries[$0] })
    }

    @Test func remembersTheTimesOfOtherContents() throws {
        var some = Agreement(entry: Self.entry(5), cluster: "a")
        for (seconds, name) in [(7, "b"), (9, "a"), (6, "c"), (8, "d"), (8, "e"), (8, "f")] {
            some = some.next(Self.entry(seconds), with: name)
        }
        let read = try #require(Agreement(record: some.record))
        #expect(read == some)
        let times = ["a", "b", "c", "d", "e", "f", "g"].map { read.time(with: $0)?.milliseconds }
        #expect(times == [9_000, nil, 6_000, 8_000, 8_000, 8_000, nil])
        some.rename("f", to: "g")
        #expect(some.cluster == "g" && some.next(Self.entry(9), with: "g").earlier == some.earlier)
    }

    @Test(
        arguments: [
            (.text("a"), "a"), (.text(""), nil), (1, nil),
            (.text(String(repeating: "é", count: 32)), String(repeating: "é", count: 32)),
            (.text(String(repeating: "é", count: 32) + "a"), nil),
        ] as [(JSONValue, String?)])
    func aNameOfContentsIsShort(value: JSONValue, name: String?) {
        #expect(ClusterName.name(Self.entry(5, .set(value))) == name)
    }

    @Test func remembersNamesInTheOrderOfFirstSynchronization() {
        var names = ClusterNames()
        for name in ["a", "b", "a", "c"] { names.meet(name) }
        #expect(names.names == ["a", "b", "c"])
        #expect(ClusterNames(record: names.record) == names)
        #expect(names.isReturn(to: "a", from: "b"))
        #expect(!names.isReturn(to: "b", from: "a"))
        #expect(!names.isReturn(to: "new", from: "a"))
        #expect(!names.isReturn(to: "a", from: nil))
        for number in 0..<40 { names.meet("\(number)") }
        #expect(names.names == (24..<40).map { "\($0)" })
        #expect(ClusterNames(record: "{").names.isEmpty)
    }
}
