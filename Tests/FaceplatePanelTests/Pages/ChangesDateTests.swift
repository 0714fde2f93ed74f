import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// Dates in the list of changes, and the undo of a restore.
struct ChangesDateTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            #"{"itemKey":"a","itemControlType":"edit_text","itemTitle":"Host"}"#)
    }

    /// The field sends a local time; the list begins there, and the restore names the time with its offset.
    @Test func aChosenDateBeginsTheListAndLeadsToItsRestore() async throws {
        let panel = try make()
        #expect(!(await panel.page("/changes").contains("datetime-local")))
        try panel.set(["a": "1"])
        #expect(
            await panel.page("/changes").contains(
                #"<input type="datetime-local" id="until" name="until" required>"#))
        let early = await panel.page("/changes?until=2000-07-01T12:30")
        #expect(early.contains("Changes up to 1 Jul 2000, 12:30") && !early.contains("id=\"r-"))
        let time = try #require(PageClock().time("2000-07-01T12:30"))
        let link = RevisionTime.text(time).replacing(":", with: "%3A")
        #expect(
            early.contains("/changes?restore=\(link)") || early.contains(RevisionTime.text(time)))
        #expect(await panel.page("/changes?until=2100-01-01T00:00").contains(#"id="r-1""#))
        #expect(await panel.visit("/changes?until=soon").status == 400)
        let page = await panel.page("/changes?restore=2000-07-01T12:30")
        #expect(page.contains("Restore as of 1 Jul 2000, 12:30"))
        #expect(page.contains(#"name="_restore" value="\#(RevisionTime.text(time))""#))
        let answer = await panel.browse(
            ["_revision": "1", "_restore": RevisionTime.text(time)], to: "/changes")
        #expect(answer.header("location") == "/changes?rev=2")
        #expect(panel.settings.value("a") != "1")
        // A field that was left empty shows the list.
        #expect(await panel.page("/changes?restore=").contains(#"id="r-2""#))
    }

    /// A restore is undone, as any other change is; only an undo is redone.
    @Test func aRestoreOffersUndo() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.set(["a": "2"])
        _ = await panel.browse(["_revision": "2", "_restore": "1"], to: "/changes")
        let page = await panel.page("/changes?rev=3")
        #expect(page.contains(#"aria-label="Undo “Host”: back to 2""#) && !page.contains("Redo"))
    }
}
