import Faceplate
import Testing

@testable import FaceplatePanel

struct ButtonTests {
    @Test(arguments: [
        ("", "", ""),
        (
            #""itemHelp":"Now.""#, #" aria-describedby="d-k""#,
            #"<div class="t"><p class="help" id="d-k">Now.</p></div>"#
        ),
    ])
    func isASubmitButtonOfTheForm(attributes: String, described: String, help: String) async throws
    {
        let row = try await TestPanel.make(TestPanel.item("button", attributes)).row()
        #expect(
            row.contains(
                #"\#(help)<div class="ctl"><button id="c-k" name="k" value="press"\#(described)>"#
                    + "Port</button></div>"))
    }

    @Test(arguments: [("primary", "pri"), ("destructive", "danger")])
    func looksAsItsRoleSays(role: String, look: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("button", #""itemRole":"\#(role)""#))
        #expect(await panel.row().contains(#"value="press" class="\#(look)">Port</button>"#))
    }

    @Test func aStateThatHasAnotherNameStandsBesideTheNameOfTheRow() async throws {
        let states = #""itemStates":[{"state":"out","title":"Sign in"},{"state":"in"}]"#
        let row = await (try TestPanel.make(TestPanel.item("button", states))).shownRow()
        #expect(row.title == "Port" && row.buttons == ["Sign in"])
    }

    @Test(arguments: ["", "YES", "PRESS", "press ", "1"])
    func acceptsOnlyAPress(text: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("button"))
        let response = await panel.post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: Port cannot be pressed\n")
    }

    @Test
    func showsItsProblemBesideIt() async throws {
        let panel = try TestPanel.make(TestPanel.item("button"))
        let row = ShownPage(await panel.browse(["k": "x"]).text).row()
        #expect(row.problem == "Error: Port cannot be pressed")
        #expect(row.buttons == ["Port"] && row.field?.description == row.problem)
    }

    @Test
    func cannotBeReset() async throws {
        let panel = try TestPanel.make(TestPanel.item("button"))
        #expect(await panel.post(["_reset": "k"]).text == "k: Port is read-only\n")
    }
}
