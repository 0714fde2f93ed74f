import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The attribute of `<html>` for the setting that `panelTheme` names.
struct PageThemeTests {
    private static func make(_ item: String, access: String = "") throws -> TestPanel {
        try TestPanel.of(
            #"{"panelKey":"p","panelLocales":["en"],"panelTheme":"look","groups":["#
                + #"{"groupKey":"look-group"\#(access),"items":[\#(item)]},"#
                + #"{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"switch"}]}]}"#
        ) { $0.identifyByHeaders() }
    }

    private static let choice =
        #"{"itemKey":"look","itemControlType":"choice","itemOptions":["auto","light","night_dark"]}"#

    @Test(arguments: [
        (choice, "auto", nil), (choice, "light", "light"), (choice, "night_dark", "dark"),
        (#"{"itemKey":"look","itemControlType":"switch"}"#, "on", "dark"),
        (#"{"itemKey":"look","itemControlType":"switch","itemValue":true}"#, "off", "light"),
    ])
    func aSettingSelectsTheTheme(item: String, value: String, theme: String?) async throws {
        let panel = try Self.make(item)
        try panel.set(["look": value])
        let attribute = theme.map { #" data-theme="\#($0)""# } ?? ""
        for target in ["/", "/changes", "/nope"] {
            let page = await panel.visit(target, as: "owners").text
            #expect(page.contains(#"<html lang="en" dir="ltr"\#(attribute)>"#), "\(target)")
        }
    }

    @Test func aSelectGroupSelectsTheThemeToo() async throws {
        let panel = try TestPanel.of(
            #"{"panelKey":"p","panelLocales":["en"],"panelTheme":"look","groups":["#
                + #"{"groupKey":"look","items":[{"itemKey":"look_light","itemControlType":"select"},"#
                + #"{"itemKey":"look_dark","itemControlType":"select","itemValue":"YES"}]}]}"#)
        #expect(await panel.visit("/").text.contains(#" data-theme="dark">"#))
        try panel.set(["look": "look_light"])
        #expect(await panel.visit("/").text.contains(#" data-theme="light">"#))
    }

    /// The theme would show the value of a withheld setting.
    @Test func aWithheldSettingSelectsNoTheme() async throws {
        let panel = try Self.make(Self.choice, access: #","groupAccess":["owners"]"#)
        try panel.set(["look": "light"])
        for (groups, isShown) in [("owners", true), ("visitors", false)] {
            let page = await panel.visit("/", as: groups).text
            #expect(page.contains("data-theme") == isShown, "\(groups)")
        }
    }

    @Test func theSignInPageHasTheThemeOfTheBrowser() async throws {
        let panel = try TestPanel.of(
            #"{"panelKey":"p","panelTheme":"a","groups":[{"groupKey":"g","items":["#
                + #"{"itemKey":"a","itemControlType":"switch","itemValue":true}]}]}"#
        ) { $0.access = .link }
        let page = await panel.visit("/")
        #expect(page.status != 200 && !page.text.contains("data-theme"))
    }
}
