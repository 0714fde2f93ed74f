import Faceplate
import Testing

@testable import FaceplatePanel

struct ButtonTests {
    @Test(arguments: [
        ("", "", ""),
        (
            #""itemHelp":"Now.""#, #" aria-describedby="d-k""#,
            #"<p class="help" id="d-k">Now.</p>"#
        ),
    ])
    func isASubmitButtonOfTheForm(attributes: String, described: String, help: String) async throws
    {
        let row = try await TestPanel.make(TestPanel.item("button", attributes)).row()
        #expect(
            row.contains(
                #"<button id="c-k" name="k" value="press"\#(described)>Port</button>\#(help)"#))
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
