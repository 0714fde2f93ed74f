import Testing

@testable import FaceplateSchema

/// A `.gschema.xml` file of GSettings is a schema of a panel.
struct GSettingsTests {
    static func read(
        _ elements: String, others: [String: String] = [:]
    ) throws -> SchemaFile {
        let folder = try TemporaryFolder()
        let text =
            "<?xml version=\"1.0\"?>\n<schemalist gettext-domain='harbor'>\(elements)</schemalist>"
        try folder.write(text, to: "share/glib-2.0/schemas/org.harbor.gschema.xml")
        for (name, text) in others {
            try folder.write(text, to: "share/glib-2.0/schemas/\(name)")
        }
        return try SchemaFile(path: folder.path + "/share/glib-2.0/schemas/org.harbor.gschema.xml")
    }

    static func schema(_ id: String, _ elements: String, path: String? = "/a/") -> String {
        "<schema id='\(id)'\(path.map { " path='\($0)'" } ?? "")>\(elements)</schema>"
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let key: String
        /// The attributes after the key and the title.
        let attributes: String
        var notes: [String] = []

        var testDescription: String { key }
    }

    private static let text =
        #""itemControlType":"edit_text","itemTrim":false,"itemLineBreaks":true"#
    private static let uint32 =
        #""itemControlType":"edit_integer","itemMinimum":0,"itemMaximum":4294967295"#

    private static func list(_ element: String) -> String {
        #""itemControlType":"edit_list","itemElement":{\#(element)}"#
    }

    static let cases = [
        Case(
            key: "type='b'><default>true</default>",
            attributes: #""itemControlType":"switch","itemValue":true"#),
        Case(
            key: "type='y'>",
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":0,"itemMaximum":255,"itemRequired":true"#
        ),
        Case(
            key: "type='n'>",
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":-32768,"itemMaximum":32767,"itemRequired":true"#
        ),
        Case(
            key: "type='i'><range min='0' max='0x10'/><default>5</default>",
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":0,"itemMaximum":16,"itemRequired":true,"itemValue":5"#
        ),
        Case(
            key: "type='u'><range min='x'/>", attributes: uint32 + #","itemRequired":true"#,
            notes: ["The bound 'x' is not a number."]),
        Case(
            key: "type='x'>", attributes: #""itemControlType":"edit_integer","itemRequired":true"#),
        Case(
            key: "type='t'>",
            attributes: #""itemControlType":"edit_integer","itemMinimum":0,"itemRequired":true"#),
        Case(
            key: "type='d'><range max='1.5'/><default>1.0</default>",
            attributes:
                #""itemControlType":"edit_decimal","itemMaximum":1.5,"itemRequired":true,"itemValue":1"#
        ),
        Case(
            key: "type='d'><default>inf</default>",
            attributes: #""itemControlType":"edit_decimal","itemRequired":true"#,
            notes: ["A default that JSON cannot have is left out."]),
        Case(key: "type='s'><default>''</default>", attributes: text + #","itemValue":"""#),
        Case(
            key: "type='s'><default l10n='messages' context='a'>'x'</default>",
            attributes: text + #","itemValue":"x""#,
            notes: ["The default is that without translation."]),
        Case(
            key:
                "type='s'><choices><choice value='a'/><choice value='b'/></choices><aliases><alias value='c' target='a'/></aliases><default>'c'</default>",
            attributes: #""itemControlType":"choice","itemOptions":["a","b"],"itemValue":"a""#,
            notes: ["Former names of options are not accepted."]),
        Case(
            key: "enum='e'><default>'x'</default>",
            attributes: #""itemControlType":"choice","itemOptions":["x","y"],"itemValue":"x""#),
        Case(
            key: "flags='f'><default>['p']</default>",
            attributes: #""itemControlType":"choices","itemOptions":["p","q"],"itemValue":["p"]"#),
        Case(
            key: "enum='g'>", attributes: text,
            notes: ["The values 'g' are in no file beside it. Any text is accepted."]),
        Case(
            key: "type='as'><default>@as []</default>", attributes: list(text) + #","itemValue":[]"#
        ),
        Case(
            key: "type='as'><choices><choice value='a'/></choices>",
            attributes: list(#""itemControlType":"choice","itemOptions":["a"]"#)),
        Case(key: "type='au'>", attributes: list(uint32)),
        Case(
            key: "type='a(ss)'>",
            attributes: list(list(text) + #","itemMinimumCount":2,"itemMaximumCount":2"#)),
        Case(
            key: "type='(uu)'><default>(1, 2)</default>",
            attributes: list(uint32)
                + #","itemMinimumCount":2,"itemMaximumCount":2,"itemValue":[1,2]"#),
        Case(
            key: "type='a{ss}'><default>{'a':'b'}</default>",
            attributes:
                #""itemControlType":"edit_map","itemElement":{\#(text)},"itemValue":{"a":"b"}"#),
        Case(
            key: "type='a{sv}'>",
            attributes: #""itemControlType":"edit_map","itemElement":{"itemControlType":"custom"}"#),
        Case(
            key: "type='a{ib}'><default>{1: true}</default>",
            attributes:
                #""itemControlType":"edit_map","itemElement":{"itemControlType":"switch"},"itemMapKey":{"itemControlType":"edit_text","itemPattern":"^-?[0-9.]+$","itemRequired":true},"itemValue":{"1":true}"#
        ),
        Case(key: "type='ms'><default>nothing</default>", attributes: text),
        Case(
            key: "type='mi'>",
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":-2147483648,"itemMaximum":2147483647"#
        ),
        Case(
            key: "type='amb'>",
            attributes: list(
                #""itemControlType":"edit_alternatives","itemAlternatives":[{"itemTitle":"On or off","itemControlType":"switch"}],"itemNullable":true"#
            )),
        Case(
            key: "type='(sb)'><default>('a', true)</default>",
            attributes:
                #""itemControlType":"custom","itemJSONSchema":{"type":"array","prefixItems":[{"type":"string"},{"type":"boolean"}],"items":false,"minItems":2},"itemValue":["a",true]"#,
            notes: ["It is edited as JSON."]),
        Case(
            key: "type='v'>", attributes: #""itemControlType":"custom""#,
            notes: ["It is edited as JSON, and not checked."]),
        Case(
            key: "type='z'>", attributes: #""itemControlType":"custom""#,
            notes: ["The type 'z' is unknown.", "It is edited as JSON, and not checked."]),
        Case(
            key: "type='a{s'>", attributes: #""itemControlType":"custom""#,
            notes: ["The type 'a{s' is unknown.", "It is edited as JSON, and not checked."]),
        Case(
            key: "type='y'><default>256</default>",
            attributes:
                #""itemControlType":"edit_integer","itemMinimum":0,"itemMaximum":255,"itemRequired":true"#,
            notes: ["'itemValue' is left out: "]),
    ]

    @Test(arguments: cases)
    func findsTheControl(case expected: Case) throws {
        let file = try Self.read(
            "<enum id='e'><value nick='x' value='0'/><value nick='y' value='1'/></enum>"
                + "<flags id='f'><value nick='p' value='1'/><value nick='q' value='2'/></flags>"
                + Self.schema("org.harbor", "<key name='port-number' \(expected.key)</key>"))
        let groups = try JSONReader.read(file.schema.canonicalJSON).object?["groups"]?.array
        let item = try #require(groups?.first?.object?["items"]?.array?.first)
        let wanted = try JSONReader.read(
            #"{"itemKey":"port-number","itemTitle":"Port number",\#(expected.attributes)}"#)
        #expect(JSONWriter(order: .sorted).text(item) == JSONWriter(order: .sorted).text(wanted))
        #expect(file.notes.count == expected.notes.count)
        for (note, message) in zip(file.notes, expected.notes) {
            #expect(note.place == "port-number" && note.message.hasPrefix(message), "\(note)")
        }
    }

    @Test func makesGroupsOfSchemas() throws {
        let lamp = "<key name='on' type='b'/><key name='level' type='i'><default>1</default></key>"
        let file = try Self.read(
            Self.schema("org.harbor.lamp", lamp, path: nil)
                + "<schema id='org.harbor.beacon' path='/b/' extends='org.harbor.lamp'>"
                + "<key name='color' type='s'/><override name='level'>7</override></schema>"
                + Self.schema(
                    "org.harbor",
                    "<key name='on' type='b'/><child name='left' schema='org.harbor.lamp'/>"
                        + "<child name='on' schema='org.harbor.lamp'/><child name='x' schema='org.sea'/>"
                )
                + "<schema id='org.harbor.boat' list-of='org.harbor.lamp'><key name='on' type='b'/>"
                + "<child name='in' schema='org.harbor.boat'/></schema>"
                + "<schema id='org.harbor.gone' path='/g/' extends='org.none'/>")
        #expect(
            file.schema.settings.keys == [
                "on", "beacon.on", "beacon.level", "beacon.color", "left.on", "left.level",
                "on_.on", "on_.level",
            ])
        #expect(file.schema.settings["beacon.level"]?.plainDefault == 7)
        #expect(file.schema.key == "org.harbor" && file.schema.title == .words("Harbor"))
        #expect(
            file.schema.groups.map(\.title)
                == ["General", "Beacon", "Left", "On"].map(LabelText.words))
        #expect(
            file.notes.map(\.description) == [
                "x: The schema 'org.sea' is in another file, and left out.",
                "gone: It extends 'org.none', which is in no file beside it.",
            ])
    }

    /// A schema without a path that no other schema has as a child is shown once.
    @Test func showsASchemaWithoutPath() throws {
        let file = try Self.read(
            Self.schema("org.harbor.a", "<key name='on' type='b'/>")
                + "<schema id='org.harbor.b' list-of='org.harbor.a'><key name='on' type='b'/></schema>"
        )
        #expect(file.schema.settings.keys == ["a.on", "b.on"])
        #expect(
            file.notes.map(\.description) == [
                "b: It has no path: a program can have several, and the panel shows one.",
                "b: The schemas that programs add to it are left out.",
            ])
    }

    @Test func readsEnumerationsAndBasesFromFilesBesideIt() throws {
        let file = try Self.read(
            "<schema id='org.harbor' path='/a/' extends='org.base'><key name='mode' enum='org.E'/></schema>",
            others: [
                "org.enums.xml":
                    "<schemalist><enum id='org.E'><value nick='a' value='1'/><value nick='b' value='2'/></enum></schemalist>",
                "org.broken.enums.xml": "<",
                "org.base.gschema.xml":
                    "<schemalist><enum id='F'><value nick='c' value='1'/></enum>"
                    + "<schema id='org.base'><key name='kind' enum='F'/></schema></schemalist>",
            ])
        #expect(
            file.schema.settings.map { "\($0.key) \($0.control.rawValue)" } == [
                "kind choice", "mode choice",
            ])
        #expect(file.notes.isEmpty)
    }

    /// Identifiers of many names, and schemas in each other, nest no deeper than a stack allows.
    @Test func limitsItsDepth() throws {
        let id = String(repeating: "a.", count: 20_000)
        let levels = (0..<5_000).map { level in
            "<schema id='s\(level)'><key name='k\(level)' type='b'/>"
                + "<child name='c' schema='s\(level + 1)'/></schema>"
        }
        let file = try Self.read(
            Self.schema("b", "<key name='on' type='b'/><child name='c' schema='s0'/>")
                + Self.schema("\(id)z", "<key name='on' type='b'/>") + levels.joined())
        #expect((10..<100).contains(file.schema.settings.count))
        #expect(file.schema.settings.allSatisfy { $0.control == .switch })
    }

    @Test(arguments: [
        ("a.b.c.d.e.f", "b.c.d.e.f.on"), ("a.b", "b.on"),
    ])
    func usesTheIdentifierAsPath(id: String, key: String) throws {
        let file = try Self.read(
            Self.schema("a", "<key name='on' type='b'/>")
                + Self.schema(id, "<key name='on' type='b'/>"))
        #expect(file.schema.settings.keys == ["on", key])
    }

    /// The number of settings is limited, not only that of schemas in the file.
    @Test func limitsItsWork() throws {
        let levels = (0..<30).map { level in
            let child = "schema='s\(level + 1)'"
            return
                "<schema id='s\(level)'\(level == 0 ? " path='/a/'" : "")><key name='k' type='b'/>"
                + "<child name='a' \(child)/><child name='b' \(child)/></schema>"
        }
        let file = try Self.read(levels.joined() + "<schema id='s30'/>")
        #expect(file.schema.settings.count < 3_000)
        #expect(
            file.notes.contains { $0.message == "It has too many keys. Some of them are left out." }
        )
    }

    @Test(arguments: [
        ("<schemalist>", "$ (line 1): The <schemalist> that opens here is never closed."),
        (
            "<schemalist>\n<schema id='a'>\n</schemalist>",
            "$ (line 3): Found </schemalist>, where </schema> was expected."
        ),
        (
            "<schemalist><schema id='a' path='/a/'>\n<key type='b'/></schema></schemalist>",
            "$ (line 2): The <key> here has no 'name'."
        ),
        (
            "<schemalist><schema path='/a/'/></schemalist>",
            "$ (line 1): The <schema> here has no 'id'."
        ),
        (
            "<schemalist><schema id='a'>\n\n<key name='k'/></schema></schemalist>",
            "$ (line 3): The <key> 'k' has no type, enum or flags."
        ),
        (
            "<schemalist><schema id='a'><key name=k type='b'/></schema></schemalist>",
            "$ (line 1): The attributes of <key> are not written as name=\"value\"."
        ),
        (
            "<schemalist></schemalist>\n<a/>",
            "$ (line 2): There is text after the end of <schemalist>."
        ),
        ("</a>", "$ (line 1): Found </a>, which closes nothing."),
        ("<schemalist><schema id='a' path='/a/'/></schemalist>", "$ (line 1): It has no <key>."),
        (
            "\n<plist><dict/></plist>",
            "$ (line 2): It is XML, but not a schema of GSettings: it begins with <plist>, not <schemalist>."
        ),
        (
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><schemalist>&b;</schemalist>",
            "$ (line 2): A document type with declarations of its own is not read."
        ),
        (
            "<!DOCTYPE a SYSTEM '/etc/hostname'>\n<schemalist>&a;</schemalist>",
            "$ (line 2): The '&' here starts no reference like '&amp;'."
        ),
        (
            String(repeating: "<a>", count: 33),
            "$ (line 1): Elements are more than 32 levels deep."
        ),
        (
            "<schemalist>" + String(repeating: "<a/>", count: 50_000),
            "$ (line 1): There are over 50000 elements."
        ),
    ])
    func rejectsABrokenFile(text: String, message: String) {
        let error = #expect(throws: SchemaError.self) {
            try SchemaReader.read(Array(text.utf8), name: "a")
        }
        #expect(error?.description == message)
    }
}
