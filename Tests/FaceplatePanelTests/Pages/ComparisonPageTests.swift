import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The comparison of profiles: on the page without JavaScript, for programs, and in Swift.
struct ComparisonPageTests {
    private static let json = #"""
        {"panelKey":"harbour","panelLocales":["en","de","fr","ar","ja"],"groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier"},
            {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_integer","itemValue":80},
            {"itemKey":"hosts","itemTitle":"Hosts","itemControlType":"edit_list"}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy"}]}]}
        """#
    private let panel: TestPanel

    /// Creates a panel with the profiles `Night`, `Day` and `All`, and other current values.
    init() throws {
        panel = try TestPanel.of(Self.json) { configuration in
            configuration.identify = { request in
                Requester(groups: request.header("x-owner") == nil ? [] : ["owners"])
            }
        }
        try panel.set(
            ["name": "Quay", "port": "8080", "code": "plugh", "hosts": #"["a","b"]"#])
        try panel.settings.profiles.save(named: "Night", keys: ["name", "port", "hosts"])
        try panel.settings.profiles.save(named: "All")
        try panel.set(["name": "Mole", "port": "90", "code": "later", "hosts": #"["b"]"#])
        try panel.settings.profiles.save(named: "Day", keys: ["name", "hosts", "code"])
        try panel.set(["code": "xyzzy"])
    }

    private func get(
        _ target: String, as type: String, isOwner: Bool = false
    ) async -> PanelResponse {
        await panel.client.get(
            target, fields: [("accept", type)] + (isOwner ? [("x-owner", "1")] : []))
    }

    private static let now =
        #""name":{"from":"Mole","to":"Quay"},"port":{"from":90,"to":8080},"hosts":{"from":["b"],"#
        + #""to":["a","b"]}"#

    /// Two profiles, and the JSON of their differences for an owner and for others.
    private static let pairs: [(name: String, other: String, owner: String, others: String)] = [
        ("Night", "", now, now),
        ("All", "", now + #","code":{"from":"xyzzy","to":"plugh"}"#, now),
        (
            "Night", "Day",
            #""name":{"from":"Quay","to":"Mole"},"port":{"from":8080},"hosts":{"from":["a","b"],"#
                + #""to":["b"]},"code":{"to":"later"}"#,
            #""name":{"from":"Quay","to":"Mole"},"port":{"from":8080},"hosts":{"from":["a","b"],"#
                + #""to":["b"]}"#
        ),
        ("Night", "All", #""code":{"to":"plugh"}"#, ""), ("Night", "Night", "", ""),
    ]

    /// One comparison is behind the API, the page and the command.
    @Test(arguments: pairs, [true, false])
    func differencesAreTheSameInEveryFormat(
        _ row: (name: String, other: String, owner: String, others: String), isOwner: Bool
    ) async throws {
        let changed = isOwner ? row.owner : row.others
        let expected = #"{"same":\#(changed.isEmpty),"changed":{\#(changed)}}"#
        for target in [
            "/api/profiles/\(row.name)/diff?with=\(row.other)",
            "/profiles?compare=\(row.name)&with=\(row.other)",
        ] {
            let answer = await get(target, as: "application/json", isOwner: isOwner)
            #expect(answer.status == 200 && answer.text == expected, "\(target)")
        }
        let page = await get(
            "/profiles?compare=\(row.name)&with=\(row.other)", as: "text/html", isOwner: isOwner)
        let count = changed.components(separatedBy: #":{"#).count - 1
        #expect(page.text.contains("<h2>Differences (\(count))</h2>") == (count > 0))
        #expect(page.text.contains("The values are the same.") == (count == 0))
        for word in ["Code word", "plugh", "later", "xyzzy"] where !isOwner {
            #expect(!page.text.contains(word))
        }
    }

    @Test func thePageNamesBothProfilesOfAComparison() async throws {
        let page = await get("/profiles?compare=Night&with=Day", as: "text/html").text
        #expect(page.contains("Each line shows “<bdi>Night</bdi>” → “<bdi>Day</bdi>”."))
        #expect(page.contains(#"<option value="Night" selected dir="auto">Night</option>"#))
        #expect(page.contains(#"<option value="Day" selected dir="auto">Day</option>"#))
        #expect(
            page.contains(
                #"<a href="/s/name"><bdi>Name</bdi></a>: <bdi>Quay</bdi> → <b><bdi>Mole</bdi></b>"#)
        )
        #expect(page.contains(#"Port</bdi></a>: <bdi>8080</bdi> → <b>not in the profile</b>"#))
        #expect(page.contains("removed “a”"))
        let current = await get("/profiles?compare=Night&with=", as: "text/html").text
        #expect(
            current.contains("Each line shows “<bdi>Current values</bdi>” → “<bdi>Night</bdi>”."))
        // Each language has its own texts.
        let words = ["Compare p", "Differences", "Each line", "Current", "not in"]
        for language in ["de", "fr", "ar", "ja"] {
            let page = await panel.visit("/profiles?compare=Night&with=Day&lang=\(language)").text
            #expect(page.contains("<html lang=\"\(language)\"") && !page.contains("{"))
            for word in words { #expect(!page.contains(word), "\(language) \(word)") }
        }
    }

    @Test func theListOffersTheComparison() async throws {
        let list = await get("/profiles", as: "text/html").text
        #expect(list.contains("<h2>Compare…</h2>"))
        #expect(list.contains(#"<option value="">Current values</option>"#))
        for name in ["All", "Day", "Night"] { try panel.settings.profiles.remove(named: name) }
        #expect(await !get("/profiles", as: "text/html").text.contains("Compare…"))
    }

    private static let mistakes: [(target: String, status: Int, code: String)] = [
        ("/api/profiles/Nigt/diff", 404, "unknown_profile"),
        ("/api/profiles/Night/diff?with=x", 404, "unknown_profile"),
        ("/profiles?compare=x", 404, "unknown_profile"),
        ("/profiles?compare=Night&with=x", 404, "unknown_profile"),
        ("/api/profiles/Night/diff?with=%FF", 400, "malformed"),
    ]

    @Test(arguments: mistakes)
    func reportsInvalidRequests(_ row: (target: String, status: Int, code: String)) async throws {
        let answer = await get(row.target, as: "application/json")
        #expect(answer.status == row.status, "\(answer.text)")
        #expect(try JSONReader.read(answer.text).object?["code"]?.string == row.code)
    }

    /// Keys that the schema no longer has are listed, unless they could be those of withheld settings.
    @Test func removedKeysAreListed() async throws {
        let schema = Self.json.replacing(#""itemKey":"port""#, with: #""itemKey":"gate""#)
        try panel.settings.adopt(SchemaReader.read(Array(schema.utf8), name: "test"))
        let target = "/api/profiles/Night/diff?with=All"
        let seen = await get(target, as: "application/json", isOwner: true).text
        #expect(seen.contains(#""unknown":["port"]"#))
        #expect(await !get(target, as: "application/json").text.contains("port"))
        let removed = "<li><bdi>port</bdi></li>"
        for page in ["/profiles?compare=Night&with=All", "/profiles/Night"] {
            let owner = await get(page, as: "text/html", isOwner: true).text
            #expect(owner.contains(removed), "\(page)")
            #expect(await !get(page, as: "text/html").text.contains(removed), "\(page)")
        }
    }

    @Test func theResponseHasATag() async throws {
        let first = await get("/api/profiles/Night/diff?with=Day", as: "application/json")
        let tag = try #require(first.entityTag)
        let again = await panel.client.get(
            "/api/profiles/Night/diff?with=Day", fields: [("if-none-match", tag)])
        #expect(again.status == 304)
        // A changed profile is no revision, and the tag is another one.
        try panel.settings.profiles.save(named: "Day", keys: ["name"], replacing: true)
        let new = await get("/api/profiles/Night/diff?with=Day", as: "application/json")
        #expect(new.entityTag != tag)
    }

    // MARK: - The list

    @Test(arguments: [false, true])
    func theListCountsOnlyVisibleSettings(isOwner: Bool) async {
        let page = await get("/profiles", as: "text/html", isOwner: isOwner).text
        let counts = page.matches(of: /<bdi>(\w+)<\/bdi><\/a>.*?<p class="help">(\d) settings/)
        #expect(
            counts.map { "\($0.1) \($0.2)" }
                == (isOwner ? ["All 4", "Day 3", "Night 3"] : ["All 3", "Day 2", "Night 3"]))
    }

    @Test func theFormOffersGroupsThatAProfileCanContain() async throws {
        let items = [
            ("a", TestPanel.item("switch", key: "a1")),
            ("b", TestPanel.item("edit_password", key: "b1")),
            (
                "c",
                TestPanel.item("button", #""itemStates":[{"state":"x"},{"state":"y"}]"#, key: "c1")
            ),
            ("d", TestPanel.item("edit_text", #""itemReadOnly":true"#, key: "d1")),
            ("e", TestPanel.item("edit_text", #""itemHidden":true"#, key: "e1")),
            ("f", TestPanel.item("info", key: "f1")),
        ].map { #"{"groupKey":"\#($0)","items":[\#($1)]}"# }
        let panel = try TestPanel.of(#"{"groups":[\#(items.joined(separator: ","))]}"#)
        let menu = TestPanel.element(#"id="c-settings""#, in: await panel.visit("/profiles").text)
        #expect(menu.matches(of: /<option value="([^"]*)"/).map { String($0.1) } == ["", "a"])
    }

    @Test(arguments: [("1", false), ("3", true), ("", true)])
    func aScriptSendsTheRevisionThatItHasRead(revision: String, isSwitched: Bool) async throws {
        // The values of the profile were changed in revision 2.
        let answer = await panel.client.post(
            [("_apply", "all"), ("_revision", revision)], to: "/profiles/Night",
            fields: [("accept", "application/json")])
        #expect((answer.status == 200) == isSwitched, "\(answer.text)")
        #expect(panel.settings.text("name") == (isSwitched ? "Quay" : "Mole"))
    }
}
