import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct ReplicaTests {
    private static func time(_ seconds: Int) -> SyncedTime {
        SyncedTime(Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private static func entry(_ seconds: Int) -> SyncedEntry {
        SyncedEntry(.set(1), time(seconds), "loft")
    }

    // MARK: - Which contents these are

    /// A machine that synced `a` at 5 with contents `first`, and at 9 with contents `second`.
    private static func traveler(
        _ place: ClusterPlace?, secondAt address: String?
    ) throws -> Replica {
        func name(_ name: String) -> RemoteValue {
            RemoteValue(ClusterName.entry(name, "loft"), revision: 1)
        }
        var records: [String: String] = [:]
        for (contents, seconds) in [("first", 5), ("second", 9)] {
            let here = place.map {
                ClusterPlace(
                    address: contents == "second" ? address ?? $0.address : $0.address,
                    isFolder: $0.isFolder)
            }
            var replica = Replica(machine: "den", records: records, place: here)
            let value = JSONValue(.number(JSONNumber(Int64(seconds))))
            let entry = SyncedEntry(.set(value), time(seconds), "den")
            _ = replica.read(
                [ClusterName.key: name(contents), "a": RemoteValue(entry, revision: 2)], at: 2)
            replica.agree(on: ["a": entry])
            for (key, record) in replica.unsavedRecords { records[key] = record }
        }
        return Replica(machine: "den", records: records, place: place)
    }

    /// The contents `first` come again, with `a` of this time, or without it.
    @Test(
        arguments: [
            // An older copy, which gets what was synced since, and another name.
            (nil, nil, 3, "older send 9"), ("http://a", "http://a", 3, "older send 9"),
            ("http://a", "http://b", 3, "older send 9"),
            ("http://a", "http://b", nil, "older send 9"),
            // The cluster that went on without this machine, at another address.
            (nil, nil, 5, "returned take 7"), ("http://a", "http://b", 5, "returned take 7"),
            ("http://a", "http://b", 7, "returned take 7"),
            // The address of the contents in between: they were lost, and a copy was restored.
            ("http://a", "http://a", 5, "replaced send 9"),
            ("http://a\nhttp://b", "http://b\nhttp://c", 5, "replaced send 9"),
            // A folder has a name that no machine replaces, and its files can be late.
            ("/a", "/b", 5, "returned take 7"), ("/a", "/a", 5, "returned take 7"),
            ("/a", "/b", 3, "returned take 7"),
        ] as [(String?, String?, Int?, String)])
    func mergesAfterAReturnToEarlierContents(
        place: String?, second: String?, seconds: Int?, wanted: String
    ) throws {
        let here = place.map { ClusterPlace(address: $0, isFolder: $0.hasPrefix("/")) }
        var replica = try Self.traveler(here, secondAt: second)
        var held = [
            ClusterName.key: RemoteValue(ClusterName.entry("first", "loft"), revision: 1)
        ]
        held["a"] = seconds.map {
            RemoteValue(SyncedEntry(.set(7), Self.time($0), "loft"), revision: 2)
        }
        let read = replica.read(held, at: 2)
        let event = try #require(read)
        let plan = replica.plan(
            [Replica.Key(name: "a")], isWhole: true, makeName: { "another" }
        ) { _, _ in
            Replica.Local(state: .set(9), time: Self.time(9), isChosen: true)
        }
        func value(_ entry: SyncedEntry) -> String {
            if case .set(let json) = entry.state { JSONWriter().text(json) } else { "-" }
        }
        let sent = plan.sent.map { "send " + value($0.entry) }
        let taken = plan.accepted.values.map { "take " + value($0) }
        #expect((["\(event)"] + sent + taken).joined(separator: " ") == wanted)
        let isRenamed = event == .older
        #expect(plan.copies.map(\.key) == (isRenamed ? [ClusterName.key] : []))
        #expect(plan.copies.allSatisfy { $0.entry.state == .set("another") && $0.expected == 1 })
    }

    /// Machines that begin at the same time give a folder several names.
    @Test func aFolderKeepsTheNameThatAMachineKnows() {
        let place = ClusterPlace(address: "/a", isFolder: true)
        func names(_ names: String...) -> [String: RemoteValue] {
            let entry = SyncedEntry(.set(.array(names.map(JSONValue.text))), .earliest, "folder")
            return [ClusterName.key: RemoteValue(entry, revision: 1)]
        }
        var replica = Replica(machine: "den", place: place)
        #expect(replica.read(names("b"), at: 1) == nil)
        #expect(replica.read(names("a", "b"), at: 1) == nil)
        #expect(replica.clusterName == "b")
        let records = replica.unsavedRecords.compactMapValues(\.self)
        var next = Replica(machine: "den", records: records, place: place)
        #expect(next.read(names("a", "b", "c"), at: 1) == nil)
        #expect(next.clusterName == "b")
        #expect(next.read(names("a", "c"), at: 1) == .replaced)
        #expect(next.clusterName == "a")
    }

    /// A share that is not mounted looks like a folder that was emptied.
    @Test(arguments: [("/a", "b"), ("/other", "new")])
    func anEmptyFolderAtTheSamePathIsTheSame(path: String, name: String) {
        var replica = Replica(
            machine: "den", place: ClusterPlace(address: "/a", isFolder: true))
        let entry = ClusterName.entry("b", "loft")
        _ = replica.read([ClusterName.key: RemoteValue(entry, revision: 1)], at: 1)
        let records = replica.unsavedRecords.compactMapValues(\.self)
        var next = Replica(
            machine: "den", records: records, place: ClusterPlace(address: path, isFolder: true))
        #expect(next.read([:], at: 1) == .emptied)
        let plan = next.plan([], isWhole: true, makeName: { "new" }) { _, _ in nil }
        #expect(plan.copies.map(\.entry.state) == [.set(.text(name))])
    }

    /// Older versions gave the same name to every folder.
    @Test func aFolderOfAnOlderVersionGetsItsName() {
        let agreed = Agreement(entry: Self.entry(5), cluster: "folder")
        var replica = Replica(
            machine: "den",
            records: ["a": agreed.record, ClusterNames.key: #"["folder"]"#],
            place: ClusterPlace(address: "/a", isFolder: true))
        #expect(replica.read(["a": RemoteValue(Self.entry(5), revision: 2)], at: 2) == nil)
        let plan = replica.plan(
            [Replica.Key(name: "a")], isWhole: true, makeName: { "new" }
        ) { _, _ in Replica.Local(state: .set(1), time: Self.time(5)) }
        replica.didWrite(plan.copies, at: 3)
        #expect(replica.agreements["a"]?.cluster == "new" && replica.names.names == ["new"])
    }

    // MARK: - Clocks

    /// The entry of this machine was written while its clock was ahead.
    @Test(arguments: [
        ("den", 500, true, true), ("den", 60, true, false), ("loft", 500, true, false),
        ("den", 500, false, false),
    ])
    func aMachineReplacesItsEntryWhenItsClockIsRight(
        machine: String, ahead: Int, isWhole: Bool, isSettled: Bool
    ) {
        let entry = SyncedEntry(.set(1), Self.time(1_000 + ahead), machine)
        let name = RemoteValue(ClusterName.entry("here", "loft"), revision: 1)
        var replica = Replica(machine: "den")
        _ = replica.read([ClusterName.key: name, "a": RemoteValue(entry, revision: 2)], at: 2)
        replica.agree(on: ["a": entry])
        let plan = replica.plan(
            [Replica.Key(name: "a")], isWhole: isWhole, now: Self.time(1_000), makeName: { "" }
        ) { _, _ in Replica.Local(state: .set(1), time: entry.time) }
        let settled = SyncedEntry(.set(1), entry.time.next, "den", clock: Self.time(1_000))
        #expect(plan.sent.map(\.entry) == (isSettled ? [settled] : []))
        #expect(replica.isAhead(of: Self.time(1_000)) == (machine == "den" && ahead > 60))
    }

    // MARK: - The cluster

    /// News of an earlier write can come after the answer to a later write of this machine.
    @Test func ignoresNewsOlderThanKnownEntries() {
        var replica = Replica(machine: "den")
        _ = replica.read([:], at: 1)
        replica.didWrite([SyncedPut(key: "volume", entry: Self.entry(9), expected: 3)], at: 5)
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
    func usesTheLatestEntryOfAllKeys(own: Int?, former: Int?, older: Int?, latest: String) {
        var held: [String: RemoteValue] = [:]
        for (key, seconds) in [("own", own), ("former", former), ("older", older)] {
            // The machine names the key here.
            held[key] = seconds.map {
                RemoteValue(SyncedEntry(.set(1), Self.time($0), key), revision: 2)
            }
        }
        var replica = Replica(machine: "den")
        _ = replica.read(held, at: 2)
        let value = replica.value(of: Replica.Key(name: "own", former: ["former", "older"]))
        #expect(value?.entry?.machine == latest)
    }

    @Test func doesNotRewriteAKeyWithTheSameEntry() {
        var replica = Replica(machine: "den")
        let held = RemoteValue(Self.entry(1), revision: 2)
        _ = replica.read(["a": held, "b": held], at: 2)
        let key = Replica.Key(name: "b", former: ["a"])
        let plan = replica.plan([key], isWhole: true, makeName: { "somewhere" }) { _, _ in
            Replica.Local(state: .set(1), time: Self.time(1), isChosen: false)
        }
        #expect(plan.sent.isEmpty && plan.copies.map(\.key) == [ClusterName.key])
    }

    @Test func aRenamedSettingKeepsItsAgreement() {
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
        #expect(snapshot.syncedKeys.mapValues(\.key)["tint.added"] == "tint.added")
        #expect(snapshot.syncedKeys["tint"]?.key == "shade")
    }

    /// A machine with an older schema wrote the rows of the former key.
    @Test func removesTheRowOfASettingThatIsNoLongerSynced() {
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
