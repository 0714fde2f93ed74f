import Dispatch
import Faceplate
import Foundation

extension StorageCheck {
    func startsEmpty() throws {
        let storage = try storage()
        defer { storage.close() }
        try require(storage, holds: StorageContents())
    }

    func keepsEachChange() throws {
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for change in try SampleChanges.all() {
            try storage.write { _ in change }
            model.apply(change)
            try require(storage, holds: model)
        }
    }

    func keepsItForTheNextOne() throws {
        var model = StorageContents()
        for change in try SampleChanges.all() {
            let storage = try storage()
            defer { storage.close() }
            try require(storage, holds: model)
            try storage.write { _ in change }
            model.apply(change)
        }
        let storage = try storage()
        defer { storage.close() }
        try require(storage, holds: model)
    }

    func keepsNothingOfAWriteThatFails() throws {
        struct Refusal: SpokenError {
            var description: String { "The write is to fail." }
        }
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for change in try SampleChanges.all() {
            try storage.write { _ in change }
            model.apply(change)
        }
        do {
            try storage.write { _ in throw Refusal() }
            try require(false, "An error in the body of a write is not thrown to the caller.")
        } catch is Refusal {}
        try storage.write { _ in nil }
        try require(storage, holds: model)
    }

    func showsWritersTheStateBefore() throws {
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for change in try SampleChanges.all() {
            try storage.write { reader in
                try require(reader, holds: model)
                return change
            }
            model.apply(change)
        }
    }

    func answersEachQuery() throws {
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for change in SampleChanges.revisions(12) {
            try storage.write { _ in change }
            model.apply(change)
        }
        for query in SampleChanges.queries {
            let found = try storage.read { try $0.revisions(query) }
            try require(
                found.map(\.number), is: model.revisions(query).map(\.number),
                "The answer to \(query)")
            try require(found, isExactly: model.revisions(query), "The answer to \(query)")
        }
    }

    func forgetsWhatItIsTold() throws {
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for var change in SampleChanges.revisions(12) {
            let number = change.version.revision
            if number.isMultiple(of: 4) { change.forgottenThrough = number - 3 }
            let next = change
            try storage.write { _ in next }
            model.apply(next)
            try require(storage, holds: model)
        }
        for key in ["a", "b", "c", "d"] {
            // A storage may remove the last change together with the revision.
            guard let last = try storage.read({ try $0.lastChange(of: key) }) else { continue }
            try require(
                Optional(last), isExactly: model.lastChange(of: key), "The last change of '\(key)'")
        }
    }

    func keepsEveryText() throws {
        let storage = try storage()
        defer { storage.close() }
        var model = StorageContents()
        for (index, text) in SampleChanges.texts.enumerated() {
            let change = SampleChanges.change(index + 1, saying: text)
            try storage.write { _ in change }
            model.apply(change)
        }
        try require(storage, holds: model)
        let again = try self.storage()
        defer { again.close() }
        try require(again, holds: model)
    }

    // MARK: - Threads

    private static let (threads, turns) = (4, 25)

    func losesNoWrite() throws {
        let storages = try (0..<Self.threads).map { _ in try storage() }
        defer { for storage in storages { storage.close() } }
        try countUp(storages)
        // Repeat it with all threads on one storage.
        try countUp(storages.map { _ in storages[0] })
        let count = 2 * Self.threads * Self.turns
        let numbers = try storages[0].read { try $0.revisions(RevisionQuery()).map(\.number) }
        try require(numbers, is: Array(1...count), "The list of revisions")
        let value = try storages[0].read { try $0.state().values["count"]?.value }
        try require(value, is: "\(count)", "The number of changes")
    }

    private func countUp(_ storages: [any SettingsStorage]) throws {
        try atOnce(storages.count) { index in
            for _ in 0..<Self.turns {
                try storages[index].write { reader in
                    let change = try SampleChanges.counted(up: reader.state())
                    // Give other threads time to interfere.
                    usleep(100)
                    return change
                }
            }
        }
    }

    func showsNoHalfOfAWrite() throws {
        let storage = try storage()
        defer { storage.close() }
        // Both sides continue until both are done, so that writes and reads overlap.
        let left = Locked((writes: Self.turns, readings: Self.threads * Self.turns))
        try atOnce(Self.threads) { index in
            while left.withLock({ $0.writes > 0 || $0.readings > 0 }) {
                do {
                    if index == 0 {
                        try storage.write { try SampleChanges.counted(up: $0.state()) }
                        left.withLock { $0.writes -= 1 }
                    } else {
                        try seeAWhole(storage)
                        left.withLock { $0.readings -= 1 }
                    }
                } catch {
                    // Stop the other threads.
                    left.withLock { $0 = (0, 0) }
                    throw error
                }
            }
        }
    }

    private func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let failure = Locked<(any Error)?>(nil)
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    try body(index)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        group.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func seeAWhole(_ storage: any SettingsStorage) throws {
        try storage.read { reader in
            let state = try reader.state()
            let values = ["count", "again"].map { state.values[$0]?.value ?? "0" }
            let newest = try reader.revisions(RevisionQuery(isNewestFirst: true, limit: 1))
            try require(
                values + ["\(newest.first?.number ?? 0)", "\(try reader.version().revision)"],
                is: Array(repeating: "\(state.revision)", count: 4), "The result of one read")
        }
    }
}
