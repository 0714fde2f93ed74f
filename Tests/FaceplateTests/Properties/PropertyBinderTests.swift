import Foundation
import Testing

@testable import Faceplate

struct PropertyBinderTests {
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

    private struct Keys: Preferences {
        @Setting var _own = 1
        @Setting(key: "two words") var words = 1
        @Setting var größe = 1
        @Setting var twice = 1
        @Setting(key: "twice") var again = 1
        @Setting(key: "Twice") var third = 1
        @Setting(key: "Twi-ce") var fine = 1
        @Setting(key: "na-me") var name = ""
    }

    @Test
    func reportsInvalidKeys() throws {
        let rule =
            "a key is up to 128 ASCII letters, digits, '.', '_' and '-', and begins with a letter or a "
            + "digit. Give one: @Setting(key: \"key\")."
        #expect(
            try Self.problems(Keys.self, Make.panel("na_me edit_text")) == [
                "'Keys._own' cannot have the key '_own': \(rule)",
                "'Keys.words' cannot have the key 'two words': \(rule)",
                "'Keys.größe' cannot have the key 'größe': \(rule)",
                "'Keys.again' has the key 'twice', which 'twice' has already.",
                "'Keys.third' has the key 'Twice', and 'again' has 'twice': two keys may not differ "
                    + "only in case or in '.', '-' and '_'.",
                "'Keys.fine' has the key 'Twi-ce', and 'third' has 'Twice': two keys may not differ "
                    + "only in case or in '.', '-' and '_'.",
                "'Keys.name' has the key 'na-me', and the schema has 'na_me': two keys may not differ "
                    + "only in case or in '.', '-' and '_'. Give the one that is meant: @Setting(key: \"na_me\").",
            ])
    }

    private struct Reader: Preferences {
        @Setting var looks = "light"
        @Setting var name = "Ann"
        @Setting(key: "shared") var first = 1
        @Setting var fontSize = 12
    }

    private struct Editor: Preferences {
        @Setting var looks = 3
        @Setting var name = "Ann"
        @Setting(key: "shared") var second = 1
    }

    private struct Half: Preferences {
        @Setting var shared = 1
        @Setting(key: "looks") var style = ""
        @Setting var fontSize = 13
    }

    private struct Player: Preferences {
        static let namespace: String? = "player"
        @Setting var looks = 7
        @Setting(key: "name") var name = "Ann"
        @Setting(key: "shared") var third = 1
    }

    private struct Spaced: Preferences {
        static let namespace: String? = "my app"
        @Setting var looks = 7
    }

    /// Items of the schema, and keys that both types give, are shared; other values have one owner.
    @Test
    func reportsTwoTypesWithOneKey() throws {
        let settings = try Make.memory(Make.panel)
        let (reader, player) = try (Reader(settings), Player(settings))
        let error = #expect(throws: PreferencesError.self) { try Editor(settings) }
        #expect(
            error?.problems.map(\.description) == [
                "'Editor.looks' has the key 'looks', which 'Reader.looks' has already. Give one of the types a "
                    + "'namespace', or give both properties the key if they are to share the value: "
                    + "@Setting(key: \"looks\")."
            ])
        let half = #expect(throws: PreferencesError.self) { try Half(settings) }
        #expect(half?.problems.map(\.key) == ["shared", "looks", "fontSize"])
        reader.looks = "dark"
        player.looks = 8
        player.name = "Bob"
        player.third = 5
        #expect((reader.looks, player.looks) == ("dark", 8))
        #expect((reader.name, reader.first) == ("Bob", 5))
        #expect(settings.snapshot.json(of: "player.looks") == 8)
        #expect(settings.snapshot.json(of: "looks") == "dark")
        // The same type again, and a frozen copy, have the same values.
        #expect(try Reader(settings).looks == "dark")
        #expect(player.frozen.looks == 8)
        #expect(
            try Self.problems(Spaced.self).first?.hasPrefix(
                "'Spaced.looks' cannot have the key 'my app.looks': a key is") == true)
    }

    private struct Size: Codable, Equatable {
        var width = 1.5
        var names = ["a"]
    }

    private struct Sized: Preferences {
        @Setting var size = Size()
        @Setting var other: [Size]? = nil
    }

    @Test
    func bindsAnyCodableTypeToACustomItem() throws {
        let settings = try Make.memory(
            Make.panel(
                #"size custom "itemValue": {"width": 1.5, "names": ["a"]}"#, "other custom"))
        let sized = try Sized(settings)
        sized.size.width = 2
        sized.other = [Size()]
        #expect(sized.$size.refusal == nil)
        #expect(settings.snapshot.json(of: "size") == ["names": ["a"], "width": 2])
        // A value of another form that a script posts is accepted by the item, and reads as the default.
        try settings.assign(("size", .json(true)))
        #expect(sized.size == Size())
        #expect(sized.other == [Size()])
        // It stays, because values of items follow the schema alone.
        #expect(try Sized(settings).size == Size())
        #expect(settings.snapshot.json(of: "size") == true)
    }

    private struct Rows: Preferences {
        @Setting var password = ""
        @Setting var enter = true
        @Setting var dark = "x"
        @Setting(key: "light") var isLight = true
    }

    @Test
    func reportsItemsWithoutAValue() throws {
        #expect(
            try Self.problems(Rows.self) == [
                "'Rows.password' is String, and 'password' is a secret. Declare it as 'Secret'.",
                "'Rows.enter' cannot be 'enter', which is 'button' and has no value.",
                "'Rows.dark' is String, and 'dark' is an option of a 'select' group, which is a Bool.",
            ])
    }

    private enum Level: String, Codable, Sendable {
        case low, mid
    }

    private struct Types: Preferences {
        @Setting var titles = 1
        @Setting var name = 5
        @Setting var level = Level.low
        @Setting var size = 1.0
        @Setting var share = 1
        @Setting var tags = [1]
        @Setting var empty: [Int] = []
        @Setting var when = Date(timeIntervalSince1970: 0)
        @Setting var open: Bool?
        @Setting var spoken = "YES"
        @Setting var free = ["a"]
        @Setting var lit: Int?
    }

    @Test
    func reportsTypesThatDoNotMatch() throws {
        let panel = Make.panel(
            "titles switch", "name edit_text",
            "level choice \"itemOptions\": [\"low\", \"mid\", \"high\"]", "size edit_integer",
            "share edit_decimal",
            "tags edit_list \"itemElement\": {\"itemControlType\": \"edit_text\"}",
            "empty edit_list \"itemElement\": {\"itemControlType\": \"edit_text\"}",
            "when edit_datetime", "open edit_text", "spoken switch", "free custom \"itemValue\": 3",
            "lit switch")
        #expect(
            try Self.problems(Types.self, panel) == [
                "'Types.titles' is Int, and 'titles' is 'switch': it does not accept the default that "
                    + "the property has.",
                "'Types.name' is Int, and 'name' is 'edit_text': it does not accept the default that the "
                    + "property has.",
                "'Types.level' is Level, and 'level' is 'choice': the property cannot store its option "
                    + "'high'.",
                "'Types.size' is Double, and 'size' is 'edit_integer': it takes whole numbers only.",
                "'Types.share' is Int, and 'share' is 'edit_decimal': the property cannot store 0.5.",
                "'Types.tags' is Array<Int>, and 'tags' is 'edit_list': it does not accept the default that "
                    + "the property has.",
                "'Types.empty' is Array<Int>, and 'empty' is 'edit_list': the property cannot store "
                    + "[\"text\"].",
                "'Types.when' is Date, and 'when' is 'edit_datetime': it does not accept the default that "
                    + "the property has.",
                "'Types.open' is Optional<Bool>, and 'open' is 'edit_text': the property cannot store "
                    + "\"text\".",
                "'Types.spoken' is String, and 'spoken' is 'switch': it does not accept the default that "
                    + "the property has.",
                "'Types.free' is Array<String>, and 'free' is 'custom': the property cannot store its "
                    + "default.",
                "'Types.lit' is Optional<Int>, and 'lit' is 'switch': the property cannot store true.",
            ])
    }

    /// A control that takes every value, as long as the program says nothing against it.
    private struct Anything: CustomControl {
        var name: String { "anything" }
        var attributes: JSONValue { ["itemControlType": "custom"] }
    }

    private struct Limited: Preferences {
        @Setting var limit = 1
    }

    /// Its rules say what it takes, unlike those of a plain `custom` item.
    @Test func comparesTheRulesOfACustomControl() throws {
        let schema = try SchemaReader.read(
            Array(Make.panel("limit anything").utf8), name: "p", controls: [Anything()])
        let error = #expect(throws: PreferencesError.self) {
            try Limited(Settings.inMemory(schema))
        }
        #expect(
            error?.problems.map(\.description) == [
                "'Limited.limit' is Int, and 'limit' is 'custom': the property cannot store true."
            ])
    }

    private struct Fitting: Preferences {
        @Setting var on = true
        @Setting var count = 1
        @Setting var share = 0.5
        @Setting var name = ""
        @Setting var nick: String?
        @Setting var level = Level.low
        @Setting var several: Set<Level> = []
        @Setting var day: CivilDate?
        @Setting var wake: ClockTime?
        @Setting var when: CivilDateTime?
        @Setting var pause = Duration.seconds(90)
        @Setting var tags: [String] = []
        @Setting var hosts: [Host] = []
        @Setting var file: File?
        @Setting var home: URL?
    }

    private struct Host: Codable, Sendable, Equatable {
        var host: String
        var port: Int?
    }

    private struct File: Codable, Sendable, Equatable {
        var name: String
        var type: String
        var data: Data
    }

    private static let everyKind = Make.panel(
        "on switch \"itemValue\": true", "count stepper \"itemValue\": 1",
        "share edit_decimal \"itemValue\": 0.5", "name edit_text", "nick edit_text",
        "level segment \"itemOptions\": [\"low\", \"mid\"], \"itemValue\": \"low\"",
        "several choices \"itemOptions\": [\"low\", \"mid\"]", "day edit_date", "wake edit_time",
        "when edit_datetime", "pause edit_duration \"itemValue\": 90",
        "tags edit_list \"itemElement\": {\"itemControlType\": \"edit_text\"}",
        "hosts edit_table \"itemColumns\": [{\"itemKey\": \"host\", \"itemControlType\": \"edit_text\"},"
            + " {\"itemKey\": \"port\", \"itemControlType\": \"edit_integer\"}]",
        "file edit_file", "home edit_text")

    @Test
    func bindsEachKindOfItem() throws {
        let settings = try Make.memory(Self.everyKind)
        let preferences = try Fitting(settings)
        try settings.batch {
            preferences.on = false
            preferences.count = 7
            preferences.share = 2.25
            preferences.level = .mid
            preferences.several = [.mid, .low]
            preferences.day = CivilDate("2026-11-20")
            preferences.wake = ClockTime("07:30")
            preferences.when = CivilDateTime("2026-11-20T07:30")
            preferences.pause = .milliseconds(1500)
            preferences.tags = ["a", "b"]
            preferences.hosts = [Host(host: "a", port: 80), Host(host: "b", port: 443)]
            preferences.file = File(name: "a.txt", type: "text/plain", data: Data([1, 2]))
            preferences.home = URL(string: "https://example.org")
        }
        #expect(settings.revision == 1)
        #expect(preferences.count == 7 && preferences.share == 2.25 && preferences.level == .mid)
        #expect(preferences.several == [.low, .mid] && preferences.day?.day == 20)
        #expect(preferences.wake?.seconds == 27_000 && preferences.when?.time.seconds == 27_000)
        #expect(preferences.pause == .milliseconds(1500) && preferences.tags == ["a", "b"])
        #expect(preferences.hosts == [Host(host: "a", port: 80), Host(host: "b", port: 443)])
        #expect(preferences.file?.data == Data([1, 2]))
        #expect(preferences.home?.host() == "example.org")
        preferences.nick = "x"
        preferences.nick = nil
        #expect(!preferences.$nick.isSet)
    }
}
