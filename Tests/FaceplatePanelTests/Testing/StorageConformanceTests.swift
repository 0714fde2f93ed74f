import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Testing

struct StorageConformanceTests {
    private typealias Promise = StorageConformance.Promise

    /// The storages of one test, by name.
    private final class Shelf: Sendable {
        private let storages = Locked<[String: any SettingsStorage]>([:])

        func storage(
            _ name: String, _ make: () -> any SettingsStorage
        ) -> any SettingsStorage {
            storages.withLock { storages in
                if let known = storages[name] { return known }
                let new = make()
                storages[name] = new
                return new
            }
        }
    }

    private static func inFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(arguments: StorageConformance.Promise.allCases)
    func sqliteKeepsEveryPromise(promise: StorageConformance.Promise) throws {
        try Self.inFolder { folder in
            try StorageConformance { name in
                try Settings.fileStorage(at: folder.appending(path: name + ".sqlite").path)
            }.check(promise)
        }
    }

    @Test(arguments: StorageConformance.Promise.allCases)
    func memoryKeepsEveryPromise(promise: StorageConformance.Promise) throws {
        let shelf = Shelf()
        try StorageConformance { shelf.storage($0) { MemoryStorage() } }.check(promise)
    }

    /// The storage in an app, as in the guide.
    @Test(arguments: StorageConformance.Promise.allCases)
    func aFileOfAHostKeepsEveryPromise(promise: StorageConformance.Promise) throws {
        try Self.inFolder { folder in
            let shelf = Shelf()
            try StorageConformance { name in
                let path = folder.appending(path: name + ".json")
                return shelf.storage(name) { JSONFileStorage(path) }
            }.check(promise)
        }
    }

    /// A storage of a host may have a file or a connection for each opening.
    @Test(arguments: StorageConformance.Promise.allCases, [true, false])
    func aCheckClosesEachStorageThatItOpens(
        promise: StorageConformance.Promise, hasKey: Bool
    ) throws {
        let shelf = Shelf()
        let opened = Locked<[CountedStorage]>([])
        try StorageConformance { name in
            let storage = CountedStorage(
                hasKey
                    ? shelf.storage(name) { MemoryStorage() }
                    : shelf.storage(name) { KeylessStorage() })
            opened.withLock { $0.append(storage) }
            return storage
        }.check(promise)
        let closings = opened.withLock { $0.map(\.closings) }
        #expect(!closings.isEmpty && closings.allSatisfy { $0 > 0 }, "\(closings)")
    }

    /// The faults, and the promises that a storage with each fault breaks.
    private static let faults: [(FaultyStorage.Fault, Set<StorageConformance.Promise>)] = [
        (.none, []),
        (.isFilled, [.startsEmpty, .keepsEachChange, .keepsItForTheNextOne]),
        (.forgetsLabels, [.keepsEachChange, .keepsEveryText]),
        (.forgetsParked, [.keepsEachChange, .keepsEveryText, .carriesAnotherSchema]),
        (.forgetsRunning, [.keepsEachChange, .carriesSettings]),
        (.forgetsAgreements, [.keepsEachChange]),
        (.forgetsCredentials, [.keepsEachChange]),
        (.keepsCredentials, [.keepsEachChange]),
        (.keepsEverything, [.forgetsWhatItIsTold]),
        (.keepsFailures, [.keepsNothingOfAWriteThatFails]),
        (.cutsTexts, [.keepsEveryText]),
        (.showsTheFuture, [.showsWritersTheStateBefore]),
        (.ignoresOrder, [.answersEachQuery, .carriesSettings, .isSyncedBySettings]),
        (.ignoresKeys, [.answersEachQuery]),
        (.makesKeys, [.keepsItsKey]),
        (.isNotExclusive, [.losesNoWrite]),
        (.writesInParts, [.showsNoHalfOfAWrite]),
        (.writesValuesInParts, [.showsNoHalfOfAWrite]),
        (.startsAnew, [.keepsItForTheNextOne, .carriesSettings, .isSyncedBySettings]),
        (.normalises, [.keepsEveryText]),
        (.guardsItsKey, [.keepsItsKey]),
        (.hidesFailures, [.keepsNothingOfAWriteThatFails]),
        (.forgetsSchema, [.carriesAnotherSchema]),
        (.forgetsSecrets, [.keepsEachChange, .keepsItsKey]),
        (.cannotMakeItsKey, [.keepsItsKey]),
        (.hasTheKeyOfAll, [.keepsItsKey]),
        (.losesRevisions, [.losesNoWrite]),
        (.keepsParked, [.keepsEachChange, .carriesAnotherSchema]),
        (.hasAShortKey, [.keepsItsKey]),
        (.makesKeysAtOpening, [.keepsItsKey]),
        (.delaysFailures, [.keepsNothingOfAWriteThatFails]),
        (.cutsAnswers, [.answersEachQuery]),
        (.showsNewestFirst, [.answersEachQuery, .carriesSettings]),
        (.cutsTextsAtOpening, [.keepsEveryText]),
    ]

    private static func conformance(_ fault: FaultyStorage.Fault) -> StorageConformance {
        let shelf = Shelf()
        let last = Locked<FaultyStorage?>(nil)
        var conformance = StorageConformance { name in
            switch fault {
            case .startsAnew: FaultyStorage(fault)
            case .cutsTextsAtOpening, .makesKeysAtOpening:
                last.withLock {
                    let next = FaultyStorage(fault, after: $0)
                    $0 = next
                    return next
                }
            default: shelf.storage(name) { FaultyStorage(fault) }
            }
        }
        if fault == .guardsItsKey { conformance.patience = .milliseconds(100) }
        return conformance
    }

    /// The author of a storage looks for the fault where the reason leads.
    @Test(
        arguments: [
            (.showsNewestFirst, .carriesSettings, "The oldest revision"),
            (.keepsParked, .carriesAnotherSchema, "The number of parked values"),
            (.startsAnew, .isSyncedBySettings, "A change by others before a write"),
            (.hasAShortKey, .keepsItsKey, "The length of the key"),
            (.makesKeys, .keepsItsKey, "The key is another one now."),
            (.makesKeysAtOpening, .keepsItsKey, "The key is another one for the next one."),
            (.hasTheKeyOfAll, .keepsItsKey, "Two storages have the same key."),
        ] as [(FaultyStorage.Fault, StorageConformance.Promise, String)])
    func reportsABrokenPromise(
        fault: FaultyStorage.Fault, promise: StorageConformance.Promise, words: String
    ) {
        let broken = #expect(throws: StorageConformance.Broken.self) {
            try Self.conformance(fault).check(promise)
        }
        #expect(broken?.reason.contains(words) == true, "\(broken?.reason ?? "")")
    }

    @Test(arguments: faults.indices)
    func findsEachFault(index: Int) throws {
        let (fault, expected) = Self.faults[index]
        let broken = StorageConformance.Promise.allCases.filter { promise in
            let conformance = Self.conformance(fault)
            do {
                try conformance.check(promise)
                return false
            } catch {
                return true
            }
        }
        #expect(expected.isSubset(of: broken), "\(fault): \(broken)")
        if fault == .none { #expect(broken.isEmpty) }
    }

    /// `secretKey` of this storage waits for its own write.
    @Test func aDeadlockEndsTheCheckAfterItsTimeLimit() {
        let shelf = Shelf()
        var conformance = StorageConformance { name in
            shelf.storage(name) { FaultyStorage(.guardsItsKey) }
        }
        conformance.patience = .milliseconds(100)
        let time = ContinuousClock().measure {
            #expect(throws: StorageConformance.Broken.self) { try conformance.check(.keepsItsKey) }
        }
        #expect(time < .hung)
    }

    /// Strings that are equal by `==` are reported with escapes, so that their difference is
    /// visible.
    @Test func showsNormalizedTextInItsMessage() {
        let shelf = Shelf()
        let conformance = StorageConformance { name in
            shelf.storage(name) { FaultyStorage(.normalises) }
        }
        let broken = #expect(throws: StorageConformance.Broken.self) {
            try conformance.check(.keepsEveryText)
        }
        let reason = broken?.reason ?? ""
        #expect(reason.contains(#""note":"\u{00E9}""#), "\(reason)")
        #expect(reason.contains(#""note":"e\u{0301}""#), "\(reason)")
    }

    private struct Offline: Error {}

    /// Returns the error of a change to a setting; `nil` when the change is stored.
    private static func refusal(of key: String, in settings: Settings) -> StoreError? {
        do throws(ApplyError) {
            let batch = Batch([Assignment(key, .value("x"))], origin: .program)
            try settings.applyAndWait(batch)
            return nil
        } catch {
            guard case .store(let error) = error else { return nil }
            return error
        }
    }

    @Test func aStorageWithoutAKeyRejectsOnlySecrets() throws {
        let shelf = Shelf()
        let conformance = StorageConformance { shelf.storage($0) { KeylessStorage() } }
        try conformance.check(.keepsItsKey)
        let json = """
            [{"groupKey": "g", "items": [{"itemKey": "password", "itemControlType": "edit_password"},
                {"itemKey": "name", "itemControlType": "edit_text"}]}]
            """
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "test"), in: KeylessStorage())
        defer { settings.close() }
        #expect(Self.refusal(of: "password", in: settings)?.code == .secretKey)
        #expect(Self.refusal(of: "name", in: settings) == nil)
        #expect(settings.text("name") == "x")
    }

    @Test func settingsOverOneMemoryNotifyEachOther() async throws {
        let storage = MemoryStorage()
        let json = """
            [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text"}]}]
            """
        let schema = try SchemaReader.read(Array(json.utf8), name: "test")
        let (first, second) = (
            try Settings.open(schema, in: storage), try Settings.open(schema, in: storage)
        )
        defer {
            first.close()
            second.close()
        }
        let revisions = second.revisions()
        try await first.set("name", to: "Bob")
        var heard = revisions.makeAsyncIterator()
        let revision = await heard.next()
        #expect(revision?.number == 1 && revision?.isExternal == true)
        #expect(second.text("name") == "Bob")
    }

    @Test func anErrorOfTheStorageIsReported() throws {
        let json = """
            [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text"}]}]
            """
        let storage = FaultyStorage(.none)
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "test"), in: storage)
        defer { settings.close() }
        storage.failure.withLock { $0 = Offline() }
        let refusal = Self.refusal(of: "name", in: settings)
        #expect(refusal?.code == .failed && refusal?.message.contains("Offline") == true)
        #expect(settings.problems.count == 1 && settings.text("name") == "")
        storage.failure.withLock { $0 = nil }
        #expect(Self.refusal(of: "name", in: settings) == nil)
        #expect(settings.problems.isEmpty && settings.text("name") == "x")
    }
}
