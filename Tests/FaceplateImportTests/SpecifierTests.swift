import FaceplateImport
import FaceplateSchema
import Testing

/// All types of specifiers with all their attributes.
struct SpecifierTests {
    private func read(_ type: String, _ entries: String) throws -> SettingsBundle {
        try SettingsBundle.of(text("Type", type) + text("Key", "k") + entries)
    }

    /// Checks the item and the notes for a specifier.
    private func check(
        _ type: String, _ entries: String, _ item: String?, _ notes: [String]
    ) throws {
        let bundle = try read(type, entries)
        #expect(bundle.item("k") == item)
        #expect(
            bundle.notesOfTitled.map { note in
                let place = note.place.replacing("PreferenceSpecifiers[0]", with: "")
                return (place + " " + note.message)
            } == notes)
    }

    private static func stores(_ on: String, _ off: String) -> String {
        " There it stores '\(on)' or '\(off)', here true or false; 'itemData' retains both."
    }

    @Test(
        arguments: [
            ("", "{}", []), (entry("DefaultValue", "<true/>"), #"{"itemValue":true}"#, []),
            (entry("DefaultValue", "<integer>1</integer>"), #"{"itemValue":true}"#, []),
            (
                text("DefaultValue", "NO"), #"{"itemValue":false}"#,
                [".DefaultValue It is a string there, and off here."]
            ),
            (
                text("DefaultValue", "1"), #"{"itemValue":true}"#,
                [".DefaultValue It is a string there, and on here."]
            ),
            (
                text("DefaultValue", "maybe"), "{}",
                [".DefaultValue 'maybe' does not fit, so it is off."]
            ),
            (
                entry("TrueValue", "<integer>1</integer>")
                    + entry("FalseValue", "<integer>0</integer>")
                    + entry("DefaultValue", "<true/>"),
                #"{"itemValue":true,"itemData":{"trueValue":1,"falseValue":0}}"#,
                [stores("1", "0")]
            ),
            (
                text("TrueValue", "YES") + text("FalseValue", "NO") + text("DefaultValue", "YES"),
                #"{"itemValue":true,"itemData":{"trueValue":"YES","falseValue":"NO"}}"#,
                [stores("YES", "NO")]
            ),
            (
                text("TrueValue", "on") + text("FalseValue", "off") + text("DefaultValue", "on"),
                #"{"itemValue":true,"itemData":{"trueValue":"on","falseValue":"off"}}"#,
                [stores("on", "off")]
            ),
            (
                entry("TrueValue", "<integer>1</integer>")
                    + entry("FalseValue", "<integer>2</integer>")
                    + entry("DefaultValue", "<true/>"),
                #"{"itemValue":true,"itemData":{"trueValue":1,"falseValue":2}}"#,
                [stores("1", "2")]
            ),
            (
                entry("TrueValue", "<integer>0</integer>")
                    + entry("FalseValue", "<integer>1</integer>")
                    + entry("DefaultValue", "<true/>"),
                #"{"itemValue":false,"itemData":{"trueValue":0,"falseValue":1}}"#,
                [stores("0", "1")]
            ),
            (
                entry("TrueValue", "<integer>5</integer>")
                    + entry("FalseValue", "<integer>2</integer>")
                    + entry("DefaultValue", "<integer>9</integer>"),
                #"{"itemValue":true,"itemData":{"trueValue":5,"falseValue":2}}"#,
                [stores("5", "2")]
            ),
            (
                entry("TrueValue", "<true/>") + entry("FalseValue", "<false/>"), "{}", []
            ),
            (
                entry("TrueValue", "<real>1.5</real>") + text("FalseValue", "half")
                    + text("DefaultValue", "half"),
                #"{"itemValue":false,"itemData":{"trueValue":1.5,"falseValue":"half"}}"#,
                [stores("1.5", "half")]
            ),
            (
                entry("TrueValue", "<false/>") + entry("FalseValue", "<true/>")
                    + entry("DefaultValue", "<true/>"),
                #"{"itemValue":false,"itemData":{"trueValue":false,"falseValue":true}}"#,
                [stores("false", "true")]
            ),
        ] as [(String, String, [String])])
    func convertsSwitches(entries: String, item: String, notes: [String]) throws {
        let members = item == "{}" ? "" : "," + item.dropFirst().dropLast()
        try check(
            "PSToggleSwitchSpecifier", entries, #"{"itemControlType":"switch"\#(members)}"#, notes)
    }

    @Test(
        arguments: [
            ("", "", []), (text("DefaultValue", "a"), #","itemValue":"a""#, []),
            (text("DefaultValue", ""), #","itemValue":"""#, []),
            (
                entry("DefaultValue", "<real>4.50</real>"), #","itemValue":"4.5""#,
                [".DefaultValue It is a number there and text here."]
            ),
            (
                entry("DefaultValue", "<true/>"), #","itemValue":"true""#,
                [".DefaultValue It is a Boolean there and text here."]
            ),
            (
                text("DefaultValue", "a\nb"), "",
                [".DefaultValue 'a\nb' does not fit, so it has no default."]
            ),
            (
                entry("DefaultValue", "<array/>"), "",
                [".DefaultValue an array does not fit, so it has no default."]
            ),
            (text("KeyboardType", "NumberPad"), #","itemKeyboard":"numeric""#, []),
            (text("KeyboardType", "DecimalPad"), #","itemKeyboard":"decimal""#, []),
            (text("KeyboardType", "PhonePad"), #","itemKeyboard":"tel""#, []),
            (text("KeyboardType", "URL"), #","itemKeyboard":"url""#, []),
            (text("KeyboardType", "EmailAddress"), #","itemKeyboard":"email""#, []),
            (text("KeyboardType", "Alphabet"), "", []),
            (
                text("KeyboardType", "NumbersAndPunctuation"), "",
                [".KeyboardType 'NumbersAndPunctuation' has no counterpart."]
            ),
            (text("AutocapitalizationType", "None"), #","itemCapitalization":"none""#, []),
            (
                text("AutocapitalizationType", "AllCharacters"),
                #","itemCapitalization":"characters""#, []
            ),
            (text("AutocorrectionType", "no"), #","itemSpellcheck":false"#, []),
            (text("AutocorrectionType", "Yes"), #","itemSpellcheck":true"#, []),
            (text("AutocorrectionType", "Default"), "", []),
            (
                text("AutoCorrectionType", "No"), "",
                [
                    ".AutoCorrectionType It is not imported. Did you mean 'AutocorrectionType'?"
                ]
            ),
            (text("FooterText", "Why"), #","itemHelp":"Why""#, []),
        ] as [(String, String, [String])])
    func convertsTextFields(entries: String, members: String, notes: [String]) throws {
        try check(
            "PSTextFieldSpecifier", entries, #"{"itemControlType":"edit_text"\#(members)}"#, notes)
    }

    @Test func convertsSecrets() throws {
        try check(
            "PSTextFieldSpecifier",
            entry("IsSecure", "<true/>") + text("DefaultValue", "geheim")
                + text("KeyboardType", "NumberPad"),
            #"{"itemControlType":"edit_password"}"#,
            [
                ".KeyboardType It is left out: a secret has none.",
                ".DefaultValue It is left out: a secret has no default, since everyone can read "
                    + "the schema.",
            ])
        #expect(
            try read("PSTextFieldSpecifier", entry("IsSecure", "<true/>")).schema.settings["k"]?
                .isSecret == true)
    }

    /// Apple's Settings hides only what is typed in text fields.
    @Test(arguments: ["PSToggleSwitchSpecifier", "PSTitleValueSpecifier"])
    func onlyTextFieldsAreSecrets(type: String) throws {
        let bundle = try read(type, entry("IsSecure", "<true/>") + entry("DefaultValue", "<true/>"))
        #expect(bundle.schema.settings["k"]?.isSecret == false)
    }

    @Test(
        arguments: [
            ("", #","itemMinimum":0,"itemMaximum":1,"itemFractionDigits":3"#, []),
            (
                entry("MinimumValue", "<integer>0</integer>")
                    + entry("MaximumValue", "<integer>100</integer>")
                    + entry("DefaultValue", "<integer>25</integer>"),
                #","itemValue":25,"itemMinimum":0,"itemMaximum":100,"itemFractionDigits":1"#, []
            ),
            (
                entry("MaximumValue", "<integer>1000</integer>"),
                #","itemMinimum":0,"itemMaximum":1000"#, []
            ),
            (
                entry("MinimumValue", "<real>-0.5</real>") + text("DefaultValue", "0.25"),
                #","itemValue":0.25,"itemMinimum":-0.5,"itemMaximum":1,"itemFractionDigits":3"#,
                [".DefaultValue It is a string there and a number here."]
            ),
            (
                entry("MaximumValue", "<real>2000.5</real>"),
                #","itemMinimum":0,"itemMaximum":2000.5,"itemFractionDigits":1"#, []
            ),
            (
                entry("MaximumValue", "<real>0.05</real>"),
                #","itemMinimum":0,"itemMaximum":0.05,"itemFractionDigits":5"#, []
            ),
            (
                entry("DefaultValue", "<real>0.65895</real>"),
                #","itemValue":0.65895,"itemMinimum":0,"itemMaximum":1,"itemFractionDigits":5"#, []
            ),
            (
                entry("DefaultValue", "<real>0.6589599847793579</real>"),
                #","itemValue":0.65896,"itemMinimum":0,"itemMaximum":1,"itemFractionDigits":5"#,
                [".DefaultValue '0.6589599847793579' is 0.65896 here."]
            ),
            (
                entry("DefaultValue", "<integer>7</integer>"),
                #","itemMinimum":0,"itemMaximum":1,"itemFractionDigits":3"#,
                [".DefaultValue '7' does not fit, so it is 0."]
            ),
            (
                entry("DefaultValue", "<integer>1</integer>"),
                #","itemValue":1,"itemMinimum":0,"itemMaximum":1,"itemFractionDigits":3"#, []
            ),
            (
                entry("DefaultValue", "<integer>0</integer>"),
                #","itemValue":0,"itemMinimum":0,"itemMaximum":1,"itemFractionDigits":3"#, []
            ),
            (
                text("MinimumValueImage", "small.png"),
                #","itemMinimum":0,"itemMaximum":1,"itemFractionDigits":3"#,
                [".MinimumValueImage The ends of a slider have text here, not pictures."]
            ),
        ] as [(String, String, [String])])
    func convertsSliders(entries: String, members: String, notes: [String]) throws {
        try check(
            "PSSliderSpecifier", entries, #"{"itemControlType":"slider"\#(members)}"#, notes)
    }

    @Test func convertsSlidersWithoutARangeToNumberFields() throws {
        try check(
            "PSSliderSpecifier",
            entry("MinimumValue", "<integer>5</integer>")
                + entry("MaximumValue", "<integer>5</integer>")
                + entry("DefaultValue", "<integer>5</integer>"),
            #"{"itemControlType":"edit_decimal","itemValue":5}"#,
            [" Nothing is between 5 and 5, so it is a number to type."])
    }

    private static let values = entry(
        "Values", "<array><integer>1</integer><string>b</string><true/></array>")
    private static let titles = entry(
        "Titles", "<array><string>C</string><string>A</string><string>B</string></array>")

    @Test func convertsChoices() throws {
        try check(
            "PSMultiValueSpecifier",
            Self.values + Self.titles + text("DefaultValue", "1")
                + entry("ShortTitles", "<array><string>c</string></array>"),
            #"{"itemControlType":"choice","itemValue":1,"itemOptions":["#
                + #"{"value":1,"label":"C","short":"c"},{"value":"b","label":"A"},"#
                + #"{"value":true,"label":"B"}]}"#,
            [
                ".DefaultValue It is a string there, and the value of the choice is of another type."
            ])
    }

    @Test func sortsChoicesByTheirTitles() throws {
        try check(
            "PSMultiValueSpecifier",
            Self.values + Self.titles + entry("DisplaySortedByTitle", "<true/>"),
            #"{"itemControlType":"choice","itemOptions":[{"value":"b","label":"A"},"#
                + #"{"value":true,"label":"B"},{"value":1,"label":"C"}]}"#, [])
    }

    /// Letters are sorted as people do: whether they are capital or small decides nothing.
    @Test func sortsChoicesIgnoringCase() throws {
        func list(_ texts: String...) -> String {
            "<array>" + texts.map { "<string>\($0)</string>" }.joined() + "</array>"
        }
        try check(
            "PSMultiValueSpecifier",
            entry("Values", list("1", "2", "3")) + entry("Titles", list("beta", "Gamma", "Alpha"))
                + entry("DisplaySortedByTitle", "<true/>"),
            #"{"itemControlType":"choice","itemOptions":[{"value":"3","label":"Alpha"},"#
                + #"{"value":"1","label":"beta"},{"value":"2","label":"Gamma"}]}"#, [])
    }

    @Test func convertsRadioGroupsToGroups() throws {
        let bundle = try read(
            "PSRadioGroupSpecifier",
            Self.values + Self.titles + text("Title", "Pick") + text("FooterText", "One of them."))
        // The item has the title, so the group must not repeat it.
        #expect(bundle.schema.groups.map(\.title) == [.words("")])
        #expect(bundle.schema.items["k"]?.words.title == .words("Pick"))
        #expect(bundle.schema.groups.map(\.footer) == [.words("One of them.")])
        #expect(bundle.schema.items["k"]?.choiceStyle == .radios)
        #expect(bundle.notesOfTitled.isEmpty)
    }

    @Test(
        arguments: [
            (
                entry("Values", "<array><integer>1</integer></array>"), [1] as [Value],
                [".Values There are 1, and 0 'Titles': each value needs one."]
            ),
            (
                entry(
                    "Values",
                    "<array><integer>1</integer><string>1</string><data>AA==</data>"
                        + "<string>a&#7;</string></array>")
                    + titles + text("DefaultValue", "x"),
                [1],
                [
                    ".Values There are 4, and 3 'Titles': each value needs one.",
                    ".Values[1] It is left out: '1' is already an option.",
                    ".Values[2] It is left out: data cannot be chosen.",
                    ".Values[3] It is left out: it has control characters.",
                    ".DefaultValue 'x' does not fit, so it is '1' (\"C\").",
                ]
            ),
        ])
    func leavesOutInvalidOptions(entries: String, values: [Value], notes: [String]) throws {
        let bundle = try read("PSMultiValueSpecifier", entries)
        #expect(bundle.schema.items["k"]?.options.map(\.value) == values)
        #expect(
            bundle.notesOfTitled.map {
                $0.place.replacing("PreferenceSpecifiers[0]", with: "") + " " + $0.message
            }
                == notes)
    }

    @Test(arguments: [
        ("A", #""b""#, ["'A' is a title and no value; here it is the value of that title, 'b'."]),
        ("b", #""b""#, []),
    ])
    func aDefaultCanBeATitle(written: String, value: String, notes: [String]) throws {
        let bundle = try read(
            "PSMultiValueSpecifier", Self.values + Self.titles + text("DefaultValue", written))
        #expect(bundle.item("k")?.contains(#""itemValue":\#(value)"#) == true)
        #expect(bundle.notesOfTitled.map(\.message) == notes)
    }

    @Test func optionsAfterAnOmittedOneKeepTheirTitles() throws {
        try check(
            "PSMultiValueSpecifier",
            entry("Values", "<array><string>a</string><string>a</string><string>b</string></array>")
                + Self.titles,
            #"{"itemControlType":"choice","itemOptions":["#
                + #"{"value":"a","label":"C"},{"value":"b","label":"B"}]}"#,
            [".Values[1] It is left out: 'a' is already an option."])
    }

    @Test func leavesOutAChoiceWithoutOptions() throws {
        try check(
            "PSMultiValueSpecifier", "", nil, [" It is left out: there is nothing to choose."])
    }

    @Test(
        arguments: [
            (text("DefaultValue", "1.0"), #""edit_text","itemValue":"1.0""#),
            (entry("DefaultValue", "<integer>5</integer>"), #""edit_decimal","itemValue":5"#),
            (entry("DefaultValue", "<true/>"), #""switch","itemValue":true"#),
            ("", #""edit_text""#),
            (
                entry("Values", "<array><integer>0</integer></array>")
                    + entry("Titles", "<array><string>None</string></array>"),
                #""choice","itemOptions":[{"value":0,"label":"None"}]"#
            ),
            (
                entry("Values", "<array/>") + entry("Titles", "<array/>")
                    + text("DefaultValue", "1.0"),
                #""edit_text","itemValue":"1.0""#
            ),
        ])
    func titleValuesAreReadOnly(entries: String, members: String) throws {
        try check(
            "PSTitleValueSpecifier", entries,
            #"{"itemControlType":\#(members),"itemReadOnly":true}"#, [])
    }

    @Test(arguments: [
        ("sliderValue", "Slider value"), ("k", nil), ("URL", nil), ("plain_key", nil),
        ("aBC.dE", "A bc d e"), ("Ab", nil),
    ])
    func namesRowsWithoutATitleByTheirKey(key: String, title: String?) throws {
        let bundle = try SettingsBundle.of(text("Type", "PSSliderSpecifier") + text("Key", key))
        #expect(bundle.schema.items[key]?.words.title == title.map { .words($0) })
    }

    @Test func convertsLinksAndButtonsOfPrograms() throws {
        try check(
            "IASKOpenURLSpecifier", text("File", "https://example.org/"),
            #"{"itemControlType":"link","itemURL":"https://example.org/"}"#, [])
        try check(
            "IASKOpenURLSpecifier", text("File", "javascript:alert(1)"), nil,
            [" It is left out: 'javascript:alert(1)' is not an address that a page can link to."])
        try check(
            "IASKOpenURLSpecifier", text("File", "http:foo"), nil,
            [" It is left out: 'http:foo' is not an address that a page can link to."])
        try check("IASKOpenURLSpecifier", "", nil, [" It is left out: it names no address."])
        try check(
            "IASKButtonSpecifier", "", #"{"itemControlType":"button"}"#,
            [
                " The app's own code runs there, and nothing here until it is given a command: "
                    + "serve --action KEY=COMMAND."
            ])
    }

    @Test(arguments: [
        ("Elsewhere", " It is left out: 'Elsewhere' has no counterpart."),
        (
            "PSSliderSpecifer",
            " It is left out: 'PSSliderSpecifer' has no counterpart. Did you mean "
                + "'PSSliderSpecifier'?"
        ),
        ("IASKTextViewSpecifier", " It is left out: 'IASKTextViewSpecifier' has no counterpart."),
        ("", " It is left out: it has no 'Type'."),
    ])
    func reportsUnknownSpecifiers(type: String, note: String) throws {
        try check(type, text("Title", "x"), nil, [note])
    }

    @Test func reportsTheDevicesOfARow() throws {
        try check(
            "PSToggleSwitchSpecifier",
            entry("SupportedUserInterfaceIdioms", "<array><string>Pad</string></array>"),
            #"{"itemControlType":"switch"}"#,
            [
                ".SupportedUserInterfaceIdioms There it is shown on Pad alone; here on every "
                    + "device."
            ])
    }
}
