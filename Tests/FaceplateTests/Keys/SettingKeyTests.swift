import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Settings that are read by the keys that the plugin `FaceplateKeys` generates for the showcase.
@Suite(.timeLimit(.hung))
struct SettingKeyTests {
    private static func open(_ name: String = "showcase") throws -> Settings {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = try SchemaFile(path: root.appending(path: "Schemas/\(name).json").path)
        return try Settings.inMemory(file.schema, labels: file.labels)
    }

    @Test func everyTypeIsReadFromItsDefault() throws {
        let settings = try Self.open()
        #expect(settings[.libraryWatch])
        #expect(settings[.networkHttp] == 8096)
        #expect(settings[.playbackGamma] == 2.2)
        #expect(settings[.networkName] == "showcase")
        #expect(settings[.libraryInterval] == .seconds(900))
        #expect(settings[.libraryRoots] == ["/srv/films", "/srv/music"])
        #expect(settings[.networkMore] == [1900, 7359])
        #expect(settings[.libraryKinds] == [.films, .music])
        #expect(settings[.playbackResolution] == ._1080)
        #expect(settings[.playbackResume] == .ask)
        #expect(settings[.homeWake] == ClockTime("06:45"))
        #expect(settings[.homeRecord] == CivilDateTime("2026-12-24T18:00"))
        #expect(settings[.accountBirthday] == nil)
        #expect(settings[.accountPhoto] == nil)
        #expect(settings[.remoteGuests].map(\.name) == ["Amira", "Kenji"])
        #expect(settings[.remoteGuests][0].role == .manage)
    }

    /// The generated defaults equal those of the schema, and are read when a schema has no such setting.
    @Test func fallbacksAreTheDefaults() throws {
        let settings = try Self.open()
        let other = try Self.open("reader")
        func agree<Content>(_ key: SettingKey<Content>) -> Bool {
            settings[key] == key.fallback && other[key] == key.fallback
        }
        #expect(agree(.remoteGuests))
        #expect(agree(.homeRooms))
        #expect(agree(.homeRecord))
        #expect(agree(.childrenFrom))
        #expect(agree(.libraryKinds))
        #expect(agree(.libraryInterval))
        #expect(agree(.wifiChannel))
        #expect(agree(.remoteLimit))
        #expect(agree(.accountSession))
        #expect(agree(.metadataProviderAdded))
    }

    @Test func valuesAreSetAndReset() async throws {
        let settings = try Self.open()
        #expect(!settings.isSet(.libraryWatch))
        let outcome = try await settings.set(.libraryWatch, to: false)
        #expect(outcome.revision == 1)
        #expect(!settings[.libraryWatch])
        #expect(settings.isSet(.libraryWatch))
        try await settings.set(.theme, to: .dark)
        #expect(settings.value("theme") == "dark")
        try await settings.reset(.theme)
        #expect(try await settings.reset("theme").changes.isEmpty)
        #expect(settings[.theme] == .system)
        #expect(settings.recentRevision(3)?.origin == .program)
    }

    @Test func everyTypeIsWrittenAsItIsRead() async throws {
        let settings = try Self.open()
        let guest = ShowcaseSettings.RemoteGuestsRow(
            name: "Zo\u{EB}", role: .view, until: try #require(CivilDate("2027-01-31")), streams: 3,
            allowed: true)
        let photo = SettingFile(name: "a.png", type: "image/png", bytes: [0, 255, 7])
        try await settings.apply(
            Batch(
                [
                    Assignment(.remoteGuests, to: [guest]),
                    Assignment(.libraryInterval, to: .milliseconds(90_500)),
                    Assignment(.accountBirthday, to: CivilDate("1990-02-03")),
                    Assignment(.playbackGamma, to: 1.8),
                    Assignment(.libraryKinds, to: [.photos]),
                    Assignment(.wifiBand, to: ._2_4),
                    Assignment(.accountPhoto, to: photo),
                    Assignment(.networkHttp, to: 80),
                ], origin: .program))
        #expect(settings[.remoteGuests] == [guest])
        #expect(settings[.libraryInterval] == .milliseconds(90_500))
        #expect(settings[.accountBirthday]?.year == 1990)
        #expect(settings.value("playback_gamma")?.plainText == "1.8")
        #expect(settings[.libraryKinds] == [.photos])
        #expect(settings.value("wifi_band") == "2.4")
        #expect(settings[.accountPhoto] == photo)
        // `nil` resets an optional to its default.
        try await settings.set(.accountBirthday, to: nil)
        #expect(!settings.isSet(.accountBirthday))
    }

    @Test func rejectsInvalidValues() async throws {
        let settings = try Self.open()
        await #expect(throws: ApplyError.self) { try await settings.set(.networkHttp, to: 0) }
        await #expect(throws: ApplyError.self) {
            try await settings.set(.playbackGamma, to: .infinity)
        }
        await #expect(throws: ApplyError.self) {
            try await settings.set(.librarySort, to: .unknown("by-colour"))
        }
        #expect(settings.revision == 0)
    }

    @Test func keepsAnOptionThatTheProgramDoesNotKnow() throws {
        let unknown = ShowcaseSettings.LibrarySort(rawValue: "by-colour")
        #expect(unknown == .unknown("by-colour"))
        #expect(unknown.rawValue == "by-colour")
        #expect(ShowcaseSettings.LibrarySort(rawValue: "title") == .title)
        #expect(ShowcaseSettings.LibrarySort.allCases.count == 6)
        #expect(ShowcaseSettings.WifiChannel(rawValue: .integer(1)) == ._1)
        #expect(ShowcaseSettings.WifiChannel(settingValue: .integer(99)) == .unknown(99))
    }

    /// A newer schema may have other options; its store can be read as well.
    @Test func aNewerOptionIsReadAsUnknown() throws {
        let settings = try Settings.inMemory(
            Make.schema(
                #"[{"groupKey":"g","items":[{"itemKey":"library_sort","itemControlType":"choice","itemOptions":["new"]}]}]"#
            ))
        #expect(settings[.librarySort] == .unknown("new"))
    }

    @Test func secretsAreWrittenAndReadByTheirKeys() async throws {
        let settings = try Self.open()
        #expect(try settings.secret(.accountPassword) == nil)
        try await settings.set(.accountPassword, to: "open sesame, please")
        #expect(settings.isSet(.accountPassword))
        #expect(try settings.secret(.accountPassword) == "open sesame, please")
        try await settings.clear(.accountPassword)
        #expect(!settings.isSet(.accountPassword))
        #expect(try settings.history.revisions(limit: 5).map(\.origin) == [.program, .program])
    }

    @Test func customKeysNeedNoGenerator() async throws {
        enum Resuming: String, SettingValue {
            case ask = "playback_resume_ask", never = "playback_resume_never"
        }
        let resuming = SettingKey<Resuming>("playback_resume", default: .never)
        let isNever = SettingKey<Bool>("playback_resume_never", default: true)
        let settings = try Self.open()
        #expect(settings[resuming] == .ask)
        #expect(!settings[isNever])
        try await settings.set(isNever, to: true)
        #expect(settings[resuming] == .never)
        #expect(resuming == SettingKey<Resuming>("playback_resume", default: .ask))
        #expect("\(resuming)" == "playback_resume")
    }

    @Test func aValueOfAnotherTypeIsTheFallback() throws {
        let settings = try Self.open()
        #expect(settings[SettingKey<Int>("library_watch", default: 7)] == 7)
        #expect(settings[SettingKey<Int?>("library_watch", default: 7)] == 7)
        #expect(settings[SettingKey<Int?>("nothing")] == nil)
        #expect(settings[SettingKey<[Bool]>("library_watch", default: [])] == [])
    }

    // MARK: - Following

    @Test func changesHaveOldNewAndRevision() async throws {
        let settings = try Self.open()
        let changes = settings.changes(of: .theme)
        let titles = settings.changes(of: .libraryWatch)
        try await settings.set(.libraryWatch, to: true)
        try await settings.set(.theme, to: .dark)
        try await settings.apply(
            Batch([Assignment("theme", .text("light"))], origin: .script))
        settings.close()
        var seen: [String] = []
        for await change in changes {
            seen.append("\(change.old) \(change.new) \(change.revision.origin)")
        }
        #expect(seen == ["system dark program", "dark light script"])
        // The new value equals the default, so a reader sees no change.
        for await change in titles { Issue.record("\(change)") }
    }

    /// The key was given another default than the schema has.
    @Test func aChangeHasTheDefaultOfTheSchema() async throws {
        let settings = try Self.open()
        let changes = settings.changes(of: SettingKey<Bool>("library_watch", default: false))
        let others = settings.changes(of: SettingKey<Int>("nothing", default: 7))
        try await settings.set(.libraryWatch, to: false)
        try await settings.reset(.libraryWatch)
        settings.close()
        var seen: [[Bool]] = []
        for await change in changes { seen.append([change.old, change.new]) }
        #expect(seen == [[true, false], [false, true]])
        for await change in others { Issue.record("\(change)") }
    }

    @Test func changesOfAnOptionAreBooleans() async throws {
        let settings = try Self.open()
        let changes = settings.changes(
            of: SettingKey<Bool>("playback_resume_never", default: false))
        try await settings.set(.playbackResume, to: .never)
        settings.close()
        var seen: [Bool] = []
        for await change in changes { seen += [change.old, change.new] }
        #expect(seen == [false, true])
    }

    @Test(
        arguments: [
            ("dark", true, 1), ("blue", true, 2), ("theme", "dark", 0), ("level", "low", 2),
        ] as [(String, Value, Int)])
    func aChangeHasThePositionOfItsItem(key: String, value: Value, position: Int) async throws {
        let settings = try Make.memory()
        let changes = settings.changes(of: SettingKey<Value?>(key))
        try await settings.set(key, to: value)
        settings.close()
        var seen: [Int] = []
        for await change in changes { seen.append(change.position) }
        #expect(seen == [position])
    }

    @Test func changesOfAFormerOptionKeyAreFollowedToo() async throws {
        let settings = try Make.memory()
        let changes = settings.changes(of: SettingKey<Bool>("night", default: false))
        try await settings.set("theme", to: "dark")
        settings.close()
        var seen: [Bool] = []
        for await change in changes { seen += [change.old, change.new] }
        #expect(seen == [false, true])
    }

    @Test func valuesBeginWithTheCurrentOne() async throws {
        let settings = try Self.open()
        var seen: [ShowcaseSettings.Theme] = []
        for await theme in settings.values(of: .theme) {
            seen.append(theme)
            if seen.count == 2 { break }
            try await settings.set(.libraryWatch, to: false)
            try await settings.set(.theme, to: .dark)
        }
        #expect(seen == [.system, .dark])
    }
}
