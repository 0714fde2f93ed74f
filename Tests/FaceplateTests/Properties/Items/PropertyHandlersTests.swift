import Testing

@testable import Faceplate

private enum Mode: String, Codable, CaseIterable { case eco, boost }

/// Preferences whose handlers use the properties themselves.
private struct Followed: Preferences {
    @Setting("Port", in: 1...9) var port = 1
    @Setting var mode = Mode.eco
    @Setting var log: [String] = []
    @Setting(.private) var ratio = 0.5
    @Setting var token: Secret

    var page: SettingsPage {
        $port
        Choice($mode)
        $log
        $token
    }
}

private struct Told: Preferences {
    @Setting var port = 1

    static let lines = Locked<[String]>([])

    var page: SettingsPage {
        $port.onChange { change in
            Self.lines.withLock { $0.append("\(change.old + change.new) \(port)") }
        }
    }
}

/// Preferences whose schema several settings share.
private struct Shared: Preferences {
    @Setting var port = 1

    static let lines = Locked<[String]>([])

    var page: SettingsPage {
        $port.onChange { change in Self.lines.withLock { $0.append("\(change.new) \(port)") } }
        Info("double").value { _ in .integer(Int64(port * 2)) }
    }
}

/// Preferences whose values begin as none.
private struct Unset: Preferences {
    @Setting("Mode") var mode: Mode?
    @Setting("Name") var name: String?
    @Setting("On") var isOn: Bool?
    @Setting("Wait", in: .seconds(1)...(.seconds(90))) var wait = Duration.seconds(60)
    @Setting("Rest") var rest: Duration?

    var page: SettingsPage {
        $mode
        $name.maximumLength(4)
        $isOn
        $wait.unit(.min)
        $rest.range(.seconds(2)...(.seconds(5)))
    }
}

struct PropertyHandlersTests {
    @Test
    func handlersReadTheSettingsThatCallThem() async throws {
        let schema = try #require(try Shared.schema)
        let first = try Shared(Settings.inMemory(schema))
        let second = try Shared(Settings.inMemory(schema))
        try await first.$port.set(4)
        try await second.$port.set(6)
        #expect(first.settings?.value("double") == .integer(8))
        #expect(second.settings?.value("double") == .integer(12))
        first.settings?.close()
        second.settings?.close()
        #expect(Shared.lines.withLock { $0 } == ["4 4", "6 6"])
    }

    @Test
    func changesOfAPropertyAreTyped() async throws {
        let preferences = try Followed.inMemory()
        let seen = Locked<[Int]>([])
        let settings = try #require(preferences.settings)
        settings.didChange(preferences.$port) { change in
            seen.withLock { $0.append(change.old * 10 + change.new) }
        }
        try await preferences.$port.set(4)
        try await preferences.$mode.set(.boost)
        try await preferences.$port.reset()
        settings.close()
        #expect(seen.withLock { $0 } == [14, 41])
    }

    @Test
    func optionalsBeginAsNone() async throws {
        let preferences = try Unset.inMemory()
        let settings = try #require(preferences.settings)
        func isUnset() -> Bool {
            preferences.mode == nil && preferences.name == nil && preferences.isOn == nil
                && !preferences.$mode.isSet && !preferences.$name.isSet && !preferences.$isOn.isSet
        }
        #expect(isUnset())
        preferences.mode = .boost
        preferences.name = ""
        preferences.isOn = false
        #expect(preferences.mode == .boost && preferences.name == "" && preferences.isOn == false)
        preferences.mode = nil
        preferences.name = nil
        preferences.isOn = nil
        #expect(isUnset())
        // An empty text field, and the empty option of a choice.
        try settings.assign(("mode", .text("eco")), ("name", .text("Ada")))
        #expect(preferences.mode == .eco && preferences.name == "Ada")
        try settings.assign(("mode", .text("")), ("name", .text("")))
        #expect(isUnset())
        try settings.assign(("name", .json("")))
        #expect(preferences.name == "")
    }

    @Test(arguments: [("wait", 0.5), ("wait", 91), ("rest", 1), ("rest", 6)])
    func lengthsOfTimeHaveLimits(key: String, seconds: Double) async throws {
        let preferences = try Unset.inMemory()
        let length = Duration.seconds(seconds)
        await #expect(throws: ApplyError.self) {
            try await preferences.update {
                if key == "wait" { $0.wait = length } else { $0.rest = length }
            }
        }
        #expect(preferences.wait == .seconds(60) && preferences.rest == nil)
        try await preferences.update {
            $0.wait = .seconds(1)
            $0.rest = .seconds(5)
        }
        #expect(preferences.wait == .seconds(1) && preferences.rest == .seconds(5))
    }

    @Test
    func preferencesInMemoryHaveSettingsOfTheirOwn() async throws {
        let (first, second) = (try Followed.inMemory(), try Followed.inMemory())
        let seen = Locked<Change?>(nil)
        first.settings?.willSave { save in
            seen.withLock { $0 = save.change(of: first.$port) }
            return nil
        }
        try await first.update { $0.port = 7 }
        #expect(first.port == 7 && second.port == 1)
        #expect(seen.withLock { $0?.new } == .value(7))
    }

    @Test
    func handlersReadTheSettingsThatAreOpen() async throws {
        let settings = try Settings.inMemory(try #require(try Told.schema))
        try await settings.set("port", to: 4)
        try await Told(settings).$port.set(6)
        settings.close()
        #expect(Told.lines.withLock { $0 } == ["5 4", "10 6"])
    }

    @Test
    func handlersDoNotKeepTheSettings() throws {
        weak var settings: Settings?
        do {
            let open = try Settings.inMemory(try #require(try Told.schema))
            settings = open
            #expect(try Told(open).port == 1)
        }
        #expect(settings == nil)
    }

    @Test
    func valuesBeginWithTheCurrentOne() async throws {
        let settings = try Settings.inMemory(try #require(try Followed.schema))
        let preferences = try Followed(settings)
        preferences.port = 2
        var values = preferences.$port.values.makeAsyncIterator()
        var tokens = preferences.$token.values.makeAsyncIterator()
        #expect(await values.next(isolation: nil) == 2)
        #expect(await tokens.next(isolation: nil) == "")
        preferences.mode = .boost
        preferences.token = "first"
        preferences.port = 3
        #expect(await values.next(isolation: nil) == 3)
        #expect(await tokens.next(isolation: nil) == "first")
        preferences.token = "second"
        #expect(await tokens.next(isolation: nil) == "second")
        settings.close()
        #expect(await values.next(isolation: nil) == nil)
    }

    @Test
    func aDraftHasSecrets() async throws {
        let settings = try Settings.inMemory(try #require(try Followed.schema))
        let preferences = try Followed(settings)
        let draft = try preferences.draft()
        draft.token = "new"
        #expect(draft.token.text == "new" && preferences.token.isEmpty && draft.hasChanges)
        try await draft.commit()
        #expect(preferences.token.text == "new" && !draft.hasChanges)
        try await preferences.update {
            $0.token = ""
            #expect($0.token.isEmpty)
        }
        #expect(preferences.token.isEmpty)
    }

    @Test
    func aVetoReadsAProperty() async throws {
        let settings = try Settings.inMemory(try #require(try Followed.schema))
        let preferences = try Followed(settings)
        settings.willSave { save in
            save.snapshot[preferences.$port] == 7 ? .key(preferences.$port, "It is taken.") : nil
        }
        await #expect(throws: ApplyError.self) { try await preferences.$port.set(7) }
        try await preferences.$port.set(8)
        #expect(settings.snapshot[preferences.$port] == 8)
    }

    @Test
    func updatesInOneRevision() async throws {
        let settings = try Settings.inMemory(try #require(try Followed.schema))
        let preferences = try Followed(settings)
        let port = try await preferences.update(note: "both") {
            $0.port += 4
            $0.mode = .boost
            return $0.port
        }
        #expect(port == 5 && preferences.port == 5 && preferences.mode == .boost)
        #expect(settings.revision == 1)
        await #expect(throws: ApplyError.self) {
            try await preferences.update {
                $0.mode = .eco
                $0.port = 10
            }
        }
        #expect(preferences.mode == .boost && settings.revision == 1)
        await #expect(throws: ApplyError.self) {
            try await preferences.update {
                $0.mode = .eco
                $0.ratio = .nan
            }
        }
        await #expect(throws: ApplyError.self) {
            try await preferences.frozen.update { $0.mode = .eco }
        }
        #expect(preferences.mode == .boost && settings.revision == 1)
    }
}
