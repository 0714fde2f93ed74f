import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The files in a folder through which machines sync, and what other programs do to them.
@Suite(.timeLimit(.hung))
struct FolderFilesTests {
    private final class Folder: Sendable {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "sync-\(UUID().uuidString)").path
        var path: String { root + "/test" }
        let notes = Locked<[String]>([])

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        func cluster(_ machine: String) -> FolderCluster {
            FolderCluster(
                root, panel: "test", machine: machine, limit: 512 * 1024, patience: .hung
            ) { [notes] words in
                notes.withLock { $0.append(words) }
            }
        }

        var names: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
        }

        func text(_ file: String) throws -> String {
            try String(contentsOfFile: path + "/" + file, encoding: .utf8)
        }

        /// Writes over a file in place.
        func put(_ text: String, _ file: String) throws {
            try text.write(toFile: path + "/" + file, atomically: false, encoding: .utf8)
        }
    }

    private static func put(
        _ value: JSONValue, _ machine: String, at seconds: Double, _ key: String = "volume",
        expected: Int64 = 0
    ) -> SyncedPut {
        let time = SyncedTime(Date(timeIntervalSince1970: seconds))
        return SyncedPut(
            key: key, entry: SyncedEntry(.set(value), time, machine), expected: expected)
    }

    private static func value(_ cluster: FolderCluster, _ key: String = "volume") async throws
        -> JSONValue?
    {
        let bytes = try await cluster.read([key]).values[key]?.bytes
        guard let bytes, case .set(let json) = try SyncedEntry(bytes: bytes).state else {
            return nil
        }
        return json
    }

    // MARK: - The ID

    @Test func theFirstMachineCreatesTheIDOfTheFolder() async throws {
        let folder = try Folder()
        let name = SyncedPut(
            key: ClusterName.key, entry: ClusterName.entry("ID-1", "one"), expected: 0)
        #expect(try await folder.cluster("one").write([name]) != nil)
        #expect(folder.names == ["ID-1.folder"])
        let two = folder.cluster("two")
        let other = SyncedPut(
            key: ClusterName.key, entry: ClusterName.entry("ID-2", "two"), expected: 0)
        #expect(try await two.write([other]) == nil)
        // Machines that began at the same time; and copies of the file.
        for name in ["ID-0", "ID-1.sync-conflict-20261128", "ID-1 (conflicted copy)", ""] {
            try folder.put("", name + ".folder")
        }
        // An entry in a file is no ID.
        let entry = #"{"value":"ID-9","time":"2026-11-20T07:30:00.000Z","machine":"six"}"#
        try folder.put(#"{"machine":"six","values":{".cluster":\#(entry)}}"#, "six.json")
        let bytes = try #require(
            try await two.read([ClusterName.key]).values[ClusterName.key]?.bytes)
        #expect(ClusterName.names(try SyncedEntry(bytes: bytes)) == ["ID-0", "ID-1"])
    }

    // MARK: - What is read

    /// A program that carries the folder can write in place, and give the file the time that it had elsewhere.
    @Test func detectsAChangeOfTheSameSizeAndTime() async throws {
        let folder = try Folder()
        #expect(try await folder.cluster("two").write([Self.put("aaa", "two", at: 9)]) != nil)
        let one = folder.cluster("one")
        let time = Date(timeIntervalSince1970: 1_000)
        let file = folder.path + "/two.json"
        for value in ["bbb", "ccc", "ddd"] as [String] {
            try folder.put(
                folder.text("two.json").replacing(/"value":"..."/, with: #""value":"\#(value)""#),
                "two.json")
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
            #expect(try await Self.value(one) == .text(value))
        }
    }

    /// Entries of settings that this machine does not have stay in the files of the others.
    @Test func keepsOnlyNeededEntries() async throws {
        let folder = try Folder()
        let two = folder.cluster("two")
        #expect(
            try await two.write([
                Self.put(1, "two", at: 9), Self.put(2, "two", at: 9, "other"),
            ]) != nil)
        let one = folder.cluster("one")
        #expect(try await Self.value(one) == 1)
        #expect(try await Self.value(one, "other") == 2)
        // The entries of a machine stay in its file.
        let next = folder.cluster("two")
        let revision = try #require(try await next.read(["volume"]).values["volume"]?.revision)
        #expect(try await next.write([Self.put(3, "two", at: 10, expected: revision)]) != nil)
        #expect(try await Self.value(folder.cluster("den"), "other") == 2)
    }

    @Test func limitsTheTotalSizeOfReadFiles() async throws {
        let folder = try Folder()
        let cluster = folder.cluster("one")
        #expect(try await cluster.write([Self.put(7, "one", at: 9)]) != nil)
        let size = 12 << 20
        for number in 1...6 {
            let text = #"{"machine":"m\#(number)","values":{}}"#
            try folder.put(
                text + String(repeating: " ", count: size - text.utf8.count), "m\(number).json")
        }
        for _ in 1...3 { #expect(try await Self.value(cluster) == 7) }
        let notes = folder.notes.withLock { $0 }
        #expect(notes.count == 1 && notes.first?.contains("'m6.json' is not read") == true)
    }

    @Test func doesNotFollowALinkInPlaceOfThePanelFolder() async throws {
        let (folder, other) = (try Folder(), try Folder())
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path, withDestinationPath: other.path)
        let words = ClusterError("The folder '\(folder.path)' is a link, and is not followed.")
        await #expect(throws: words) {
            try await folder.cluster("one").write([Self.put(7, "one", at: 9)])
        }
        #expect(other.names.isEmpty)
    }

    @Test func doesNotReadALinkInPlaceOfAFile() async throws {
        let (folder, other) = (try Folder(), try Folder())
        #expect(try await other.cluster("two").write([Self.put(8, "two", at: 9)]) != nil)
        let one = folder.cluster("one")
        #expect(try await folder.cluster("two").write([Self.put(7, "two", at: 5)]) != nil)
        #expect(try await Self.value(one) == 7)
        // Its entries stay, and after a minute it is reported.
        let path = folder.path + "/two.json"
        for isFolder in [false, true] {
            try FileManager.default.removeItem(atPath: path)
            if isFolder {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            } else {
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: other.path + "/two.json")
            }
            #expect(try await Self.value(one) == 7)
        }
    }

    // MARK: - What is written

    /// A short change does not write long entries again, and every version reads all of these files.
    @Test func storesALongEntryInItsOwnFile() async throws {
        let folder = try Folder()
        let (one, two) = (folder.cluster("one"), folder.cluster("two"))
        let long = JSONValue.text(String(repeating: "x", count: MachineFile.mostInline))
        #expect(
            try await one.write([
                Self.put(1, "one", at: 9), Self.put(long, "one", at: 9, "long"),
            ]) != nil)
        let file = try #require(folder.names.first { $0.hasPrefix("one+") })
        #expect(folder.names == [file, "one.json"])
        #expect(try folder.text("one.json").utf8.count < 1_000)
        #expect(try await Self.value(two, "long") == long)
        let before = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + file)
        let held = try await one.read(["volume", "long"]).values
        let revision = try #require(held["volume"]?.revision)
        #expect(try await one.write([Self.put(2, "one", at: 10, expected: revision)]) != nil)
        let after = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + file)
        let numbers = [before, after].compactMap { $0[.systemFileNumber] as? NSNumber }
        #expect(numbers.count == 2 && numbers.first == numbers.last)
        // A short value takes its place.
        let last = try #require(held["long"]?.revision)
        let short = Self.put("short", "one", at: 11, "long", expected: last)
        #expect(try await one.write([short]) != nil)
        #expect(folder.names == ["one.json"])
        #expect(try await Self.value(two, "long") == "short")
        #expect(try await Self.value(two) == 2)
    }

    /// A sign of life writes only the file with the short entries.
    @Test func aHeartbeatDoesNotRewriteLongEntries() async throws {
        let folder = try Folder()
        let one = folder.cluster("one")
        let long = JSONValue.text(String(repeating: "x", count: MachineFile.mostInline))
        #expect(
            try await one.write([
                Self.put(1, "one", at: 9), Self.put(long, "one", at: 9, "long"),
            ]) != nil)
        let file = try #require(folder.names.first { $0.hasPrefix("one+") })
        func numbers() throws -> [NSNumber?] {
            try ["one.json", file].map {
                try FileManager.default.attributesOfItem(atPath: folder.path + "/" + $0)[
                    .systemFileNumber] as? NSNumber
            }
        }
        let (before, text) = (try numbers(), try folder.text(file))
        let watch = Task { try await one.watch(after: 0) { _ in } }
        while try !folder.text("one.json").contains("\"every\"") { await Task.yield() }
        watch.cancel()
        let after = try numbers()
        #expect(before.first != after.first && before.last == after.last)
        #expect(try folder.text(file) == text && !text.contains("life"))
        #expect(try await Self.value(folder.cluster("two"), "long") == long)
    }

    @Test func keepsThePermissionsOfAFile() async throws {
        let folder = try Folder()
        let cluster = folder.cluster("one")
        #expect(try await cluster.write([Self.put(1, "one", at: 9)]) != nil)
        let file = folder.path + "/one.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: file)
        let revision = try #require(try await cluster.read(["volume"]).values["volume"]?.revision)
        #expect(try await cluster.write([Self.put(2, "one", at: 10, expected: revision)]) != nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o660)
    }

    /// A program that was killed while it wrote, also one of an older version.
    @Test func removesUnfinishedFilesLater() async throws {
        let folder = try Folder()
        let old = [".dat.nosync1a2b.x", ".two.json.tmp"]
        let kept = [".dat.nosync9", ".stfolder", "notes.txt"]
        for name in old + kept { try folder.put("{", name) }
        for name in old + [".stfolder", "notes.txt"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -700)],
                ofItemAtPath: folder.path + "/" + name)
        }
        try folder.put("{", ".one.json.tmp")
        let cluster = folder.cluster("one")
        #expect(try await cluster.write([Self.put(1, "one", at: 9)]) != nil)
        #expect(folder.names == (kept + ["one.json"]).sorted())
    }

    // MARK: - Secrets

    /// Each machine removes the text from its own files and the copies of them.
    @Test func removesTheTextOfANewSecretFromCopiesToo() async throws {
        let folder = try Folder()
        let (one, two) = (folder.cluster("one"), folder.cluster("two"))
        #expect(
            try await one.write([
                Self.put("PLAIN", "one", at: 9, "token"), Self.put(1, "one", at: 9),
            ]) != nil)
        #expect(try await two.write([Self.put("PLAIN", "two", at: 9, "code")]) != nil)
        let copy = "one.sync-conflict-20261128-000001-ABCDEFG.json"
        try folder.put(folder.text("one.json"), copy)
        let secret = Set(["token", "code"])
        let held = try await two.read(secret).values
        #expect(try await two.remove(["token": held["token"]?.revision ?? 0]) == false)
        #expect(
            folder.notes.withLock { $0 } == [
                "The file '\(folder.path)/\(copy)' is a copy with the former text of the secret 'token'. "
                    + "Delete it."
            ])
        let known = try await one.read(secret).values
        #expect(try await one.remove(known.mapValues(\.revision)))
        for file in ["one.json", copy] {
            #expect(try folder.text(file).contains("volume"))
            #expect(try !folder.text(file).contains("PLAIN"))
        }
        #expect(try folder.text("two.json").contains("PLAIN"))
    }

    // MARK: - Times

    /// The entry of a file that was there for a moment, and that another machine has copied.
    @Test(arguments: ["aaa", "zzz"])
    func aSettingAtTheLatestTimeCanBeChanged(machine: String) async throws {
        let folder = try Folder()
        let last = SyncedTime.latest
        func put(_ value: JSONValue, _ time: SyncedTime, _ expected: Int64) -> SyncedPut {
            SyncedPut(
                key: "volume", entry: SyncedEntry(.set(value), time, machine), expected: expected)
        }
        #expect(try await folder.cluster("two").write([put(1, last, 0)]) != nil)
        let one = folder.cluster("one")
        for (number, time) in [last.next, last.next.next].enumerated() {
            let revision = try #require(try await one.read(["volume"]).values["volume"]?.revision)
            #expect(try await one.write([put(.number(number + 2), time, revision)]) != nil)
            #expect(try await Self.value(folder.cluster("den")) == .number(number + 2))
        }
    }
}
