import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PageLinkRowTests {
    private static let values = [
        "switch", "edit_text", "edit_multiline", "edit_password", "edit_integer", "stepper",
        "edit_date", "edit_duration", "edit_color", "edit_file", "custom", "info", "text", "button",
    ]

    private func make(_ item: String, page more: String = "") throws -> TestPanel {
        try TestPanel.make(
            item,
            #"{"itemKey":"net","itemTitle":{"en":"Network","de":"Netz"},"itemControlType":"page","groups":[]\#(more)}"#,
            TestPanel.item("switch", key: "on"))
    }

    private func lead(_ words: String = "Network") -> String {
        #"<div class="note lead"><a href="/pages/net">\#(words)</a></div>"#
    }

    @Test(arguments: values)
    func aRowOfEachControlCanLinkToAPage(control: String) async throws {
        let row = try await make(TestPanel.item(control, #""itemPage":"net""#)).row()
        #expect(row.contains(lead()), "\(row)")
    }

    @Test(arguments: [
        (
            "choice",
            #""itemOptions":["a","b"],"itemPage":"net""#
        ), ("choices", #""itemOptions":["a","b"],"itemPage":"net""#),
        ("edit_list", #""itemElement":{"itemControlType":"edit_text"},"itemPage":"net""#),
        ("link", #""itemURL":"/x","itemPage":"net""#),
        ("switch", #""itemReadOnly":true,"itemPage":"net""#),
        ("html", #""itemSubtitle":"<b>a</b>","itemPage":"net""#),
    ])
    func aRowOfSeveralFieldsCanLinkToAPage(control: String, more: String) async throws {
        #expect(try await make(TestPanel.item(control, more)).row().contains(lead()))
    }

    @Test func isBelowTheBasePath() async throws {
        let settings = try make(TestPanel.item("info", #""itemPage":"net""#)).settings
        var configuration = Panel.Configuration()
        configuration.basePath = "/admin"
        let page = await PanelClient(settings, configuration: configuration).get("/admin/").text
        #expect(page.contains(#"<a href="/admin/pages/net">Network</a></div>"#))
    }

    @Test func doesNotLinkToAHiddenPage() async throws {
        let panel = try make(
            TestPanel.item("info", #""itemPage":"net""#), page: #","itemVisibleWhen":"on""#)
        #expect(await panel.row().contains("/pages/net") == false)
        try panel.set(["on": "YES"])
        #expect(await panel.row().contains("/pages/net"))
    }

    @Test func doesNotNameAWithheldPage() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[
              {"itemKey":"k","itemControlType":"info","itemPage":"vault"}]},
              {"groupKey":"safe","groupAccess":["owners"],"items":[
              {"itemKey":"vault","itemTitle":"Strongroom","itemControlType":"page","groups":[]}]}]}
            """#
        ) { $0.identifyByHeaders() }
        for (group, isShown) in [("owners", true), ("visitors", false)] {
            let page = await panel.visit("/", as: group).text
            #expect(page.contains("Strongroom") == isShown)
        }
    }

    // MARK: - Collapsed rows

    @Test(
        arguments: [
            (
                TestPanel.item("edit_time", #""itemValue":"07:30","itemCollapsed":true"#),
                #"<details class="t"><summary><span><span>Port</span> <span class="v" dir="auto">07:30</span>"#
                    + #"</span></summary><div class="t"><label id="l-k" for="c-k" class="sr">Port</label></div>"#
                    + #"<div class="ctl field">"#
            ),
            (
                TestPanel.item(
                    "text", #""itemSubtitle":"Many words","itemCollapsed":true"#),
                #"<details class="t"><summary><span><span>Port</span> <span class="v" dir="auto"></span>"#
                    + #"</span></summary><p class="l sr" id="l-k">Port</p><p>Many words</p></details>"#
            ),
            (
                TestPanel.item(
                    "choice",
                    #""itemOptions":["a","b"],"itemStyle":"radios","itemValue":"b","itemCollapsed":true"#
                ),
                #"<legend id="l-k">Port</legend><details><summary><span>"#
                    + #"<span class="sr">Port</span> <span class="v" dir="auto">b</span></span></summary>"#
            ),
            (
                TestPanel.item("info", #""itemValue":42,"itemCollapsed":true"#),
                #"<summary><span><span>Port</span> <span class="v" dir="auto">42</span></span></summary>"#
            ),
        ] as [(String, String)])
    func showsItsTitleAndValueUntilItIsPressed(item: String, start: String) async throws {
        let row = try await TestPanel.make(item).row()
        #expect(row.contains(start), "\(row)")
        #expect(row.contains("</details>"))
    }

    @Test func isSavedLikeOtherRows() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_time", #""itemCollapsed":true"#))
        #expect(await panel.browse(["k": "08:15"]).status == 303)
        #expect(await panel.row().contains(#"dir="auto">08:15</span></span></summary>"#))
    }

    @Test(arguments: ["/?details=k", "/?open=k"])
    func isOpenOnRequest(target: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemCollapsed":true"#))
        #expect(TestPanel.row(in: await panel.page(target)).contains(#"<details class="t" open>"#))
        #expect(await panel.row().contains(#"<details class="t">"#))
    }

    @Test func isOpenWithAProblem() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemCollapsed":true"#))
        let page = await panel.browse(["k": "x"])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(#"<details class="t" open>"#))
    }

    @Test func isOpenWithAConflict() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemCollapsed":true"#))
        try panel.set(["k": "1"])
        try panel.set(["k": "2"])
        let page = await panel.browse(["k": "3", "_revision": "1"])
        #expect(page.status == 409)
        #expect(TestPanel.row(in: page.text).contains(#"<details class="t" open>"#))
    }

    @Test func aPermanentLinkOpensIt() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemCollapsed":true"#))
        #expect(await panel.client.get("/s/k").header("location") == "/?open=k#s-k")
    }
}
