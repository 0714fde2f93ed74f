import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct SyncedEntryTests {
    private static let time = SyncedTime(Date(timeIntervalSince1970: 1_763_710_200.125))

    @Test(
        arguments: [
            (
                SyncedState.set(60),
                #"{"value":60,"time":"2025-11-21T07:30:00.125Z","machine":"den"}"#
            ),
            (
                .set([1, "a"]),
                #"{"value":[1,"a"],"time":"2025-11-21T07:30:00.125Z","machine":"den"}"#
            ),
            (.onDefault, #"{"reset":true,"time":"2025-11-21T07:30:00.125Z","machine":"den"}"#),
        ])
    func writesAndReads(state: SyncedState, text: String) throws {
        let entry = SyncedEntry(state, Self.time, "den")
        #expect(entry.bytes == Array(text.utf8))
        #expect(try SyncedEntry(bytes: Array(text.utf8)) == entry)
    }

    @Test(
        arguments: [
            ("", EntryProblem.notJSON), ("{", .notJSON), ("\u{0}", .notJSON), ("[]", .notAnEntry),
            ("1", .notAnEntry),
            (#"{"value":1}"#, .noTime), (#"{"value":1,"time":5,"machine":"a"}"#, .noTime),
            (#"{"value":1,"time":"soon","machine":"a"}"#, .noTime),
            (
                #"{"value":1,"time":"9999-12-31T23:59:59.999Z","turn":1099511627777,"machine":"a"}"#,
                .noTime
            ),
            (#"{"value":1,"time":"2026-11-20T07:30:00Z"}"#, .noMachine),
            (#"{"value":1,"time":"2026-11-20T07:30:00Z","machine":""}"#, .noMachine),
            (#"{"value":1,"time":"2026-11-20T07:30:00Z","machine":"a\u0000"}"#, .noMachine),
            (#"{"time":"2026-11-20T07:30:00Z","machine":"a"}"#, .notAnEntry),
            (#"{"reset":false,"time":"2026-11-20T07:30:00Z","machine":"a"}"#, .notAnEntry),
            (#"{"reset":true,"value":1,"time":"2026-11-20T07:30:00Z","machine":"a"}"#, .notAnEntry),
        ])
    func rejectsInvalidText(text: String, problem: EntryProblem) {
        #expect(throws: problem) { try SyncedEntry(bytes: Array(text.utf8)) }
    }

    @Test func rejectsBytesThatAreNotText() {
        #expect(throws: EntryProblem.notJSON) { try SyncedEntry(bytes: [0xFF, 0xFE, 0x7B]) }
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: EntryProblem.notJSON) { try SyncedEntry(bytes: Array(deep.utf8)) }
    }

    @Test(
        arguments: [
            ("a", true), ("kitchen.example", true), ("Küche 1", true), ("", false), (" ", false),
            ("a\nb", false), ("\u{200B}", false), ("\u{7F}", false), ("a\u{202E}b", false),
            (String(repeating: "ü", count: 64), true), (String(repeating: "ü", count: 65), false),
        ])
    func rejectsInvisibleNames(name: String, isName: Bool) {
        #expect(SyncedEntry.isName(name) == isName)
    }

    @Test(
        arguments: [
            (-1, 0), (0, 0), (0.0014, 1), (253_402_300_799.999, 253_402_300_799_999),
            (1e300, 253_402_300_799_999), (.infinity, 253_402_300_799_999), (-.infinity, 0),
            (.nan, 0),
        ] as [(Double, Int64)])
    func checksTheBoundsOfTimes(seconds: Double, milliseconds: Int64) {
        let time = SyncedTime(Date(timeIntervalSince1970: seconds))
        #expect(time.milliseconds == milliseconds)
    }

    /// Older versions read the time alone.
    @Test func aRaisedTimeKeepsTheClock() throws {
        let later = SyncedTime(Self.time.date.addingTimeInterval(7_200)).next
        let entry = SyncedEntry(.set(1), later, "den", clock: Self.time)
        let text =
            #"{"value":1,"time":"2025-11-21T09:30:00.126Z","machine":"den","#
            + #""clock":"2025-11-21T07:30:00.125Z"}"#
        #expect(String(decoding: entry.bytes, as: UTF8.self) == text)
        #expect(try SyncedEntry(bytes: entry.bytes) == entry)
        #expect(entry.isRaised && !SyncedEntry(.set(1), later, "den", clock: later.next).isRaised)
    }

    /// No later time can be written, so that the changes after it are counted.
    @Test(arguments: [1, 2, SyncedTime.mostTurns - 1])
    func aSettingAtTheLatestTimeCanBeChanged(turn: Int64) throws {
        let last = SyncedTime(latestAfter: turn - 1)
        let next = SyncedEntry(.set(1), last.next, "a", clock: Self.time)
        #expect(next.isLater(than: SyncedEntry(.set(2), last, "z")))
        let read = try SyncedEntry(bytes: next.bytes)
        #expect(read == next && read.time.turn == turn)
    }

    @Test(arguments: ["7", "\"soon\"", "null", "[]", "\"9999-01-01T00:00:00Z\""])
    func anInvalidClockIsReplacedByTheTime(clock: String) throws {
        let text =
            #"{"value":1,"time":"2025-11-21T07:30:00.125Z","machine":"den","turn":-4,"clock":\#(clock)}"#
        #expect(try SyncedEntry(bytes: Array(text.utf8)) == SyncedEntry(.set(1), Self.time, "den"))
    }

    /// A machine sends an entry of this size.
    @Test func limitsTheSizeOfAnEntry() {
        let entry = SyncedEntry(.set("x"), Self.time, "den")
        let value = ClusterValue(bytes: entry.bytes, revision: 1)
        #expect(RemoteValue(value, nil, limit: entry.bytes.count).entry == entry)
        #expect(RemoteValue(value, nil, limit: entry.bytes.count - 1).entry == nil)
    }
}
