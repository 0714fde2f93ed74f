import Testing

@testable import Faceplate

/// The names and initial values of properties beside the keys and defaults of items.
struct PropertyNamesTests {
    private static func problems<P: Preferences>(
        _ type: P.Type, _ json: String = Make.panel
    ) throws -> [String] {
        let settings = try Make.memory(json)
        do {
            _ = try P(settings)
            return []
        } catch let error as PreferencesError {
            return error.problems.map(\.description)
        }
    }

    private struct Capitals: Preferences {
        @Setting var hideAds = true
        @Setting var hideNSFW = true
        @Setting var v2Port = 80
        @Setting var plain = 1
    }

    private struct Named: Preferences {
        static let namespace: String? = "reader"
        @Setting var hideAds = true
    }

    private struct Flat: Preferences {
        @Setting var hideads = true
        @Setting var HIDEADS = true
        @Setting(key: "hideAds") var third = true
        @Setting(key: "hide-ads") var fourth = true
    }

    private struct Twice: Preferences {
        @Setting var hideAds = true
        @Setting(key: "hide_ads") var again = true
    }

    private static let defaultOn = #""itemValue": true"#

    /// A name of Swift is the key of the item, as with generated keys; any other spelling is a mistake.
    @Test(arguments: ["hide_ads", "hide-ads", "hide.ads", "hideAds", "Hide_Ads"])
    func theNameOfAPropertyIsTheKeyOfItsItem(key: String) async throws {
        let panel = Make.panel(
            "\(key) switch \(Self.defaultOn)", "hide_nsfw switch \(Self.defaultOn)",
            #"v2_port edit_integer "itemValue": 80"#)
        let settings = try Make.memory(panel)
        let properties = try Capitals(settings)
        #expect(properties.$hideAds.key == key && properties.$hideNSFW.key == "hide_nsfw")
        #expect(properties.$v2Port.key == "v2_port" && properties.$plain.key == "plain")
        properties.hideAds = false
        #expect(settings.boolean(key) == false)
        try settings.assign((key, .text("YES")))
        #expect(properties.hideAds && properties.frozen.hideAds)
        let draft = try properties.draft()
        draft.hideAds = false
        try await draft.commit()
        #expect(settings.boolean(key) == false)
        let named = try Make.memory(Make.panel("reader.hide_ads switch \(Self.defaultOn)"))
        #expect(try Named(named).$hideAds.key == "reader.hide_ads")
    }

    @Test func reportsAnotherSpellingOfAKey() throws {
        let panel = Make.panel("hide_ads switch \(Self.defaultOn)")
        #expect(try Self.problems(Flat.self, panel).count == 4)
        for name in ["hideads", "HIDEADS", "Hideads", "hiDeads"] {
            #expect(!SettingKeySyntax.isSpelled("hide_ads", asName: name), "\(name)")
        }
        #expect(SettingKeySyntax.isSpelled("http_port_2", asName: "HTTPPort2"))
        #expect(
            try Self.problems(Twice.self, panel) == [
                "'Twice.again' has the key 'hide_ads', which 'hideAds' has already."
            ])
        // Two items are spelled like the name.
        let both = Make.panel(
            "hide_ads switch \(Self.defaultOn)", "hideads switch \(Self.defaultOn)")
        #expect(try Self.problems(Flat.self, both).count == 3)
    }

    private struct Own: Preferences {
        @Setting var hideAds = true
    }

    /// The value that the property stored before the item existed is not lost.
    @Test func parksOnlyTheValueOfTheProperty() throws {
        let bench = try Bench()
        var settings = try bench.open(Make.panel("b switch"))
        try Own(settings).hideAds = false
        settings.close()
        settings = try bench.open(Make.panel("hide_ads switch \(Self.defaultOn)"))
        defer { settings.close() }
        #expect(try Own(settings).hideAds)
        #expect(
            try settings.parked().map(\.description) == [
                "'hideAds': false: The property is the setting 'hide_ads'."
            ])
    }

    private struct Beginnings: Preferences {
        @Setting var port = 9090
        @Setting var empty = 9090
        @Setting var name = "Ann"
        @Setting var point = ["x": 1]
        @Setting var dark = true
        @Setting var pause = Duration.seconds(60)
        @Setting var same = 0.5
        @Setting var level: String?
    }

    @Test func theInitialValueMustBeTheDefaultOfTheItem() throws {
        let panel = Make.panel(
            #"port edit_integer "itemValue": 8080"#, "empty edit_integer", "name edit_text",
            "point custom",
            #"pause edit_duration "itemValue": "1m""#, #"same edit_decimal "itemValue": 0.50"#,
            #"level edit_text "itemValue": "mid""#, "light select", "dark select")
        #expect(
            try Self.problems(Beginnings.self, panel).map { $0.drop { $0 != ":" } } == [
                ": the property begins with 9090, and the default of the item is 8080. Give both the same value.",
                ": the property begins with 9090, and the item has no default. Give the item the same default, or "
                    + "make the property optional.",
                #": the property begins with "Ann", and the default of the item is "". Give both the same value."#,
                #": the property begins with {"x":1}, and the item has no default. Give the item the same default, "#
                    + "or make the property optional.",
                ": the property begins with true, and the default of the item is false. Give both the same value.",
            ])
    }

    private struct Provided: Preferences {
        @Setting var port = 8080
    }

    /// The default of the program is meant for this machine; property, page and scripts have it.
    @Test func aProvidedDefaultIsNotAContradiction() throws {
        let settings = try Make.memory(Make.panel(#"port edit_integer "itemValue": 8080"#))
        var content = ProvidedContent()
        content.defaults = { ["port": 9000] }
        try settings.content.provide(content)
        #expect(try Provided(settings).port == 9000)
    }
}
