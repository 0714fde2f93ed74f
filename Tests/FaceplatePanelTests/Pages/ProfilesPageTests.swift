import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Profiles on the pages without JavaScript, and for programs.
struct ProfilesPageTests {
    private static let json = #"""
        {"panelKey":"harbour","panelLocales":["en","de","fr","ar","ja"],"groups":[
          {"groupKey":"open","groupTitle":"Open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier",
             "itemMaximumLength":10},
            {"itemKey":"port","itemControlType":"edit_integer","itemValue":80,"itemMaximum":65535},
            {"itemKey":"token","itemControlType":"edit_password","itemMinimumLength":4}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy"}]}]}
        """#
    private static let owner = [(name: "x-owner", value: "1")]
    private static let viewer = [(name: "x-view", value: "1")]

    private func make() throws -> TestPanel {
        try TestPanel.of(Self.json) { configuration in
            configuration.identify = { request in
                Requester(
                    name: request.header("x-name"),
                    access: request.header("x-view") == nil ? .edit : .view,
                    groups: request.header("x-owner") == nil ? [] : ["owners"])
            }
        }
    }

    /// Creates a panel with a profile of open settings, and one that also has a withheld setting.
    private func filled() throws -> TestPanel {
        let panel = try make()
        try panel.set(["name": "Quay", "port": "8080", "token": "hush-hush", "code": "plugh"])
        try panel.settings.profiles.save(named: "Open", description: "Days", keys: ["open"])
        try panel.settings.profiles.save(named: "All")
        try panel.set(["name": "Mole", "port": "90", "code": "later"])
        return panel
    }

    private func send(
        _ panel: TestPanel, _ method: String, _ target: String, _ body: String = "",
        fields: [(name: String, value: String)] = []
    ) async -> PanelResponse {
        await panel.client.send(
            SimpleRequest(
                method, target,
                fields: fields + [("content-type", "application/json"), ("host", "localhost")],
                body: Array(body.utf8)))
    }

    private func object(_ response: PanelResponse) throws -> JSONObject {
        try #require(try JSONReader.read(response.body).object, "\(response.text)")
    }

    private func visit(
        _ panel: TestPanel, _ target: String, _ fields: [(name: String, value: String)] = []
    ) async -> PanelResponse {
        await panel.client.get(target, fields: fields + [("accept", "text/html")])
    }

    // MARK: - Programs

    @Test func savesReadsAndAppliesProfiles() async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "token": "hush-hush"])
        let saved = try object(await send(panel, "PUT", "/api/profiles/Day 2"))
        #expect(saved["name"] == "Day 2" && saved["values"] == ["name": "Quay"])
        let replaced = await send(
            panel, "PUT", "/api/profiles/Day 2", #"{"keys":["open"],"description":"Work"}"#)
        #expect(
            try object(replaced)["values"] == ["name": "Quay", "port": nil],
            "\(replaced.text)")
        let all = try object(await panel.client.get("/api/profiles"))
        #expect(
            all["profiles"]?.array?.map { $0.object?["settings"] } == [["name", "port"]])
        try panel.set(["name": "Mole", "port": "90"])
        let revision = panel.settings.revision
        let preview = try object(
            await send(panel, "POST", "/api/profiles/Day 2/apply?dry_run=1"))
        #expect(preview["saved"] == false && panel.settings.revision == revision)
        #expect(preview["changed"]?.object?.members.map(\.name) == ["name", "port"])
        let applied = try object(
            await send(
                panel, "POST", "/api/profiles/Day 2/apply", fields: [("x-name", "Ada")]))
        #expect(applied["saved"] == true && applied["revision"] == .number(revision + 1))
        let made = try #require(try panel.settings.history.revision(revision + 1))
        #expect(made.origin == .profile && made.actor == "Ada" && made.note == "Day 2")
        #expect(panel.settings.snapshot.value("port") == 80)
        #expect(!panel.settings.snapshot.isSet("port"))
        let again = try object(await send(panel, "POST", "/api/profiles/Day 2/apply"))
        #expect(again["changed"] == [:] && again["unchanged"] == ["name", "port"])
        let renamed = await send(panel, "PATCH", "/api/profiles/Day 2", #"{"name":"Day"}"#)
        #expect(try object(renamed)["description"] == "Work")
        #expect(
            try object(await send(panel, "DELETE", "/api/profiles/Day"))["removed"] == "Day")
        #expect(try object(await panel.client.get("/api/profiles"))["profiles"] == [])
    }

    private static let mistakes: [(String, String, String, Int, String)] = [
        ("GET", "/api/profiles/Opem", "", 404, "unknown_profile"),
        ("POST", "/api/profiles/x/apply", "", 404, "unknown_profile"),
        ("POST", "/api/profiles/Open/apply", "{", 400, "malformed"),
        ("POST", "/api/profiles/Open/apply", #"{"a":1}"#, 400, "malformed"),
        ("POST", "/api/profiles/Open/apply?dry_run=x", "", 400, "malformed"),
        ("DELETE", "/api/profiles/x", "", 404, "unknown_profile"),
        ("PATCH", "/api/profiles/Open", #"{"name":"All"}"#, 409, "name_in_use"),
        ("PATCH", "/api/profiles/Open", "{}", 400, "malformed"),
        ("PATCH", "/api/profiles/Open", #"{"name":7}"#, 400, "malformed"),
        ("PATCH", "/api/profiles/Open", #"{"name":"x","keys":"name"}"#, 400, "malformed"),
        ("PATCH", "/api/profiles/Open", #"{"name":"a/b"}"#, 422, "malformed_name"),
        ("PUT", "/api/profiles/x", #"{"keys":["nam"]}"#, 422, "unknown_key"),
        ("PUT", "/api/profiles/x", #"{"keys":["token"]}"#, 422, "unsuitable"),
        ("PUT", "/api/profiles/x", #"{"keys":"name"}"#, 400, "malformed"),
        ("PUT", "/api/profiles/x", #"{"values":{}}"#, 400, "malformed"),
        ("PUT", "/api/profiles/x", #"{"keys":["name",7]}"#, 400, "malformed"),
        ("PUT", "/api/profiles/x", #"{"description":7}"#, 400, "malformed"),
        ("PUT", "/api/profiles/x", #"{"replace":"no"}"#, 400, "malformed"),
        ("PUT", "/api/profiles/x", #"{"keys":["code"]}"#, 422, "unknown_key"),
        ("PUT", "/api/profiles/All", "{}", 403, "not_allowed"),
        ("DELETE", "/api/profiles/All", "", 403, "not_allowed"),
        ("PATCH", "/api/profiles/All", #"{"name":"x"}"#, 403, "not_allowed"),
        ("POST", "/api/profiles/All/apply", "", 422, "rejected_values"),
        ("POST", "/api/profiles", "", 405, "method_not_allowed"),
    ]

    @Test(arguments: mistakes)
    func rejectsInvalidRequests(
        _ method: String, _ target: String, _ body: String, _ status: Int, _ code: String
    ) async throws {
        let panel = try filled()
        let (before, revision) = (try panel.settings.profiles.all(), panel.settings.revision)
        let response = await send(panel, method, target, body)
        #expect(response.status == status, "\(response.text)")
        #expect(try object(response)["code"]?.string == code)
        #expect(
            !response.text.contains("code\":\"plugh") && !response.text.contains("\"key\":\"code\"")
        )
        #expect(try panel.settings.profiles.all() == before && panel.settings.revision == revision)
    }

    /// A requester changes what it may change, and learns no key that is withheld from it.
    @Test func neverShowsWithheldSettings() async throws {
        let panel = try filled()
        for target in [
            "/api/profiles", "/api/profiles/All", "/profiles", "/profiles/All",
            "/api/profiles/All/diff", "/profiles?compare=Open&with=All",
        ] {
            for fields in [[], Self.viewer] as [[(name: String, value: String)]] {
                for accept in ["text/html", "application/json", "*/*"] {
                    let shown = await panel.client.get(
                        target, fields: fields + [("accept", accept)])
                    #expect(shown.status == 200)
                    for word in ["code", "Code word", "plugh", "later", "hush"] {
                        #expect(!shown.text.contains(word), "\(target) \(word)")
                    }
                }
            }
        }
        let preview = try object(
            await send(panel, "POST", "/api/profiles/All/apply?dry_run=1"))
        #expect(preview["changed"]?.object?.members.map(\.name) == ["name", "port"])
        let refused = preview["refused"]?.array?.map { $0.object?["key"] }
        #expect(refused == ["*"])
        let partial = try object(
            await send(panel, "POST", "/api/profiles/All/apply?partial=1"))
        #expect(partial["saved"] == true && panel.settings.text("name") == "Quay")
        #expect(panel.settings.text("code") == "later")
        let whole = try object(
            await send(panel, "POST", "/api/profiles/All/apply", fields: Self.owner))
        #expect(whole["changed"]?.object?.members.map(\.name) == ["code"])
        // The present values of withheld settings are not saved either.
        let saved = try object(await send(panel, "PUT", "/api/profiles/mine"))
        #expect(saved["values"]?.object?.members.map(\.name) == ["name", "port"])
        #expect(try panel.settings.profiles.named("mine").values["code"] == nil)
    }

    /// A switch tells neither names nor values of withheld settings, nor how many there are.
    @Test(
        arguments: [
            ("POST", "/api/profiles/All/apply?dry_run=1", [], 200),
            ("POST", "/api/profiles/All/apply", [], 422),
            ("POST", "/api/profiles/All/apply?partial=1", [], 200),
            ("GET", "/profiles/All", [], 200),
            ("POST", "/profiles/All", [("_apply", "all")], 422),
            ("POST", "/profiles/All", [("_apply", "partial")], 303),
        ] as [(String, String, [(String, String)], Int)], [1, 2])
    func hidesWithheldSettingsWhenItAppliesAProfile(
        _ row: (method: String, target: String, form: [(String, String)], status: Int), count: Int
    ) async throws {
        let second = #",{"itemKey":"vault","itemControlType":"edit_text"}"#
        let schema = Self.json.replacing(
            #""xyzzy"}"#, with: #""xyzzy"}"# + (count == 2 ? second : ""))
        let panel = try TestPanel.of(schema)
        try panel.set(["name": "Quay", "code": "plugh"])
        if count == 2 { try panel.set(["vault": "plover"]) }
        try panel.settings.profiles.save(named: "All")
        try panel.set(["name": "Mole", "code": "later"])
        var configuration = Panel.Configuration()
        configuration.identify = { _ in Requester() }
        let guest = TestPanel(
            settings: panel.settings,
            client: PanelClient(panel.settings, configuration: configuration))
        let answer =
            row.form.isEmpty
            ? await send(guest, row.method, row.target, fields: [("accept", "*/*")])
            : await guest.client.post(
                row.form, to: row.target, fields: [("accept", "text/html")])
        #expect(answer.status == row.status, "\(answer.text)")
        let text = answer.text.replacing(#""code":""#, with: "")
        for word in [#""code""#, "Code word", "plugh", "later", "vault", "plover"] {
            #expect(!text.contains(word), "\(word): \(text)")
        }
        #expect(
            text.matches(of: /"key":"\*"|Rejected \(1\)/).count == (row.status == 303 ? 0 : 1))
        let isPartial = row.target.contains("partial") || row.form.contains { $0.1 == "partial" }
        #expect(panel.settings.text("name") == (isPartial ? "Quay" : "Mole"))
        #expect(panel.settings.text("code") == "later")
    }

    @Test func acceptsChangesOnlyFromEditors() async throws {
        let panel = try filled()
        for (method, target) in [
            ("PUT", "/api/profiles/x"), ("PATCH", "/api/profiles/Open"),
            ("DELETE", "/api/profiles/Open"), ("POST", "/api/profiles/Open/apply"),
            ("POST", "/profiles"), ("POST", "/profiles/Open"),
        ] {
            #expect(await send(panel, method, target, "{}", fields: Self.viewer).status == 403)
            let foreign = [(name: "sec-fetch-site", value: "cross-site")]
            #expect(await send(panel, method, target, "{}", fields: foreign).status == 403)
        }
        let page = await visit(panel, "/profiles/Open", Self.viewer)
        #expect(page.status == 200 && page.text.contains("Quay"))
        #expect(!page.text.contains("_apply") && !page.text.contains("_rename"))
        #expect(await !visit(panel, "/profiles", Self.viewer).text.contains("_name"))
        let asked = await visit(panel, "/profiles/Open?remove=1", Self.viewer)
        #expect(!asked.text.contains("_remove"))
        #expect(panel.settings.revision == 2)
    }

    @Test(arguments: [("1", 412), ("2", 200), ("9", 412), ("*", 200)])
    func checksTheRevisionOfIfMatch(_ revision: String, _ status: Int) async throws {
        let panel = try filled()
        let response = await send(
            panel, "POST", "/api/profiles/Open/apply",
            fields: [("if-match", revision == "*" ? "*" : "\"\(revision)\"")])
        #expect(response.status == status, "\(response.text)")
    }

    // MARK: - Pages

    @Test func showsTheDifferenceBeforeItAppliesAProfile() async throws {
        let panel = try filled()
        let list = await visit(panel, "/profiles")
        #expect(list.text.contains(#"href="/profiles/Open""#) && list.text.contains("Days"))
        #expect(list.text.contains("2 settings"))
        let shown = await visit(panel, "/profiles/Open")
        #expect(shown.text.contains("<h2>Changes (2)</h2>") && panel.settings.revision == 2)
        #expect(shown.text.contains(#"name="_revision" value="2""#))
        let made = await panel.browse(
            ["_apply": "all", "_revision": "2"], to: "/profiles/Open")
        #expect(made.status == 303 && made.header("Location") == "/profiles?rev=3")
        let after = await visit(panel, "/profiles?rev=3")
        #expect(after.text.contains("<bdi>2</bdi> settings changed"))
        #expect(after.text.contains(#"name="_undo" value="3""#))
        let undone = await panel.browse(["_undo": "3", "_revision": "3"], to: "/changes")
        #expect(undone.status == 303 && panel.settings.text("name") == "Mole")
        let history = await visit(panel, "/changes")
        #expect(history.text.contains("Switched to <bdi>Open</bdi>, 2 settings"))
        // The form of a page that was opened before the undo asks again.
        let late = await panel.browse(["_apply": "all", "_revision": "2"], to: "/profiles/Open")
        #expect(late.status == 409 && late.text.contains("changed by someone else"))
        #expect(panel.settings.text("name") == "Mole")
        let same = await panel.browse(["_apply": "all"], to: "/profiles/Open")
        #expect(same.status == 303)
        #expect(
            await panel.browse(["_apply": "all"], to: "/profiles/Open").header("Location")
                == "/profiles?done=same")
        #expect(await visit(panel, "/profiles/Open").text.contains("have these values already"))
    }

    @Test func showsARejectedValueAndAppliesTheOthers() async throws {
        let panel = try filled()
        let schema = Self.json.replacing("65535", with: "999")
        try panel.settings.adopt(SchemaReader.read(Array(schema.utf8), name: "test"))
        let shown = await visit(panel, "/profiles/Open")
        #expect(shown.text.contains("<h2>Rejected (1)</h2>"))
        #expect(shown.text.contains(#"name="_apply" value="partial""#))
        let whole = await panel.browse(["_apply": "all"], to: "/profiles/Open")
        #expect(whole.status == 422 && panel.settings.text("name") == "Mole")
        let part = await panel.browse(["_apply": "partial"], to: "/profiles/Open")
        #expect(part.status == 303 && panel.settings.text("name") == "Quay")
        #expect(panel.settings.snapshot.value("port") == 90)
    }

    @Test func savesAProfileAndAsksBeforeItReplacesOne() async throws {
        let panel = try filled()
        let saved = await panel.browse(
            ["_name": "Name only", "_description": "x", "_keys": "open"], to: "/profiles")
        #expect(saved.header("Location") == "/profiles?done=saved")
        #expect(await visit(panel, "/profiles?done=saved").text.contains("The profile is saved"))
        #expect(
            try panel.settings.profiles.named("Name only").values.members.map(\.name)
                == ["name", "port"])
        // The first choice of the form is every changed setting.
        let every = await panel.browse(["_name": "Every", "_keys": ""], to: "/profiles")
        #expect(every.status == 303, "\(every.text)")
        #expect(
            try panel.settings.profiles.named("Every").values.members.map(\.name)
                == ["name", "port"])
        let again = await panel.browse(
            ["_name": "Open", "_description": "typed", "_keys": "open"], to: "/profiles")
        #expect(again.status == 409 && again.text.contains("A profile named “Open” already exists"))
        #expect(again.text.contains(#"value="typed""#) && again.text.contains("_replace"))
        #expect(again.text.contains(#"value="open" selected"#))
        #expect(try panel.settings.profiles.named("Open").details == "Days")
        let replaced = await panel.browse(
            ["_name": "Open", "_description": "typed", "_replace": "1"], to: "/profiles")
        #expect(replaced.status == 303)
        #expect(try panel.settings.profiles.named("Open").details == "typed")
        let bad = await panel.browse(["_name": "a/b"], to: "/profiles")
        #expect(bad.status == 422 && bad.text.contains("without slashes"))
        #expect(bad.text.contains(#"value="a/b""#))
    }

    @Test func renamesAProfileAndAsksBeforeItRemovesOne() async throws {
        let panel = try filled()
        let taken = await panel.browse(
            ["_rename": "1", "_name": "All", "_description": "typed"], to: "/profiles/Open")
        #expect(taken.status == 409 && taken.text.contains(#"value="typed""#))
        let renamed = await panel.browse(
            ["_rename": "1", "_name": "Day", "_description": "Nights"], to: "/profiles/Open")
        #expect(renamed.status == 303)
        #expect(try panel.settings.profiles.named("Day").details == "Nights")
        for form: TestPanel.Fields in [["_remove": "1"], ["_rename": "1", "_name": "Every"]] {
            #expect(await panel.browse(form, to: "/profiles/All").status == 403)
        }
        let asked = await visit(panel, "/profiles/Day?remove=1")
        #expect(asked.text.contains("No setting changes"))
        #expect(asked.text.contains("<bdi>Day</bdi>"))
        #expect(asked.text.contains(#"action="/profiles/Day""#))
        #expect(asked.text.contains(#"name="_remove" value="1""#))
        #expect(try panel.settings.profiles.all().map(\.name) == ["All", "Day"])
        let removed = await panel.browse(["_remove": "1"], to: "/profiles/Day")
        #expect(removed.header("Location") == "/profiles?done=removed")
        let list = await visit(panel, "/profiles?done=removed").text
        #expect(list.contains("The profile is removed"))
        #expect(try panel.settings.profiles.all().map(\.name) == ["All"])
        #expect(await visit(panel, "/profiles/Day").status == 404)
        #expect(await visit(panel, "/profiles/Al").text.contains("Did you mean"))
    }

    @Test(arguments: ["en", "de", "fr", "ar", "ja"])
    func translatesThePages(_ language: String) async throws {
        let panel = try filled()
        for target in ["/profiles", "/profiles/Open", "/profiles/All", "/profiles/Open?remove=1"] {
            let mark = target.contains("?") ? "&" : "?"
            let page = await panel.visit("\(target)\(mark)lang=\(language)").text
            #expect(page.contains("<html lang=\"\(language)\""))
            #expect(!page.contains("{"), "\(target)")
        }
        let refused = await panel.browse(["_name": "", "_locale": language], to: "/profiles")
        #expect(refused.text.contains("<html lang=\"\(language)\""))
    }

    @Test func showsHostileNamesAsText() async throws {
        let panel = try filled()
        let name = "<b>\"&'#%&amp;\u{202E}"
        try panel.settings.profiles.save(named: name, description: "<script>", keys: ["name"])
        let query = name.utf8.map { "%" + String(Int($0) + 256, radix: 16).dropFirst() }.joined()
        for target in ["/profiles", "/profiles/\(name)", "/profiles?compare=\(query)"] {
            let page = await visit(panel, target)
            #expect(page.status == 200)
            #expect(!page.text.contains("<b>\"") && !page.text.contains("<script>"))
        }
    }
}
