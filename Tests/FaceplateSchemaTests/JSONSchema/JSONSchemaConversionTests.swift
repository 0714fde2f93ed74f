import Testing

@testable import FaceplateSchema

/// A JSON Schema of a program's settings is a schema of a panel.
struct JSONSchemaConversionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let property: String
        /// The attributes after the key and the title; `nil` for a field of JSON.
        let attributes: String?
        var root = ""

        var testDescription: String { property }
    }

    static let cases = [
        Case(
            property: #"{"type":"boolean","default":true}"#,
            attributes: #""itemControlType":"switch","itemValue":true"#),
        Case(
            property: #"{"type":"boolean","description":"Shines at `night`."}"#,
            attributes: #""itemControlType":"switch","itemHelp":"Shines at night.""#),
        Case(property: #"{"type":["boolean","null"]}"#, attributes: #""itemControlType":"switch""#),
        Case(property: #"{"enum":[true,false]}"#, attributes: #""itemControlType":"switch""#),
        Case(
            property: #"{"type":"integer","exclusiveMinimum":0,"maximum":9,"multipleOf":3}"#,
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":1,"itemMaximum":9,"itemStep":3"#),
        Case(
            property: #"{"type":"integer","minimum":0,"exclusiveMinimum":true}"#,
            attributes: #""itemControlType":"edit_integer","itemMinimum":1"#),
        Case(
            property: #"{"type":"number","maximum":0.5}"#,
            attributes: #""itemControlType":"edit_decimal","itemMaximum":0.5"#),
        Case(
            property: #"{"type":["integer","number"]}"#,
            attributes: #""itemControlType":"edit_decimal""#),
        Case(
            property:
                #"{"type":"string","minLength":1,"maxLength":9,"pattern":"^a","examples":["ab"]}"#,
            attributes:
                #""itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true,"itemMinimumLength":1,"itemMaximumLength":9,"itemPattern":"^a","itemPlaceholder":"ab""#
        ),
        Case(
            property: #"{"type":"string","format":"uri"}"#,
            attributes: #""itemControlType":"edit_text","itemTrim":false,"itemKeyboard":"url""#),
        Case(
            property: #"{"type":"string","format":"ipv4"}"#,
            attributes:
                #""itemControlType":"edit_text","itemTrim":false,"itemTextFormat":"ipv4""#),
        Case(
            property: #"{"type":"string","format":"date"}"#,
            attributes: #""itemControlType":"edit_date""#),
        Case(
            property: #"{"type":"string","writeOnly":true,"default":"x","pattern":"^a"}"#,
            attributes: #""itemControlType":"edit_password","itemPattern":"^a""#),
        Case(
            property: #"{"type":"string","default":"a\nb"}"#,
            attributes: #""itemControlType":"edit_multiline","itemTrim":false,"itemValue":"a\nb""#),
        Case(
            property: #"{"enum":["a","b",null],"default":"a"}"#,
            attributes:
                #""itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Choice","itemControlType":"choice","itemOptions":["a","b"]}],"itemNullable":true,"itemValue":"a""#
        ),
        // Without another default, null is no value.
        Case(
            property: #"{"type":["integer","null"],"default":null}"#,
            attributes: #""itemControlType":"edit_integer""#),
        Case(
            property:
                #"{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}],"default":5}"#,
            attributes:
                #""itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Number","itemControlType":"edit_integer"},{"itemTitle":"Text","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}],"itemNullable":true,"itemValue":5"#
        ),
        Case(
            property: #"{"anyOf":[{"type":"integer"},{"type":"null"}],"default":5}"#,
            attributes:
                #""itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Number","itemControlType":"edit_integer"}],"itemNullable":true,"itemValue":5"#
        ),
        // One of them can be secret.
        Case(
            property:
                #"{"anyOf":[{"type":"string","writeOnly":true},{"type":"integer"}],"default":"x"}"#,
            attributes: #""itemControlType":"edit_password""#),
        // Lists have their own editor.
        Case(
            property: #"{"type":["array","null"],"items":{"type":"integer"},"default":[1]}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_integer"},"itemValue":[1]"#
        ),
        Case(
            property: #"{"enum":["a","b"],"enumDescriptions":["First.","`b` it is."]}"#,
            attributes:
                #""itemControlType":"choice","itemOptions":[{"value":"a","help":"First."},{"value":"b","help":"b it is."}]"#
        ),
        Case(
            property: #"{"oneOf":[{"const":1,"title":"One"},{"const":2}]}"#,
            attributes: #""itemControlType":"choice","itemOptions":[{"value":1,"label":"One"},2]"#),
        Case(
            property: #"{"anyOf":[{"enum":["a"]},{"type":"string"}]}"#,
            attributes: #""itemControlType":"picker","itemOptions":["a"]"#),
        Case(
            property: ##"{"oneOf":[{"type":"null"},{"$ref":"#/$defs/n"}]}"##,
            attributes:
                ##""itemControlType":"edit_integer","itemMinimum":3"##,
            root: ##""$defs":{"n":{"type":"integer","minimum":3}},"##
        ),
        Case(
            property: #"{"allOf":[{"type":"integer"},{"minimum":3}]}"#,
            attributes: #""itemControlType":"edit_integer","itemMinimum":3"#),
        Case(
            property: #"{"$ref":"n","default":4}"#,
            attributes: #""itemControlType":"edit_integer","itemValue":4"#,
            root: #""definitions":{"n":{"$id":"n","type":"integer"}},"#),
        Case(
            property:
                #"{"type":"array","items":{"type":"string"},"maxItems":3,"uniqueItems":true}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true},"itemMaximumCount":3,"itemUnique":true"#
        ),
        Case(
            property: #"{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}"#
        ),
        Case(
            property: #"{"type":"array","uniqueItems":true,"items":{"enum":["a","b"]}}"#,
            attributes: #""itemControlType":"choices","itemOptions":["a","b"]"#),
        Case(
            property:
                #"{"type":"array","items":{"properties":{"host":{"type":"string"},"on":{"type":"boolean"}},"required":["host"]}}"#,
            attributes:
                #""itemControlType":"edit_table","itemColumns":[{"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true},{"itemKey":"on","itemTitle":"On","itemControlType":"switch","itemRequired":false}],"itemOtherColumns":true"#
        ),
        Case(
            property: #"{"type":"string","readOnly":true,"deprecated":true}"#,
            attributes:
                #""itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true,"itemReadOnly":true,"itemLevel":"advanced","itemDeprecated":true"#
        ),
        Case(
            property: #"{"type":"integer","deprecated":true,"deprecationMessage":"Use port."}"#,
            attributes:
                #""itemControlType":"edit_integer","itemLevel":"advanced","itemDeprecated":"Use port.""#
        ),
        Case(
            property: #"{"type":"boolean","markdownDeprecationMessage":"Use `port`."}"#,
            attributes:
                #""itemControlType":"switch","itemLevel":"advanced","itemDeprecated":"Use port.""#),
        Case(
            property:
                #"{"type":"object","additionalProperties":{"type":"string","description":"Any."}}"#,
            attributes:
                #""itemControlType":"edit_map","itemElement":{"itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}"#
        ),
        Case(
            property:
                #"{"type":"object","patternProperties":{"^[a-z]+$":{"properties":{"a":{"type":"integer"}},"required":["a"]}},"minProperties":1}"#,
            attributes:
                #""itemControlType":"edit_map","itemColumns":[{"itemKey":"a","itemTitle":"A","itemControlType":"edit_integer","itemRequired":true}],"itemOtherColumns":true,"itemMapKey":{"itemControlType":"edit_text","itemPattern":"^[a-z]+$","itemRequired":true},"itemMinimumCount":1"#
        ),
        Case(
            property: #"{"anyOf":[{"const":"auto"},{"type":"integer","minimum":1}]}"#,
            attributes:
                #""itemControlType":"picker","itemOptions":["auto"],"itemElement":{"itemControlType":"edit_integer","itemMinimum":1,"itemRequired":true}"#
        ),
        Case(
            property: #"{"type":"array","items":{"type":"array","items":{"type":"string"}}}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_list","itemElement":{"itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}}"#
        ),
        Case(
            property: #"{"type":["integer","string"],"default":5}"#,
            attributes:
                #""itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Number","itemControlType":"edit_integer"},{"itemTitle":"Text","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}],"itemValue":5"#
        ),
        Case(
            property:
                ##"{"oneOf":[{"type":"object","additionalProperties":{"$ref":"#/definitions/n"}},{"type":"object","minProperties":2}]}"##,
            attributes:
                ##""itemControlType":"custom","itemJSONSchema":{"oneOf":[{"type":"object","additionalProperties":{"$ref":"#/$defs/n"}},{"type":"object","minProperties":2}],"$defs":{"n":{"minimum":3}}}"##,
            root: ##""definitions":{"n":{"minimum":3},"m":{"minimum":4}},"##),
        Case(
            property:
                #"{"type":"array","items":{"anyOf":[{"type":"string","title":"name"},{"type":"object","required":["a"]}]}}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Name","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true},{"itemTitle":"Values by names","itemControlType":"edit_map","itemElement":{"itemControlType":"custom"}}]}"#
        ),
        Case(
            property:
                #"{"type":"array","items":{"not":{"type":"string"}}}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"custom","itemJSONSchema":{"not":{"type":"string"}}}"#
        ),
        Case(
            property:
                #"{"type":"array","items":{"properties":{"a":{"type":"integer","default":1}},"additionalProperties":false}}"#,
            attributes:
                #""itemControlType":"edit_table","itemColumns":[{"itemKey":"a","itemTitle":"A","itemControlType":"edit_integer","itemValue":1,"itemRequired":false}]"#
        ),
        // In lists, rows and maps, null is not the same as nothing.
        Case(
            property: #"{"type":"array","items":{"type":["string","null"]}}"#,
            attributes:
                #""itemControlType":"edit_list","itemElement":{"itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Text","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true}],"itemNullable":true}"#
        ),
        Case(
            property:
                #"{"additionalProperties":{"type":["object","null"],"properties":{"a":{"type":"boolean"}}},"type":"object"}"#,
            attributes:
                #""itemControlType":"edit_map","itemColumns":[{"itemKey":"a","itemTitle":"A","itemControlType":"switch","itemRequired":false}],"itemOtherColumns":true"#
        ),
        // A row is an object, and nothing else.
        Case(
            property:
                #"{"additionalProperties":{"type":["string","object"],"properties":{"a":{"type":"boolean"}}},"type":"object"}"#,
            attributes:
                #""itemControlType":"edit_map","itemElement":{"itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"Text","itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true},{"itemTitle":"JSON","itemControlType":"custom","itemJSONSchema":{"type":"object","properties":{"a":{"type":"boolean"}}}}]}"#
        ),
        Case(
            property:
                #"{"type":"array","items":{"additionalProperties":false,"patternProperties":{"^x":{}},"properties":{"a":{"type":"boolean"}}}}"#,
            attributes:
                #""itemControlType":"edit_table","itemColumns":[{"itemKey":"a","itemTitle":"A","itemControlType":"switch","itemRequired":false}],"itemOtherColumns":true"#
        ),
        Case(property: #"{"$ref":"https://example.org/other.json"}"#, attributes: nil),
        Case(
            property: ##"{"$ref":"a.json#/$defs/n"}"##,
            attributes: #""itemControlType":"switch""#,
            root: ##""$id":"https://example.org/a.json","$defs":{"n":{"type":"boolean"}},"##),
        Case(
            property: ##"{"$ref":"#/$defs/loop"}"##, attributes: nil,
            root: ##""$defs":{"loop":{"$ref":"#/$defs/loop"}},"##),
        Case(property: "true", attributes: nil),
    ]

    /// Attributes that the rules of schemas reject are left out, with a note.
    @Test(arguments: cases)
    func findsTheControl(case expected: Case) throws {
        let (schema, notes) = try Self.read(
            "{\(expected.root)\"properties\":{\"portNumber\":\(expected.property)}}")
        let item = try #require(
            try JSONReader.read(schema.canonicalJSON).object?["groups"]?.array?.first?.object?[
                "items"]?
                .array?.first)
        let wanted = try JSONReader.read(
            #"{"itemKey":"portNumber","itemTitle":"Port number",\#(expected.attributes ?? #""itemControlType":"custom""#)}"#
        )
        #expect(JSONWriter(order: .sorted).text(item) == JSONWriter(order: .sorted).text(wanted))
        let isChecked = item.object?["itemJSONSchema"] != nil
        let note = "portNumber: It is edited as JSON\(isChecked ? "" : ", and not checked")."
        #expect(
            notes.first?.description == (item.object?["itemControlType"] == "custom" ? note : nil))
    }

    @Test(arguments: [
        (#"{"type":"integer","default":"x"}"#, "'itemValue' is left out"),
        (#"{"type":"string","pattern":"(?=a)"}"#, "'itemPattern' is left out"),
        (#"{"type":"integer","minimum":9,"maximum":1}"#, "is left out"),
        (#"{"not":{},"type":"integer"}"#, "The rule 'not' is not checked."),
        (#"{"type":"number","exclusiveMinimum":0}"#, "The excluded bound is accepted."),
        (#"{"$ref":"https://example.org/other.json"}"#, "is another document, which is not read."),
        (
            #"{"additionalProperties":{"pattern":"(?=a)"}}"#,
            "A rule is not checked: The pattern cannot be used, at column 1 of it: Look-around"
        ),
        (#"{"items":{"minLength":"x"}}"#, "A rule is not checked: Expected a whole number from 0."),
    ])
    func notesWhatItLeavesOut(property: String, message: String) throws {
        let (schema, notes) = try Self.read(#"{"properties":{"a":\#(property)}}"#)
        #expect(schema.settings.keys == ["a"])
        #expect(notes.contains { $0.place == "a" && $0.message.contains(message) }, "\(notes)")
    }

    /// An object with few settings is one page; with many, each object at the top is a page.
    @Test
    func makesPagesAndGroupsOfObjects() throws {
        let many = (0..<12).map { #""p\#($0)":{"type":"boolean"}"# }.joined(separator: ",")
        let text = #"""
            {"title":"server","properties":{\#(many),
            "http":{"title":"web","description":"The web.\nMore.","properties":{
            "maxBodySize":{"type":"integer"},"tls":{"properties":{"on":{"type":"boolean"}}}}}}}
            """#
        let (schema, notes) = try Self.read(text)
        #expect(notes.isEmpty)
        #expect(schema.pages.keys == ["", "http.page"])
        #expect(schema.groups.map(\.key) == ["group", "pages", "http.group", "http.tls.group"])
        #expect(schema.settings.keys.suffix(2) == ["http.maxBodySize", "http.tls.on"])
        #expect(schema.title == .words("server"))
        let page = try #require(schema.items["http.page"])
        #expect(page.title == .words("Web"))
        #expect(page.words.help == .words("The web.\nMore."))
        #expect(
            schema.groups.map(\.title) == ["General", "Sections", "", "Tls"].map(LabelText.words))
        let (small, _) = try Self.read(
            #"{"properties":{"http":{"properties":{"on":{"type":"boolean"}}}}}"#)
        #expect(small.pages.keys == [""])
    }

    /// An object that can be left out needs no value either.
    @Test
    func requiresOnlyWhatIsNeeded() throws {
        let inner = #"{"required":["b"],"properties":{"b":{"type":"integer","default":1}}}"#
        let (schema, _) = try Self.read(
            #"{"required":["a","e","o"],"properties":{"a":{"type":"string","minLength":1,"default":"x"},"e":{"type":"string"},"o":\#(inner),"p":\#(inner)}}"#
        )
        // A required string can be empty.
        #expect(schema.settings.filter(\.isRequired).map(\.key) == ["a", "o.b"])
    }

    @Test
    func keepsKeysApart() throws {
        let (schema, notes) = try Self.read(
            #"{"properties":{"a b":{"type":"boolean"},"a_b":{"type":"boolean"},"$x":{"type":"boolean"}}}"#
        )
        #expect(schema.settings.keys == ["a_b", "a_b_2", "x_x"])
        #expect(notes.map(\.place) == ["a b", "a_b", "$x"])
    }

    /// A recursive object is edited as JSON at its second appearance; one in two places is not recursive.
    @Test(arguments: [
        (
            ##"{"$ref":"#/$defs/n","$defs":{"n":{"properties":{"v":{"type":"boolean"},"n":{"$ref":"#/$defs/n"}}}}}"##,
            ["v", "n*"]
        ),
        (
            ##"{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"properties":{"v":{"type":"boolean"},"b":{"$ref":"#/$defs/b"}}},"b":{"properties":{"w":{"type":"boolean"},"a":{"$ref":"#/$defs/a"}}}}}"##,
            ["a.v", "a.b.w", "a.b.a*"]
        ),
        (
            ##"{"properties":{"a":{"allOf":[{"$ref":"#/$defs/m"}],"properties":{"b":{"$ref":"#/$defs/m"}}}},"$defs":{"m":{"properties":{"v":{"type":"boolean"}}}}}"##,
            ["a.v", "a.b.v"]
        ),
    ])
    func endsRecursion(text: String, keys: [String]) throws {
        let (schema, _) = try Self.read(text)
        #expect(
            schema.settings.map { $0.key + ($0.control == .custom ? "*" : "") } == keys)
    }

    /// A property of several alternatives has a value of any of them.
    @Test
    func joinsAlternatives() throws {
        let (schema, _) = try Self.read(
            #"""
            {"type":"object","$defs":{},"oneOf":[{"properties":{"mode":{"enum":["once"]},"at":{"type":"string"}}},
            {"anyOf":[{"properties":{"mode":{"const":"often"},"at":{"type":"string"},"n":{"type":"integer"}}}]}]}
            """#)
        #expect(schema.settings.keys == ["mode", "at", "n"])
        #expect(schema.settings["mode"]?.rules.options == ["once", "often"])
        #expect(schema.settings["at"]?.control == .editText)
    }

    @Test
    func namesBesidePropertiesAreAMap() throws {
        let (schema, _) = try Self.read(
            #"""
            {"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":{"type":"integer"},
            "properties":{"a":{"properties":{"b":{"type":"boolean"}},"patternProperties":{"^x":{"type":"string"}}},
            "c":{"properties":{"d":{"type":"boolean"}},"additionalProperties":true},
            "s":{"properties":{"t":{"type":"string"}},"additionalProperties":{"type":"string"}}}}
            """#)
        #expect(schema.settings.keys == ["s", "others", "a.b", "a.others", "c.d"])
        #expect(schema.settings["s"]?.control == .editMap)
        #expect(schema.settings["others"]?.filePlace == .others([]))
        #expect(schema.settings["a.others"]?.filePlace == .others(["a"]))
        let (map, _) = try Self.read(
            #"{"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":{}}"#
        )
        #expect(map.settings.keys == ["others"])
    }

    /// Tools write an identifier beside a reference at the root.
    @Test
    func checksTheWholeFileByItsRoot() throws {
        let (schema, _) = try Self.read(
            ##"{"$schema":"http://json-schema.org/draft-07/schema#","$id":"https://example.org/a.json","$ref":"#/definitions/M","definitions":{"M":{"required":["b"],"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}}}}"##
        )
        let rules = try #require(schema.documentRules)
        #expect(rules.problem(with: .record(["a": 1])) != nil)
        #expect(rules.problem(with: .record(["b": 1])) == nil)
    }

    private static let doubled = (0..<40).map {
        ##""d\##($0)":{"allOf":[{"$ref":"#/$defs/d\##($0 + 1)"},{"$ref":"#/$defs/d\##($0 + 1)"}]}"##
    }.joined(separator: ",")
    private static let wide = (0..<30).map { ##""p\##($0)":{"$ref":"#"}"## }.joined(separator: ",")

    /// A short document can refer to itself in billions of ways, and have any value in any place.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{\##(doubled)}}"##,
            ##"{"properties":{\##(wide)}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/o"}},"$defs":{"o":{"oneOf":[{"$ref":"#/$defs/o"}]}}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/l"}},"$defs":{"l":{"type":"array","items":{"$ref":"#/$defs/l"}}}}"##,
            ##"{"properties":{"a":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"array","items":{"properties":{"t":{"$ref":"#/$defs/t"}}}}}}"##,
            ##"{"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"},{"type":"string"}]}}}"##,
            #"{"properties":{"a":{"type":"integer","exclusiveMaximum":-9223372036854775808}}}"#,
            #"{"properties":{"a":{"type":5,"enum":{},"oneOf":7},"b":[],"c":null,"d":{"enum":[]},"":{"items":[{}]}}}"#,
            #"{"properties":{"a":{"type":"string","maxLength":-1,"minLength":1.5,"pattern":5},"b":{"type":"number","multipleOf":0}}}"#,
            #"{"additionalProperties":{"type":"integer"}}"#,
            #"{"allOf":[{"properties":{"a":{}}}]}"#,
        ])
    func boundsItsWork(text: String) throws {
        let (schema, _) = try Self.read(text)
        #expect(!schema.settings.isEmpty)
    }

    @Test(arguments: [
        #"{"$schema":"http://json-schema.org/draft-07/schema#","type":"array"}"#,
        #"{"$schema":"https://json-schema.org/draft/2020-12/schema"}"#, #"{"properties":{}}"#,
        #"{"type":"string"}"#, #"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#,
    ])
    func rejectsAValueWithoutProperties(text: String) {
        let error = #expect(throws: SchemaError.self) { try Self.read(text) }
        #expect(error?.description.contains("without named properties") == true)
    }

    private static func read(
        _ text: String
    ) throws -> (schema: Schema, notes: [JSONSchemaConversion.Note]) {
        try SchemaReader.readWithNotes(Array(text.utf8), name: "test", file: nil, controls: [])
    }
}
