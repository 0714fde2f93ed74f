import Faceplate
import Testing

@testable import FaceplatePanel

struct InfoTests {
    @Test(arguments: [
        (#""itemValue":"8080""#, "8080"), (#""itemValue":8080"#, "8080"),
        (#""itemValue":true"#, "true"),
        (#""itemSubtitle":"words""#, "words"), (#""itemValue":"a","itemSubtitle":"b""#, "a"),
        ("", ""),
        (#""itemValue":"<b>""#, "<b>"),
    ])
    func showsItsValue(attributes: String, shown: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("info", attributes))
        #expect(await panel.shownRow().value == shown)
    }

    @Test(arguments: [
        (#""itemValue":1234.5,"itemFormat":"%'.2f kg""#, "1,234.50 kg"),
        (#""itemValue":12,"itemUnit":"ms""#, "12 ms"),
        (#""itemValue":"2026-11-20","itemFormat":"yyyy""#, "2026"),
        (#""itemValue":"words","itemFormat":"yyyy""#, "words"),
    ])
    func showsItsValueInItsFormat(attributes: String, shown: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("info", attributes))
        #expect(await panel.shownRow().value == shown)
    }

    @Test
    func makesLinksOfAddresses() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("info", #""itemValue":"See https://a.example/b.""#))
        #expect(
            await panel.row().contains(
                #">See <a href="https://a.example/b" rel="noopener">https://a.example/b</a>.<"#))
    }

    @Test
    func showsALongValueInAWideRow() async throws {
        let long = String(repeating: "x", count: 41)
        let panel = try TestPanel.make(TestPanel.item("info", #""itemValue":"\#(long)""#))
        #expect(await panel.row().contains(#"class="v long" dir="auto">\#(long)<"#))
    }

    @Test
    func marksTextInAnotherLanguage() async throws {
        var labels = LabelCatalog()
        labels.set("Version une", for: "SUB", in: LocaleTag("fr")!)
        labels.set("شيء", for: "OTHER", in: LocaleTag("ar")!)
        let panel = try TestPanel.of(
            #"{"panelLocales":["fr","ar"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item("info", #""itemSubtitle":"SUB""#) + "]}]}", labels: labels)
        let row = TestPanel.row(in: await panel.page("/?lang=ar"))
        #expect(row.contains(#" lang="fr" dir="ltr">Version une</span>"#))
    }

    @Test
    func rejectsEveryPost() async throws {
        let panel = try TestPanel.make(TestPanel.item("info", #""itemValue":"a""#))
        for text in ["", "b", "a"] {
            #expect(await panel.post(["k": text]).text == "k: Port is read-only\n")
        }
    }
}
