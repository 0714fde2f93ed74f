import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct AgreementsTests {
    private static let some: Agreements = {
        var some = Agreements()
        some.entries["a"] = SharedEntry(.set(1), SharedTime(Date(timeIntervalSince1970: 5)), "m")
        some.entries["b"] = SharedEntry(.onDefault, .earliest, "n")
        some.send(SharedEntry(.set(2), SharedTime(Date(timeIntervalSince1970: 6)), "m"), to: "a")
        some.send(SharedEntry(.onDefault, SharedTime(Date(timeIntervalSince1970: 7)), "m"), to: "a")
        some.cluster = "its name"
        return some
    }()

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    @Test func areThereAgain() throws {
        try Self.inFolder { folder in
            let file = AgreementsFile(database: folder + "/a.sqlite", place: "c")
            #expect(file.read() == (Agreements(), nil))
            try file.write(Self.some)
            try file.write(Self.some)
            #expect(file.read() == (Self.some, nil))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite-sync"])
            let mode =
                try FileManager.default.attributesOfItem(atPath: folder + "/a.sqlite-sync")[
                    .posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func meanNothingAtAnotherPlace() throws {
        try Self.inFolder { folder in
            try AgreementsFile(database: folder + "/a", place: "c").write(Self.some)
            let other = AgreementsFile(database: folder + "/a", place: "d").read()
            #expect(other == (Agreements(), nil))
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"format":1,"place":"c","agreed":{}}"#, "\u{0}\u{1}"])
    func aDamagedFileIsSaid(text: String) throws {
        try Self.inFolder { folder in
            try Data(text.utf8).write(to: URL(filePath: folder + "/a-sync"))
            let (known, problem) = AgreementsFile(database: folder + "/a", place: "c").read()
            #expect(known == Agreements())
            #expect(problem?.contains("/a-sync' cannot be read") == true)
        }
    }

    @Test func anEntryThatCannotBeReadIsLeftOut() {
        let text = #"{"format":2,"place":"c","agreed":{"a":{"value":1},"b":[]}}"#
        #expect(Agreements(bytes: Array(text.utf8), place: "c") == Agreements())
    }

    @Test func theNewestWritesWithoutAnAnswerAreRemembered() {
        let entries = (0..<10).map {
            SharedEntry(.set(1), SharedTime(Date(timeIntervalSince1970: TimeInterval($0))), "m")
        }
        var some = Agreements()
        for entry in entries + [entries[5]] { some.send(entry, to: "a") }
        #expect(some.unanswered == ["a": entries[2...4] + entries[6...9] + [entries[5]]])
        some.agree(on: entries[9], of: "a")
        #expect(some.unanswered.isEmpty)
    }

    @Test(
        arguments: [
            (2, "b", true), (3, "c", true), (3, "other", false), (4, "d", false), (0, nil, true),
            (3, nil, true),
        ] as [(Int, String?, Bool)])
    func settingsAreKnownAgain(number: Int, time: String?, isKnown: Bool) throws {
        let schema = try SchemaReader.read(Array(TestMachine.panel.utf8), name: "test")
        let now = Locked(0)
        let settings = try Settings.inMemory(schema) {
            Date(timeIntervalSince1970: now.withLock { Double($0) } + 0.0004)
        }
        for volume in 1...3 {
            now.withLock { $0 = volume }
            try settings.applyAndWait(
                Batch([Assignment("volume", .text("\(volume)"))], origin: .browser))
        }
        let words = ["b": "1970-01-01T00:00:02.000Z", "c": "1970-01-01T00:00:03.000Z"]
        let json: JSONValue = [
            "number": JSONValue(.number(JSONNumber(Int64(number)))),
            "time": time.map { JSONValue(.string(words[$0] ?? $0)) } ?? nil,
        ]
        #expect(AgreedRevision(json)?.isOf(settings) == isKnown)
        #expect(
            AgreedRevision(of: settings).json == ["number": 3, "time": "1970-01-01T00:00:03.000Z"])
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        let file = AgreementsFile(database: "/nowhere/a", place: "c")
        let error = #expect(throws: AgreementsError.self) { try file.write(Self.some) }
        #expect(error?.words.hasPrefix("The file '/nowhere/a-sync' cannot be written: ") == true)
        #expect(AgreementsFile(database: nil, place: "c").read() == (Agreements(), nil))
    }
}
