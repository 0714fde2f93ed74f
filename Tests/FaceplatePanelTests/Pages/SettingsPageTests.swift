import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct SettingsPageTests {
    private static let locales = #""panelLocales":["en","fr","ar"],"#

    /// Returns a panel with two groups in three languages.
    private func make(_ more: String = locales) throws -> TestPanel {
        try TestPanel.of(
            #"{"panelTitle":"Harbour",\#(more)"groups":["#
                + #"{"groupKey":"a","groupTitle":{"en":"First","fr":"Premier"},"groupFooter":"Foot","items":["#
                + TestPanel.item("switch") + #"]},{"groupKey":"b","items":["#
                + TestPanel.item("info", key: "i") + "]}]}")
    }

    private func places(_ marks: [String], in page: String) -> [String.Index] {
        marks.compactMap { page.firstRange(of: $0)?.lowerBound }
    }

    private static func svg(_ color: String) -> String {
        "data:image/svg+xml;base64,"
            + Base64.text(of: Array("<svg><path fill='\(color)'/></svg>".utf8))
    }

    /// The tab of the browser has no text, whose color an icon could take.
    @Test(arguments: [
        ("icon.png", #"<img class="thumb" src="icon.png" alt="">"#, "icon.png"),
        (svg("red"), #"<img class="thumb" src="\#(svg("red"))" alt="">"#, svg("red")),
        (
            svg("currentColor"), #"<span class="thumb" data-picture="" data-hue="own"></span>"#,
            svg("#aa0000")
        ),
    ])
    func hasTheIconOfThePanel(icon: String, brand: String, tab: String) async throws {
        let panel = try TestPanel.of(
            ##"{"panelTitle":"Harbour","panelIcon":"\##(icon)","panelStyle":{"selectedColor":"#a00"},"##
                + #""groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "]}]}")
        let page = await panel.page()
        #expect(page.contains(#"<link rel="icon" href="\#(tab)">"#))
        #expect(page.contains(#"<a class="brand" href="/">\#(brand)<span>Harbour</span></a>"#))
        #expect(page.contains(#"data-hue="own">\#(brand)<h1>Harbour</h1>"#))
    }

    @Test
    func isInTheOrderOfTheKeyboard() async throws {
        let page = try await make().page()
        let marks = [
            "<!DOCTYPE html><html lang=\"en\" dir=\"ltr\"><head><meta charset=\"utf-8\">",
            "<title>Harbour</title>",
            #"<link rel="icon" href="data:image/svg+xml;base64,"#, "theme-color",
            #"<link rel="stylesheet" href="/assets/panel."#,
            #"<script type="module" src="/assets/panel."#,
            ##"<a class="sr skip" href="#main">Skip to settings</a>"##, #"<header class="top">"#,
            #"<span class="thumb" data-hue="own" data-letter="H"></span><span>Harbour</span></a>"#,
            #"<input type="search" id="q""#,
            #"<nav class="ways" id="ways" aria-label="About this panel">"#,
            #"<a class="way home on-thin" href="/" aria-current="page"><span>Overview</span></a>"#,
            ##"<a class="way seek on-thin" href="#q"><span>Search</span></a>"##,
            #"<a class="way past" href="/changes"><span>Changes</span></a>"#,
            #"<a class="way sets on-wide" href="/profiles"><span>Profiles</span></a>"#,
            #"<a class="way swap on-wide" href="/import"><span>Import and export</span></a>"#,
            #"<details class="of lang"><summary class="way">"#, "</details></nav>",
            #"<button class="sr" form="f" tabindex="-1" aria-hidden="true">Save changes</button>"#,
            #"<div id="status" role="status"></div>"#,
            #"<div id="undo"></div>"#,
            ##"<a class="close" id="closed" href="#closed" title="Close"></a>"##,
            #"<main id="main" tabindex="-1">"#, "<h1>Harbour</h1>",
            #"<form id="f" method="post" action="/" novalidate autocomplete="off" data-events="/api/events" data-keys="/keys">"#,
            #"<input type="hidden" name="_revision" value="0">"#,
            #"<input type="hidden" name="_locale" value="en">"#, #"id="l-a">First</h2>"#,
            #"<div class="box">"#, #"id="s-k""#, #"<p class="foot" id="f-a">Foot</p>"#,
            #"id="l-b">B</h2>"#,
            #"id="s-i""#,
            #"<div class="bar"><button class="pri" data-title="Ctrl+S">Save changes</button>"#,
            #"<button name="_review" value="1">Review</button>"#,
            #"<a class="btn" id="discard" href="/">Discard</a>"#,
            #"<p id="unsaved" hidden>You have unsaved changes</p>"#,
            #"</form><p id="seen" hidden data-v=""#,
            #"</p><div class="sr" id="voice" role="status"></div><template id="parts">"#,
            "</main></body></html>",
        ]
        let places = places(marks, in: page)
        #expect(places.count == marks.count)
        #expect(places == places.sorted())
    }

    /// The script shows them in the form, where a button without a type saves.
    @Test
    func buttonsForTheScriptSubmitNothing() async throws {
        let page = try ShownPage(await make().page())
        let buttons = try #require(page.element("parts")).inner.filter { element in
            element.name == "button" && !element.outer.contains { $0.name == "dialog" }
        }
        // The script names the handle and the line of an entry.
        let names = ["Try again", "Save", "Discard", "", "", "Done", "Cancel", "Discard"]
        #expect(buttons.map(page.name) == names)
        #expect(buttons.allSatisfy { $0["type"] == "button" })
    }

    @Test
    func labelsEachGroup() async throws {
        let page = try await make().page()
        #expect(
            page.contains(
                #"<div class="group" role="group" aria-labelledby="l-a" id="s-a" aria-describedby="f-a">"#
            ))
        #expect(page.contains(#"<div class="group" role="group" aria-labelledby="l-b" id="s-b">"#))
    }

    @Test(arguments: ["/", "/?same=1", "/?lang=ar"])
    func usesEachIdOnce(target: String) async throws {
        let page = try await make().page(target)
        let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
        #expect(Set(ids).count == ids.count)
        let named = page.matches(of: /\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"/)
            .flatMap { $0.output.1.split(separator: " ").map(String.init) }
        #expect(Set(named).isSubset(of: ids))
        #expect(!named.isEmpty)
    }

    @Test(arguments: [
        ("en", "ltr", "Harbour"), ("fr", "ltr", "Harbour"),
        ("ar", "rtl", "Harbour"),
    ])
    func isInTheRequestedLanguage(locale: String, direction: String, title: String) async throws {
        let response = try await make().client.get("/?lang=\(locale)")
        #expect(response.text.contains(#"<html lang="\#(locale)" dir="\#(direction)">"#))
        #expect(response.text.contains("<title>\(title)</title>"))
        #expect(response.header("content-language") == locale)
        #expect(response.header("vary") == "Accept, Accept-Language, Cookie")
    }

    @Test
    func namesEachLanguageInThatLanguage() async throws {
        let panel = try make()
        #expect(
            await panel.page().contains(
                #"<ul><li><a href="?lang=en" lang="en" aria-current="true">English</a></li>"#
                    + #"<li><a href="?lang=fr" lang="fr">Français</a></li>"#
                    + #"<li><a href="?lang=ar" lang="ar" dir="rtl">العربية</a></li></ul>"#
            ))
        #expect(
            await panel.page("/?lang=ar").contains(
                #"<li><a href="?lang=fr" lang="fr" dir="ltr">Français</a></li>"#
                    + #"<li><a href="?lang=ar" lang="ar" aria-current="true">"#))
    }

    /// One line at most, however many languages there are.
    @Test(arguments: [2, 9, 62])
    func languagesAreAMenu(count: Int) async throws {
        let all = (0..<26).flatMap { first in
            (0..<3).map { second in "q\(letter(first))\(letter(second))" }
        }
        let tags = (["en"] + all).prefix(count)
        let panel = try TestPanel.of(
            #"{"panelLocales":["\#(tags.joined(separator: "\",\""))"],"groups":[]}"#)
        let nav = TestPanel.element(#"class="of lang""#, in: await panel.page())
        #expect(nav.ranges(of: "<li><a ").count == count)
        #expect(
            nav.contains(
                #"<details class="of lang"><summary class="way">"#
                    + #"<span class="on-wide">Language</span> "#
                    + #"<span class="state" lang="en">English</span>"#
                    + #"<span class="on-thin">More</span></summary><div class="menu">"#))
    }

    private func letter(_ number: Int) -> Character {
        Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(number)))
    }

    @Test
    func theFirstPageHasTheNameOfThePanel() async throws {
        let panel = try TestPanel.of(#"{"panelTitle":"Settings","groups":[]}"#)
        #expect(await panel.page().contains("<title>Settings</title>"))
        #expect(await panel.page("/changes").contains(" – Settings</title>"))
    }

    @Test
    func hasNoLanguageLinksForOneLanguage() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(!(await panel.page().contains("?lang=")))
    }

    @Test
    func marksTextInAnotherLanguage() async throws {
        let page = try await make().page("/?lang=ar")
        #expect(page.contains(#"<h2 id="l-a" lang="en" dir="ltr">First</h2>"#))
        let french = try await make().page("/?lang=fr")
        #expect(french.contains(#"<h2 id="l-a">Premier</h2>"#))
        // Labels written as plain strings in the schema have no known language.
        #expect(french.contains(#"<label id="l-k" for="c-k">Port</label>"#))
    }

    @Test
    func leavesHiddenItemsOut() async throws {
        let panel = try TestPanel.of(
            #"[{"groupKey":"a","items":["# + TestPanel.item("switch", #""itemHidden":true"#)
                + "," + TestPanel.item("switch", key: "seen")
                + #"]},{"groupKey":"empty","items":["#
                + TestPanel.item("switch", #""itemHidden":true"#, key: "h") + "]}]")
        let page = await panel.page()
        #expect(page.contains(#"name="seen""#))
        #expect(!page.contains(#"="k""#))
        #expect(!page.contains("empty"))
        #expect(await panel.post(["h": "YES"]).status == 303)
        let refused = await panel.browse(["h": "x"]).text
        #expect(refused.contains("<li>Port must be on or off</li>"))
    }

    @Test
    func warnsWhileTheSchemaIsUnreadable() async throws {
        let panel = try make()
        #expect(!(await panel.page().contains(#"class="ban"><p><strong>"#)))
        panel.settings.report(["$ (line 1): <broken>"])
        #expect(
            await panel.page().contains(
                #"<div class="ban"><p><strong>The schema has 1 error. "#
                    + "This page uses the last valid version.</strong></p><ul><li>"
                    + #"<code dir="ltr">$ (line 1): &lt;broken&gt;</code></li></ul></div>"#))
        panel.settings.report((1...25).map { "problem \($0)" })
        let page = await panel.page()
        #expect(page.contains("has 25 errors."))
        #expect(page.contains("problem 20<"))
        #expect(!page.contains("problem 21<"))
        panel.settings.report([])
        #expect(!(await panel.page().contains(#"class="ban"><p><strong>"#)))
    }
}
