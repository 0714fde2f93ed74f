import FaceplateSeeds
import Testing

@testable import FaceplateSchema

struct StyleSheetTests {
    private func style(_ json: String) throws -> Style {
        var problems: [SchemaProblem] = []
        let style = StyleRules.read(try JSONReader.read(json), path: "$", problems: &problems)
        #expect(problems == [])
        return try #require(style)
    }

    @Test func isNoneWithoutStyles() throws {
        #expect(StyleSheet.css(panel: nil, groups: [], items: []) == nil)
        #expect(
            StyleSheet.css(panel: try style("{}"), groups: [("g", try style("{}"))], items: [])
                == nil)
    }

    @Test(.seed("S0.22", "S1.6")) func putsEachStyleIntoTheLayer() throws {
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

    @Test(.seed("S0.22", "S4.17")) func themesThePanelItself() throws {
        let css = StyleSheet.css(
            panel: try style(##"{"mainColor": {"light": "#222", "dark": "#ddd"}}"##), groups: [],
            items: [])
        #expect(
            css?.contains("\nhtml:not([data-theme=light]) { --fp-main-color: #dddddd }\n") == true)
        #expect(css?.contains("\nhtml[data-theme=dark] { --fp-main-color: #dddddd }\n") == true)
    }

    @Test func escapesAnyKey() throws {
        let css = StyleSheet.css(
            panel: nil, groups: [], items: [("a}b{é", try style(##"{"top": 1}"##))])
        #expect(css?.contains("#s-a\\7d b\\7b \\e9  { --fp-inset-block-start: 1px }") == true)
    }
}
