import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The rows of the list of profiles.
struct ProfileRowTests {
    /// Creates a panel with a profile of two settings, both of which have another value since.
    private func make() throws -> TestPanel {
        let panel = try TestPanel.make(
            #"{"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"}"#,
            #"{"itemKey":"port","itemTitle":"Port","itemControlType":"edit_integer","#
                + #""itemMaximum":65535}"#)
        try panel.set(["name": "Quay", "port": "8080"])
        try panel.settings.profiles.save(named: "Open", description: "Days")
        try panel.set(["name": "Mole", "port": "90"])
        return panel
    }

    /// The profile that was switched to last is in use, also when some of its values were changed since.
    @Test func marksTheProfileInUse() async throws {
        let panel = try make()
        func row(_ name: String) async -> String {
            let page = await panel.page("/profiles")
            return page.components(separatedBy: #"<div class="line">"#)
                .first { $0.contains("<bdi>\(name)</bdi></a>") } ?? ""
        }
        #expect(await row("Open").contains("2 settings, 2 differ: "))
        #expect(await !row("Open").contains("In use"))
        _ = await panel.browse(["_apply": "all"], to: "/profiles/Open")
        #expect(await row("Open").contains("2 settings, all as now"))
        #expect(await row("Open").contains("In use"))
        try panel.set(["name": "Mole"])
        #expect(await row("Open").contains("2 settings, 1 differs: Name"))
        #expect(await row("Open").contains("In use"))
        let revision = panel.settings.revision
        let home = await panel.browse(
            ["_apply": "all", "_home": "1", "_revision": "\(revision)"], to: "/profiles/Open")
        #expect(home.header("Location") == "/?rev=\(revision + 1)")
        // An undone switch does not count.
        try await panel.settings.history.undo(revision + 1)
        try await panel.settings.history.undo(3, isForced: true)
        #expect(await !row("Open").contains("In use"))
    }
}
