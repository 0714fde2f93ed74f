import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Logging
import Testing

@testable import FaceplateSync

/// Machines that share a folder, or copies of it.
@Suite(.timeLimit(.hung))
struct FolderTests {
    /// A folder that ends with the test.
    final class Folder: Sendable {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "sync-\(UUID().uuidString)").path

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// The files of machines.
        var files: [String] { all.filter { $0.hasSuffix(".json") } }

        var all: [String] {
            let panel = (try? FileManager.default.contentsOfDirectory(atPath: path))?.first ?? ""
            return
                ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + panel)) ?? [])
                .map { panel + "/" + $0 }.sorted()
        }

        func text(_ file: String) throws -> String {
            try String(contentsOfFile: path + "/" + file, encoding: .utf8)
        }

        /// Carries the files of other machines here, as a program between the machines does.
        func receive(from other: Folder, but own: String) throws {
            for file in other.all where !file.hasSuffix("/\(own)") {
                let target = path + "/" + file
                try FileManager.default.createDirectory(
                    atPath: (target as NSString).deletingLastPathComponent,
                    withIntermediateDirectories: true)
                try other.text(file).write(toFile: target, atomically: true, encoding: .utf8)
            }
        }
    }

    final class Machine: Sendable {
        let settings: Settings
        let sync: Sync
        private let task: Task<Void, any Error>

        init(
            _ name: String, _ folder: Folder, panel: String = TestMachine.panel,
            database: String? = nil, log: RecordedLog? = nil
        ) throws {
            let schema = try SchemaReader.read(Array(panel.utf8), name: "test")
            settings =
                try database.map { try Settings.open(schema, at: $0, watches: false) }
                ?? Settings.inMemory(schema)
            sync = try Sync(
                settings, folder: folder.path, machine: name, pause: .milliseconds(5),
                logger: log?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            task = Task { [sync] in try await sync.runUntilCanceled() }
        }

        deinit {
            task.cancel()
            settings.close()
        }

        func stop() async {
            task.cancel()
            _ = await task.result
        }

        func met() async {
            await sync.wait { $0.lastSync != nil }
            repeat {
                await sync.wait { $0.sentences.isEmpty }
            } while await !sync.syncNow().sentences.isEmpty && !Task.isCancelled
            await sync.wait { $0.waiting == 0 && $0.sentences.isEmpty }
        }

        func set(_ key: String, _ text: String) throws {
            try settings.applyAndWait(Batch([Assignment(key, .text(text))], origin: .browser))
        }

        func becomes(_ key: String, _ value: Value) async {
            for await snapshot in settings.snapshots where snapshot.value(key) == value { return }
        }
    }

    // MARK: - Machines

    @Test func machinesSyncThroughAFolder() async throws {
        let folder = try Folder()
        let (one, two) = (try Machine("kitchen", folder), try Machine("Hall", folder))
        try one.set("volume", "70")
        await two.becomes("volume", 70)
        let revision = try #require(two.settings.recentRevision(two.settings.revision))
        #expect(revision.origin == .sync && revision.actor == "kitchen")
        try two.set("volume", "30")
        await one.becomes("volume", 30)
        try one.set("port", "81")
        try one.set("volume", "31")
        await two.becomes("volume", 31)
        #expect(two.settings.integer("port") == 80)
        #expect(folder.files.count == 2)
        #expect(try folder.files.contains { try folder.text($0).contains("\"port\"") } == false)
    }

    @Test func copiesOfTheFolderCanBeSyncedLater() async throws {
        let (here, there) = (try Folder(), try Folder())
        let (one, two) = (try Machine("one", here), try Machine("two", there))
        try one.set("volume", "70")
        try two.set("name", "Ada")
        await one.met()
        await two.met()
        try there.receive(from: here, but: "two.json")
        try here.receive(from: there, but: "one.json")
        await two.becomes("volume", 70)
        await one.becomes("name", "Ada")
    }

    @Test func theLaterChangeWins() async throws {
        let (here, there) = (try Folder(), try Folder())
        let (one, two) = (try Machine("one", here), try Machine("two", there))
        try one.set("volume", "70")
        await one.met()
        try two.set("volume", "20")
        await two.met()
        try there.receive(from: here, but: "two.json")
        try here.receive(from: there, but: "one.json")
        await one.becomes("volume", 20)
        await two.met()
        #expect(two.settings.integer("volume") == 20)
    }

    @Test func aReturningMachineSendsItsChanges() async throws {
        let folder = try Folder()
        let one = try Machine("one", folder)
        try one.set("volume", "70")
        await one.met()
        let two = try Machine("two", folder)
        await two.becomes("volume", 70)
        await one.stop()
        try two.set("volume", "10")
        await two.met()
        let three = try Machine("three", folder)
        await three.becomes("volume", 10)
    }

    /// A trial in an empty folder, and in one that another machine uses.
    @Test(arguments: [false, true])
    func valuesOfAnotherFolderStayThere(isUsed: Bool) async throws {
        let (here, elsewhere) = (try Folder(), try Folder())
        let database = here.path + "-two.sqlite"
        defer {
            for suffix in ["", "-wal", "-shm", "-lock", "-sync"] {
                try? FileManager.default.removeItem(atPath: database + suffix)
            }
        }
        let one = try Machine("one", here)
        try one.set("volume", "70")
        await one.met()
        let other = isUsed ? try Machine("other", elsewhere) : nil
        for (folder, volume) in [(here, nil), (elsewhere, "10"), (here, nil)] {
            let two = try Machine("two", folder, database: database)
            await two.met()
            if let volume {
                try two.set("volume", volume)
                try two.set("name", "trial")
                await two.met()
                await other?.becomes("name", .text("trial"))
            } else {
                await two.becomes("volume", 70)
                await two.becomes("name", .text("none"))
            }
            await two.stop()
            two.settings.close()
        }
        await one.met()
        #expect(one.settings.integer("volume") == 70)
        #expect(one.settings.text("name") == "none")
    }

    // MARK: - Files

    @Test func readsAnIncompleteFileWhenItIsComplete() async throws {
        let (here, there) = (try Folder(), try Folder())
        let one = try Machine("one", here)
        try one.set("volume", "70")
        await one.met()
        let file = try #require(here.files.first)
        let text = try here.text(file)
        let target = there.path + "/" + file
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try String(text.prefix(text.count / 2)).write(
            toFile: target, atomically: false, encoding: .utf8)
        let two = try Machine("two", there)
        await two.met()
        #expect(two.settings.integer("volume") != 70)
        try text.write(toFile: target, atomically: false, encoding: .utf8)
        await two.becomes("volume", 70)
    }

    /// The program that carries the folder can replace a file in several writes.
    @Test func keepsTheEntriesOfAFileWhileItIsReplaced() async throws {
        let folder = try Folder()
        func machine(_ name: String) -> FolderCluster {
            FolderCluster(folder.path, panel: "test", machine: name, limit: 1_000)
        }
        let entry = SyncedEntry(.set(7), SyncedTime(Date(timeIntervalSince1970: 9)), "two")
        let put = SyncedPut(key: "volume", entry: entry, expected: 0)
        #expect(try await machine("two").write([put]) != nil)
        let (one, file) = (machine("one"), try #require(folder.files.first))
        let text = try folder.text(file)
        for count in [text.count, text.count / 2, 0] {
            try String(text.prefix(count)).write(
                toFile: folder.path + "/" + file, atomically: false, encoding: .utf8)
            let values = try await one.read(["volume"]).values
            #expect(values["volume"]?.bytes == entry.bytes, "\(count)")
        }
    }

    @Test(arguments: [
        #"{"values":{"volume":{"value":50,"time":"2027-01-01T00:00:00.000Z"},"name":7}}"#, "[]", "",
        #"{"values":{"volume":{"value":"loud","time":"2020-01-01T00:00:00.000Z","machine":"x"}}}"#,
    ])
    func otherContentsChangeNothing(text: String) async throws {
        let folder = try Folder()
        let one = try Machine("one", folder)
        try one.set("volume", "70")
        await one.met()
        let place = (try #require(folder.files.first) as NSString).deletingLastPathComponent
        for name in ["other.json", ".hidden.json", "notes.txt"] {
            try text.write(
                toFile: folder.path + "/" + place + "/" + name, atomically: true, encoding: .utf8)
        }
        try one.set("volume", "71")
        // A value that is no entry is reported, and keeps nothing from being sent.
        _ = await one.sync.syncNow()
        await one.sync.wait { $0.waiting == 0 }
        #expect(one.settings.integer("volume") == 71)
    }

    /// The entry of another machine is merged first, and an entry that is too long is ignored.
    @Test func aWriteRequiresTheRevisionThatWasRead() async throws {
        let folder = try Folder()
        func machine(_ name: String, limit: Int = 1_000) -> FolderCluster {
            FolderCluster(
                folder.path, panel: "test", machine: name, limit: limit, pause: .milliseconds(5))
        }
        func put(_ text: String, expected: Int64) -> [SyncedPut] {
            let entry = SyncedEntry(.set(.text(text)), SyncedTime(Date()), "hall")
            return [SyncedPut(key: "name", entry: entry, expected: expected)]
        }
        let hall = machine("hall")
        let first = try #require(try await hall.write(put("long enough", expected: 0)))
        #expect(try await hall.write(put("late", expected: 0)) == nil)
        #expect(try await hall.write(put("late", expected: first + 1)) == nil)
        #expect(try await machine("loft", limit: 10).read(["name"]).values.isEmpty)
        let held = try #require(try await machine("den").read(["name"]).values["name"]?.bytes)
        #expect(String(decoding: held, as: UTF8.self).contains("long enough"))
        #expect(try await !hall.remove(["volume": 1]))
        #expect(try await hall.remove(["name": first]))
        #expect(try await hall.read(["name"]).values.isEmpty)
    }

    private static func put(
        _ value: JSONValue, _ machine: String, at seconds: Double, expected: Int64 = 0
    ) -> SyncedPut {
        let time = SyncedTime(Date(timeIntervalSince1970: seconds))
        return SyncedPut(
            key: "volume", entry: SyncedEntry(.set(value), time, machine), expected: expected)
    }

    /// All machines must choose the same one, in whatever order they read the files.
    @Test func ofTwoEntriesAtOneTimeTheLaterNameWins() async throws {
        let (here, there) = (try Folder(), try Folder())
        for number in 1...8 {
            let panel = "panel\(number)"
            for (folder, name, value) in [(here, "one", 9), (there, "two", 1)] {
                let cluster = FolderCluster(
                    folder.path, panel: panel, machine: name, limit: 1_000)
                let put = Self.put(.number(value), name, at: 9)
                #expect(try await cluster.write([put]) != nil)
            }
            try FileManager.default.copyItem(
                atPath: there.path + "/\(panel)/two.json", toPath: here.path + "/\(panel)/two.json")
            let cluster = FolderCluster(here.path, panel: panel, machine: "den", limit: 1_000)
            let held = try #require(try await cluster.read(["volume"]).values["volume"]?.bytes)
            #expect(try SyncedEntry(bytes: held).machine == "two")
        }
    }

    /// The machine must learn that its write is not the value.
    @Test func notifiesOfALaterEntryAfterAnOlderWrite() async throws {
        let folder = try Folder()
        let (hall, den) = (
            FolderCluster(folder.path, panel: "test", machine: "hall", limit: 1_000),
            FolderCluster(folder.path, panel: "test", machine: "den", limit: 1_000)
        )
        let later = Self.put(1, "den", at: 20)
        #expect(try await den.write([later]) != nil)
        let known = try #require(try await hall.read(["volume"]).values["volume"])
        let older = Self.put(2, "hall", at: 10, expected: known.revision)
        let written = try #require(try await hall.write([older]))
        let held = try #require(try await hall.read(["volume"]).values["volume"])
        #expect(held.bytes == later.entry.bytes && held.revision > written)
    }

    @Test func notifiesOfAllChangesSinceTheLastNews() async throws {
        let folder = try Folder()
        let (one, two) = (
            FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000),
            FolderCluster(folder.path, panel: "test", machine: "two", limit: 1_000)
        )
        let revision = try await one.read([]).revision
        let volume = Self.put(7, "two", at: 9)
        for put in [volume, SyncedPut(key: "name", entry: volume.entry, expected: 0)] {
            #expect(try await two.write([put]) != nil)
            _ = try await one.read([])
        }
        let (told, teller) = AsyncStream<[ClusterNews]>.makeStream()
        let watch = Task { try await one.watch(after: revision) { teller.yield($0) } }
        defer { watch.cancel() }
        let news = try #require(await told.first { _ in true })
        #expect(news.flatMap(\.values.keys).sorted() == ["name", "volume"])
    }

    @Test func reportsAMissingFolderUntilItReturns() async throws {
        let folder = try Folder()
        let one = try Machine("one", folder)
        await one.met()
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
        await one.sync.wait { !$0.problems.isEmpty }
        #expect(
            one.sync.report.problems == ["The folder '\(folder.path)' cannot be read."])
        try one.set("volume", "70")
        try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
        _ = await one.sync.syncNow()
        await one.met()
        #expect(try folder.text(try #require(folder.files.first)).contains("70"))
    }

    /// It must not look like a folder in which no machine has written yet.
    @Test func reportsAFileInPlaceOfThePanelFolder() async throws {
        let folder = try Folder()
        let place = folder.path + "/test"
        let cluster = FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000)
        #expect(try await cluster.read(["volume"]).values.isEmpty)
        try "".write(toFile: place, atomically: true, encoding: .utf8)
        await #expect(throws: ClusterError("The folder '\(place)' cannot be read.")) {
            try await cluster.read(["volume"])
        }
    }

    @Test func reportsAnUnwritableFile() async throws {
        let folder = try Folder()
        let file = folder.path + "/test/one.json"
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        let cluster = FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000)
        let error = await #expect(throws: ClusterError.self) {
            try await cluster.write([Self.put(7, "one", at: 9)])
        }
        #expect(error?.message == "The file '\(file)' cannot be written: Is a directory.")
        #expect(error?.concernsWriting == true)
    }

    /// The limit is the size of an entry as it is in a cluster.
    @Test(arguments: [(0, true), (1, false)])
    func anEntryOverTheLimitIsNotRead(over: Int, isRead: Bool) async throws {
        let folder = try Folder()
        let two = FolderCluster(folder.path, panel: "test", machine: "two", limit: 1_000)
        let put = Self.put(7, "two", at: 9)
        #expect(try await two.write([put]) != nil)
        let limit = put.entry.bytes.count - over
        let one = FolderCluster(folder.path, panel: "test", machine: "one", limit: limit)
        #expect(try await one.read(["volume"]).values.isEmpty != isRead)
    }

    /// A program that carries the folder can read a file at any time.
    @Test func aReaderSeesOneWholeVersionOfAFile() async throws {
        let folder = try Folder()
        let cluster = FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000)
        #expect(try await cluster.write([Self.put(7, "one", at: 9)]) != nil)
        let file = URL(filePath: folder.path + "/test/one.json")
        let before = try Data(contentsOf: file)
        let reader = try FileHandle(forReadingFrom: file)
        let revision = try #require(try await cluster.read(["volume"]).values["volume"]?.revision)
        let put = Self.put(8, "one", at: 10, expected: revision)
        #expect(try await cluster.write([put]) != nil)
        #expect(try reader.readToEnd() == before)
        #expect(try Data(contentsOf: file) != before)
    }

    /// A program that carries the folder can write a file under another name first.
    @Test(arguments: [("copy.json", true), (".two.json", false), ("two.json.part", false)])
    func readsOnlyVisibleFiles(name: String, isRead: Bool) async throws {
        let folder = try Folder()
        let two = FolderCluster(folder.path, panel: "test", machine: "two", limit: 1_000)
        #expect(try await two.write([Self.put(7, "two", at: 9)]) != nil)
        let place = folder.path + "/test/"
        try FileManager.default.moveItem(atPath: place + "two.json", toPath: place + name)
        let one = FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000)
        #expect(try await one.read(["volume"]).values.isEmpty != isRead)
    }

    @Test(arguments: [(16 << 20, true), ((16 << 20) + 1, false)])
    func aFileWithMoreThan16MebibytesIsNotRead(size: Int, isRead: Bool) async throws {
        let folder = try Folder()
        let two = FolderCluster(folder.path, panel: "test", machine: "two", limit: 1_000)
        #expect(try await two.write([Self.put(7, "two", at: 9)]) != nil)
        let file = URL(filePath: folder.path + "/test/two.json")
        var bytes = try Data(contentsOf: file)
        bytes += Data(repeating: UInt8(ascii: " "), count: size - bytes.count)
        try bytes.write(to: file)
        let one = FolderCluster(folder.path, panel: "test", machine: "one", limit: 1_000)
        #expect(try await one.read(["volume"]).values.isEmpty != isRead)
    }

    @Test(arguments: [
        ("kitchen", "kitchen.json"), ("a-1", "a-1.json"), ("Kitchen", "kitchen."),
        ("../x", "---x."), ("é", "--."), ("kitchen.", "kitchen-."),
        (String(repeating: "a", count: 64), String(repeating: "a", count: 40) + "."),
    ])
    func eachMachineHasItsOwnFileName(machine: String, start: String) {
        let file = MachineFile.name(of: machine)
        #expect(file.hasPrefix(start) && file.hasSuffix(".json") && file.utf8.count < 80)
        for other in ["kitchen", "KITCHEN"] {
            #expect(file == "\(other).json" || file != MachineFile.name(of: other))
        }
    }

    /// A folder can be mounted after the start, but some paths can never be one.
    @Test(arguments: [
        ("/nowhere/at/all", nil), ("/tmp", nil), (".", nil),
        ("", "'' is not the path of a folder."),
        ("none", "There is no folder 'none'. If it is mounted later, give its whole path."),
        ("/etc/passwd", "'/etc/passwd' is not a folder."),
        ("/etc/passwd/x", "'/etc/passwd/x' cannot be a folder, because a file is in its path."),
        (
            "/" + String(repeating: "a", count: 300),
            "The path '/\(String(repeating: "a", count: 79))…' is too long."
        ),
    ])
    func rejectsAPathThatCannotBeAFolder(path: String, words: String?) throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(TestMachine.panel.utf8), name: "test"))
        let result = Result { try Sync(settings, folder: path, machine: "one") }
        if let words {
            #expect(throws: SyncError(words)) { try result.get() }
        } else {
            #expect(throws: Never.self) { try result.get() }
        }
    }

    /// Another program can have a schema file of the same name.
    @Test func rejectsASchemaWithoutAKeyBeforeTheFirstSync() async throws {
        let text =
            #"{"groups":[{"groupKey":"g","items":[{"itemKey":"n","itemControlType":"edit_text","#
            + #""itemSynced":true}]}]}"#
        let settings = try Settings.inMemory(SchemaReader.read(Array(text.utf8), name: "settings"))
        let words =
            "The schema has no panelKey, and other programs may have a schema file 'settings', too. Add "
            + #""panelKey" with a name that only this program has, the same on all machines."#
        #expect(throws: SyncError(words)) {
            try Sync(settings, folder: "/tmp", machine: "one")
        }
        var batch = Batch([], origin: .sync)
        batch.agreements = { _ in [StoredReport.key: "{}"] }
        try await settings.apply(batch)
        _ = try Sync(settings, folder: "/tmp", machine: "one")
    }

    @Test func rejectsAnInvalidName() throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(TestMachine.panel.utf8), name: "test"))
        #expect(throws: SyncError.self) {
            try Sync(settings, folder: "/tmp", machine: "\u{7}")
        }
    }
}
