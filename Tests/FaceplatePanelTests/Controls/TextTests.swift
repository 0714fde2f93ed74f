import Faceplate
import Testing

@testable import FaceplatePanel

struct TextTests {
    @Test(arguments: [
        ("", "<p>Port</p>"), (#""itemTitle":"One""#, "<p>One</p>"),
        (#""itemTitle":"One\n\nTwo\nthree\n \t\n\nFour""#, "<p>One</p><p>Two three</p><p>Four</p>"),
        (#""itemTitle":"\r\n\r\nOne\r\n\r\nTwo\r\n""#, "<p>One</p><p>Two</p>"),
        (#""itemTitle":"a <b> & c""#, "<p>a &lt;b&gt; &amp; c</p>"),
        (
            #""itemTitle":"T","itemSubtitle":"One\n\nTwo""#,
            #"<p class="l" id="l-k">T</p><p>One</p><p>Two</p>"#
        ),
    ])
    func showsParagraphs(attributes: String, prose: String) async throws {
        let title = attributes.contains("itemTitle") ? "" : #""itemTitle":"Port","#
        let panel = try TestPanel.make(
            #"{\#(title)\#(attributes)\#(attributes.isEmpty ? "" : ",")"itemKey":"k","itemControlType":"text"}"#
        )
        #expect(await panel.row().hasSuffix(#" id="s-k">\#(prose)</div>"#))
    }

    @Test
    func marksTextInAnotherLanguage() async throws {
        var labels = LabelCatalog()
        labels.set("Bonjour", for: "K", in: LocaleTag("fr")!)
        labels.set("x", for: "OTHER", in: LocaleTag("ar")!)
        let panel = try TestPanel.of(
            #"{"panelLocales":["fr","ar"],"groups":[{"groupKey":"g","items":[{"itemKey":"k","itemControlType":"text"}]}]}"#,
            labels: labels)
        #expect(
            TestPanel.row(in: await panel.page("/?lang=ar"))
                .hasSuffix(#"><p lang="fr" dir="ltr">Bonjour</p></div>"#))
    }

    @Test
    func marksASubtitleInAnotherLanguageThanItsTitle() async throws {
        var labels = LabelCatalog()
        for (locale, key) in [("en", "K"), ("ar", "K"), ("en", "PROSE")] {
            labels.set(key.lowercased(), for: key, in: try #require(LocaleTag(locale)))
        }
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","ar"],"groups":[{"groupKey":"g","items":["#
                + #"{"itemKey":"k","itemControlType":"text","itemSubtitle":"PROSE"}]}]}"#,
            labels: labels)
        #expect(
            TestPanel.row(in: await panel.page("/?lang=ar"))
                .hasSuffix(#"id="l-k">k</p><p lang="en" dir="ltr">prose</p></div>"#))
    }

    @Test
    func rejectsEveryPost() async throws {
        let panel = try TestPanel.make(TestPanel.item("text"))
        #expect(await panel.post(["k": "x"]).text == "k: Port is read-only\n")
    }
}
