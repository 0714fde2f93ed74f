import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// Tables of merges: the last synced state, the local state, the cluster, and the expected step.
///
/// `1@5` is the value 1 with time 5, `1@5~3` was set when the clock was at 3, `-` is the default, and `_` is nothing.
/// A `t` at the end marks a value that came from the cluster or a migration. This machine is `me`, another one is `it`.
struct MergeTests {
    private static func time(_ seconds: Int) -> SyncedTime {
        SyncedTime(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func entry(_ text: String, _ machine: String) -> SyncedEntry? {
        let parts = text.split { $0 == "@" || $0 == "~" }.map(String.init)
        guard parts.count > 1, let seconds = Int(parts[1]) else { return nil }
        let clock = parts.count == 3 ? Int(parts[2]).map(time) : nil
        return SyncedEntry(state(parts[0]), time(seconds), machine, clock: clock)
    }

    private static func state(_ text: String) -> SyncedState {
        Int64(text).map { .set(JSONValue(.number(JSONNumber($0)))) } ?? .onDefault
    }

    private static func words(_ step: MergeStep) -> String {
        func entry(_ entry: SyncedEntry) -> String {
            let state: String =
                if case .set(let json) = entry.state { JSONWriter().text(json) } else { "-" }
            let rest = entry.time.milliseconds % 1_000
            return "\(state)@\(entry.time.milliseconds / 1_000)\(rest == 0 ? "" : "+\(rest)") "
                + entry.machine
        }
        return switch step {
        case .nothing: "nothing"
        case .agree(let it): "agree \(entry(it))"
        case .send(let it): "send \(entry(it))"
        case .accept(let it): "take \(entry(it))"
        }
    }

    private static func step(
        _ base: String, _ local: String, _ remote: String, former: String = "_",
        isReturning: Bool = false
    ) -> String {
        let isChosen = !local.hasSuffix("t")
        let parts = (isChosen ? local : String(local.dropLast())).split(separator: "@")
        return words(
            Merge(
                base: entry(base, "it"), former: entry(former, "it"), isReturning: isReturning,
                local: state(String(parts[0])),
                localTime: parts.count == 2 ? time(Int(parts[1]) ?? 0) : .earliest,
                isChosenHere: isChosen, remote: entry(remote, "it"), machine: "me"
            ).step)
    }

    @Test(arguments: [
        ("_", "-", "_", "nothing"),
        ("_", "1@5", "_", "send 1@5 me"),
        ("_", "-", "2@3", "take 2@3 it"),
        ("_", "-", "-@3", "agree -@3 it"),
        // Of equal choices the later time counts.
        ("_", "1@5", "1@3", "send 1@5 me"),
        ("_", "1@3", "1@5", "agree 1@5 it"),
        ("_", "1@5", "1@5", "agree 1@5 it"),
        ("_", "-@5", "-@3", "send -@5 me"),
        ("_", "1@9t", "1@3", "agree 1@3 it"),
        // Both are choices: the later one wins, even if it is a reset.
        ("_", "1@5", "2@3", "send 1@5 me"),
        ("_", "1@5", "2@5", "take 2@5 it"),
        ("_", "1@5", "2@9", "take 2@9 it"),
        ("_", "1@5", "-@3", "send 1@5 me"),
        ("_", "1@5", "-@9", "take -@9 it"),
        ("_", "-@5", "2@3", "send -@5 me"),
        ("_", "-@5", "_", "send -@5 me"),
        // The local value is not a choice: any choice wins over it, but it is sent to an empty cluster.
        ("_", "1@9t", "2@3", "take 2@3 it"),
        ("_", "1@9t", "_", "send 1@0+1 me"),
    ])
    func mergesAtTheFirstSynchronization(
        base: String, local: String, remote: String, wanted: String
    ) {
        #expect(Self.step(base, local, remote) == wanted)
    }

    /// State that was synced with contents that were lost, or with another cluster.
    @Test(
        arguments: [
            // The entry keeps its time.
            ("1@5", "1@5", "_", "send 1@5 it"),
            ("1@5", "1@9t", "_", "send 1@5 it"),
            ("1@5", "1@5", "2@3", "send 1@5 it"),
            ("1@5", "1@5", "2@7", "take 2@7 it"),
            ("1@5", "1@5", "1@7", "agree 1@7 it"),
            ("1@5", "1@5", "1@3", "send 1@5 it"),
            // Changed since the sync.
            ("1@5", "3@9", "2@7", "send 3@9 me"),
            ("1@5", "3@6", "2@7", "take 2@7 it"),
            ("1@5", "3@2", "_", "send 3@5+1 me"),
            // Converted or parked since the sync: the synced state still counts.
            ("1@5", "-@9t", "_", "send 1@5 it"),
            ("1@5", "-@9t", "2@3", "send 1@5 it"),
            ("-@0", "-", "_", "nothing"),
            ("-@0", "-", "2@3", "take 2@3 it"),
        ])
    func mergesWithOtherContents(former: String, local: String, remote: String, wanted: String) {
        #expect(Self.step("_", local, remote, former: former) == wanted)
    }

    /// The machine used another cluster for some time: state that was synced there stays there.
    @Test(
        arguments: [
            ("1@9", "1@9", "2@3", "take 2@3 it"),
            ("1@9", "1@9", "_", "take -@0 me"),
            ("-@9", "-@9", "2@3", "take 2@3 it"),
            ("-@9", "-@9", "_", "nothing"),
            // Changed after the machine left the other cluster.
            ("1@5", "3@9", "2@3", "send 3@9 me"),
            ("1@5", "3@9", "_", "send 3@9 me"),
        ])
    func mergesAfterAReturn(former: String, local: String, remote: String, wanted: String) {
        #expect(Self.step("_", local, remote, former: former, isReturning: true) == wanted)
    }

    @Test(arguments: [
        ("1@5", "1@5", "1@5", "nothing"),
        // Never set before.
        ("-@0", "1@5", "2@3", "send 1@5 me"),
        ("-@0", "1@5", "2@9", "take 2@9 it"),
        ("-@0", "-", "2@9", "take 2@9 it"),
        // Changed only on this machine.
        ("1@5", "2@8", "1@5", "send 2@8 me"),
        ("1@5", "-@8", "1@5", "send -@8 me"),
        ("-@5", "2@8", "-@5", "send 2@8 me"),
        // Changed on this machine with a slow clock.
        ("1@5", "2@3", "1@5", "send 2@5+1 me"),
        // Changed and changed back in the cluster: only the time is later.
        ("1@5", "2@6", "1@7", "take 1@7 it"),
        ("1@5", "2@8", "1@7", "send 2@8 me"),
        // Changed and changed back on this machine.
        ("1@5", "1@9", "2@7", "send 1@9 me"),
        ("1@5", "1@6", "2@7", "take 2@7 it"),
        ("1@5", "1@9t", "2@7", "take 2@7 it"),
        // Applied from the cluster, but the process was killed before the entry was marked as synced.
        ("1@5", "2@9t", "3@7", "take 3@7 it"),
        ("1@5", "2@9t", "2@7", "agree 2@7 it"),
        ("1@5", "2@9t", "3@3", "send 1@5 it"),
        // Parked by a migration: the default is not a choice, and other machines are not changed.
        ("1@5", "-@9t", "1@5", "take 1@5 it"),
        ("1@5", "-@9t", "2@8", "take 2@8 it"),
        // Changed only in the cluster.
        ("1@5", "1@5", "2@8", "take 2@8 it"),
        ("1@5", "1@5", "-@8", "take -@8 it"),
        ("-@5", "-@5", "2@8", "take 2@8 it"),
        ("1@5", "1@5", "2@5", "take 2@5 it"),
        // Changed on both sides: the later one wins; at the same time, the cluster wins.
        ("1@5", "2@8", "2@7", "send 2@8 me"),
        ("1@5", "2@7", "2@8", "agree 2@8 it"),
        ("1@5", "2@3", "2@7", "agree 2@7 it"),
        ("1@5", "2@8", "3@7", "send 2@8 me"),
        ("1@5", "2@8", "3@8", "take 3@8 it"),
        ("1@5", "2@8", "3@9", "take 3@9 it"),
        ("1@5", "-@8", "3@7", "send -@8 me"),
        ("1@5", "2@8", "-@9", "take -@9 it"),
        ("1@5", "2@3", "3@5", "send 2@5+1 me"),
    ])
    func mergesThreeWays(base: String, local: String, remote: String, wanted: String) {
        #expect(Self.step(base, local, remote) == wanted)
    }

    /// After a value of a clock that was ahead, each machine has to use times that are later than its own.
    @Test(
        arguments: [
            ("1@90", "2@8", "1@90", "send 2@90+1 me"),
            // Two changes apart: that of the later clock wins, in any order and however often others changed it.
            ("1@90", "2@8", "3@91~7", "send 2@91+1 me"),
            ("1@90", "2@8", "3@99~7", "send 2@99+1 me"),
            ("1@90", "2@8", "3@91~9", "take 3@91 it"),
            ("1@90", "-@8", "3@91~7", "send -@91+1 me"),
            // A clock that is ahead, and one that is right again.
            ("1@90", "2@8", "3@95", "take 3@95 it"),
            ("1@90", "2@97", "3@95~9", "send 2@97 me"),
            // An older copy is older, whatever its clock.
            ("1@90~6", "2@5", "3@80~7", "send 2@90+1 me"),
            ("1@90~6", "1@5", "3@80~7", "send 1@90 it"),
            // Contents that were lost: the order counts, not the clocks.
            ("_", "2@8", "3@91~7", "take 3@91 it"),
        ])
    func mergesAfterAClockWasAhead(base: String, local: String, remote: String, wanted: String) {
        #expect(Self.step(base, local, remote) == wanted)
    }

    @Test(arguments: [
        // Lost by the cluster: sent again with the same time, so that a newer entry still wins.
        ("1@5", "1@5", "_", "send 1@5 it"),
        ("-@5", "-@5", "_", "send -@5 it"),
        ("-@0", "-", "_", "nothing"),
        ("-@0", "1@5", "_", "send 1@5 me"),
        ("1@5", "2@8", "_", "send 2@8 me"),
        ("1@5", "2@8t", "_", "send 1@5 it"),
        ("1@5", "-@8", "_", "send -@8 me"),
        // Restored from an old backup, or sent by a machine with an older state.
        ("1@5", "1@5", "2@3", "send 1@5 it"),
        ("1@5", "2@8", "3@3", "send 2@8 me"),
        ("1@5", "2@4", "3@3", "send 2@5+1 me"),
    ])
    func mergesWithAClusterThatLostItsData(
        base: String, local: String, remote: String, wanted: String
    ) {
        #expect(Self.step(base, local, remote) == wanted)
    }
}
