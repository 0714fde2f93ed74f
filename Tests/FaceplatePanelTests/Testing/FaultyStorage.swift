import Faceplate
import Foundation

/// A storage in memory with one fault.
final class FaultyStorage: SettingsStorage {
    enum Fault: Sendable {
        case none, isFilled, forgetsLabels, forgetsParked, forgetsRunning, keepsEverything
        case forgetsAgreements, forgetsCredentials, keepsCredentials
        case keepsFailures, cutsTexts, showsTheFuture, ignoresOrder, ignoresKeys, makesKeys
        case isNotExclusive, writesInParts, startsAnew, normalises, guardsItsKey
        case hidesFailures, forgetsSchema, forgetsSecrets, cannotMakeItsKey
        case hasTheKeyOfAll, losesRevisions, cutsTextsAtOpening, showsNewestFirst
        case keepsParked, hasAShortKey, makesKeysAtOpening, delaysFailures, cutsAnswers
        case writesValuesInParts
    }

    let failure = Locked<(any Error)?>(nil)
    private let fault: Fault
    private let readerFault: Fault
    private let contents: Locked<StorageContents>
    /// True when a write failed, whose change the next write makes.
    private let hasFailed = Locked(false)
    private let writing = NSLock()
    private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }

    /// - Parameter former: The contents that an earlier opening has stored.
    init(_ fault: Fault, after former: FaultyStorage? = nil) {
        self.fault = fault
        readerFault = fault == .cutsTextsAtOpening && former == nil ? .none : fault
        contents = former?.contents ?? Locked(StorageContents())
        if fault == .isFilled {
            var change = StorageChange(to: StorageVersion())
            change.values["left"] = .set(.init(value: "1", revision: 0))
            contents.withLock { $0.apply(change) }
        }
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try body(FaultyReader(contents: contents.withLock { $0 }, fault: readerFault))
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        if let failure = failure.withLock({ $0 }) { throw failure }
        guard fault == .isNotExclusive else {
            return try writing.withLock { try keep(body) }
        }
        try keep(body)
    }

    private func keep(_ body: (any StorageReader) throws -> StorageChange?) throws {
        var change: StorageChange?
        if fault == .showsTheFuture { change = try read(body) }
        do {
            change = try body(
                FaultyReader(
                    contents: contents.withLock { contents in
                        var contents = contents
                        if let change { contents.apply(change) }
                        return contents
                    }, fault: readerFault))
        } catch {
            if fault == .keepsFailures {
                contents.withLock { $0.apply(StorageChange(to: StorageVersion(digest: "?"))) }
                var change = StorageChange(to: StorageVersion())
                change.retired["failed"] = true
                contents.withLock { $0.apply(change) }
            }
            if fault == .delaysFailures { hasFailed.withLock { $0 = true } }
            if fault == .hidesFailures { return }
            throw error
        }
        if hasFailed.withLock({ $0 }) {
            var late = StorageChange(to: StorageVersion())
            late.retired["failed"] = true
            contents.withLock { $0.apply(late) }
        }
        guard var change else { return }
        spoil(&change)
        if fault == .writesInParts || fault == .writesValuesInParts {
            var first = change
            if fault == .writesInParts { first.revisions = [] } else { first.values["again"] = nil }
            contents.withLock { $0.apply(first) }
            usleep(200)
        }
        contents.withLock { $0.apply(change) }
    }

    private func spoil(_ change: inout StorageChange) {
        switch fault {
        case .forgetsLabels: change.labels = nil
        case .forgetsSchema: change.panel?.schema = "[]"
        case .forgetsSecrets: change.secrets = [:]
        case .forgetsParked: change.parked = [:]
        case .forgetsRunning: change.running = [:]
        case .forgetsAgreements: change.records[.agreement] = nil
        case .forgetsCredentials: change.records[.credential] = nil
        case .keepsCredentials:
            change.records[.credential] = change.records[.credential]?.filter { $1.record != nil }
        case .keepsParked: change.parked = change.parked.filter { $1.record != nil }
        case .keepsEverything: change.forgottenThrough = nil
        case .cutsTexts:
            for index in change.revisions.indices {
                let note = change.revisions[index].note
                change.revisions[index].note = note.map { String($0.prefix(255)) }
            }
        case .normalises:
            for index in change.revisions.indices {
                let note = change.revisions[index].note
                change.revisions[index].note = note?.precomposedStringWithCanonicalMapping
            }
        default: break
        }
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        switch fault {
        case .cannotMakeItsKey: throw StoreError(.full, "The disk is full.")
        case .makesKeys: (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        case .hasAShortKey: Array(key.prefix(16))
        case .hasTheKeyOfAll: Array(repeating: 7, count: 32)
        case .guardsItsKey: writing.withLock { key }
        default: key
        }
    }
}

private struct FaultyReader: StorageReader {
    let contents: StorageContents
    let fault: FaultyStorage.Fault

    func version() -> StorageVersion { contents.version() }

    func state() -> StoredState { contents.state() }

    func labels() -> [String: [String: String]] { contents.labels() }

    func revisions(_ query: RevisionQuery) -> [StoredRevision] {
        var query = query
        if fault == .ignoresOrder { query.isNewestFirst = false }
        if fault == .showsNewestFirst { query.isNewestFirst = true }
        if fault == .ignoresKeys { query.key = nil }
        var revisions = contents.revisions(query)
        if fault == .losesRevisions { revisions.removeAll { $0.number % 50 == 49 } }
        if fault == .cutsTextsAtOpening || fault == .cutsAnswers && query.key != nil {
            for index in revisions.indices {
                revisions[index].note = revisions[index].note.map { String($0.prefix(255)) }
                if fault == .cutsAnswers { revisions[index].changes.removeAll() }
            }
        }
        return revisions
    }

    func records(_ kind: StoredState.RecordKind) -> [String: String] { contents.records(kind) }
}

/// A storage that stores everything except secrets.
final class KeylessStorage: SettingsStorage {
    private let memory = MemoryStorage()

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try memory.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try memory.write(body)
    }
}

/// One opening of a storage, which counts how often it is closed.
final class CountedStorage: SettingsStorage {
    private let base: any SettingsStorage
    private let count = Locked(0)

    init(_ base: any SettingsStorage) { self.base = base }

    var closings: Int { count.withLock { $0 } }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try base.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try base.write(body)
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        try base.secretKey(mayCreate: mayCreate)
    }

    func close() { count.withLock { $0 += 1 } }
}
