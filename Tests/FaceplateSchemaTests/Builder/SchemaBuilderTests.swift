import Testing

@testable import FaceplateSchema

struct SchemaBuilderTests {
    private static func json(_ schema: Schema) throws -> JSONValue {
        try JSONReader.read(schema.canonicalJSON)
    }

    private static func item(_ item: some GroupEntry) -> String {
        JSONWriter().text(item.json)
    }

    // MARK: - Declarations

    /// The items that declare their control; the compiler demands a type for each control.
    @Test func everyTypeDeclaresTheControlOfItsName() throws {
        let items: [any GroupEntry] = [
            Switch(), Select("k"), Choice(), Segment("k"), Choices("k"), Picker("k"), EditText(),
            EditMultiline("k"), EditPassword("k"), EditInteger(), EditDecimal(), Slider("k"),
            Stepper("k"), EditDate(), EditTime(), EditDatetime(), EditDuration(), EditSize(),
            EditShortcut(),
            EditColor(),
            EditList("k"), EditTable("k") {}, EditFile("k"), Custom("k"), Button("k"), Info("k"),
            Link("k"), Page("k"), Text("k"), HTML("k"),
        ]
        for item in items {
            let name = try #require(item.json.object?["itemControlType"]?.string)
            let kind = try #require(Control(rawValue: name).kind)
            #expect("\(type(of: item))" == "\(kind.definition.item)")
        }
        let names = ControlKind.allCases.map { "\($0.definition.item)" }
        #expect(Set(names).count == ControlKind.allCases.count)
    }

    @Test func equalsTheSameSchemaInJSON() throws {
        let built = try Schema(.panel("harbour", version: 2).title("Harbour")) {
            Group("network") {
                Switch("proxy", default: true).title(["en": "Proxy", "de": "Vermittler"])
                EditInteger("port", default: 8080).range(1...65535).visible(when: .is("proxy"))
            }
        }
        let read = try Schema.make(
            #"{"panelKey":"harbour","panelVersion":2,"panelTitle":"Harbour","groups":[{"groupKey":"#
                + #""network","items":[{"itemKey":"proxy","itemControlType":"switch","itemValue":"#
                + #""YES","itemTitle":{"de":"Vermittler","en":"Proxy"}},{"itemKey":"port","#
                + #""itemControlType":"edit_integer","itemMinimum":1,"itemMaximum":65535,"#
                + #""itemValue":8080.0,"itemVisibleWhen":"proxy"}]}]}"#)
        #expect(built == read)
        #expect(try Schema.make(built.canonicalJSON) == built)
    }

    @Test func acceptsConditionsLoopsAndLists() throws {
        let isWide = false
        func more() -> [any GroupEntry] { [Text("hint"), Link("home", to: "/")] }
        let schema = try Schema {
            for name in ["hall", "attic"] {
                Group(name) {
                    Switch("\(name)_light")
                    if isWide { Switch("\(name)_wide") } else { Switch("\(name)_narrow") }
                    if name == "attic" { more() }
                }
            }
            if isWide { Group("wide") { Switch("x") } }
        }
        #expect(
            schema.groups.map { $0.items.map(\.key) } == [
                ["hall_light", "hall_narrow"], ["attic_light", "attic_narrow", "hint", "home"],
            ])
    }

    @Test func nestsPages() throws {
        let schema = try Schema {
            Group("all") {
                Page("library") {
                    Group("music") {
                        Page("tags") { Group("tag") { Switch("tag_on") } }.summary("{tag_on}")
                    }
                }
            }
        }
        #expect(schema.page(of: "tag_on").path == ["library", "tags"])
    }

    @Test func acceptsAPageWithoutGroups() throws {
        let schema = try Schema { Group("g") { Page("more") } }
        #expect(schema.items["more"]?.control == .page)
    }

    @Test func usesTheLastOfTwoEqualModifiers() {
        let item = EditText("name").title("A").title("B")
        #expect(Self.item(item).contains(#""itemTitle":"B""#))
        #expect(!Self.item(item).contains(#""A""#))
    }

    /// A program can compute what a modifier is given.
    @Test func writesAModifierThatIsFalse() {
        for isOn in [true, false] {
            let hidden = Self.item(Switch("s").hidden(isOn))
            #expect(hidden.contains(#""itemHidden":\#(isOn)"#))
            let collapsed = Self.item(Switch("s").collapsed(isOn))
            #expect(collapsed.contains(#""itemCollapsed":\#(isOn)"#))
            let provided = Self.item(Choice("c", options: ["a"]).optionsProvided(isOn))
            #expect(provided.contains(#""itemOptionsProvided":\#(isOn)"#))
        }
    }

    @Test func aListCanAllowEqualElements() {
        #expect(Self.item(EditList("l").unique(false)).contains(#""itemUnique":false"#))
    }

    @Test func aDefaultKeepsItsSpaces() {
        let item = EditText("separator", default: ", ").trim(false)
        #expect(Self.item(item).contains(#""itemValue":", ""#))
    }

    @Test func listsOfTablesAndElementsAreItems() throws {
        let schema = try Schema {
            Group("g") {
                EditList("roots", of: EditText().pattern("^/").required(), default: ["/srv"])
                EditTable("rooms", default: [["room": "Hall", "warmth": 20.5]]) {
                    EditText("room").required()
                    EditDecimal("warmth", default: 20)
                }.uniqueColumn("room")
            }
        }
        #expect(schema.items["rooms"]?.cells.map(\.key) == ["room", "warmth"])
        let rooms: Value = [["room": "Hall", "warmth": 20.5]]
        #expect(schema.settings["rooms"]?.plainDefault == rooms)
    }

    // MARK: - Conditions

    @Test(
        arguments: [
            (.is("a"), #""a""#), (!.is("a"), #"{"not":"a"}"#),
            (.is("a", true), #"{"key":"a","equals":true}"#),
            (.is("a", .setting("b")), #"{"key":"a","equals":{"key":"b"}}"#),
            (.is("a", in: ["x", 1]), #"{"key":"a","in":["x",1]}"#),
            (.is("a", less: 5), #"{"key":"a","less":5}"#),
            (.is("a", atMost: 2.5), #"{"key":"a","atMost":2.5}"#),
            (.is("a", greater: 5), #"{"key":"a","greater":5}"#),
            (.is("a", atLeast: .setting("b")), #"{"key":"a","atLeast":{"key":"b"}}"#),
            (.is("a", matching: "^x"), #"{"key":"a","matches":"^x"}"#),
            (.is("a", empty: false), #"{"key":"a","empty":false}"#),
            (.is("a", containing: "x"), #"{"key":"a","contains":"x"}"#),
            (.is("a") && .is("b") && .is("c"), #"{"all":["a","b","c"]}"#),
            (.is("a") || .is("b") && !.is("c"), #"{"any":["a",{"all":["b",{"not":"c"}]}]}"#),
            (.all([.all([.is("a"), .is("b")])]), #"{"all":[{"all":["a","b"]}]}"#),
        ] as [(RuleCondition, String)])
    func writesConditionsInTheFormatOfTheDialect(_ condition: RuleCondition, _ json: String) {
        #expect(JSONWriter().text(condition.json) == json)
    }

    // MARK: - Problems

    @Test func reportsTheLineOfTheSource() throws {
        // Inside a macro, `#line` is the line of the macro.
        func build() throws -> Schema {
            try Schema {
                Group("g") {
                    EditInteger("port", default: 0).range(1...65535)
                    Switch("proxy")
                        .visible(when: .is("prot", less: 5))
                    Switch("port")
                }
            }
        }
        let line = #line - 7
        let error = #expect(throws: SchemaError.self) { try build() }
        let file = "FaceplateSchemaTests/SchemaBuilderTests.swift"
        #expect(
            error?.description == """
                \(file): EditInteger("port").itemValue (line \(line)): The default does not fit: \
                port must be between 1 and 65535.
                \(file): Switch("proxy").itemVisibleWhen.key (line \(line + 1)): no setting has the \
                key 'prot'. Did you mean 'port'?
                \(file): Switch("port").itemKey (line \(line + 3)): 'port' is already used at line \
                \(line).
                """)
    }

    @Test(
        arguments: [
            ("Schema.panelVersion", .panel("p", version: 0)),
            ("Schema.panelLocales[0]", .panel("p").locales("klingon tongue")),
            ("Schema.panelChecks[0].items", .panel("p").check(.is("a"), "No", at: "a")),
            ("Schema", .panel("p").labels("en", ["A": "a", "A": "b"])),
        ] as [(String, PanelAttributes)])
    func reportsProblemsOfThePanel(_ path: String, _ panel: PanelAttributes) {
        let error = #expect(throws: SchemaError.self) {
            try Schema(panel) { Group("g") { Switch("s") } }
        }
        #expect(error?.problems.first?.path == path)
        #expect(error?.problems.first?.file == "FaceplateSchemaTests/SchemaBuilderTests.swift")
    }

    @Test func reportsProblemsAtTheDeclarationOfColumnsAndOptions() {
        let error = #expect(throws: SchemaError.self) {
            try Schema {
                Group("g") {
                    EditTable("t") { EditText("host").pattern("(") }
                    Choice("c", options: ["a", .option("a", label: "Twice")])
                    EditList("l", of: EditText().minimumLength(-1))
                }
            }
        }
        let paths = error?.problems.map(\.path) ?? []
        #expect(paths.contains(#"EditText("host").itemPattern"#))
        #expect(paths.contains(#"Choice("c").itemOptions[1]"#), "\(paths)")
        #expect(paths.contains("EditText.itemMinimumLength"))
    }

    @Test func aSecondPlaceHasItsTitle() throws {
        let schema = try Schema {
            Group("g") {
                Switch("s")
                Reference("s").title("Again")
            }
        }
        #expect(schema.groups.flatMap(\.secondPlaces).map(\.title) == [.words("Again")])
    }

    @Test func rejectsInvalidSchemasThatCompile() {
        #expect(throws: SchemaError.self) {
            try Schema { Group("g") { EditPassword("p").valueMap(["a": "b"]) } }
        }
        #expect(throws: SchemaError.self) { try Schema { Group("g") { Reference("nobody") } } }
    }
}
