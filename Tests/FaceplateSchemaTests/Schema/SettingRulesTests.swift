import Testing

@testable import FaceplateSchema

/// The rules and the default that result from an item's attributes.
struct SettingRulesTests {
    @Test(
        arguments: [
            (#""switch""#, false), (#""choice", "itemOptions": [2, 1]"#, 2),
            (#""segment", "itemOptions": ["a", "b"]"#, "a"),
            (#""choices", "itemOptions": ["a"]"#, []), (#""picker", "itemOptions": ["a"]"#, nil),
            (#""picker", "itemOptions": ["a"], "itemValue": "own""#, "own"),
            (#""edit_multiline""#, ""), (#""edit_multiline", "itemValue": "a\r\nb""#, "a\nb"),
            (#""edit_integer""#, nil), (#""edit_integer", "itemMinimum": 3"#, nil),
            (#""edit_decimal", "itemValue": 2.0"#, 2),
            (#""slider", "itemMinimum": -3, "itemMaximum": 3"#, -3),
            (#""slider", "itemMinimum": 2, "itemMaximum": 3, "itemFractionDigits": 1"#, 2),
            (#""stepper", "itemMinimum": 1"#, nil), (#""edit_date""#, nil),
            (#""edit_time", "itemValue": 450"#, "07:30"), (#""edit_datetime""#, nil),
            (#""edit_duration", "itemValue": "1m30s""#, 90),
            (#""edit_size", "itemValue": "1.5 KiB""#, 1536),
            (#""edit_size", "itemStorage": "text", "itemValue": "1.5 KiB""#, "1536B"),
            (##""edit_color", "itemValue": "#ABC""##, "#aabbcc"), (#""edit_color""#, nil),
            (#""edit_list""#, []), (#""edit_list", "itemValue": ["b", "a"]"#, ["b", "a"]),
            (#""edit_table", "itemColumns": [{"itemKey": "c", "itemControlType": "switch"}]"#, []),
            (#""edit_file""#, nil), (#""custom""#, nil), (#""custom", "itemValue": [1]"#, [1]),
            (#""button", "itemStates": [{"state": "a"}, {"state": "b"}]"#, "a"),
        ] as [(String, JSONValue?)])
    func givesEachControlItsDefault(control: String, value: JSONValue?) throws {
        let schema = try Schema.make(items: "\"itemKey\": \"k\", \"itemControlType\": \(control)")
        let setting = try #require(schema.settings["k"])
        #expect(setting.plainDefault?.json == value)
    }

    @Test(
        arguments: [
            (#""itemMinimum": 0, "itemMaximum": 10"#, false),
            (#""itemMinimum": 0, "itemMaximum": 10, "itemFractionDigits": 0"#, false),
            (#""itemMinimum": 0, "itemMaximum": 10, "itemFractionDigits": 1"#, true),
            (#""itemMinimum": 0, "itemMaximum": 1, "itemStep": 0.1"#, true),
            (#""itemMinimum": 0.5, "itemMaximum": 10"#, true),
            (#""itemMinimum": 0, "itemMaximum": 10, "itemValue": 2.5"#, true),
        ])
    func aSliderIsDecimalIfOneOfItsAttributesIs(more: String, isDecimal: Bool) throws {
        let schema = try Schema.make(
            items: "\"itemKey\": \"k\", \"itemControlType\": \"slider\", \(more)")
        #expect((schema.settings["k"]?.rules as? NumberRules)?.isInteger == !isDecimal)
    }

    @Test(
        arguments: [
            ("8.2", .milliseconds(8_200)), ("5.0004", .seconds(5)), (#""1.5m""#, .seconds(90)),
        ] as [(String, Duration)])
    func aTimeToConfirmHasMilliseconds(time: String, expected: Duration) throws {
        let schema = try Schema.make(
            items: #""itemKey": "k", "itemControlType": "switch", "itemKeepWithin": \#(time)"#)
        #expect(schema.settings["k"]?.keepWithin == expected)
    }

    /// Its row shows the options that are left.
    @Test(arguments: [([false, false], false), ([true, false], false), ([true, true], true)])
    func aSelectGroupIsHiddenWithAllItsOptions(options: [Bool], isHidden: Bool) throws {
        let items = options.enumerated().map { place, isHidden in
            #"{"itemKey": "k\#(place)", "itemControlType": "select", "itemHidden": \#(isHidden)}"#
        }
        let schema = try Schema.make(
            #"[{"groupKey": "g", "items": [\#(items.joined(separator: ","))]}]"#)
        #expect(schema.settings["g"]?.isHidden == isHidden)
    }

    @Test func aRowOfATableGetsTheDefaultsOfItsColumns() throws {
        let schema = try Schema.make(
            items: """
                "itemKey": "k", "itemControlType": "edit_table", "itemColumns": [
                  {"itemKey": "on", "itemControlType": "switch"},
                  {"itemKey": "level", "itemControlType": "choice", "itemOptions": ["low", "high"]},
                  {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80},
                  {"itemKey": "note", "itemControlType": "edit_text"},
                  {"itemKey": "memo", "itemControlType": "edit_text", "itemRequired": false},
                  {"itemKey": "kind", "itemControlType": "choice", "itemOptions": ["a", "b"],
                   "itemValue": "b"},
                  {"itemKey": "name", "itemControlType": "edit_text", "itemValue": "x"},
                  {"itemKey": "host", "itemControlType": "edit_text", "itemRequired": true}]
                """)
        let rules = try #require(schema.settings["k"]?.rules)
        let value = try rules.value(fromJSON: [["host": "a"]])
        #expect(
            value.json == [
                [
                    "host": "a", "kind": "b", "level": "low", "memo": "", "name": "x", "note": "",
                    "on": false, "port": 80,
                ]
            ])
        #expect(rules.problem(with: value) == nil)
        // A required text has no default.
        #expect(throws: ValueProblem(.required, ["row": "1", "column": "host"])) {
            try rules.value(fromJSON: [[:]])
        }
    }

    @Test(
        arguments: [
            (#""edit_file""#, 64 * 1024), (#""edit_file", "itemMaximumSize": 10"#, 10),
        ])
    func aFileHasADefaultSizeLimit(control: String, size: Int) throws {
        let schema = try Schema.make(items: "\"itemKey\": \"k\", \"itemControlType\": \(control)")
        #expect((schema.settings["k"]?.rules as? FileRules)?.maximumSize == size)
    }

    @Test func aSelectGroupHasTheShortestTimeOfItsOptions() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "net", "items": [
              {"itemKey": "wifi", "itemControlType": "select", "itemKeepWithin": "5m"},
              {"itemKey": "cable", "itemControlType": "select", "itemKeepWithin": "2m"},
              {"itemKey": "none", "itemControlType": "select"},
              {"itemKey": "note", "itemControlType": "edit_text"}]}]
            """)
        #expect(schema.groups.first?.options.map(\.key) == ["wifi", "cable", "none"])
        let setting = try #require(schema.settings["net"])
        #expect(setting.keepWithin == .seconds(120))
        #expect(setting.rules.problem(with: "note") != nil)
    }
}
