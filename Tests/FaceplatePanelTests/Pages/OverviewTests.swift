import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The state of a panel on its first page.
struct OverviewTests {
    private static let json = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en","de","fr","ar","ja"],
         "groups":[{"groupKey":"g","items":[
          {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier"},
          {"itemKey":"light","itemTitle":"Light","itemControlType":"switch"},
          {"itemKey":"token","itemTitle":"Token","itemControlType":"edit_password"}]},
         {"groupKey":"safe","groupAccess":["owners"],"items":[
          {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text"}]}PAGE]}
        """#
    private static let page = #"""
        ,{"groupKey":"p","groupTitle":"Pages","items":[{"itemKey":"net","itemTitle":"Network",
          "itemControlType":"page","groups":[{"groupKey":"n","items":[
           {"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text",
            "itemValue":"a","itemRequired":true},
           {"itemKey":"must","itemTitle":"Must","itemControlType":"edit_text",
            "itemRequired":true}]}]}]}
        """#

    private func make(hasPages: Bool = true) throws -> TestPanel {
        try TestPanel.of(Self.json.replacing("PAGE", with: hasPages ? Self.page : "")) {
            $0.identify = { request in
                Requester(
                    access: request.header("x-view") == nil ? .edit : .view,
                    groups: request.header("x-owner") == nil ? [] : ["owners"])
            }
        }
    }

    private func first(
        _ panel: TestPanel, _ fields: (name: String, value: String)...
    ) async -> String {
        await panel.client.get("/", fields: fields + [("accept", "text/html")]).text
    }

    private func part(_ id: String, _ page: String) -> String {
        TestPanel.element("id=\"\(id)\"", in: page)
    }

    @Test func tellsTheStateInASentence() async throws {
        let panel = try make()
        let owner = (name: "x-owner", value: "1")
        #expect(
            await first(panel, owner).contains(
                #"id="lead">1 thing needs you. All 6 settings have their defaults.</p>"#))
        try panel.set(["must": "x", "name": "Quay", "token": "hush-hush"])
        #expect(
            await first(panel, owner).contains(
                #"id="lead">2 of 6 settings differ from their defaults.</p>"#))
    }

    @Test func countsNothingInAPanelWithoutSettings() async throws {
        let page = await (try TestPanel.of(#"{"panelTitle":"Harbour","groups":[]}"#)).page()
        #expect(page.contains("This panel has no settings yet.") && !page.contains("defaults"))
    }

    /// The foot of every page says when the last change was, and which profile is in use.
    @Test(arguments: ["/", "/pages/net", "/changes"])
    func theWaysHaveStates(target: String) async throws {
        let panel = try make()
        func ways(_ fields: (name: String, value: String)...) async -> ShownElement {
            let page = await panel.client.get(target, fields: fields + [("accept", "text/html")])
            return ShownElement.read(part("ways", page.text))
        }
        func states(_ ways: ShownElement) -> [String] {
            ways.inner.filter { $0.hasClass("state") && $0["lang"] == nil }.map(\.text)
        }
        #expect(states(await ways()).isEmpty)
        try panel.set(["code": "plugh"])
        #expect(states(await ways()).isEmpty, "a withheld change")
        #expect(states(await ways((name: "x-owner", value: "1"))) == ["just now"])
        try panel.set(["name": "Quay"])
        try panel.settings.profiles.save(named: "Night", keys: ["name"])
        _ = await first(panel)
        // In a narrow window the ways to profiles are in a menu.
        #expect(states(await ways()) == ["just now", "Night", "Night"])
    }

    @Test func listsWhatNeedsTheReaderAndWhatDiffers() async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "token": "hush-hush"])
        try panel.set(["light": "YES"])
        let page = await first(panel)
        let needs = part("overview", page)
        #expect(needs.contains(#"<a href="/s/must"><bdi>Must</bdi></a>"#))
        #expect(needs.contains("“Must” is missing"))
        let changes = part("changes", page)
        #expect(changes.contains("<s><bdi>Off</bdi></s> → <b><bdi>On</bdi></b>"))
        #expect(changes.contains("<b>2 settings</b>"))
        #expect(changes.contains(#"name="_undo" value="2" aria-label="Undo “Light”""#))
        let different = part("different", page)
        #expect(different.contains("<s><bdi>Pier</bdi></s> → <b><bdi>Quay</bdi></b>"))
        #expect(different.contains(#"name="_reset" value="light""#))
        #expect(different.contains("?q=%40modified") || different.contains("?q=@modified"))
        #expect(!page.contains("hush"))
        // The links to pages come last.
        let places = ["overview", "s-g", "recent", "s-p"].compactMap {
            page.firstRange(of: "id=\"\($0)\"")?.lowerBound
        }
        #expect(places.count == 4 && places == places.sorted())
        #expect(page.contains(#"<div class="group tiles""#))
    }

    @Test func isFoldedWithoutPages() async throws {
        let panel = try make(hasPages: false)
        let fresh = part("overview", await first(panel))
        #expect(fresh.contains(#"<p class="lead">"#) && !fresh.contains("<details"))
        try panel.set(["name": "Quay"])
        let page = await first(panel)
        #expect(part("overview", page).contains("<details><summary>"))
        #expect(part("overview", page).contains(#"id="recent""#))
        #expect(!page.contains(#"id="lead""#))
    }

    /// A reader from whom settings are withheld learns neither their titles, nor their values, nor their number.
    @Test func withholdsHiddenSettings() async throws {
        let panel = try make()
        let before = await first(panel)
        try panel.set(["code": "plugh"])
        let page = await first(panel)
        for word in ["Code word", "plugh", "Last changes"] { #expect(!page.contains(word)) }
        #expect(part("lead", page) == part("lead", before))
        #expect(part("lead", page).contains("All 5 settings"))
        let whole = await first(panel, ("x-owner", "1"))
        #expect(whole.contains("plugh") && whole.contains("1 of 6 settings differs"))
        // Of a revision that is shown in part, nothing can be undone here.
        try panel.set(["code": "plover", "name": "Quay"])
        let partial = part("changes", await first(panel))
        #expect(partial.contains("Quay") && !partial.contains("_undo"))
    }

    /// Nor does the profile in use tell that a withheld setting has another value.
    @Test func comparesProfilesByVisibleSettings() async throws {
        let panel = try make()
        try panel.set(["code": "plugh", "name": "Quay"])
        try panel.settings.profiles.save(named: "Day")
        let same = #"aria-current="true"><bdi>Day</bdi></a>"#
        try panel.set(["code": "plover"])
        #expect(part("chips", await first(panel)).contains(same))
        #expect(await !part("chips", first(panel, ("x-owner", "1"))).contains("aria-current"))
        try await panel.settings.profiles.apply(named: "Day")
        try panel.set(["code": "plover"])
        #expect(part("chips", await first(panel)).contains(same))
        #expect(await part("chips", first(panel, ("x-owner", "1"))).contains("1 differs"))
    }

    @Test func readersWithoutRightsHaveNoButtons() async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        try panel.settings.profiles.save(named: "Day")
        let page = await first(panel, ("x-view", "1"))
        #expect(!part("overview", page).contains("<button"))
        #expect(!part("recent", page).contains("<button"))
        #expect(part("chips", page).contains(#"href="/profiles/Day""#))
    }

    @Test func showsProfilesAsSoonAsTheyAreSaved() async throws {
        let panel = try make()
        #expect(await !first(panel).contains(#"id="chips""#))
        try panel.set(["name": "Quay"])
        try panel.settings.profiles.save(named: "Day")
        try panel.set(["name": "Mole"])
        try panel.settings.profiles.save(named: "Night")
        let chips = part("chips", await first(panel))
        #expect(chips.contains(#"action="/profiles/Day""#))
        #expect(chips.contains(#"aria-current="true"><bdi>Night</bdi></a>"#))
        try await panel.settings.profiles.apply(named: "Day")
        try panel.set(["name": "Pier 2"])
        #expect(
            part("chips", await first(panel)).contains(
                #"aria-current="true"><bdi>Day</bdi><span> · 1 differs</span></a>"#))
        try panel.settings.profiles.remove(named: "Day")
        try panel.settings.profiles.remove(named: "Night")
        #expect(await !first(panel).contains(#"id="chips""#))
    }

    @Test func aValueForATimeSaysUntilWhen() async throws {
        let panel = try make()
        try panel.settings.applyAndWait(
            Batch([Assignment("light", .text("YES"))], origin: .program, lifetime: .seconds(3_000)))
        let needs = part("overview", await first(panel))
        #expect(needs.contains("<bdi>Light</bdi>: <bdi>On</bdi> until <bdi>"))
        #expect(needs.contains("then <bdi>Off</bdi>"))
        for name in ["_end", "_keep"] {
            #expect(needs.contains(#"name="\#(name)" value="light""#))
        }
        try panel.set(["name": "Quay"])
        let answer = await panel.browse(["_for[name]": "1h"], to: "/")
        #expect(answer.header("location")?.hasPrefix("/?until=name") == true)
        let page = await panel.page("/?until=name")
        #expect(part("status", page).contains("<bdi>Name</bdi>: <bdi>Quay</bdi> until "))
        #expect(part("undo", page).contains(#"name="_keep" value="name""#))
    }

    @Test(arguments: ["en", "de", "fr", "ar", "ja"])
    func isTranslated(language: String) async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        try panel.settings.profiles.save(named: "Day")
        let page = await panel.page("/?lang=\(language)")
        for id in ["overview", "recent", "lead"] {
            let text = part(id, page)
            #expect(!text.isEmpty && !text.contains("{"), "\(text)")
        }
    }
}
