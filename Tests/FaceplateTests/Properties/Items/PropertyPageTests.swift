import Foundation
import Testing

@testable import Faceplate

private enum Mode: String, Codable, CaseIterable { case eco, normal, boost }

private enum Size: Int, Codable, LabeledOption {
    case small = 1
    case large = 2

    var label: LocalizedText { self == .small ? ["en": "Small", "de": "Klein"] : "Large" }
}

private struct Room: Codable, Equatable {
    var name: String
    var target: Double
    var isShut: Bool
    var mode: Mode
    var note: String?
}

private struct Point: Codable, Equatable { var x = 1.5 }

private struct House: Preferences {
    @Setting("Heating") var isHeating = true
    @Setting("Port", in: 1...65_535) var port = 8080
    @Setting("Target", in: 5...30, step: 0.5, unit: "°C") var target = 20.5
    @Setting(["en": "Mode", "de": "Modus"]) var mode = Mode.normal
    @Setting var size = Size.small
    @Setting("Interval") var interval = Duration.seconds(60)
    @Setting("Token") var token: Secret
    @Setting("Rooms") var rooms: [Room] = []
    @Setting var roots: [String] = ["/"]
    @Setting var codes: Set<Int> = []
    @Setting var modes: [Mode] = [.eco]
    @Setting var name: String?
    @Setting var level: UInt8?
    @Setting var since: Date?
    @Setting var start = Date(timeIntervalSince1970: 0.5)
    @Setting var day: CivilDate?
    @Setting var point = Point()
    @Setting(key: "owner_name") var owner = "Ann"
    @Setting(.private) var lastRun: Date?
    @Setting(.private, key: "count") var runs = 0

    var page: SettingsPage {
        Group("general") {
            $isHeating
            $port
            $target
            $mode.enabled(when: $isHeating)
            Segment($size)
            $interval
        }
        $token
        $rooms
        Group("more") {
            $roots.maximumCount(3)
            $codes
            $modes
            $name.placeholder("Your name")
            Slider($level).range(0...9)
            $since
            EditDatetime($start).timeZone("Europe/Berlin")
            $day
            $point
            $owner.required()
        }
    }
}

struct PropertyPageTests {
    @Test
    func makesTheItemsOfTheBuilder() throws {
        let built = try Schema(name: "house") {
            Group("general") {
                Switch("isHeating", default: true).title("Heating")
                EditInteger("port", default: 8080).title("Port").range(1...65_535)
                EditDecimal("target", default: 20.5).title("Target").range(5...30).step(0.5)
                    .unit("°C")
                Choice("mode", options: ["eco", "normal", "boost"], default: "normal")
                    .title(["en": "Mode", "de": "Modus"]).enabled(when: .is("isHeating"))
                Segment(
                    "size",
                    options: [
                        .option(1, label: ["en": "Small", "de": "Klein"]),
                        .option(2, label: "Large"),
                    ], default: 1)
                EditDuration("interval", default: 60).title("Interval")
            }
            Group("page") {
                EditPassword("token").title("Token")
                EditTable("rooms", default: []) {
                    EditText("name")
                    EditDecimal("target")
                    Switch("isShut")
                    Choice("mode", options: ["eco", "normal", "boost"])
                    EditText("note")
                }.title("Rooms")
            }.title("")
            Group("more") {
                EditList("roots", of: EditText(), default: ["/"]).maximumCount(3)
                EditList("codes", of: EditInteger(), default: []).unique()
                Choices("modes", options: ["eco", "normal", "boost"], default: ["eco"])
                EditText("name").required(false).placeholder("Your name")
                Slider("level").range(0...9).step(1)
                EditDatetime("since").timeZone("UTC").seconds()
                EditDatetime("start", default: "1970-01-01T00:00:00Z").timeZone("Europe/Berlin")
                    .seconds()
                EditDate("day")
                Custom("point", default: ["x": 1.5])
                EditText("owner_name", default: "Ann").required()
            }
        }
        let schema = try #require(try House.schema)
        #expect(schema.canonicalJSON == built.canonicalJSON)
        #expect(schema.key == "house")
    }

    @Test
    func readsAndWritesEachType() async throws {
        let settings = try Settings.inMemory(try #require(try House.schema))
        let house = try House(settings)
        #expect(house.rooms.isEmpty && house.token.isEmpty && house.since == nil)
        try await settings.set("port", to: 80)
        try await settings.set("rooms", to: [["name": "Attic", "target": 18]])
        try await settings.set("since", to: "2026-11-20T07:30:01")
        try await settings.set("token", to: "hidden text")
        try await settings.set("mode", to: "eco")
        #expect(house.port == 80 && house.mode == .eco)
        #expect(
            house.rooms == [
                Room(name: "Attic", target: 18, isShut: false, mode: .eco, note: "")
            ])
        #expect(house.since == Date(timeIntervalSince1970: 1_795_159_801))
        #expect(
            house.token.text == "hidden text"
                && "\(house.token) \(house)".contains("hidden text") == false)
        #expect(house.start == Date(timeIntervalSince1970: 0))
        try await settings.set("start", to: "2026-07-01T02:00")
        #expect(house.start == Date(timeIntervalSince1970: 1_782_864_000))
        house.since = Date(timeIntervalSince1970: 1_795_159_900.5)
        house.token = "new"
        house.rooms.append(Room(name: "B", target: 1.5, isShut: true, mode: .boost, note: nil))
        house.codes = [3, 1]
        house.point = Point(x: 3)
        #expect(house.$since.refusal == nil && house.$rooms.refusal == nil)
        #expect(house.since == Date(timeIntervalSince1970: 1_795_159_900))
        #expect(try settings.secret("token") == "new")
        #expect(house.rooms.count == 2 && house.codes == [1, 3] && house.point.x == 3)
        house.token = ""
        #expect(try settings.secret("token") == nil && house.token.isEmpty)
    }

    private struct Missing: Preferences {
        @Setting var shown = true
        @Setting var forgotten = 1
        @Setting(.private) var both = 1
        var page: SettingsPage {
            Group("g") {
                $shown; $both
            }
        }
    }

    private struct Twice: Preferences {
        @Setting var port = 1
        @Setting("Low", in: 5...9) var low = 3
        var page: SettingsPage {
            Group("g") {
                $port; $port; $low
            }
        }
    }

    private struct Bare: Preferences {
        @Setting var token: Secret
    }

    @Test(
        arguments: [
            (
                Missing.self,
                [
                    "'Missing.forgotten' is not in the page. Add '$forgotten' to a group, or declare it: "
                        + "@Setting(.private).",
                    "'Missing.both' is private and in the page. Remove '.private', or '$both' from the page.",
                ]
            ),
            (
                Twice.self,
                [
                    "FaceplateTests/PropertyPageTests.swift: EditInteger(\"port\").itemKey: 'port' is already used at line 0.",
                    "FaceplateTests/PropertyPageTests.swift: EditInteger(\"low\").itemValue: The default does not fit: low must be between 5 and 9.",
                ]
            ),
            (
                Bare.self,
                [
                    "'Bare.token' is a secret, and 'token' is not an 'edit_password' of the schema. Only these are "
                        + "encrypted."
                ]
            ),
        ] as [(any Preferences.Type, [String])])
    func reportsMistakes(_ type: any Preferences.Type, _ words: [String]) throws {
        func open<Values: Preferences>(_: Values.Type) throws {
            _ = try Values(Settings.inMemory(Values.schema ?? Make.schema(Make.panel)))
        }
        let error = #expect(throws: (any Error).self) { try open(type) }
        let text = error.map { "\($0)" }?.replacing(#/ \(line \d+\)/#, with: "")
            .replacing(/at line \d+/, with: "at line 0")
        #expect(text == words.joined(separator: "\n"))
    }

    private struct Link: Codable { var url: URL }
    private struct Shelf: Codable { var size: Int? }

    private struct Integers: Preferences {
        @Setting var byte: UInt8 = 1
        @Setting var small: Int16 = 1
        @Setting var natural: UInt = 1
        @Setting var whole: Int64 = 1
        @Setting("Half", in: 0...0.5) var half: Float = 0.25
        @Setting("Few", in: 1...3) var few: Int32?
        @Setting var addresses: [[String: Int]] = []
        @Setting var links: [Link] = []
        @Setting var shelves: [Shelf] = []
        var page: SettingsPage {
            $byte
            $small
            $natural
            $whole
            $half
            $few
            $addresses
            $links
            $shelves
        }
    }

    @Test
    func limitsNumbersToTheirType() throws {
        let schema = try #require(try Integers.schema)
        let limits = try schema.items.map { item in
            let json = try JSONReader.read(schema.canonicalJSON)
            let items = json.object?["groups"]?.array?.first?.object?["items"]?.array ?? []
            let own = items.first { $0.object?["itemKey"]?.string == item.key }?.object
            let bounds = ["itemMinimum", "itemMaximum"].map { own?[$0]?.number?.text ?? "-" }
            return "\(item.key) \(item.control.rawValue) \(bounds.joined(separator: " "))"
        }
        #expect(
            limits == [
                "byte edit_integer 0 255", "small edit_integer -32768 32767",
                "natural edit_integer 0 -", "whole edit_integer - -", "half edit_decimal 0 0.5",
                "few edit_integer 1 3", "addresses custom - -", "links custom - -",
                "shelves custom - -",
            ])
    }

    private struct Rules: Preferences {
        @Setting var on = true
        @Setting var off = false
        @Setting var port = 1
        @Setting var other = 2
        @Setting var mode = Mode.eco
        @Setting var name = ""
        @Setting var list: [Mode] = []
        @Setting var since: Date?

        var conditions: [(RuleCondition, RuleCondition)] {
            [
                ($on.isOn, .is("on")), ($on && !$off, .is("on") && !.is("off")),
                ($on || $off, .is("on") || .is("off")),
                ($on && $off && $port < 3, .is("on") && .is("off") && .is("port", less: 3)),
                ($port < 3 || $on, .is("port", less: 3) || .is("on")),
                ($port <= 3, .is("port", atMost: 3)), ($port > 3, .is("port", greater: 3)),
                ($port >= 3, .is("port", atLeast: 3)), ($port == 3, .is("port", 3)),
                ($port != 3, !.is("port", 3)),
                ($port < $other, .is("port", less: .setting("other"))),
                ($mode == .eco, .is("mode", "eco")),
                ($mode.isOne(of: [.eco, .boost]), .is("mode", in: ["eco", "boost"])),
                ($name.isEmpty, .is("name", empty: true)),
                ($name.matches("^a"), .is("name", matching: "^a")),
                ($list.contains(.eco), .is("list", containing: "eco")),
                (
                    $since < Date(timeIntervalSince1970: 0.5),
                    .is("since", less: "1970-01-01T00:00")
                ),
            ]
        }

        var page: SettingsPage {
            for (own, written) in conditions {
                Group("g\(UUID().uuidString)") { Info("i\(UUID().uuidString)") }
                    .header(own.text == written.text ? "same" : "\(own.text) \(written.text)")
            }
            Group("all") {
                $on; $off; $port; $other; $mode; $name; $list; $since
            }
        }
    }

    @Test
    func writesConditionsWithOperators() throws {
        let text = try #require(try Rules.schema).canonicalJSON
        #expect(text.components(separatedBy: "\"same\"").count == 18, "\(text)")
    }
}

extension RuleCondition {
    fileprivate var text: String { Info("x").visible(when: self).json.description }
}
