import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The style sheet of the color that `panelAccent` names.
struct PageAccentTests {
    private static func make(access: String = "") throws -> TestPanel {
        try TestPanel.of(
            #"{"panelKey":"p","panelLocales":["en"],"panelAccent":"tint","groups":["#
                + #"{"groupKey":"look"\#(access),"items":["#
                + ##"{"itemKey":"tint","itemControlType":"edit_color","itemValue":"#7a3d9a"}]},"##
                + #"{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"switch"}]}]}"#
        ) { $0.identifyByHeaders() }
    }

    private func style(of page: String) -> String? {
        page.firstMatch(of: /<link rel="stylesheet" href="([^"]*)" data-accent="">/)
            .map { String($0.1) }
    }

    @Test(arguments: [(nil, "7a3d9a"), ("#0B5CAD", "0b5cad"), ("#fff", "ffffff")])
    func aSettingSelectsTheColor(value: String?, name: String) async throws {
        let panel = try Self.make()
        if let value { try panel.set(["tint": value]) }
        for target in ["/", "/changes", "/nope", "/?q=tint"] {
            let page = await panel.visit(target, as: "owners").text
            let address = try #require(style(of: page), "\(target)")
            #expect(address.hasPrefix("/assets/accent-\(name)."), "\(target)")
            let sheet = await panel.visit(address, as: "owners")
            #expect(sheet.status == 200 && sheet.text.contains("html:root { --fp-accent: #"))
            #expect(sheet.header("cache-control")?.contains("immutable") == true)
        }
    }

    @Test(arguments: [
        "/assets/accent-7a3d9a.css", "/assets/accent-7a3d9a.000000000000.css",
        "/assets/accent-7a3d9.000000000000.css", "/assets/accent-red.000000000000.css",
        "/assets/accent-.css",
    ])
    func otherAddressesAreNotFound(target: String) async throws {
        let panel = try Self.make()
        #expect(await panel.visit(target, as: "owners").status == 404)
    }

    /// The color would show the value of a withheld setting.
    @Test func aWithheldSettingSelectsNoColor() async throws {
        let panel = try Self.make(access: #","groupAccess":["owners"]"#)
        for (groups, isShown) in [("owners", true), ("visitors", false)] {
            let page = await panel.visit("/", as: groups).text
            #expect((style(of: page) != nil) == isShown, "\(groups)")
        }
    }

    @Test func theSignInPageHasTheColorOfTheStyleSheet() async throws {
        let panel = try TestPanel.of(
            #"{"panelKey":"p","panelAccent":"a","groups":[{"groupKey":"g","items":["#
                + ##"{"itemKey":"a","itemControlType":"edit_color","itemValue":"#7a3d9a"}]}]}"##
        ) { $0.access = .link }
        let page = await panel.visit("/")
        #expect(page.status != 200 && style(of: page.text) == nil)
    }
}
