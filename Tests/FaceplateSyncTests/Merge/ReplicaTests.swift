import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct ReplicaTests {
    private static func time(_ seconds: Int) -> SharedTime {
        SharedTime(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func entry(_ seconds: Int) -> SharedEntry {
        SharedEntry(.set(1), time(seconds), "loft")
    }

    /// News of an earlier write can come after the answer to a later write of this machine.
    @Test func whatIsOlderThanWhatIsKnownIsNotHeard() {
        var replica = Replica(machine: "den")
        _ = replica.read([:], at: 1)
        replica.didWrite([SharedPut(key: "volume", entry: Self.entry(9), expected: 3)], at: 5)
        let late = RemoteValue(Self.entry(2), revision: 3)
        #expect(replica.hear(["volume": late, "name": late], at: 3) == ["name"])
        #expect(replica.remote["volume"]?.revision == 5)
        #expect(replica.remote["volume"]?.entry == Self.entry(9))
        let next = RemoteValue(Self.entry(10), revision: 6)
        #expect(replica.hear(["volume": next], at: 6) == ["volume"])
        #expect(replica.hear(["volume": next], at: 6).isEmpty)
    }

    /// A cluster refuses a request that writes a key twice.
    @Test func aSettingIsWrittenOnceUnderEachOfItsKeys() {
        var replica = Replica(machine: "den")
        _ = replica.read(["a": RemoteValue(Self.entry(1), revision: 2)], at: 2)
        let key = Replica.Key(name: "b", former: ["a", "older"])
        let plan = replica.plan([key], isWhole: true, makeName: { "somewhere" }) { _, _ in
            Replica.Local(state: .set(2), time: Self.time(9))
        }
        #expect(plan.sent.map(\.key) == ["b"])
        #expect(plan.copies.map(\.key) == ["a", ClusterName.key])
    }

    /// Machines with older schemas write the former keys only.
    @Test(
        arguments: [
            (5, 9, 1, "former"), (5, 1, 9, "older"), (9, 5, 1, "own"), (5, 5, 5, "own"),
            (nil, 5, 9, "older"), (nil, 5, 5, "former"), (5, nil, 9, "older"), (5, nil, nil, "own"),
        ] as [(Int?, Int?, Int?, String)])
    func theLatestUnderAllKeysIsTheValue(own: Int?, former: Int?, older: Int?, latest: String) {
        var held: [String: RemoteValue] = [:]
        for (key, seconds) in [("own", own), ("former", former), ("older", older)] {
            // The machine names the key here.
            held[key] = seconds.map {
                RemoteValue(SharedEntry(.set(1), Self.time($0), key), revision: 2)
            }
        }
        var replica = Replica(machine: "den")
        _ = replica.read(held, at: 2)
        let value = replica.value(of: Replica.Key(name: "own", former: ["former", "older"]))
        #expect(value?.entry?.machine == latest)
    }

    @Test func aKeyThatHasTheEntryIsNotWrittenAgain() {
        var replica = Replica(machine: "den")
        let held = RemoteValue(Self.entry(1), revision: 2)
        _ = replica.read(["a": held, "b": held], at: 2)
        let key = Replica.Key(name: "b", former: ["a"])
        let plan = replica.plan([key], isWhole: true, makeName: { "somewhere" }) { _, _ in
            Replica.Local(state: .set(1), time: Self.time(1), isChosen: false)
        }
        #expect(plan.sent.isEmpty && plan.copies.map(\.key) == [ClusterName.key])
    }

    @Test func aRenamedSettingKeepsWhatWasAgreedOn() {
        let agreed = Agreement(entry: Self.entry(5), cluster: "here")
        var replica = Replica(machine: "den", records: ["a": agreed.record])
        let name = RemoteValue(ClusterName.entry("here", "loft"), revision: 1)
        _ = replica.read(
            [ClusterName.key: name, "a": RemoteValue(Self.entry(5), revision: 2)], at: 2)
        let key = Replica.Key(name: "b", former: ["a"])
        _ = replica.plan([key], isWhole: true, makeName: { "somewhere" }) { _, _ in
            Replica.Local(state: .set(1), time: Self.time(5))
        }
        #expect(replica.agreements == ["b": agreed])
    }

    /// The values that a picker adds have a key of their own, which an item can have, too.
    @Test(arguments: [true, false])
    func aFormerKeyThatIsInUseBelongsToItsSetting(isFirst: Bool) throws {
        let items = [
            #"{"itemKey": "tint.added", "itemControlType": "edit_list", "itemSynced": true}"#,
            #"{"itemKey": "shade", "itemControlType": "picker", "itemOptions": ["red"], "#
                + #""itemAdds": true, "itemSynced": true, "itemRenamedFrom": ["tint"]}"#,
        ]
        let ordered = isFirst ? items : items.reversed()
        let json =
            #"{"groups": [{"groupKey": "g", "items": [\#(ordered.joined(separator: ","))]}]}"#
        let schema = try SchemaReader.read(Array(json.utf8), name: "test")
        let snapshot = try Settings.inMemory(schema).snapshot
        let shade = try #require(snapshot.schema.settings["shade.added"])
        #expect(snapshot.replicaKey(of: shade).former == [])
        #expect(snapshot.sharedKeys.mapValues(\.key)["tint.added"] == "tint.added")
        #expect(snapshot.sharedKeys["tint"]?.key == "shade")
    }

    /// A machine with an older schema wrote the rows of the former key.
    @Test func theRowOfASettingThatIsNoLongerSharedIsRemoved() {
        let agreed = Agreement(entry: Self.entry(5), cluster: "here")
        var replica = Replica(machine: "den", records: ["a": agreed.record, "b": agreed.record])
        _ = replica.plan([Replica.Key(name: "b")], isWhole: true, makeName: { "here" }) { _, _ in
            nil
        }
        #expect(replica.agreements == ["b": agreed])
        #expect(replica.unsavedRecords["a"] == .some(nil))
    }

    @Test func aRowOfAFormerKeyDoesNotReplaceThatOfTheKey() {
        let (agreed, former) = (
            Agreement(entry: Self.entry(5), cluster: "here"),
            Agreement(entry: Self.entry(3), cluster: "elsewhere")
        )
        var replica = Replica(machine: "den", records: ["a": former.record, "b": agreed.record])
        let name = RemoteValue(ClusterName.entry("here", "loft"), revision: 1)
        _ = replica.read(
            [ClusterName.key: name, "b": RemoteValue(Self.entry(5), revision: 2)], at: 2)
        let key = Replica.Key(name: "b", former: ["a"])
        _ = replica.plan([key], isWhole: true, makeName: { "somewhere" }) { _, _ in
            Replica.Local(state: .set(1), time: Self.time(5))
        }
        #expect(replica.agreements == ["b": agreed])
        #expect(replica.unsavedRecords["a"] == .some(nil))
    }
}
