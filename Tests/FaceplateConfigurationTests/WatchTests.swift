import Configuration
import Faceplate
import FaceplateConfiguration
import FaceplatePanel
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Testing

/// Tests the updates of a watch, and the changes that cause them.
@Suite(.timeLimit(.hung))
struct WatchTests {
    /// Collects `count` updates of a watch, and calls `next` after each.
    private func watched(
        _ config: ConfigReader, _ key: ConfigKey, count: Int,
        next: @Sendable (Int) async throws -> Void
    ) async throws -> [Bool?] {
        try await config.watchBool(forKey: key) { updates in
            var values: [Bool?] = []
            for try await value in updates {
                values.append(value)
                if values.count == count { break }
                try await next(values.count)
            }
            return values
        }
    }

    @Test func aWatchFiresForTheProgramsOwnChanges() async throws {
        let sample = try Sample()
        let config = ConfigReader(provider: sample.provider)
        let values = try await watched(config, "display.hide.nsfw", count: 3) { count in
            // The watch ignores changes of other settings.
            try await sample.settings.set("size", to: .integer(Int64(count)))
            try await sample.settings.set("display_hide_nsfw", to: .boolean(count == 2))
        }
        #expect(values == [true, false, true])
    }

    @Test func aWatchFiresForAFormPost() async throws {
        let sample = try Sample()
        let client = PanelClient(sample.settings)
        let config = ConfigReader(provider: sample.provider)
        let values = try await watched(config, "theme.dark", count: 2) { _ in
            let response = await client.post([("theme", "theme_dark")])
            #expect(response.status == 303)
        }
        #expect(values == [false, true])
    }

    @Test func aWatchFiresForAnotherProcess() async throws {
        let file = try DatabaseFile()
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "test")
        let here = try Settings.open(schema, at: file.path)
        let there = try Settings.open(schema, at: file.path, watches: false)
        defer {
            here.close()
            there.close()
        }
        let config = ConfigReader(provider: FaceplateProvider(here))
        let values = try await watched(config, "display_hide_nsfw", count: 2) { _ in
            try await there.set("display_hide_nsfw", to: false)
        }
        #expect(values == [true, false])
    }

    @Test func fetchingReadsChangesOfAnotherProcess() async throws {
        let file = try DatabaseFile()
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "test")
        let here = try Settings.open(schema, at: file.path, watches: false)
        let there = try Settings.open(schema, at: file.path, watches: false)
        defer {
            here.close()
            there.close()
        }
        let config = ConfigReader(provider: FaceplateProvider(here))
        try await there.set("size", to: 7)
        #expect(config.int(forKey: "size") == 42)
        #expect(try await config.fetchInt(forKey: "size") == 7)
        #expect(config.int(forKey: "size") == 7)
    }

    @Test func aWatchFiresForTheDefaultOfANewSchema() async throws {
        func schema(_ value: Int) throws -> Schema {
            try SchemaReader.read(
                Array(
                    """
                    [{"groupKey":"g","items":[{"itemKey":"size","itemControlType":"edit_integer",
                      "itemValue":\(value)}]}]
                    """.utf8), name: "test")
        }
        let settings = try Settings.inMemory(try schema(1))
        let config = ConfigReader(provider: FaceplateProvider(settings))
        let values = try await config.watchInt(forKey: "size") { updates in
            var values: [Int?] = []
            for try await value in updates {
                values.append(value)
                if values.count == 2 { break }
                try settings.adopt(schema(2), labels: LabelCatalog())
            }
            return values
        }
        #expect(values == [1, 2])
    }

    @Test func aWatchReportsAWrongTypeAndItsCorrection() async throws {
        func schema(_ item: String) throws -> Schema {
            try SchemaReader.read(
                Array(#"[{"groupKey":"g","items":[{"itemKey":"size",\#(item)}]}]"#.utf8),
                name: "test")
        }
        let number = #""itemControlType":"edit_integer","itemValue":1"#
        let settings = try Settings.inMemory(try schema(number))
        let key = Sample.key("size")
        let isRight = try await FaceplateProvider(settings).watchValue(forKey: key, type: .int) {
            var isRight: [Bool] = []
            for try await result in $0 {
                isRight.append((try? result.get()) != nil)
                if isRight.count == 3 { break }
                let next = isRight.count == 1 ? #""itemControlType":"edit_text""# : number
                try settings.adopt(schema(next), labels: LabelCatalog())
            }
            return isRight
        }
        #expect(isRight == [true, false, true])
    }

    @Test func aSnapshotHasAllValuesOfOneRevision() async throws {
        let sample = try Sample()
        let config = ConfigReader(provider: sample.provider)
        let before = config.snapshot()
        let sizes = try await config.watchSnapshot { updates in
            var sizes: [[Int?]] = []
            for try await snapshot in updates {
                sizes.append([snapshot.int(forKey: "size"), snapshot.int(forKey: "timeout")])
                if sizes.count == 2 { break }
                try await sample.settings.apply(
                    Batch(
                        [Assignment("size", .value(1)), Assignment("timeout", .text("2s"))],
                        origin: .program))
            }
            return sizes
        }
        #expect(sizes == [[42, 5400], [1, 2]])
        #expect(before.int(forKey: "size") == 42)
    }

    @Test func aWatchEndsWhenTheSettingsAreClosed() async throws {
        let sample = try Sample()
        let config = ConfigReader(provider: sample.provider)
        let values = try await config.watchInt(forKey: "size") { updates in
            var values: [Int?] = []
            for try await value in updates {
                values.append(value)
                sample.settings.close()
            }
            return values
        }
        #expect(values == [42])
    }
}

/// The path of a new database, in a folder that is removed with the object.
final class DatabaseFile: Sendable {
    private let folder: URL
    var path: String { folder.appending(path: "settings.sqlite").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs SQL with the `sqlite3` tool.
    func sqlite(_ sql: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", path, sql]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
