import Configuration
import Faceplate
import FaceplateConfiguration
import FaceplateTesting
import Foundation
import Testing

/// Tests secrets, private keys, layers, and the example.
struct FaceplateProviderTests {
    /// Records the description of every access.
    private final class Reporter: AccessReporter {
        let words = Locked<[String]>([])

        func report(_ event: AccessEvent) {
            words.withLock { words in
                words.append("\(event)")
                words += event.providerResults.map { "\($0.providerName): \($0.result)" }
            }
        }
    }

    private static let planted = "s3cr3t-planted"

    private func sampleWithSecret() async throws -> Sample {
        let sample = try Sample()
        try await sample.settings.set("secret", to: .text(Self.planted))
        return sample
    }

    @Test func aSecretIsReadByTheProgramAndRedactedInLogs() async throws {
        let sample = try await sampleWithSecret()
        let reporter = Reporter()
        let config = ConfigReader(provider: sample.provider, accessReporter: reporter)
        #expect(config.string(forKey: "secret") == Self.planted)
        #expect(config.int(forKey: "secret") == nil)
        #expect(config.snapshot().string(forKey: "secret") == Self.planted)
        let key = Sample.key("secret")
        let value = try #require(try sample.provider.value(forKey: key, type: .string).value)
        #expect(value.isSecret)
        let words = reporter.words.withLock { $0 }
        #expect(words.count >= 6)
        #expect(words.contains { $0.contains("REDACTED") })
        let name = "FaceplateProvider[\(sample.settings.snapshot.schema.key)]"
        #expect(words.contains { $0.hasPrefix("\(name): ") })
        for text in words + ["\(sample.provider)", "\(value)"] {
            #expect(!text.contains(Self.planted))
        }
    }

    @Test func aSnapshotKeepsItsSecret() async throws {
        let sample = try await sampleWithSecret()
        let config = ConfigReader(provider: sample.provider)
        let before = config.snapshot()
        try await sample.settings.set("secret", to: "another")
        #expect(before.string(forKey: "secret") == Self.planted)
        #expect(config.string(forKey: "secret") == "another")
        #expect(config.snapshot().string(forKey: "secret") == "another")
        try await sample.settings.apply(
            Batch([Assignment("secret", .clear)], origin: .program))
        #expect(config.string(forKey: "secret") == nil)
    }

    /// In some rounds, the change comes while a snapshot is taken.
    @Test func aSnapshotHasTheSecretsOfItsRevision() async throws {
        let settings = try Sample().settings
        let config = ConfigReader(provider: FaceplateProvider(settings))
        func change(_ number: Int) async throws {
            let both = ["size", "secret"].map { Assignment($0, .text("\(number)")) }
            try await settings.apply(Batch(both, origin: .program))
        }
        try await change(1)
        for number in 2...200 {
            async let changing: Void = change(number)
            var size: Int?
            repeat {
                let snapshot = config.snapshot()
                size = snapshot.int(forKey: "size")
                #expect(snapshot.string(forKey: "secret") == size.map(String.init))
                await Task.yield()
            } while size != number
            try await changing
        }
    }

    @Test func readsASecretThatOnlyALockSets() throws {
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "test")
        let lock = Settings.Lock("secret", .text("short"), source: .other("a test"))
        let settings = try Settings.open(schema, in: MemoryStorage(), locks: [lock])
        defer { settings.close() }
        let config = ConfigReader(provider: FaceplateProvider(settings))
        #expect(config.string(forKey: "secret") == "short")
        #expect(config.snapshot().string(forKey: "secret") == "short")
    }

    /// The lock no longer fits the new schema, so that the stored secret is used.
    @Test func readsTheStoredSecretAfterItsLockEnds() async throws {
        let storage = MemoryStorage()
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "test")
        let unlocked = try Settings.open(schema, in: storage)
        try await unlocked.set("secret", to: .text(Self.planted))
        unlocked.close()
        let lock = Settings.Lock("secret", .text("short"), source: .other("a test"))
        let settings = try Settings.open(schema, in: storage, locks: [lock])
        defer { settings.close() }
        let config = ConfigReader(provider: FaceplateProvider(settings))
        #expect(config.string(forKey: "secret") == "short")
        try settings.content.replaceGroup(
            "main",
            with: [
                "groupKey": "main",
                "items": [
                    [
                        "itemKey": "secret", "itemControlType": "edit_password",
                        "itemMinimumLength": 8,
                    ]
                ],
            ])
        #expect(try settings.secret("secret") == Self.planted)
        #expect(config.string(forKey: "secret") == Self.planted)
        #expect(config.snapshot().string(forKey: "secret") == Self.planted)
    }

    @Test func anUnreadableSecretThrows() async throws {
        let sample = try await sampleWithSecret()
        sample.settings.close()
        let key = Sample.key("secret")
        #expect(throws: StoreError.self) { try sample.provider.value(forKey: key, type: .string) }
        let snapshot = sample.provider.snapshot()
        #expect(throws: StoreError.self) { try snapshot.value(forKey: key, type: .string) }
        // All other values are read from memory.
        #expect(try sample.content("size", .int) == 42)
    }

    @Test func privateKeysOfTheProgramAreRead() throws {
        let file = try DatabaseFile()
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "test")
        try Settings.open(schema, at: file.path, watches: false).close()
        try file.sqlite(
            "INSERT INTO setting (item_key, value, revision) VALUES ('window.width', '800', 0)")
        let settings = try Settings.open(schema, at: file.path, watches: false)
        defer { settings.close() }
        let config = ConfigReader(provider: FaceplateProvider(settings))
        #expect(config.int(forKey: "window.width") == 800)
        // The key is not in the schema, so only its exact name is found.
        #expect(config.int(forKey: "window.Width") == nil)
    }

    @Test func prefersTheProviderAbove() async throws {
        let sample = try Sample()
        let config = ConfigReader(providers: [
            EnvironmentVariablesProvider(environmentVariables: ["DISPLAY_HIDE_NSFW": "false"]),
            sample.provider,
        ])
        #expect(config.bool(forKey: "display.hideNsfw", default: true) == false)
        #expect(config.int(forKey: "size", default: 0) == 42)
        try await sample.settings.set("size", to: 5)
        #expect(config.int(forKey: "size", default: 0) == 5)
    }

    @Test func scopesArePartsOfTheKey() throws {
        let config = ConfigReader(provider: try Sample().provider).scoped(to: "display")
        #expect(config.bool(forKey: "hide.nsfw") == true)
    }

    @Test(
        arguments: [
            ([:], "port 8080, timeout 30s\ntimeout 1m\n"),
            (
                ["HTTP_PORT": "9090", "HTTP_TIMEOUT": "5m"],
                "port 9090, timeout 5m\ntimeout 5m\n"
            ),
        ])
    func theExampleRuns(variables: [String: String], expected: String) throws {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let folders = bundles + bundles.map { $0.deletingLastPathComponent() }
        let example = try #require(
            folders.map { $0.appending(path: "LayeredConfiguration") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) })
        let process = Process()
        let output = Pipe()
        process.executableURL = example
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: data, as: UTF8.self) == expected)
    }
}
