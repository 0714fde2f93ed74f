import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// A host's storage in memory that can be made to fail.
private final class HostStorage: SettingsStorage {
    enum Mishap { case callsNobody, keepsQuiet, triesTwiceAndKeepsQuiet, isFull, isDamaged }

    let contents = Locked(StorageContents())
    let mishap = Locked<Mishap?>(nil)
    let closings = Locked(0)
    let key = Locked([UInt8](repeating: 7, count: 32))
    let watchers = Locked(0)
    private let writing = Locked(())

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try body(contents.withLock { $0 })
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try writing.withLock { _ in
            switch mishap.withLock({ $0 }) {
            case nil, .isDamaged: try keep(body)
            case .callsNobody: break
            case .isFull: throw StoreError(.full, "The disk is full.")
            case .keepsQuiet: try? keep(body)
            case .triesTwiceAndKeepsQuiet:
                _ = try? body(contents.withLock { $0 })
                _ = try? body(StorageContents())
            }
        }
    }

    private func keep(_ body: (any StorageReader) throws -> StorageChange?) throws {
        guard let change = try body(contents.withLock { $0 }) else { return }
        contents.withLock { $0.apply(change) }
    }

    func secretKey(mayCreate: Bool) -> [UInt8] { key.withLock { $0 } }

    func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? {
        watchers.withLock { $0 += 1 }
        return Settings.Observation { [watchers] in watchers.withLock { $0 -= 1 } }
    }

    func verify() throws {
        if mishap.withLock({ $0 }) == .isDamaged {
            throw StoreError(.damaged, "The file is damaged.")
        }
    }

    func close() { closings.withLock { $0 += 1 } }
}

struct SettingsStorageTests {
    private let storage = HostStorage()
    private static let panel = Make.panel(
        "name edit_text", "password edit_password", "port edit_integer \"itemRestart\": true")
    private static let next = Make.panel(
        "name edit_text", "password edit_password", "more switch", version: 2)

    private func open(_ json: String = Self.panel, now: Double = 0) throws -> Settings {
        var adoption = Settings.Adoption()
        adoption.now = { Date(timeIntervalSince1970: 1_795_159_800 + now) }
        return try Settings.open(
            Make.schema(json), in: storage, adoption: adoption, watches: false)
    }

    /// Returns the error of a batch, if any; records an issue if the batch gets no result.
    private func answer(_ settings: Settings, name: String) -> StoreError? {
        let answer = Locked<Result<Outcome, ApplyError>?>(nil)
        settings.apply(Batch([Assignment("name", .text(name))], origin: .program)) { result in
            answer.withLock { $0 = result }
        }
        guard eventually({ answer.withLock { $0 != nil } }) else {
            Issue.record("was never answered")
            return nil
        }
        if case .failure(.store(let error)) = answer.withLock({ $0 }) { return error }
        return nil
    }

    /// The problem is what `/healthz` and the page report, until a save succeeds again.
    @Test func reportsAFullStorageUntilItStoresAgain() throws {
        let settings = try open()
        defer { settings.close() }
        storage.mishap.withLock { $0 = .isFull }
        #expect(answer(settings, name: "Bob")?.code == .full)
        #expect(settings.problems == ["The disk is full."])
        storage.mishap.withLock { $0 = nil }
        #expect(answer(settings, name: "Bob") == nil)
        #expect(settings.problems.isEmpty && settings.text("name") == "Bob")
    }

    /// The changes of another program show that the storage works again.
    @Test func aProblemEndsWithChangesOfOthers() async throws {
        let (settings, other) = (try open(), try open(now: 1))
        defer {
            settings.close()
            other.close()
        }
        storage.mishap.withLock { $0 = .isFull }
        #expect(answer(settings, name: "Bob")?.code == .full)
        storage.mishap.withLock { $0 = nil }
        try other.assign(("name", .text("A")))
        await settings.catchUp()
        #expect(settings.problems.isEmpty && settings.text("name") == "A")
    }

    @Test func aFailedSearchForDamageReportsNone() throws {
        let storage = FailingStorage()
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        storage.fail(at: .search)
        settings.searchForDamage()
        #expect(settings.problems.isEmpty)
    }

    @Test func aDamagedStorageIsAProblemFromTheStart() throws {
        storage.mishap.withLock { $0 = .isDamaged }
        let settings = try Settings.open(Make.schema(Self.panel), in: storage)
        defer { settings.close() }
        #expect(eventually { settings.problems == ["The file is damaged."] })
    }

    @Test func releasedSettingsDoNotWatchTheStorage() throws {
        var settings: Settings? = try Settings.open(Make.schema(Self.panel), in: storage)
        #expect(settings?.revision == 0 && storage.watchers.withLock { $0 } == 1)
        settings = nil
        #expect(eventually { storage.watchers.withLock { $0 } == 0 })
        #expect(storage.closings.withLock { $0 } == 1)
    }

    // MARK: - Storages that lose revisions

    /// Settings that only read report the loss as well.
    @Test func reportsALossWithChangesOfOthers() async throws {
        let (settings, whole) = try settings(after: .putBackAndWritten)
        defer { settings.close() }
        await settings.catchUp()
        #expect(settings.problems.count == 1)
        #expect(settings.problems.first?.hasPrefix("The storage was emptied or restored") == true)
        storage.contents.withLock { $0 = whole }
        #expect(answer(settings, name: "Zoe") == nil && settings.problems.isEmpty)
    }

    enum Loss: CaseIterable, Sendable { case emptied, putBack, putBackAndWritten }

    /// Returns settings at revision 3 on a storage that lost some of the revisions.
    private func settings(after loss: Loss) throws -> (Settings, whole: StorageContents) {
        let settings = try open()
        try settings.assign(("name", .text("Bob")))
        let before = storage.contents.withLock { $0 }
        try settings.assign(("password", .text("secret")))
        try settings.assign(("name", .text("Eve")))
        let whole = storage.contents.withLock { $0 }
        storage.contents.withLock { $0 = loss == .emptied ? StorageContents() : before }
        if loss == .putBackAndWritten {
            let other = try open(now: 1)
            for name in ["A", "B", "C", "D"] { try other.assign(("name", .text(name))) }
            #expect(other.revision == 5)
        }
        return (settings, whole)
    }

    @Test(arguments: Loss.allCases)
    func aStorageThatLostRevisionsRejectsWrites(loss: Loss) throws {
        let (settings, whole) = try settings(after: loss)
        defer { settings.close() }
        let heard = Locked(0)
        let observation = settings.observe { _ in heard.withLock { $0 += 1 } }
        defer { observation.cancel() }
        let left = storage.contents.withLock { $0 }
        let error = answer(settings, name: "Zoe")
        #expect(error?.code == .replaced)
        #expect(
            error?.message
                == "The storage was emptied or restored while it was in use. Restart to use it as it is now."
        )
        #expect(refusal { try settings.markApplied() } == .replaced)
        #expect(
            refusal {
                try settings.adopt(Make.schema(Self.next), labels: LabelCatalog())
            } == .replaced)
        #expect(refusal { try settings.secret("password") as Any } == .replaced)
        #expect(storage.contents.withLock { $0 } == left)
        #expect(settings.text("name") == "Eve" && settings.revision == 3)
        #expect(settings.problems.count == 1 && heard.withLock { $0 } == 0)
        storage.contents.withLock { $0 = whole }
        #expect(answer(settings, name: "Zoe") == nil && settings.revision == 4)
        #expect(settings.problems.isEmpty && heard.withLock { $0 } == 1)
    }

    @Test func readsChangesOfOthersThatLeftHistory() throws {
        let (settings, other) = (try open(), try open(now: 1))
        defer {
            settings.close()
            other.close()
        }
        try settings.assign(("name", .text("Bob")))
        for name in ["A", "B", "C"] { try other.assign(("name", .text(name))) }
        var change = StorageChange(to: storage.contents.withLock { $0.version() })
        change.forgottenThrough = 3
        let forgetting = change
        storage.contents.withLock { $0.apply(forgetting) }
        #expect(answer(settings, name: "Zoe") == nil && settings.revision == 5)
    }

    // MARK: - Storages that do not write

    @Test func reportsAStorageThatWritesNothing() throws {
        let settings = try open()
        defer { settings.close() }
        storage.mishap.withLock { $0 = .callsNobody }
        let error = answer(settings, name: "Bob")
        #expect(error?.code == .failed && error?.message == "Nothing was written.")
        #expect(refusal { try settings.markApplied() } == .failed)
        #expect(
            refusal {
                try settings.adopt(Make.schema(Self.next), labels: LabelCatalog())
            } == .failed)
        #expect(refusal { try open() } == .failed)
        #expect(settings.text("name") == "" && settings.problems == ["Nothing was written."])
        storage.mishap.withLock { $0 = nil }
        #expect(answer(settings, name: "Bob") == nil && settings.text("name") == "Bob")
    }

    /// The storage reports success although `body` threw an error.
    @Test func reportsTheErrorOfABody() throws {
        let (settings, _) = try settings(after: .emptied)
        defer { settings.close() }
        storage.mishap.withLock { $0 = .keepsQuiet }
        #expect(answer(settings, name: "Zoe")?.code == .replaced)
        #expect(refusal { try settings.markApplied() } == .replaced)
        #expect(settings.text("name") == "Eve")
    }

    @Test func usesTheLastResultOfABody() throws {
        let settings = try open()
        defer { settings.close() }
        storage.mishap.withLock { $0 = .triesTwiceAndKeepsQuiet }
        #expect(answer(settings, name: "Zoe")?.code == .replaced)
        #expect(settings.revision == 0)
    }

    @Test(arguments: [0, 31, 33])
    func reportsAKeyOfAnotherLength(count: Int) throws {
        let settings = try open()
        defer { settings.close() }
        storage.key.withLock { $0 = Array(repeating: 7, count: count) }
        let error = storeError { () throws(ApplyError) in
            try settings.assign(("password", .text("hunter2")))
        }
        #expect(error?.code == .secretKey)
        #expect(error?.message == "The storage's key has \(count) bytes and must have 32.")
    }

    /// A storage of a host may write all of its contents into a file.
    @Test func removesTheTextOfANewSecret() throws {
        let settings = try open()
        defer { settings.close() }
        for name in ["planted-1", "planted-2"] { try settings.assign(("name", .text(name))) }
        try settings.adopt(Make.schema(Make.panel("name edit_password", version: 2)))
        #expect(try settings.secret("name") == "planted-2")
        let contents = try JSONEncoder().encode(storage.contents.withLock { $0 })
        #expect(contents.range(of: Data("planted".utf8)) == nil)
    }

    // MARK: - Closing

    @Test func failedOpeningClosesTheStorageOnce() throws {
        try open(Self.next).close()
        #expect(storage.closings.withLock { $0 } == 1)
        let older = try Make.schema(Self.panel)
        let empty = HostStorage()
        let openings: [(StoreError.Code, () throws -> Settings)] = [
            (.otherSchema, { try Settings.open(older, in: storage) }),
            (.noSchema, { try Settings.open(in: empty) }),
        ]
        for (code, open) in openings { #expect(refusal(open) == code) }
        #expect(storage.closings.withLock { $0 } == 2 && empty.closings.withLock { $0 } == 1)
        #expect(storage.watchers.withLock { $0 } == 0)
        let settings = try Settings.open(in: storage)
        #expect(storage.closings.withLock { $0 } == 2 && storage.watchers.withLock { $0 } == 1)
        settings.close()
        #expect(storage.watchers.withLock { $0 } == 0)
        settings.close()
        #expect(storage.closings.withLock { $0 } == 3)
    }

    @Test func releasedSettingsCloseTheStorage() throws {
        var settings: Settings? = try open()
        #expect(settings?.revision == 0 && storage.closings.withLock { $0 } == 0)
        settings = nil
        #expect(eventually { storage.closings.withLock { $0 } == 1 })
    }
}
