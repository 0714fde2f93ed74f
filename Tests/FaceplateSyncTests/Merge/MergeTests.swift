import FaceplateSchema
import FaceplateSeeds
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// Each row: what was agreed, what is here, what is in the cluster, and what is done.
///
/// `1@5` is the value 1 of time 5, `-` the default, `_` nothing; `1@5t` was taken from the cluster, or a
/// new schema made it. The machine is `me`, others `it`.
struct MergeTests {
    private static func time(_ seconds: Int) -> SharedTime {
        SharedTime(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func entry(_ text: String, _ machine: String) -> SharedEntry? {
        let parts = text.split(separator: "@")
        guard parts.count == 2, let seconds = Int(parts[1]) else { return nil }
        return SharedEntry(state(String(parts[0])), time(seconds), machine)
    }

    private static func state(_ text: String) -> SharedState {
        Int64(text).map { .set(JSONValue(.number(JSONNumber($0)))) } ?? .onDefault
    }

    private static func words(_ step: MergeStep) -> String {
        func entry(_ entry: SharedEntry) -> String {
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
        case .take(let it): "take \(entry(it))"
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

    @Test(
        .seed("S2.20"),
        arguments: [
            ("_", "-", "_", "nothing"),
            ("_", "1@5", "_", "send 1@5 me"),
            ("_", "-", "2@3", "take 2@3 it"),
            ("_", "-", "-@3", "agree -@3 it"),
            ("_", "1@5", "1@3", "agree 1@3 it"),
            // Both were chosen: the later one, a reset as well.
            ("_", "1@5", "2@3", "send 1@5 me"),
            ("_", "1@5", "2@5", "take 2@5 it"),
            ("_", "1@5", "2@9", "take 2@9 it"),
            ("_", "1@5", "-@3", "send 1@5 me"),
            ("_", "1@5", "-@9", "take -@9 it"),
            ("_", "-@5", "2@3", "send -@5 me"),
            ("_", "-@5", "_", "send -@5 me"),
            // Nobody chose it here: any choice wins over it, and it fills what is empty.
            ("_", "1@9t", "2@3", "take 2@3 it"),
            ("_", "1@9t", "_", "send 1@0+1 me"),
        ])
    func theFirstMeeting(base: String, local: String, remote: String, wanted: String) {
        #expect(Self.step(base, local, remote) == wanted)
    }

    /// What was agreed on with contents that were lost, or with another cluster.
    @Test(
        arguments: [
            // It keeps its time.
            ("1@5", "1@5", "_", "send 1@5 it"),
            ("1@5", "1@9t", "_", "send 1@5 it"),
            ("1@5", "1@5", "2@3", "send 1@5 it"),
            ("1@5", "1@5", "2@7", "take 2@7 it"),
            ("1@5", "1@5", "1@7", "agree 1@7 it"),
            // Chosen since.
            ("1@5", "3@9", "2@7", "send 3@9 me"),
            ("1@5", "3@6", "2@7", "take 2@7 it"),
            ("1@5", "3@2", "_", "send 3@5+1 me"),
            // Converted or put aside since: what was agreed on still counts.
            ("1@5", "-@9t", "_", "send 1@5 it"),
            ("1@5", "-@9t", "2@3", "send 1@5 it"),
            ("-@0", "-", "_", "nothing"),
            ("-@0", "-", "2@3", "take 2@3 it"),
        ])
    func otherContents(former: String, local: String, remote: String, wanted: String) {
        #expect(Self.step("_", local, remote, former: former) == wanted)
    }

    /// The machine was elsewhere for a while: what it agreed on there stays there.
    @Test(
        arguments: [
            ("1@9", "1@9", "2@3", "take 2@3 it"),
            ("1@9", "1@9", "_", "take -@0 me"),
            ("-@9", "-@9", "2@3", "take 2@3 it"),
            ("-@9", "-@9", "_", "nothing"),
            // Chosen after it had left.
            ("1@5", "3@9", "2@3", "send 3@9 me"),
            ("1@5", "3@9", "_", "send 3@9 me"),
        ])
    func theReturn(former: String, local: String, remote: String, wanted: String) {
        #expect(Self.step("_", local, remote, former: former, isReturning: true) == wanted)
    }

    @Test(
        .seed("S2.20"),
        arguments: [
            ("1@5", "1@5", "1@5", "nothing"),
            // Nobody ever set it before.
            ("-@0", "1@5", "2@3", "send 1@5 me"),
            ("-@0", "1@5", "2@9", "take 2@9 it"),
            ("-@0", "-", "2@9", "take 2@9 it"),
            // Here only.
            ("1@5", "2@8", "1@5", "send 2@8 me"),
            ("1@5", "-@8", "1@5", "send -@8 me"),
            ("-@5", "2@8", "-@5", "send 2@8 me"),
            // By a clock that is behind.
            ("1@5", "2@3", "1@5", "send 2@5+1 me"),
            // Changed there and changed back, which its time tells.
            ("1@5", "2@6", "1@7", "take 1@7 it"),
            ("1@5", "2@8", "1@7", "send 2@8 me"),
            // Changed here and changed back.
            ("1@5", "1@9", "2@7", "send 1@9 me"),
            ("1@5", "1@6", "2@7", "take 2@7 it"),
            ("1@5", "1@9t", "2@7", "take 2@7 it"),
            // Taken from the cluster before the process was killed, and not agreed on.
            ("1@5", "2@9t", "3@7", "take 3@7 it"),
            ("1@5", "2@9t", "2@7", "agree 2@7 it"),
            ("1@5", "2@9t", "3@3", "send 1@5 it"),
            // Put aside by a new schema: nobody chose the default, and others keep what they have.
            ("1@5", "-@9t", "1@5", "take 1@5 it"),
            ("1@5", "-@9t", "2@8", "take 2@8 it"),
            // There only.
            ("1@5", "1@5", "2@8", "take 2@8 it"),
            ("1@5", "1@5", "-@8", "take -@8 it"),
            ("-@5", "-@5", "2@8", "take 2@8 it"),
            ("1@5", "1@5", "2@5", "take 2@5 it"),
            // On both: the later, and at the same time the cluster's.
            ("1@5", "2@8", "2@7", "agree 2@7 it"),
            ("1@5", "2@8", "3@7", "send 2@8 me"),
            ("1@5", "2@8", "3@8", "take 3@8 it"),
            ("1@5", "2@8", "3@9", "take 3@9 it"),
            ("1@5", "-@8", "3@7", "send -@8 me"),
            ("1@5", "2@8", "-@9", "take -@9 it"),
            ("1@5", "2@3", "3@5", "send 2@5+1 me"),
        ])
    func theThreeWays(base: String, local: String, remote: String, wanted: String) {
        #expect(Self.step(base, local, remote) == wanted)
    }

    @Test(
        .seed("S2.20"),
        arguments: [
            // Lost: sent again with its own time, so that a newer one elsewhere still wins.
            ("1@5", "1@5", "_", "send 1@5 it"),
            ("-@5", "-@5", "_", "send -@5 it"),
            ("-@0", "-", "_", "nothing"),
            ("-@0", "1@5", "_", "send 1@5 me"),
            ("1@5", "2@8", "_", "send 2@8 me"),
            ("1@5", "2@8t", "_", "send 1@5 it"),
            ("1@5", "-@8", "_", "send -@8 me"),
            // Brought back from an old copy, or by a machine that knew less.
            ("1@5", "1@5", "2@3", "send 1@5 it"),
            ("1@5", "2@8", "3@3", "send 2@8 me"),
            ("1@5", "2@4", "3@3", "send 2@5+1 me"),
        ])
    func aClusterThatForgot(base: String, local: String, remote: String, wanted: String) {
        #expect(Self.step(base, local, remote) == wanted)
    }
}
