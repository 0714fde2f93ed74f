import Testing

@testable import FaceplateSchema

/// The setting that stores the options added to a picker.
struct AddedOptionsTests {
    private func schema(_ more: String = "", others: String = "") throws -> Schema {
        try Schema.make(
            """
            [{"groupKey": "g", "items": [{"itemKey": "k", "itemTitle": "Font",
              "itemControlType": "picker", "itemOptions": ["a"], "itemAdds": true,
              "itemMaximumLength": 3\(more)}\(others)]}]
            """)
    }

    @Test func areAHiddenListOfTheirPicker() throws {
        let schema = try schema()
        #expect(schema.settings.keys == ["k", "k.added"])
        let setting = try #require(schema.settings["k.added"])
        #expect(setting.pickerKey == "k" && setting.groupKey == "g" && setting.isHidden)
        #expect(setting.plainDefault == .list([]) && !setting.isReadOnly)
        #expect(schema.items.keys == ["k"] && schema.items["k"]?.addsOptions == true)
    }

    @Test func acceptEachValidValueOnce() throws {
        let rules = try #require(try schema().settings["k.added"]?.rules)
        #expect(rules.problem(with: .list(["x", "y"])) == nil)
        #expect(rules.problem(with: .list(["x", "x"]))?.code == .duplicate)
        #expect(rules.problem(with: .list(["long"]))?.code == .tooLong)
        #expect(rules.problem(with: .list([""]))?.code == .required)
    }

    @Test func existOnlyIfTheSchemaAllowsThem() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "g", "items": [{"itemKey": "k", "itemControlType": "picker",
              "itemOptions": ["a"]}]}]
            """)
        #expect(schema.settings.keys == ["k"] && schema.items["k"]?.addsOptions == false)
    }

    @Test func haveTheTitleFormerKeysAndLockOfThePicker() throws {
        let schema = try schema(#", "itemRenamedFrom": ["old"], "itemReadOnly": true"#)
        let labels = LabelResolver(schema: schema, catalog: LabelCatalog(), locale: .english)
        #expect(labels.title(of: "k.added").text == "Font")
        #expect(schema.settings["k.added"]?.renamedFrom == ["old.added"])
        #expect(schema.currentKey(of: "old.added") == "k.added")
        #expect(schema.settings["k.added"]?.isReadOnly == true)
    }

    @Test(arguments: ["k.added", "k-added", "K_Added"])
    func rejectAnotherItemWithTheirKey(key: String) throws {
        let error = #expect(throws: SchemaError.self) {
            try schema(others: #", {"itemKey": "\#(key)", "itemControlType": "switch"}"#)
        }
        #expect(
            error?.problems.map(\.message) == [
                "Added options are stored under 'k.added', and '\(key)' at line 3 counts as the same "
                    + "key."
            ])
    }

    @Test(arguments: [(122, true), (123, false)])
    func limitTheLengthOfTheKeyOfThePicker(length: Int, isAccepted: Bool) {
        let key = String(repeating: "k", count: length)
        let json = """
            [{"groupKey": "g", "items": [{"itemKey": "\(key)", "itemControlType": "picker",
              "itemOptions": ["a"], "itemAdds": "YES"}]}]
            """
        #expect(((try? Schema.make(json)) != nil) == isAccepted)
    }

    @Test func areRejectedForOtherControls() {
        #expect(throws: SchemaError.self) {
            try Schema.make(
                """
                [{"groupKey": "g", "items": [{"itemKey": "k", "itemControlType": "choice",
                  "itemOptions": ["a"], "itemAdds": true}]}]
                """)
        }
    }
}
