import Faceplate
import FaceplatePanel
import FaceplateSchema
import FaceplateTestSupport
import FaceplateTesting
import Testing

/// The markup of each control's row, in one file for each control.
///
/// Only these files contain the classes and the order of a row. Other tests read a row with `ShownRow`.
struct RowSnapshotTests {
    @Test(arguments: ControlKind.allCases)
    func rowLooksAsRecorded(kind: ControlKind) async throws {
        let help = kind == .select ? "" : #""itemHelp":"Why it matters.""#
        let panel = try kind.panel(help)
        var rows = [("with its default", await panel.page())]
        let answer = await panel.browse(["k": kind.sample.wrong])
        rows.append(("with a rejected value", answer.text))
        if ControlKind.settings.contains(kind) {
            try panel.setSample(of: kind)
            rows.append(("with a set value", await panel.page()))
            rows.append(("in Arabic", await panel.page("/?lang=ar")))
            let locked = try kind.panel(help, isLocked: true)
            rows.append(("with a locked value", await locked.page()))
        }
        let text = rows.map { state, page in
            let row = TestPanel.element(#"id="s-k""#, in: page)
            return "<!-- \(state) -->\n" + row.replacing("><", with: ">\n<") + "\n"
        }.joined(separator: "\n")
        try assertSnapshot(text, named: "Rows/\(kind.rawValue).html")
    }

    @Test(arguments: [
        ("a\nb\nc", "a\nb\nc", ""), ("a", "b", "- a\n+ b"), ("", "a", "- \n+ a"),
        ("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nX\ne\nf\ng", "  b\n  c\n- d\n+ X\n  e\n  f"),
        ("a\nb\nc\nd\ne\nf\ng", "b\nc\nd\ne\nf", "- a\n  b\n  c\n…\n  e\n  f\n- g"),
    ])
    func differenceHasTheLinesAroundAChange(old: String, new: String, lines: String) {
        #expect(difference(old, new) == lines)
    }
}
