import Testing

@testable import FaceplateSchema

struct CustomControlTests {
    /// One to five stars, also entered as asterisks; three stars are rejected.
    private struct Stars: CustomControl {
        let name = "stars"
        let attributes: JSONValue = [
            "itemControlType": "edit_integer", "itemMinimum": 1, "itemMaximum": 5,
            "itemHelp": "One to five",
        ]

        func value(
            fromText text: String, locale: LocaleTag?
        ) throws(ValueProblem) -> Value? {
            text.allSatisfy { $0 == "*" } ? .integer(Int64(text.count)) : nil
        }

        func problem(with value: Value) -> ValueProblem? {
            value == 3 ? .message("Decide yourself") : nil
        }
    }

    private static func read(
        _ items: String, _ controls: [any CustomControl] = [Stars()]
    ) throws -> Schema {
        try SchemaReader.read(
            Array("{\"groupKey\": \"g\", \"items\": [\(items)]}".utf8), name: "panel",
            controls: controls)
    }

    private static let item = #"{"itemKey": "s", "itemControlType": "stars", "itemMaximum": 9}"#

    @Test func anItemOverridesTheAttributesOfItsControl() throws {
        let schema = try Self.read(Self.item)
        let item = try #require(schema.items["s"])
        #expect(item.control == .editInteger && item.customControl == "stars")
        #expect(item.words.help == .words("One to five"))
        let rules = try #require(schema.settings["s"]?.baseRules as? NumberRules)
        #expect(rules.minimum == 1 && rules.maximum == 9)
    }

    @Test func theProgramReadsAndChecksValuesToo() throws {
        let rules = try #require(try Self.read(Self.item).settings["s"]?.rules)
        #expect(try rules.value(fromText: "****", locale: nil) == 4)
        #expect(try rules.value(fromText: "7", locale: nil) == 7)
        #expect(rules.problem(with: 3) == .message("Decide yourself"))
        #expect(rules.problem(with: 10)?.code == .tooLarge)
        #expect(rules.problem(with: 9) == nil)
        #expect(rules.fieldText(of: 4, locale: nil) == "4")
        #expect(throws: ValueProblem.self) { try rules.value(fromText: "x", locale: nil) }
    }

    @Test func aSchemaWithoutWithheldRowsKeepsCustomControls() throws {
        var withheld = Schema.Withheld()
        withheld.items = ["t"]
        let schema = try Self.read(Self.item + #", {"itemKey": "t", "itemControlType": "switch"}"#)
            .hiding(withheld)
        #expect(schema.settings["s"]?.rules.problem(with: 3) == .message("Decide yourself"))
    }

    @Test(
        arguments: [
            .defaultValue(of: "s", 4),
            .addGroup(
                [
                    "groupKey": "h",
                    "items": [["itemKey": "t", "itemControlType": "stars"]],
                ], page: "", before: nil),
        ] as [SchemaEdit])
    func anEditedSchemaKeepsCustomControls(edit: SchemaEdit) throws {
        let schema = try Self.read(Self.item)
        let edited = try schema.applying([edit])
        #expect(edited != schema)
        for setting in edited.settings {
            #expect(setting.rules.problem(with: 3) == .message("Decide yourself"))
        }
    }

    @Test func theSchemaStoresTheControlForOtherPrograms() throws {
        let schema = try Self.read(Self.item)
        #expect(
            schema.canonicalJSON.contains(
                #""panelControls":{"stars":{"itemControlType":"edit_integer","itemHelp":"One to five","itemMaximum":5,"itemMinimum":1}}"#
            ))
        let again = try Schema.make(schema.canonicalJSON)
        #expect(again == schema)
        let setting = try #require(again.settings["s"])
        #expect(setting.rules is NumberRules && setting.rules.problem(with: 3) == nil)
        #expect(again.items["s"]?.customControl == "stars")
        #expect(again.customControl("stars") == nil && schema.customControl("stars") != nil)
    }

    /// The written declaration can be of an earlier version.
    @Test(arguments: ["edit_text", "no_longer_known"])
    func prefersTheDeclarationOfTheProgram(written: String) throws {
        let json = """
            {"panelControls": {"stars": {"itemControlType": "\(written)"},
              "other": {"itemControlType": "switch"}},
             "groups": [{"groupKey": "g", "items": [\(Self.item),
              {"itemKey": "o", "itemControlType": "other"}]}]}
            """
        let schema = try SchemaReader.read(
            Array(json.utf8), name: "panel", controls: [Stars()])
        #expect(schema.items["s"]?.control == .editInteger)
        #expect(schema.items["o"]?.control == .switch)
        #expect(try Schema.make(schema.canonicalJSON) == schema)
    }

    @Test func itsValueHasTheDeclaredType() throws {
        struct Odd: CustomControl {
            let name = "odd"
            let attributes: JSONValue = ["itemControlType": "switch"]

            func value(
                fromText text: String, locale: LocaleTag?
            ) throws(ValueProblem) -> Value? {
                .list([])
            }
        }
        let schema = try Self.read(#"{"itemKey": "s", "itemControlType": "odd"}"#, [Odd()])
        #expect(schema.settings["s"]?.plainDefault == .boolean(false))
        let rules = try #require(schema.settings["s"]?.rules)
        #expect(throws: ValueProblem.self) { try rules.value(fromText: "x", locale: nil) }
    }

    @Test(
        arguments: [
            ("switch", ["itemControlType": "edit_text"], ["$.panelControls.switch"]),
            ("a b", ["itemControlType": "edit_text"], ["$.panelControls.a b"]),
            ("none", [:], ["$.panelControls.none"]),
            ("row", ["itemControlType": "page"], ["$.panelControls.row.itemControlType"]),
            ("list", ["a"], ["$.panelControls.list"]),
            (
                "wrong", ["itemControlType": "switch", "itemPattern": "a"],
                ["$.panelControls.wrong.itemPattern"]
            ),
        ] as [(String, JSONValue, [String])])
    func checksAControlOfTheProgramLikeOneOfTheSchema(
        name: String, attributes: JSONValue, paths: [String]
    ) {
        struct Given: CustomControl {
            let name: String
            let attributes: JSONValue
        }
        let error = #expect(throws: SchemaError.self) {
            try Self.read("", [Given(name: name, attributes: attributes)])
        }
        #expect(error?.problems.map(\.path) == paths)
    }
}
