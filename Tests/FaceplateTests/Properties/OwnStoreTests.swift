import Foundation
import Testing

@testable import Faceplate

private struct Own: Preferences {
    @Setting var count = 1
}

private struct Eager: Preferences {
    @Setting var count = 1
    var first = 0

    init() { first = count }
}

private struct Misfit: Preferences {
    @Setting(key: "two words") var words = 1
}

/// The smallest possible program, `Sources/Examples/PropertiesOnly`, run as a user runs it.
struct OwnStoreTests {
    private static func run(
        _ variables: [String: String], _ arguments: String...
    ) throws -> [String] {
        let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL]
        let folders = bundles + bundles.map { $0.deletingLastPathComponent() }
        let example = try #require(
            folders.map { $0.appending(path: "PropertiesOnly").path }
                .first { FileManager.default.isExecutableFile(atPath: $0) })
        let settings = variables.map { "\($0.key)=\($0.value)" }
        let program = Child("-u", ["FACEPLATE_DATABASE"] + settings + [example] + arguments)
        let lines = program.allLines()
        #expect(program.finish() == 0)
        return lines
    }

    @Test
    func isCreatedInItsDefaultFolderAndFoundAgain() throws {
        let bench = try Bench()
        let home = ["XDG_STATE_HOME": bench.folder]
        #expect(try Self.run(home) == [#"true  640.0 []"#])
        #expect(try Self.run(home, "ann", "bob") == [#"true bob 660.0 ["ann", "bob"]"#])
        #expect(try Self.run(home) == [#"true bob 660.0 ["ann", "bob"]"#])
        #expect(try bench.mode("faceplate") == 0o700)
        let rows = try bench.sqlite(
            "SELECT item_key, value FROM setting ORDER BY item_key",
            on: "faceplate/PropertiesOnly.sqlite")
        #expect(
            rows == [
                #"account_username|"bob""#, "hideNSFW|true", #"lastOpened|["ann","bob"]"#,
                #"window|{"height":480,"width":660,"x":0,"y":0}"#,
            ])
    }

    @Test
    func usesTheItemsOfTheGivenStore() throws {
        let bench = try Bench()
        try bench.fill(
            Make.panel(
                "hideNSFW switch \"itemValue\": true",
                "account_username edit_text \"itemMaximumLength\": 3"),
            [("account_username", "Eve")])
        let place = ["FACEPLATE_DATABASE": bench.path]
        #expect(try Self.run(place) == ["true Eve 640.0 []"])
        let lines = try Self.run(place, "Bernadette")
        #expect(lines.count == 2 && lines.first == #"false Eve 650.0 ["Bernadette"]"#)
        #expect(lines.last?.contains("3 characters or fewer") ?? false, "\(lines)")
    }

    @Test
    func reportsAPropertyThatDiffersFromItsItem() throws {
        let bench = try Bench()
        try bench.fill(Make.panel("account_username switch"), [])
        let lines = try Self.run(["FACEPLATE_DATABASE": bench.path], "ann")
        #expect(lines.first == "true  640.0 []")
        let words = "'ReaderPreferences.username' is String, and 'account_username' is 'switch'"
        #expect(lines.last?.contains(words) ?? false, "\(lines)")
    }

    /// A file is in the place of the folder.
    @Test
    func withoutItsFolderUsesTheDefaults() throws {
        let bench = try Bench()
        try Data().write(to: URL(filePath: bench.path))
        let lines = try Self.run(["XDG_STATE_HOME": bench.path], "ann")
        #expect(lines.first == "true  640.0 []")
        let words = "The folder '\(bench.path)/faceplate' cannot be made."
        #expect(lines.last?.contains(words) ?? false, "\(lines)")
    }

    @Test
    func whichCannotBeCreatedUsesTheDefaults() throws {
        let lines = try Self.run(["FACEPLATE_DATABASE": "/dev/null/settings.sqlite"], "ann")
        #expect(lines.first == "true  640.0 []")
        #expect(lines.last?.hasPrefix("Nothing is saved: ") ?? false, "\(lines)")
    }

    /// The folder is missing at first.
    @Test
    func isTriedAgainWhenAPropertyIsSet() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let place = bench.folder + "/later"
            try Data().write(to: URL(filePath: place))
            setenv("FACEPLATE_DATABASE", place + "/settings.sqlite", 1)
            let own = Own()
            own.count = 2
            #expect(own.count == 1 && own.$count.refusal != nil)
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: false)
            own.count = 3
            #expect(own.count == 3 && own.$count.refusal == nil)
        }
    }

    @Test
    func isReopenedAfterAClose() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            setenv("FACEPLATE_DATABASE", bench.path, 1)
            let own = Own()
            own.count = 2
            try #require(own.settings).close()
            let next = Own()
            next.count = 3
            #expect(next.count == 3 && next.$count.refusal == nil)
        }
    }

    @Test
    func canBeOpenedDuringAnInitializer() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            setenv("FACEPLATE_DATABASE", bench.path, 1)
            Eager().count = 2
            #expect(Eager().first == 2)
        }
    }

    /// A panel without a key, as the empty one of a new store is.
    private static let counted =
        #"[{"groupKey":"g","items":[{"itemKey":"count","itemControlType":"edit_integer"}]}]"#

    @Test
    func withADamagedSchemaIsNotTreatedAsNew() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            try bench.fill(Self.counted, [("count", "5")])
            try bench.sqlite("UPDATE panel_schema SET schema = '{broken'")
            setenv("FACEPLATE_DATABASE", bench.path, 1)
            let own = Own()
            own.count = 2
            #expect(own.count == 1 && own.$count.refusal != nil)
            #expect(try bench.sqlite("SELECT value FROM setting") == ["5"])
        }
    }

    /// The environment is that of a process of its own.
    @Test
    func reportsTheErrorCodeOfAMissingStore() async {
        await #expect(processExitsWith: .success) {
            setenv("FACEPLATE_DATABASE", "/dev/null/settings.sqlite", 1)
            #expect(OwnStore.failure(of: Misfit.self).code == .cannotOpen)
        }
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            setenv("FACEPLATE_DATABASE", bench.path, 1)
            #expect(OwnStore.failure(of: Misfit.self).code == .unbound)
        }
    }
}
