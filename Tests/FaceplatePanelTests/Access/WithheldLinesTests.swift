import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The lines about the last save, a restart, sync and hidden rows, for viewers who may not see every setting.
struct WithheldLinesTests {
    private static let json = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en"],"panelRestart":"again",
         "panelSyncSwitch":"shared","groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text",
             "itemRestart":true},
            {"itemKey":"lamp","itemTitle":"Lamp","itemControlType":"switch",
             "itemVisibleWhen":"siren"}]},
          {"groupKey":"safe","groupTitle":"Strongroom","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_password"},
            {"itemKey":"depth","itemTitle":"Depth","itemControlType":"edit_integer","itemValue":3,
             "itemRestart":true},
            {"itemKey":"siren","itemTitle":"Siren","itemControlType":"switch"},
            {"itemKey":"again","itemTitle":"Start again","itemControlType":"button"},
            {"itemKey":"vault","itemTitle":"Vault","itemControlType":"page","groups":[
              {"groupKey":"inside","items":[
                {"itemKey":"shared","itemControlType":"switch"}]}]}]}]}
        """#

    private func make(_ sync: (any SyncStatus)? = nil) throws -> TestPanel {
        try TestPanel.of(Self.json) { configuration in
            configuration.identifyByHeaders()
            configuration.sync = sync
        }
    }

    @Test func anUndoDoesNotNameASkippedWithheldSecret() async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "one"])
        try panel.set(["name": "Mole", "code": "two"])
        let undone = await panel.client.post(
            [("_undo", "2")], fields: [("accept", "application/json"), ("x-groups", "owners")])
        #expect(undone.status == 200)
        for target in ["/?rev=3", "/changes?rev=3"] {
            for (groups, isNamed) in [("visitors", false), ("owners", true)] {
                let page = await panel.visit(target, as: groups).text
                let status = TestPanel.element(#"id="status""#, in: page)
                #expect(status.contains("<bdi>Quay</bdi>"), "\(status)")
                #expect(status.contains("Code word") == isNamed, "\(status)")
            }
        }
    }

    @Test func withheldChangesThatWaitForARestartAreNotCounted() async throws {
        let panel = try make()
        try panel.settings.markApplied()
        func line(_ groups: String) async -> String {
            TestPanel.element(#"id="restart""#, in: await panel.visit("/", as: groups).text)
        }
        try panel.set(["depth": "7"])
        #expect(await line("visitors") == #"<div id="restart" hidden></div>"#)
        #expect(await line("owners").contains("1 change takes effect after restart"))
        try panel.set(["name": "Quay"])
        let own = await line("owners")
        #expect(own.contains("2 changes take effect") && own.contains(#"name="again""#))
        // The button is withheld, too.
        #expect(
            await line("visitors")
                == #"<div id="restart"><p>1 change takes effect after restart</p></div>"#)
    }

    @Test(arguments: [("visitors", "/?sync=1#sync"), ("owners", "/pages/vault?sync=1#sync")])
    func theLinkToTheSyncStatusNamesNoWithheldPage(
        groups: String, address: String
    ) async throws {
        let report = SyncReport(name: "den", isEnabled: true)
        let panel = try make(PretendedSync(report, next: report))
        let page = await panel.visit("/", as: groups).text
        let line = TestPanel.element(#"id="sync""#, in: page)
        #expect(line.contains(#"href="\#(address)""#), "\(line)")
        #expect(line.contains(#"name="_sync""#) == (groups == "visitors"))
    }

    @Test(arguments: [("visitors", false), ("owners", true)])
    func theReasonOfAHiddenRowNamesNoWithheldSetting(
        groups: String, isNamed: Bool
    ) async throws {
        let page = try await make().visit("/?open=lamp", as: groups).text
        let status = TestPanel.element(#"id="status""#, in: page)
        #expect(status.contains("<bdi>Lamp</bdi>") && status.contains("is hidden"))
        #expect(status.contains("Siren") == isNamed, "\(status)")
    }
}
