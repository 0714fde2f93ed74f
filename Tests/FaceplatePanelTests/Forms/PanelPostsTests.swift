import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PanelPostsTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("switch", key: "on"), TestPanel.item("edit_text", key: "name"),
            TestPanel.item("edit_text", #""itemReadOnly":true,"itemValue":"v""#, key: "fixed"))
    }

    // MARK: - Accepted

    @Test(
        arguments: [
            (["on": "YES"], #"{"revision":1,"changed":{"on":{"from":null,"to":true}}}"#),
            (
                ["on": "NO"],
                #"{"revision":1,"changed":{"on":{"from":null,"to":false}}}"#
            ),
            (
                ["name": "é\"\\", "on": "1"],
                #"{"revision":1,"changed":{"name":{"from":null,"to":"é\"\\"},"on":{"from":null,"to":true}}}"#
            ),
            (["fixed": "v"], #"{"revision":0,"changed":{}}"#),
            ([:], #"{"revision":0,"changed":{}}"#),
            (["_reset": "name"], #"{"revision":0,"changed":{}}"#),
            (["name": "a", "_reset": "name"], #"{"revision":0,"changed":{}}"#),
            (
                ["name": "a", "name": "b"],
                #"{"revision":1,"changed":{"name":{"from":null,"to":"b"}}}"#
            ),
            (
                ["_dry_run": "1", "on": "YES"],
                #"{"revision":0,"changed":{"on":{"from":null,"to":true}},"dry_run":true}"#
            ),
        ] as [(TestPanel.Fields, String)])
    func returnsTheChangesToScripts(form: TestPanel.Fields, body: String) async throws {
        let response = try await make().json(form)
        #expect(response.status == 200)
        #expect(response.header("content-type") == "application/json; charset=utf-8")
        #expect(response.text == body)
    }

    @Test
    func returnsOldAndNewValuesOfChangedSettingsOnly() async throws {
        let panel = try make()
        try panel.set(["on": "YES", "name": "a"])
        #expect(
            await panel.json(["name": "b"]).text
                == #"{"revision":2,"changed":{"name":{"from":"a","to":"b"}}}"#)
        #expect(
            await panel.json(["_reset": "on", "name": "b"]).text
                == #"{"revision":3,"changed":{"on":{"from":true,"to":null}}}"#)
        #expect(panel.settings.value("name") == "b")
    }

    @Test(
        arguments: [
            (["on": "YES"], "/?rev=1#s-on"), (["name": "x", "on": "YES"], "/?rev=1#s-name"),
            ([:], "/?same=1"), (["fixed": "v"], "/?same=1"),
            (["name": "", "_reset": "name"], "/?same=1"),
        ] as [(TestPanel.Fields, String)])
    func redirectsBrowsersToThePage(form: TestPanel.Fields, location: String) async throws {
        let response = try await make().browse(form)
        #expect(response.status == 303)
        #expect(response.header("location") == location)
        #expect(response.text == "See \(location)\n")
    }

    @Test
    func rejectsAValueOnADryRun() async throws {
        let panel = try make()
        #expect(await panel.post(["on": "x", "_dry_run": "1"]).status == 422)
        #expect(panel.settings.revision == 0)
    }

    @Test(
        arguments: [
            ([("sec-fetch-site", "same-origin")], .browser),
            ([("origin", "http://localhost")], .browser), ([], .script),
        ] as [([(String, String)], Origin)])
    func recordsTheOriginOfAChange(fields: [(String, String)], origin: Origin) async throws {
        let panel = try make()
        _ = await panel.client.post([("on", "YES")], fields: fields)
        #expect(panel.settings.recentRevision(1)?.origin == origin)
    }

    // MARK: - Rejected

    @Test
    func returnsEveryProblemToScripts() async throws {
        let panel = try make()
        let response = await panel.json([
            "nam": "x", "on": "maybe", "name": "fine", "fixed": "w", "_revison": "1",
        ])
        #expect(response.status == 422)
        #expect(response.header("content-type") == "application/problem+json; charset=utf-8")
        #expect(
            response.text
                == #"{"type":"about:blank","title":"There is a problem","status":422,"errors":["#
                + #"{"key":"_revison","code":"unknown_key","message":"No setting is named _revison. "#
                + #"Did you mean _revision?","nearest":"_revision"},"#
                + #"{"key":"nam","code":"unknown_key","message":"No setting is named nam. "#
                + #"Did you mean name?","nearest":"name"},"#
                + #"{"key":"on","code":"not_boolean","message":"Port must be on or off"},"#
                + #"{"key":"fixed","code":"read_only","message":"Port is read-only"}]}"#)
        #expect(panel.settings.revision == 0)
    }

    @Test(
        arguments: [
            (["nope": "x"], "nope: No setting is named nope\n"),
            (["ON": "x"], "ON: No setting is named ON. Did you mean on?\n"),
            (["on\u{200B}": "YES"], "on\u{200B}: No setting is named on\u{200B}\n"),
            (["o.n": "YES"], "o.n: No setting is named o.n. Did you mean on?\n"),
            (["_reset": "nope"], "nope: No setting is named nope\n"),
            (["g": "x"], "g: No setting is named g\n"),
            (
                ["on": "x", "name": "\0"],
                "on: Port must be on or off\nname: Port must not include control characters\n"
            ),
        ] as [(TestPanel.Fields, String)])
    func returnsProblemsAsTextToOtherClients(form: TestPanel.Fields, text: String) async throws {
        let panel = try make()
        let response = await panel.post(form)
        #expect(response.status == 422)
        #expect(response.header("content-type") == "text/plain; charset=utf-8")
        #expect(response.text == text)
        #expect(panel.settings.revision == 0)
    }

    @Test
    func showsBrowsersThePageWithTheProblems() async throws {
        let response = try await make().browse(["on": "x", "name": "typed"])
        #expect(response.status == 422)
        #expect(response.header("content-type") == "text/html; charset=utf-8")
        #expect(response.text.contains("<title>Error: Harbour</title>"))
        #expect(response.text.contains(#"name="name" value="typed""#))
    }

    @Test(arguments: [
        ("on=%zz", "application/x-www-form-urlencoded", 400),
        ("on=%FF", "application/x-www-form-urlencoded", 400),
        ("on=%ED%A0%80", "application/x-www-form-urlencoded", 400),
        ("on=YES", "text/plain", 415), ("{}", "application/json", 415), ("on=YES", "", 415),
        ("on=YES", "application/x-www-form-urlencoded; charset=utf-16", 415),
        ("on=YES", "multipart/form-data", 415),
        (String(repeating: "on=1&", count: 1_001), "application/x-www-form-urlencoded", 413),
    ])
    func rejectsABodyThatIsNotAForm(body: String, type: String, status: Int) async throws {
        let panel = try make()
        for (accept, found) in [
            ("text/html", "text/html"), ("*/*", "text/plain"),
            ("application/json", "application/problem+json"),
        ] {
            let response = await panel.client.send(
                SimpleRequest(
                    "POST", "/",
                    fields: [("host", "localhost"), ("accept", accept)]
                        + (type.isEmpty ? [] : [("content-type", type)]), body: Array(body.utf8)))
            #expect(response.status == status)
            #expect(response.header("content-type") == found + "; charset=utf-8")
        }
        #expect(panel.settings.revision == 0)
    }

    @Test
    func reportsTheAcceptedTypes() async throws {
        let response = try await make().client.send(SimpleRequest("POST", "/"))
        #expect(
            response.text
                == "The Content-Type is missing or malformed. "
                + "Send application/x-www-form-urlencoded or multipart/form-data.\n")
    }

    @Test
    func raisesTheLimitOfFieldsForALargePanel() throws {
        #expect(try make().client.panel.bodyLimits(forLength: nil).fields == 1_000)
        let many = (0..<600).map { TestPanel.item("switch", key: "k\($0)") }.joined(separator: ",")
        let panel = try TestPanel.make(many).client.panel
        #expect(panel.bodyLimits(forLength: nil).fields == 1_200)
        // A page posts a field for each element of a list.
        let list = try TestPanel.make(TestPanel.item("edit_list", #""itemMaximumCount":2000"#))
        let elements = (0..<800).map { #""e\#($0)""# }.joined(separator: ",")
        try list.set(["k": "[\(elements)]"])
        #expect(list.client.panel.bodyLimits(forLength: nil).fields >= 1_600)
    }

    private static let mebibyte = 1_048_576

    /// Everything on a page can be posted: the limit is never below the size that its fields can
    /// need.
    @Test(arguments: [
        ([TestPanel.item("switch")], mebibyte, mebibyte),
        // A character can need four bytes, each percent-encoded with three.
        ([TestPanel.item("edit_multiline", #""itemMaximumLength":200000"#)], 2_400_000, 2_500_000),
        (
            [
                TestPanel.item("edit_multiline", #""itemMaximumLength":100000"#, key: "a"),
                TestPanel.item("edit_text", #""itemMaximumLength":100000"#, key: "b"),
            ], 2_400_000, 2_500_000
        ),
        (
            [
                TestPanel.item(
                    "edit_list",
                    #""itemMaximumCount":100,"itemElement":{"itemControlType":"edit_text","itemMaximumLength":2000}"#
                )
            ], 2_400_000, 2_600_000
        ),
        // A huge limit in a schema does not remove the limit of the app.
        (
            [TestPanel.item("edit_text", #""itemMaximumLength":9000000000000000000"#)],
            64 * mebibyte, 64 * mebibyte
        ),
        // The file in base64, and room for a file that is too large, so that the error message can
        // name it.
        (
            [TestPanel.item("edit_file", #""itemMaximumSize":4194304"#)], 13 * mebibyte,
            14 * mebibyte
        ),
    ])
    func acceptsTheLargestPostOfItsPages(items: [String], least: Int, most: Int) throws {
        let panel = try TestPanel.make(items.joined(separator: ",")).client.panel
        let limit = panel.bodyLimits(forLength: nil).size
        #expect(limit >= least && limit <= most)
        #expect(panel.bodyLimits(forLength: 10).size == limit)
    }

    @Test
    func raisesTheSizeLimitForANewSchema() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_file", #""itemMaximumSize":10"#))
        let before = panel.client.panel.bodyLimits(forLength: nil).size
        let next = try TestPanel.make(TestPanel.item("edit_file", #""itemMaximumSize":4194304"#))
        try panel.settings.adopt(next.settings.snapshot.schema)
        let limit = panel.client.panel.bodyLimits(forLength: nil).size
        #expect(limit > before && limit == next.client.panel.bodyLimits(forLength: nil).size)
    }

    @Test
    func acceptsTwiceTheSizeOfTheStoredValues() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_multiline"))
        let text = String(repeating: "ä", count: 300_000)
        try panel.set(["k": text])
        let limit = panel.client.panel.bodyLimits(forLength: nil).size
        #expect(limit >= 2 * 3 * 600_000)
        // A body can come without its length.
        #expect(panel.client.panel.bodyLimits(for: SimpleRequest("POST")).size == limit)
        // The values are not examined for a form that is known to be shorter.
        #expect(panel.client.panel.bodyLimits(forLength: Self.mebibyte).size == Self.mebibyte)
    }

    @Test(arguments: [
        ("text/html", "text/html", "larger than 1 MiB"),
        ("application/json", "application/problem+json", #""code":"too_large""#),
        ("*/*", "text/plain", "larger than 1 MiB"),
    ])
    func reportsABodyThatIsTooLarge(accept: String, type: String, words: String) async throws {
        let request = SimpleRequest(
            "POST", "/",
            fields: [
                ("host", "localhost"), ("accept", accept), ("content-length", "1048577"),
                ("content-type", "application/x-www-form-urlencoded"),
            ])
        let panel = try make().client.panel
        guard case .refuse(let response) = panel.admit(request) else {
            Issue.record("was accepted")
            return
        }
        #expect(response.status == 413)
        #expect(response.header("content-type")?.hasPrefix(type) == true)
        #expect(response.text.contains(words))
    }

    /// A rejected value makes a hidden row visible, with the typed text.
    @Test
    func showsAHiddenRowWithARejectedValue() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item(
                "edit_text", #""itemVisibleWhen":"on","itemMaximumLength":3"#, key: "k"))
        try panel.set(["on": "YES"])
        let page = await panel.browse(["on": "NO", "k": "far too long", "_revision": "1"])
        #expect(page.status == 422)
        let row = TestPanel.row(in: page.text)
        #expect(!row.prefix { $0 != ">" }.contains("hidden"))
        #expect(row.contains(#"value="far too long""#) && row.contains(#"class="err""#))
        #expect(page.text.contains(##"<a href="#c-k">"##))
        #expect(panel.settings.revision == 1)
    }

    @Test(arguments: [
        (TestPanel.Fields(dictionaryLiteral: ("k", "YES"), ("_revision", "7")), [], 409),
        (TestPanel.Fields(dictionaryLiteral: ("k", "NO"), ("_revision", "7")), [], 409),
        (TestPanel.Fields(dictionaryLiteral: ("_revision", "7")), [], 409),
        (TestPanel.Fields(dictionaryLiteral: ("k", "YES")), [("if-match", "\"7\"")], 412),
        (TestPanel.Fields(), [("if-match", "\"7\"")], 412),
        (
            TestPanel.Fields(dictionaryLiteral: ("k", "YES"), ("_dry_run", "1")),
            [("if-match", "\"7\"")], 412
        ),
    ])
    func rejectsAFutureRevision(
        form: TestPanel.Fields, fields: [(name: String, value: String)], status: Int
    ) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let answer = await panel.json(form, fields: fields)
        #expect(answer.status == status)
        #expect(answer.text.contains(#""code":"no_such_revision""#))
        #expect(answer.text.contains("no revision 7 yet"))
        #expect(panel.settings.revision == 0)
    }

    /// The page shows the values that are back, so the next save changes those.
    @Test
    func showsTheNewestRevisionAfterAnUndoneSave() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        try panel.set(["k": "first"])
        panel.settings.onApply { save in
            if save.change(of: "k")?.new == .value("bad") { throw ApplyFailure("No.") }
        }
        let page = await panel.browse(["k": "bad", "_revision": "1"])
        #expect(page.status == 422 && panel.settings.value("k") == "first")
        let shown = page.text.firstMatch(of: /name="_revision" value="(\d+)"/)?.1
        #expect(shown.flatMap { Int($0) } == panel.settings.revision)
    }

    @Test(arguments: [("fr", "Non."), ("en", "No."), ("ar", "No.")])
    func showsAVetoInTheLanguageOfTheSender(language: String, words: String) async throws {
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","fr","ar"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "]}]}")
        panel.settings.willSave { save in
            save.locale?.description == language ? .key("k", ["en": "No.", "fr": "Non."]) : nil
        }
        let json = await panel.json(["k": "YES"], fields: [("accept-language", language)])
        #expect(json.status == 422 && json.text.contains("\"\(words)\""))
        let page = await panel.browse(["k": "YES", "_locale": language])
        #expect(page.text.contains(words))
    }

    @Test
    func respondsInTheLanguageOfThePage() async throws {
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","fr"],"panelTitle":"Harbour","groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "]}]}")
        let page = await panel.browse(["k": "x", "_locale": "fr"])
        #expect(
            page.text.contains(
                "<li><a href=\"#c-k\">«\u{A0}Port\u{A0}» doit être activé ou désactivé</a></li>"))
        #expect(page.text.contains("<title>Erreur\u{A0}: Harbour</title>"))
        #expect(page.header("content-language") == "fr")
        #expect(page.text.contains(#"name="_locale" value="fr""#))
        let json = await panel.json(["k": "x"], fields: [("accept-language", "fr")])
        #expect(json.text.contains(#""title":"Il y a un problème""#))
        #expect(json.text.contains(#""code":"not_boolean""#))
        let text = await panel.client.post([("k", "x")], fields: [("cookie", "faceplate_lang=fr")])
        #expect(text.text == "k: «\u{A0}Port\u{A0}» doit être activé ou désactivé\n")
    }
}
