import Testing

@testable import FaceplateSchema

struct SchemaReaderTests {
    private static let group =
        #"{"groupKey": "g", "items": [{"itemKey": "s", "itemControlType": "switch"}]}"#

    @Test(arguments: ["[\(group)]", group, #"{"groups": [\#(group)]}"#])
    func readsAnArrayOneGroupOrAnObject(json: String) throws {
        let schema = try Schema.make(json, name: "my-app")
        #expect(schema.groups.map(\.key) == ["g"])
        #expect(schema.items.keys == ["s"])
        #expect(schema.key == "my-app" && !schema.isKeyExplicit)
        #expect(schema.version == 1 && schema.saveMode == .auto && schema.locales.isEmpty)
        #expect(schema == (try Schema.make("[\(Self.group)]", name: "my-app")))
    }

    @Test func readsTheAttributesOfThePanel() throws {
        let schema = try Schema.make(
            """
            {"$schema": "https://example.org/faceplate.schema.json", "$comment": "kept out",
             "panelKey": "app", "panelVersion": 3, "panelSave": "explicit", "panelTitle": "App",
             "panelLocales": ["fr", "pt_br"], "labels": {"fr": {"G": "Groupe"}}, "groups": [\(Self.group)]}
            """)
        #expect(schema.key == "app" && schema.isKeyExplicit && schema.version == 3)
        #expect(schema.saveMode == .explicit && schema.title == .words("App"))
        #expect(schema.locales.map(\.description) == ["fr", "pt-BR"])
        #expect(schema.labels[try #require(LocaleTag("fr"))] == ["G": "Groupe"])
        #expect(
            schema.canonicalJSON == """
                {"groups":[{"groupKey":"g","items":[{"itemControlType":"switch","itemKey":"s"}]}],\
                "labels":{"fr":{"G":"Groupe"}},"panelKey":"app","panelLocales":["fr","pt_br"],\
                "panelSave":"explicit","panelTitle":"App","panelVersion":3}
                """)
    }

    @Test(
        arguments: [
            ("reader", "reader"), ("My App é", "My_App___"), (".hidden", "panel"), ("", "panel"),
            ("a.b", "a.b"),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 128)),
        ])
    func derivesAKeyFromTheFileName(name: String, key: String) throws {
        #expect(try Schema.make("[]", name: name).key == key)
    }

    @Test(
        arguments: [
            (["1", "2", "3"], "abc"), (["3", "2", "1"], "cba"), (["10", "9", "9.5"], "bca"),
            (["-1", "0", "-2"], "cab"),
            (["5", "5", "5"], "abc"), (["2", "1", "2"], "bac"), ([nil, nil, nil], "abc"),
            ([nil, "7", nil], "bac"),
            (["1e2", "99.9", nil], "bac"), (["1.0", "1", "0.5"], "cab"), ([nil, "1", "1"], "bca"),
        ] as [([String?], String)])
    func sortsByOrderAndThenByPosition(orders: [String?], keys: String) throws {
        let names = ["a", "b", "c"]
        let items = zip(names, orders).map { name, order in
            #"{\#(order.map { "\"order\": \($0), " } ?? "")"itemKey": "\#(name)", "itemControlType": "switch"}"#
        }
        let schema = try Schema.make(
            #"{"groupKey": "g", "items": [\#(items.joined(separator: ","))]}"#)
        #expect(schema.groups[0].items.map(\.key).joined() == keys)
        let groups = zip(names, orders).map { name, order in
            #"{\#(order.map { "\"order\": \($0), " } ?? "")"groupKey": "\#(name)", "items": []}"#
        }
        let panel = try Schema.make("[\(groups.joined(separator: ","))]")
        #expect(panel.groups.map(\.key).joined() == keys)
    }

    @Test(
        arguments: [
            (#""itemControlType": "switch""#, .boolean(false)),
            (#""itemControlType": "switch", "itemValue": "YES""#, .boolean(true)),
            (#""itemControlType": "switch", "itemValue": true"#, .boolean(true)),
            (#""itemControlType": "edit_text""#, ""),
            (#""itemControlType": "edit_text", "itemValue": " a ""#, "a"),
            (#""itemControlType": "edit_password""#, nil),
            (#""itemControlType": "edit_password", "itemValue": """#, nil),
            (#""itemControlType": "choice", "itemOptions": ["a", "b"]"#, "a"),
            (#""itemControlType": "choice", "itemOptions": [1, 2], "itemValue": 2.0"#, .integer(2)),
        ] as [(String, Value?)])
    func givesEachControlItsDefault(item: String, value: Value?) throws {
        let schema = try Schema.make(items: #""itemKey": "k", \#(item)"#)
        let setting = try #require(schema.settings["k"])
        #expect(setting.plainDefault == value)
    }

    @Test(arguments: [("YES", "NO", "a"), ("NO", "YES", "b"), ("NO", "NO", "a")])
    func theDefaultOfASelectGroupIsTheOptionThatIsOn(first: String, second: String, chosen: String)
        throws
    {
        let schema = try Schema.make(
            items: #""itemKey": "a", "itemControlType": "select", "itemValue": "\#(first)""#,
            #""itemKey": "b", "itemControlType": "select", "itemValue": "\#(second)""#)
        #expect(schema.settings["g"]?.plainDefault == .text(chosen))
        #expect(schema.settings.keys == ["g"])
        #expect(schema.keys == ["g", "a", "b"])
    }

    @Test func rowsWithoutAValueAreNotSettings() throws {
        let schema = try Schema.make(
            items: #""itemKey": "b", "itemControlType": "button", "itemAction": ["./go", "x"]"#,
            #""itemKey": "i", "itemControlType": "info", "itemValue": 1.5"#,
            #""itemKey": "l", "itemControlType": "link", "itemURL": "https://example.org/""#,
            #""itemKey": "t", "itemControlType": "text""#)
        #expect(schema.settings.isEmpty)
        #expect(schema.items["b"]?.action == ["./go", "x"])
        #expect(schema.items["i"]?.shownValue?.plainText == "1.5")
        #expect(schema.items["l"]?.url == "https://example.org/")
        #expect(schema.keys == ["b", "i", "l", "t"])
    }

    @Test func rejectsASchemaThatIsTooLarge() {
        let bytes = [UInt8](repeating: 0x20, count: SchemaReader.maximumSize + 1)
        let error = #expect(throws: SchemaError.self) {
            try SchemaReader.read(bytes, name: "a", file: "a.json")
        }
        #expect(
            error?.description
                == "a.json: $ (line 1): The schema has 16777217 bytes; at most 16777216 are read.")
    }

    @Test func readsTheLargestSchema() throws {
        var bytes = Array(#"{"groups": []}"#.utf8)
        bytes += [UInt8](repeating: 0x20, count: SchemaReader.maximumSize - bytes.count)
        #expect(try SchemaReader.read(bytes, name: "a").groups.isEmpty)
    }

    @Test func equalSchemasHashAlike() throws {
        let one = try Schema.make(Self.group)
        let two = try Schema.make(#"{"groups": [\#(Self.group)], "$comment": "other"}"#)
        #expect(one == two && one.hashValue == two.hashValue)
        #expect(one != (try Schema.make(Self.group, name: "other")))
    }

    @Test func aStringEqualsAListOfOne() throws {
        func json(_ names: String) throws -> String {
            try Schema.make(
                items: #""itemKey": "k", "itemControlType": "switch", "itemRenamedFrom": \#(names)"#
            ).canonicalJSON
        }
        #expect(try json(#""a""#) == json(#"["a"]"#))
    }

    /// A schema can have parts in several files.
    @Test(arguments: [("Menu.swift", "Menu.swift"), (nil, "panel.json")] as [(String?, String)])
    func anErrorNamesTheFileOfEachProblem(file: String?, named: String) {
        let problem = SchemaProblem(
            path: "$", position: TextPosition(line: 3, column: 1), message: "It is wrong.",
            file: file)
        let error = SchemaError(file: "panel.json", problems: [problem])
        #expect(error.description == "\(named): $ (line 3): It is wrong.")
    }
}
