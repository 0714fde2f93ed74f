import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Databases with overwritten bytes.
///
/// They cause a clear error, or values that are correct or reported as unreadable, but never the end of the process.
@Suite(.timeLimit(.hung))
struct DamagedRowsTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// A database in one file, with values of several types, a secret and history.
    private func filled() throws -> [String: Value?] {
        let settings = try bench.open()
        for number in 1...4 {
            try settings.assign(
                ("name", .text("name\(number)")), ("level", .text(number % 2 == 0 ? "low" : "3")),
                ("titles", .text(number % 2 == 0 ? "YES" : "NO")))
        }
        try settings.assign(("password", .text("hunter2")))
        let values = Dictionary(
            uniqueKeysWithValues: settings.snapshot.schema.settings.map {
                ($0.key, settings.snapshot.value($0.key))
            })
        settings.close()
        return values
    }

    /// Opens, reads and changes the settings, and lists history.
    ///
    /// - Returns: the keys of the settings with a wrong value that was not reported as unreadable.
    private func use(_ path: String, _ expected: [String: Value?]) -> [String] {
        do {
            let settings = try Settings.open(Make.schema(Make.panel), at: path, watches: false)
            defer { settings.close() }
            let snapshot = settings.snapshot
            let wrong = snapshot.schema.settings.filter { setting in
                !snapshot.isUnreadable(setting)
                    && snapshot.value(setting.key) != expected[setting.key]
            }
            _ = try? settings.secret("password")
            _ = try settings.history.revisions(limit: 100).map(\.json)
            _ = try settings.parked()
            try settings.applyAndWait(
                Batch([Assignment("name", .text("after"))], origin: .program))
            try settings.applyAndWait(Batch([], origin: .program, reversal: Reversal(.undo(2))))
            return wrong.map(\.key)
        } catch {
            return []
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func zeroedBytesNeverEndTheProcess(quarter: Int) throws {
        let expected = try filled()
        let whole = Array(try bench.bytes())
        let path = bench.folder + "/damaged.sqlite"
        var count = 0
        for start in stride(from: quarter * 20, to: whole.count - 40, by: 80) {
            guard whole[start..<start + 40].contains(where: { $0 != 0 }) else { continue }
            var bytes = whole
            bytes.replaceSubrange(start..<start + 40, with: repeatElement(0, count: 40))
            for name in ["", "-wal", "-shm", "-lock"] { unlink(path + name) }
            try Data(bytes).write(to: URL(filePath: path))
            let wrong = use(path, expected)
            #expect(wrong.isEmpty, "40 bytes at \(start)")
            count += 1
        }
        #expect(count > 50)
    }

    @Test(arguments: [
        ("'{broken'", "name"), ("'[1,2]'", "name"), ("'[1,2]'", "level"), ("''", "titles"),
        ("'\"\\ud800\"'", "name"),
    ])
    func keepsAndReportsAnUnreadableValue(text: String, key: String) throws {
        _ = try filled()
        try bench.sqlite("UPDATE setting SET value = \(text) WHERE item_key = '\(key)'")
        var settings = try bench.open()
        let setting = try #require(settings.snapshot.schema.settings[key])
        #expect(settings.snapshot.isUnreadable(setting) && settings.snapshot.isModified(setting))
        #expect(settings.snapshot.value(key) == setting.plainDefault)
        #expect(
            settings.problems
                == ["Stored values cannot be read, and the defaults are in use: '\(key)'."])
        try settings.assign(("password", .text("other1")))
        settings.close()
        settings = try bench.open()
        #expect(settings.snapshot.isUnreadable(setting))
        try settings.assign((key, .reset))
        #expect(settings.problems.isEmpty && !settings.snapshot.isModified(setting))
        settings.close()
    }

    @Test func reportsARowWithoutAValueAsDamage() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "x")])
        try bench.open(Make.panel("b switch")).close()
        try bench.sqlite(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'reason TEXT NOT NULL', 'reason TEXT')
            WHERE name = 'parked'
            """)
        try bench.sqlite("UPDATE parked SET reason = NULL")
        let error = #expect(throws: StoreError.self) { try Settings.openForReading(at: bench.path) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("a row cannot be read") == true)
    }

    @Test func anUnreadableParkedValueIsNull() throws {
        try bench.fill(Make.panel("a edit_text"), [("a", "x")])
        try bench.open(Make.panel("b switch")).close()
        try bench.sqlite("UPDATE parked SET value = '{broken'")
        let settings = try bench.open(Make.panel("b switch"))
        defer { settings.close() }
        #expect(try settings.parked().map(\.value.isNull) == [true])
    }

    /// SQLite describes most damage that it finds, and ends its search at a page of another kind.
    @Test(arguments: [
        ("parked", Data(repeating: 0xFF, count: 64)), ("group", Data([0x0A])),
    ])
    func findsDamageAtTheStartAndWritesNothing(table: String, damage: Data) throws {
        _ = try filled()
        let root = try #require(
            bench.sqlite("SELECT rootpage FROM sqlite_master WHERE name = '\(table)'").first)
        var bytes = try bench.bytes()
        let start = (try #require(Int(root)) - 1) * 4_096
        bytes.replaceSubrange(start..<start + damage.count, with: damage)
        try bytes.write(to: URL(filePath: bench.path))
        #expect(refusal { try bench.open() } == .damaged)
        #expect(try bench.bytes() == bytes)
    }

    /// A reader writes nothing, so it goes on with what can be read.
    @Test func reportsDamageToAReader() throws {
        _ = try filled()
        let root = try #require(
            bench.sqlite("SELECT rootpage FROM sqlite_master WHERE name = 'group'").first)
        var bytes = try bench.bytes()
        bytes[(try #require(Int(root)) - 1) * 4_096] = 0x0A
        #expect(try findings() == [])
        try bytes.write(to: URL(filePath: bench.path))
        let found = try findings()
        #expect(found.count == 1 && found.first?.contains("is damaged") == true, "\(found)")
    }

    private func findings() throws -> [String] {
        let settings = try Settings.openForReading(at: bench.path)
        defer { settings.close() }
        #expect(settings.text("name") == "name4")
        return settings.findings
    }
}
