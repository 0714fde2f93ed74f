import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The page that lists the keys, which the script shows as a dialog.
struct KeysPageTests {
    @Test(arguments: [
        ("en", "Keyboard", ["Ctrl+K", "Ctrl+Z", "Ctrl+Shift+Z", "Enter", "Esc", "Alt+Enter", "?"]),
        ("de", "Tastatur", ["Strg+K", "Strg+Z", "Strg+Umschalt+Z", "Eingabe", "Esc", "?"]),
        ("ar", "لوحة المفاتيح", ["Ctrl+\u{2068}K\u{2069}", "?"]),
    ])
    func listsTheKeysInEachLanguage(language: String, title: String, keys: [String]) async throws {
        let panel = try TestPanel.inAllLanguages(TestPanel.item("switch"))
        let page = ShownPage(await panel.page("/keys?lang=\(language)"))
        let dialog = try #require(page.root.inner.first { $0.name == "dialog" })
        #expect(page.name(of: dialog) == title && dialog["open"] != nil)
        let found = Set(dialog.inner.filter { $0.name == "kbd" }.map(\.text))
        #expect(found.isSuperset(of: keys), "\(found)")
        #expect(dialog.inner.filter { $0.name == "dt" }.count == 9)
    }

    /// A panel under another path names it to its script.
    @Test
    func isAtThePathOfThePanel() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.basePath = "/admin" }
        #expect(await panel.page("/admin/").contains(#"data-keys="/admin/keys""#))
        #expect(await panel.client.get("/admin/keys").status == 200)
        let first = await panel.client.get("/admin/keys")
        let again = await panel.client.get(
            "/admin/keys", fields: [("if-none-match", first.entityTag ?? "")])
        #expect(again.status == 304)
    }
}
