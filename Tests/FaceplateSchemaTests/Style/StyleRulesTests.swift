import Testing

@testable import FaceplateSchema

struct StyleRulesTests {
    private func read(_ json: String) throws -> (style: Style?, problems: [String]) {
        var problems: [SchemaProblem] = []
        let style = StyleRules.read(try JSONReader.read(json), path: "$.s", problems: &problems)
        return (style, problems.map(\.description))
    }

    private func text(_ declarations: [(property: String, value: String)]) -> String {
        declarations.map { "\($0.property): \($0.value)" }.joined(separator: "; ")
    }

    @Test(arguments: [
        (##"{}"##, "", ""),
        (
            ##"{"top": 10, "bottom": "1rem", "leading": 0, "trailing": 2.50}"##,
            "--fp-inset-block-start: 10px; --fp-inset-block-end: 1rem; "
                + "--fp-inset-inline-start: 0px; --fp-inset-inline-end: 2.5px", ""
        ),
        (
            ##"{"cornerRadius": 0, "rowHeight": "3em"}"##,
            "--fp-button-radius: 0px; --fp-row-min: 3em", ""
        ),
        (
            ##"{"mainColor": "teal", "mainFont": "1rem serif"}"##,
            "--fp-main-color: #008080; --fp-main-font: 1rem serif", ""
        ),
        (
            ##"{"secondaryColor": {"light": "#333", "dark": "#ddd"}, "secondaryFont": "1em serif"}"##,
            "--fp-secondary-color: #333333; --fp-secondary-font: 1em serif",
            "--fp-secondary-color: #dddddd"
        ),
        (##"{"backgroundColor": "#fc0"}"##, "--fp-button-bg: #ffcc00; --fp-button-fg: #000000", ""),
        (##"{"backgroundColor": "navy"}"##, "--fp-button-bg: #000080; --fp-button-fg: #ffffff", ""),
        (##"{"backgroundColor": "transparent"}"##, "--fp-button-bg: #00000000", ""),
        (
            ##"{"backgroundColor": "navy", "textColor": "#eee"}"##,
            "--fp-button-bg: #000080; --fp-button-fg: #eeeeee", ""
        ),
        (
            ##"{"backgroundColor": {"light": "#eee", "dark": "#222"}}"##,
            "--fp-button-bg: #eeeeee; --fp-button-fg: #000000",
            "--fp-button-bg: #222222; --fp-button-fg: #ffffff"
        ),
        (
            ##"{"backgroundColor": "#8881"}"##,
            "--fp-button-bg: #88888811; --fp-button-fg: #000000",
            "--fp-button-fg: #ffffff"
        ),
        (
            ##"{"selectedColor": "#060", "highlightedColor": "#0001"}"##,
            "--fp-accent: #006600; --fp-solid: #006600; --fp-on-solid: #ffffff; "
                + "--fp-hover: #00000011", ""
        ),
    ])
    func becomesCustomProperties(json: String, light: String, dark: String) throws {
        let (style, problems) = try read(json)
        let read = try #require(style)
        #expect(problems == [])
        #expect(text(read.declarations()) == light)
        #expect(text(read.declarations(.dark)) == dark)
        #expect(read.isEmpty == light.isEmpty)
    }

    @Test(arguments: [
        ("[]", "$.s (line 1): Expected an object like {\"mainColor\": \"#0b5cad\"}, not array."),
        (
            "\"radios\"",
            "$.s (line 1): Expected an object like {\"mainColor\": \"#0b5cad\"}, not 'radios'."
        ),
        (
            "{\"mainColour\": \"red\"}",
            "$.s.mainColour (line 1): unknown attribute 'mainColour' of a style. Did you mean 'mainColor'?"
        ),
        (
            "{\"mainColor\": \"tael\"}",
            "$.s.mainColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or 'teal', "
                + "not 'tael'. Did you mean 'teal'?"
        ),
        (
            "{\"mainColor\": \"red;}body{display:none\"}",
            "$.s.mainColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or 'teal', "
                + "not 'red;}body{display:none'."
        ),
        (
            "{\"backgroundColor\": \"url(//evil.example/x.png)\"}",
            "$.s.backgroundColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or "
                + "'teal', not 'url(//evil.example/x.png)'."
        ),
        (
            "{\"textColor\": \"expression(alert(1))\"}",
            "$.s.textColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or 'teal', "
                + "not 'expression(alert(1))'."
        ),
        (
            "{\"textColor\": \"</style><script>\"}",
            "$.s.textColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or 'teal', "
                + "not '</style><script>'."
        ),
        (
            "{\"textColor\": 7}",
            "$.s.textColor (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or 'teal', not 7."
        ),
        (
            "{\"textColor\":\n {\"light\": \"red\"}}",
            "$.s.textColor (line 2): The color has no 'dark'."
        ),
        (
            "{\"textColor\": {\"light\": \"red\", \"dark\": \"red\", \"darc\": 1}}",
            "$.s.textColor.darc (line 1): unknown attribute 'darc' of a color. Did you mean 'dark'?"
        ),
        (
            "{\"textColor\": {\"light\": \"red\", \"dark\": \"x;\"}}",
            "$.s.textColor.dark (line 1): Expected a color like '#0b5cad', 'rgb(11 92 173)' or "
                + "'teal', not 'x;'."
        ),
        (
            "{\"top\": -1}",
            "$.s.top (line 1): Expected a length from 0 to 1000, a number of pixels or like '0.5rem', "
                + "'10px' or '1em', not -1."
        ),
        (
            "{\"top\": \"1px}\"}",
            "$.s.top (line 1): Expected a length from 0 to 1000, a number of pixels or like '0.5rem', "
                + "'10px' or '1em', not '1px}'."
        ),
        (
            "{\"mainFont\": \"1rem a;b\"}",
            "$.s.mainFont (line 1): Expected a font like '400 1rem/1.5 system-ui, sans-serif', not "
                + "'1rem a;b'."
        ),
        (
            "{\"mainFont\": null}",
            "$.s.mainFont (line 1): Expected a font like '400 1rem/1.5 system-ui, sans-serif', not null."
        ),
    ])
    func rejectsOtherValues(json: String, problem: String) throws {
        let (style, problems) = try read(json)
        #expect(problems == [problem])
        #expect(style?.isEmpty != false || json.contains("darc"))
    }

    @Test(arguments: [(0, 0), (1_000, 0), (1_001, 1)])
    func limitsLengths(pixels: Int, problems: Int) throws {
        #expect(try read("{\"top\": \(pixels)}").problems.count == problems)
    }

    @Test(arguments: [
        (##"{"mainColor": {"light": "#767676", "dark": "#999"}}"##, []),
        (
            ##"{"mainColor": {"light": "#777", "dark": "#999"}}"##,
            [
                "'mainColor' #777777 on #ffffff is hard to read in the light: its contrast is 4.47 to 1, "
                    + "and text needs 4.5."
            ]
        ),
        (
            ##"{"textColor": "#0b5cad"}"##,
            [
                "'textColor' #0b5cad on #1d1d22 is hard to read in the dark: its contrast is 2.51 to 1, "
                    + "and text needs 4.5."
            ]
        ),
        (##"{"textColor": "#0b5cad", "backgroundColor": "#eee"}"##, []),
        (
            ##"{"textColor": "#eee", "backgroundColor": "#fff"}"##,
            [
                "'textColor' #eeeeee on #ffffff is hard to read in the light: its contrast is 1.16 to 1, "
                    + "and text needs 4.5.",
                "'textColor' #eeeeee on #ffffff is hard to read in the dark: its contrast is 1.16 to 1, "
                    + "and text needs 4.5.",
            ]
        ),
        (##"{"backgroundColor": "#888"}"##, []), (##"{"top": 1}"##, []),
    ])
    func warnsOfTextThatIsHardToRead(json: String, warnings: [String]) throws {
        #expect(try read(json).style?.warnings() == warnings)
    }

    @Test func allWarningsOfASchemaAreShown() throws {
        let faint = ##"{"textColor": "#eee", "backgroundColor": "#fff"}"##
        let schema = try Schema.make(
            """
            {"panelStyle": \(faint), "groups": [{"groupKey": "g", "groupStyle": \(faint), "items": [
              {"itemKey": "i", "itemControlType": "switch", "itemStyle": \(faint)}]}]}
            """)
        #expect(schema.styleWarnings.map(\.key) == ["", "", "g", "g", "i", "i"])
    }
}
