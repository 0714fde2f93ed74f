import Testing

@testable import FaceplateSchema

struct StyleSheetTests {
    private func style(_ json: String) throws -> Style {
        var problems: [SchemaProblem] = []
        let style = StyleRules.read(try JSONReader.read(json), path: "$", problems: &problems)
        #expect(problems == [])
        return try #require(style)
    }

    @Test func isNilWithoutStyles() throws {
        #expect(StyleSheet.css(panel: nil, groups: [], items: []) == nil)
        #expect(
            StyleSheet.css(panel: try style("{}"), groups: [("g", try style("{}"))], items: [])
                == nil)
    }

    @Test func putsEachStyleIntoTheLayer() throws {
        let css = StyleSheet.css(
            panel: try style(##"{"mainFont": "1rem serif", "mainColor": "#111"}"##),
            groups: [("g", try style(##"{"rowHeight": 60}"##))],
            items: [
                ("net.port-1_a", try style(##"{"mainColor": {"light": "#222", "dark": "#ddd"}}"##))
            ])
        #expect(
            css == """
                @layer fp.style {
                html { --fp-main-font: 1rem serif }
                #s-g { --fp-row-min: 60px }
                @media (forced-colors: none) {
                html { --fp-main-color: #111111 }
                #s-net\\.port-1_a { --fp-main-color: #222222 }
                @media screen and (prefers-color-scheme: dark) {
                html:not([data-theme=light]) #s-net\\.port-1_a { --fp-main-color: #dddddd }
                }
                @media screen {
                html[data-theme=dark] #s-net\\.port-1_a { --fp-main-color: #dddddd }
                }
                }
                }

                """)
    }

    @Test func stylesThePanel() throws {
        let css = StyleSheet.css(
            panel: try style(##"{"mainColor": {"light": "#222", "dark": "#ddd"}}"##), groups: [],
            items: [])
        #expect(
            css?.contains("\nhtml:not([data-theme=light]) { --fp-main-color: #dddddd }\n") == true)
        #expect(css?.contains("\nhtml[data-theme=dark] { --fp-main-color: #dddddd }\n") == true)
    }

    @Test func lowersRowsExceptOnTouchScreens() throws {
        let css = try Schema.make(
            #"{"panelDensity": "compact", "panelStyle": {"rowHeight": 60}, "groups": []}"#
        ).styleSheet
        let rules = try #require(css).split(separator: "\n").map(String.init)
        #expect(rules[1].hasPrefix("@media (pointer: fine) { html { --fp-row-min: 2.5rem; "))
        // A style of the schema comes last, and counts.
        #expect(rules[2] == "html { --fp-row-min: 60px }")
    }

    @Test func drawsIconsInTheColorOfTheText() throws {
        let drawn =
            "data:image/svg+xml;base64," + Base64.text(of: Array("<svg fill='currentColor'/>".utf8))
        let colored =
            "data:image/svg+xml;base64," + Base64.text(of: Array("<svg fill='red'/>".utf8))
        func css(panel: String, page: String) throws -> String? {
            try Schema.make(
                #"{"panelIcon": "\#(panel)", "groups": [{"groupKey": "g", "items": [{"itemKey": "p", "#
                    + #""itemControlType": "page", "itemImage": "\#(page)", "groups": []}]}]}"#
            ).styleSheet
        }
        #expect(
            try css(panel: drawn, page: drawn) == """
                @layer fp.style {
                [data-picture]::before { content: ""; background: currentcolor; mask: 0 / contain }
                @media (forced-colors: active) { [data-picture]::before { background: CanvasText } }
                [data-picture="p"]::before { mask-image: url("\(drawn)") }
                [data-picture=""]::before { mask-image: url("\(drawn)") }
                }

                """)
        #expect(try css(panel: colored, page: "/a.svg") == nil)
        // Not valid base64.
        #expect(try css(panel: "/a.png", page: drawn + "=") == nil)
    }

    @Test func escapesAnyKey() throws {
        let css = StyleSheet.css(
            panel: nil, groups: [], items: [("a}b{é", try style(##"{"top": 1}"##))])
        #expect(css?.contains("#s-a\\7d b\\7b \\e9  { --fp-inset-block-start: 1px }") == true)
    }
}
