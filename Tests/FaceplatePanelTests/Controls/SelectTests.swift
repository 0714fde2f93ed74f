import Faceplate
import Testing

@testable import FaceplatePanel

struct SelectTests {
    private func make(_ light: String = "", _ dark: String = "") throws -> TestPanel {
        try TestPanel.make(
            #"{"itemKey":"light","itemTitle":"Light","itemControlType":"select"\#(light)}"#,
            #"{"itemKey":"dark","itemTitle":"Dark","itemControlType":"select"\#(dark)}"#)
    }

    private func options(_ light: String, _ dark: String) -> String {
        "\n"
            + #"<label class="opt"><input type="radio" id="c-g" name="g" value="light"\#(light)>Light</label>"#
            + "\n"
            + #"<label class="opt"><input type="radio" name="g" value="dark"\#(dark)>Dark</label>"#
    }

    @Test
    func showsTheFirstOptionAsDefault() async throws {
        let panel = try make()
        #expect(await panel.row("g").contains(options(" checked", "")))
        #expect(await panel.shownRow("g").element?.role == "radiogroup")
    }

    @Test
    func showsTheDeclaredDefault() async throws {
        let panel = try make("", #","itemValue":"YES""#)
        #expect(await panel.row("g").contains(options("", " checked")))
    }

    @Test
    func describesOptionsByTheirHelp() async throws {
        let panel = try make("", #","itemHelp":"By night.""#)
        let row = await panel.row("g")
        #expect(
            row.contains(
                #"<div class="opt"><label><input type="radio" name="g" value="dark" "#
                    + #"aria-describedby="o-g.2">Dark</label>"#
                    + #"<p class="help" id="o-g.2">By night.</p></div>"#))
    }

    @Test
    func leavesHiddenOptionsOut() async throws {
        let panel = try make("", #","itemHidden":true"#)
        #expect(!(await panel.row("g").contains(#"value="dark""#)))
    }

    @Test
    func showsAChosenHiddenOptionAsNotAvailable() async throws {
        let panel = try make("", #","itemHidden":true"#)
        try panel.set(["g": "dark"])
        #expect(
            await panel.row("g").contains(
                #"<input type="radio" id="c-g" name="g" value="dark" checked>Dark (not available)"#)
        )
    }

    @Test
    func hasTheRoleOfItsGroup() async throws {
        let page = try await make().page()
        #expect(page.contains(#"<div class="group"><h2 id="l-g">Group</h2>"#))
        #expect(!TestPanel.element(#"id="f""#, in: page).contains(#"role="group""#))
    }

    @Test
    func keepsTheRoleOfAGroupWithOtherItems() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", #""order":2"#),
            #"{"order":1,"itemKey":"a","itemControlType":"select"}"#,
            #"{"order":3,"itemKey":"b","itemControlType":"select"}"#)
        let page = await panel.page()
        #expect(page.contains(#"<div class="group" role="group" aria-labelledby="l-g">"#))
        let places = [#"id="s-g""#, #"value="b""#, #"id="s-k""#].map {
            page.firstRange(of: $0)?.lowerBound
        }
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(places.compactMap(\.self).count == 3)
    }

    @Test(
        arguments: [
            (["g": "dark"], "dark"), (["g": "light"], "light"), (["dark": "YES"], "dark"),
            (["dark": "on"], "dark"), (["g": "light", "dark": "1"], "dark"),
            (["dark": "1", "light": "1"], "light"), (["g": "nonsense", "g": "dark"], "dark"),
        ] as [(TestPanel.Fields, String)])
    func accepts(form: TestPanel.Fields, chosen: String) async throws {
        let panel = try make()
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("g") == .text(chosen))
        #expect(panel.settings.boolean("dark") == (chosen == "dark"))
        #expect(panel.settings.boolean("light") == (chosen == "light"))
    }

    @Test(
        arguments: [
            (["g": ""], "g: Choose a value for “Group”"),
            (["g": "Dark"], "g: Group cannot be “Dark”. Choose light or dark"),
            (["g": "YES"], "g: Group cannot be “YES”. Choose light or dark"),
            (["dark": "NO"], "dark: Dark cannot be turned off. Choose another option of Group"),
            (["dark": "x"], "dark: Dark must be on or off"),
            (["dark": ""], "dark: Dark must be on or off"),
        ] as [(TestPanel.Fields, String)])
    func rejects(form: TestPanel.Fields, sentence: String) async throws {
        let panel = try make()
        let response = await panel.post(form)
        #expect(response.status == 422)
        #expect(response.text == sentence + "\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func showsTheProblemOfAnOptionAtTheGroup() async throws {
        let response = try await make().browse(["dark": "NO"])
        #expect(
            TestPanel.row("g", in: response.text).contains(
                "Dark cannot be turned off. Choose another option of Group"))
        #expect(response.text.contains(##"<a href="#c-g">Dark cannot be turned off."##))
    }
}
