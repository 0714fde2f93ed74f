import Faceplate
import Testing

@testable import FaceplatePanel

/// The question before a change removes a secret, because it hides the secret's item.
struct HiddenSecretTests {
    private static let schema = """
        {"groups": [{"groupKey": "g", "items": [
          {"itemKey": "wifi", "itemControlType": "switch", "itemValue": true},
          {"itemKey": "port", "itemControlType": "edit_integer"},
          {"itemKey": "key", "itemControlType": "edit_password", "itemVisibleWhen": "wifi",
           "itemWhenHidden": "clear"}]}]}
        """

    private func make() async throws -> TestPanel {
        let panel = try TestPanel.of(Self.schema)
        try panel.set(["key": "s3cr3t"])
        return panel
    }

    private static func hasSecret(_ panel: TestPanel) -> Bool {
        panel.settings.snapshot.provenance("key") != .onDefault
    }

    @Test func asksABrowserOnce() async throws {
        let panel = try await make()
        let asked = await panel.browse(["wifi": "NO"])
        #expect(asked.status == 200 && panel.settings.revision == 1)
        #expect(asked.text.contains("id=\"review\""))
        #expect(asked.text.contains(#"name="_confirm" value="key""#), "\(asked.text)")
        #expect(asked.text.contains("_preview") && !asked.text.contains("s3cr3t"))
        let other = await panel.browse(["port": "1", "wifi": "YES"])
        #expect(other.status == 303 && Self.hasSecret(panel))
        let confirmed = await panel.browse(["wifi": "NO", "_confirm": "key"])
        #expect(confirmed.status == 303)
        #expect(!Self.hasSecret(panel))
        // There is no secret left to ask about.
        #expect(await panel.browse(["wifi": "YES"]).status == 303)
        #expect(await panel.browse(["wifi": "NO"]).status == 303)
    }

    @Test func doesNotAskAScript() async throws {
        let panel = try await make()
        #expect(await panel.post(["wifi": "NO"]).status == 303)
        #expect(!Self.hasSecret(panel))
    }
}
