import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The texts that a host adds to a panel.
struct AddedTextsTests {
    private static let item = TestPanel.item("edit_text", #""itemRequired":true"#)

    /// Returns a panel with catalogs from a temporary folder.
    private static func panel(
        _ files: [String: String], folders: [String] = [""]
    ) throws -> TestPanel {
        let root = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID())")
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in files {
            let url = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return try TestPanel.make(item) {
            $0.texts = folders.map { $0.isEmpty ? root.path : "\(root.path)/\($0)" }
        }
    }

    @Test func addALanguageAndShowItsPage() async throws {
        let panel = try Self.panel([
            "Page/nl.strings": """
            "searchLabel" = "Instellingen zoeken";
            "save" = "Wijzigingen opslaan";
            "details" = "Meer over {Label}";
            "unsavedCount" = "{count} wijzigingen";
            "unsavedCount.plural.one" = "{count} wijziging";
            """,
            "Problems/nl.strings": #""missing" = "Vul {Label} in";"#,
        ])
        let english = await panel.page()
        #expect(english.contains(#"?lang=nl""#) && english.contains(">Nederlands<"))
        #expect(english.contains(">Save changes<"))
        let page = await panel.page("/?lang=nl")
        #expect(page.contains(#"<html lang="nl" dir="ltr">"#))
        #expect(page.contains(#"aria-label="Instellingen zoeken""#))
        #expect(page.contains(">Wijzigingen opslaan<"))
        #expect(page.contains(#"aria-label="Meer over Port""#))
        // The forms that JavaScript shows.
        #expect(page.contains(#"data-one="{count} wijziging"#))
        // A missing text is in English.
        #expect(page.contains(">Skip to settings<"))
        let refused = await panel.browse(["k": "", "_locale": "nl"])
        #expect(refused.status == 422)
        #expect(refused.text.contains("Vul Port in"))
        let asked = await panel.client.get("/", fields: [("accept-language", "nl-BE, fr;q=0.5")])
        #expect(asked.header("content-language") == "nl")
    }

    @Test func replaceTextInThisPanelOnly() async throws {
        let panel = try Self.panel(["Page/en.strings": #""searchLabel" = "Preferences";"#])
        let page = await panel.page()
        #expect(page.contains(#"aria-label="Preferences""#))
        #expect(page.contains(">Save changes<"))
        // A shipped language is offered only if the schema has it.
        #expect(!page.contains(#"?lang=fr""#))
        let health = await panel.client.get("/healthz").text
        #expect(health.contains(#""status":"ok""#))
        let other = try await TestPanel.make(Self.item).page()
        #expect(other.contains(#"aria-label="Search settings""#))
    }

    @Test func aLaterFolderReplacesAnEarlierOne() async throws {
        let panel = try Self.panel(
            [
                "first/Page/en.strings": #""searchLabel" = "A"; "save" = "B";"#,
                "second/Page/en.strings": #""searchLabel" = "C";"#,
            ], folders: ["first", "second"])
        let page = await panel.page()
        #expect(page.contains(#"aria-label="C""#) && page.contains(">B<"))
    }

    @Test func textWithoutItsPlaceholderKeepsTheLink() async throws {
        let panel = try Self.panel(["Page/en.strings": #""searchNearest" = "Try this:";"#])
        let page = await panel.page("/?q=prot")
        #expect(page.contains(#"<p id="near">Try this: <a href="/s/k">Port</a></p>"#))
    }

    @Test func reportAFaultAndUseTheBuiltInText() async throws {
        let panel = try Self.panel(["Page/en.strings": "\n\"serchLabel\" = \"Preferences\";"])
        let page = await panel.page()
        #expect(page.contains(#"aria-label="Search settings""#))
        let health = await panel.client.get("/healthz").text
        #expect(health.contains(#""status":"degraded""#))
        #expect(
            health.contains(
                "Page/en.strings:2: No text is named 'serchLabel'. Did you mean 'searchLabel'?"))
    }
}
