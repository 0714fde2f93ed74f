import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// A storage that has no space as long as a test wants.
private final class FullStorage: SettingsStorage {
    let isFull = Locked(false)
    private let memory = MemoryStorage()

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try memory.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        if isFull.withLock({ $0 }) { throw StoreError(.full, "The disk is full.") }
        try memory.write(body)
    }
}

struct SchemaFollowerTests {
    private static func schema(_ value: String) -> String {
        #"{"panelKey":"harbour","groups":[{"groupKey":"g","items":[{"itemKey":"name","#
            + #""itemControlType":"edit_text","itemValue":"\#(value)"}]}]}"#
    }

    /// A file that changed between its reading and the start of the follower is read again.
    @Test(.timeLimit(.hung))
    func detectsAChangeBeforeItsStart() throws {
        let bench = try Bench()
        let path = bench.folder + "/harbour.json"
        try Self.schema("Pier").write(toFile: path, atomically: true, encoding: .utf8)
        let file = try SchemaFile(path: path)
        let settings = try Settings.inMemory(file.schema, labels: file.labels)
        try Self.schema("Quay").write(toFile: path, atomically: true, encoding: .utf8)
        let follower = settings.follow(path, read: file)
        #expect(eventually { settings.text("name") == "Quay" })
        withExtendedLifetime((follower, bench)) {}
    }

    @Test(.timeLimit(.hung))
    func reportsEachProblemOfAnInvalidSchema() throws {
        let bench = try Bench()
        let path = bench.folder + "/harbour.json"
        try Self.schema("Pier").write(toFile: path, atomically: true, encoding: .utf8)
        let file = try SchemaFile(path: path)
        let settings = try Settings.inMemory(file.schema, labels: file.labels)
        let events = Locked<[Int]>([])
        let follower = settings.follow(path, read: file) { event in
            if case .problems(let list) = event { events.withLock { $0.append(list.count) } }
        }
        try Make.panel("a swich", "b edit_txt")
            .write(toFile: path, atomically: true, encoding: .utf8)
        #expect(eventually { !settings.problems.isEmpty })
        for nearest in ["switch", "edit_text"] {
            #expect(settings.problems.contains { $0.contains("Did you mean '\(nearest)'?") })
        }
        #expect(eventually { events.withLock { $0 } == [2] })
        try Self.schema("Quay").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(eventually { events.withLock { $0 } == [2, 0] })
        #expect(settings.problems.isEmpty && settings.text("name") == "Quay")
        withExtendedLifetime((follower, bench)) {}
    }

    /// The file does not change again, and yet its schema is used as soon as the storage takes it.
    @Test(.timeLimit(.hung))
    func retriesASchemaThatCouldNotBeStored() throws {
        let bench = try Bench()
        let path = bench.folder + "/harbour.json"
        try Self.schema("Pier").write(toFile: path, atomically: true, encoding: .utf8)
        let file = try SchemaFile(path: path)
        let storage = FullStorage()
        let settings = try Settings.open(file.schema, in: storage)
        defer { settings.close() }
        let follower = settings.follow(path, read: file)
        storage.isFull.withLock { $0 = true }
        try Self.schema("Quay").write(toFile: path, atomically: true, encoding: .utf8)
        #expect(eventually { settings.problems.contains { $0.contains("The disk is full.") } })
        #expect(settings.text("name") == "Pier")
        storage.isFull.withLock { $0 = false }
        #expect(eventually { settings.text("name") == "Quay" })
        #expect(eventually { settings.problems.isEmpty })
        withExtendedLifetime((follower, bench)) {}
    }
}
