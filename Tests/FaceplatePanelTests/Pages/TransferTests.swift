import Faceplate
import FaceplateImport
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// Exports and imports by the page without JavaScript, and by programs.
struct TransferTests {
    private static let json = #"""
        {"panelKey":"harbour","panelLocales":["en","de","fr","ar","ja"],"groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemTitle":{"en":"Name","de":"Rufname"},
             "itemControlType":"edit_text","itemValue":"Pier"},
            {"itemKey":"port","itemControlType":"edit_integer","itemValue":80,"itemMaximum":65535},
            {"itemKey":"path","itemControlType":"edit_text","itemScope":"machine"},
            {"itemKey":"token","itemControlType":"edit_password","itemMinimumLength":4}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy"}]}]}
        """#

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

    private func send(
        _ panel: TestPanel, _ body: String, type: String = "application/json",
        to target: String = "/api/import", fields: [(name: String, value: String)] = []
    ) async -> PanelResponse {
        await panel.client.send(
            SimpleRequest(
                "POST", target,
                fields: fields + [("content-type", type), ("host", "localhost")],
                body: Array(body.utf8)))
    }

    private func object(_ response: PanelResponse) throws -> JSONObject {
        try #require(try JSONReader.read(response.body).object)
    }

    /// Returns the value of a hidden field of a page.
    private func hidden(_ name: String, in page: String) throws -> String {
        let start = try #require(page.firstRange(of: "name=\"\(name)\" value=\"")).upperBound
        return String(page[start...].prefix { $0 != "\"" })
    }

    // MARK: - Export

    @Test(arguments: [
        ("json", "application/json", "harbour.json"), ("yaml", "application/yaml", "harbour.yaml"),
        ("toml", "application/toml", "harbour.toml"),
        ("plist", "application/x-plist", "harbour.plist"),
        ("ini", "text/plain; charset=utf-8", "harbour.ini"),
        ("env", "text/plain; charset=utf-8", "harbour.env"),
    ])
    func downloadsAFile(format: String, type: String, name: String) async throws {
        let panel = try make()
        try panel.set(["port": "8080", "token": "hush-hush", "path": "/x"])
        for target in ["/export", "/api/export"] {
            let response = await panel.client.get("\(target)?format=\(format)")
            #expect(response.status == 200)
            #expect(response.header("Content-Type") == type)
            #expect(
                response.header("Content-Disposition") == "attachment; filename=\"\(name)\"")
            #expect(response.header("Cache-Control") == "no-store")
            #expect(response.text.contains("8080") && response.text.contains("/x"))
            #expect(!response.text.contains("hush") && !response.text.contains("xyzzy"))
            let values = try ImportedValues(response.body, file: name)
            #expect(
                values.plan(for: panel.settings.snapshot.schema).entries.map(\.key)
                    == ["name", "port", "path"])
        }
    }

    @Test func selectsValuesByTheQuery() async throws {
        let panel = try make()
        try panel.set(["port": "8080", "path": "/x"])
        #expect(
            await panel.client.get("/api/export?changed=1&portable=1").text
                == "{\n  \"port\": 8080\n}\n")
        let owner = await panel.client.get("/api/export", fields: [("x-owner", "1")])
        #expect(owner.text.contains("xyzzy"))
        let portable = await panel.client.get("/api/export?portable=1").text
        #expect(portable.contains("Pier") && !portable.contains("/x"))
    }

    @Test(arguments: [
        ("format=yaml&comments=1", "de", "# Rufname\n\"name\": \"Pier\"\n"),
        ("format=yaml&comments=1&lang=en", "de", "# Name\n\"name\": \"Pier\"\n"),
        ("format=yaml", "de", "# Secrets that are left out: token.\n\"name\": \"Pier\"\n"),
        ("format=yaml&comments=0", "de", "token.\n\"name\": \"Pier\"\n"),
        ("format=json&comments=1", "de", "{\n  \"name\": \"Pier\",\n"),
    ])
    func writesTitlesAsComments(query: String, language: String, part: String) async throws {
        let panel = try make()
        try panel.set(["token": "hush-hush"])
        for target in ["/export", "/api/export"] {
            let answer = await panel.client.get(
                "\(target)?\(query)", fields: [("accept-language", language)])
            #expect(answer.text.contains(part), "\(answer.text)")
            // The title of a withheld setting is withheld, too.
            #expect(!answer.text.contains("Code word"))
            let isCommented = query.contains("comments=1")
            #expect((answer.header("content-language") != nil) == isCommented)
        }
    }

    /// The page offers the formats where a query names none, also with an empty field.
    @Test(arguments: ["", "?format="])
    func offersFormatsOnThePageAndReturnsJSONToPrograms(query: String) async throws {
        let panel = try make()
        let page = await panel.visit("/export\(query)")
        #expect(page.status == 200 && page.text.contains("<form"))
        #expect(page.header("Vary") == "Accept, Accept-Language, Cookie")
        let file = await panel.client.get("/api/export\(query)")
        #expect(file.status == 200 && file.header("Content-Type") == "application/json")
    }

    // MARK: - Import by programs

    @Test func importsInOneRevision() async throws {
        let panel = try make()
        let body = "name: Quay\nport: 8080\nprot: 1\ncode: plugh\npath:\n"
        let preview = try object(
            await send(panel, body, type: "application/yaml", to: "/api/import?dry_run=1"))
        #expect(preview["saved"] == false && panel.settings.revision == 0)
        #expect(preview["changed"]?.object?.members.map(\.name) == ["name", "port"])
        #expect(preview["unknown"] == [["key": "prot", "nearest": "port"]])
        #expect(preview["untouched"] == ["path"])
        let refused = try #require(preview["refused"]?.array)
        #expect(refused.map { $0.object?["key"] } == ["code"])
        #expect(refused.first?.object?["code"] == "not_allowed")

        let whole = await send(panel, body, type: "application/yaml")
        #expect(whole.status == 422 && panel.settings.revision == 0)
        #expect(try object(whole)["code"] == "rejected_values")

        let partial = await send(
            panel, body, type: "application/yaml", to: "/api/import?partial=1",
            fields: [("x-name", "Ada")])
        #expect(try object(partial)["saved"] == true)
        let revision = try #require(try panel.settings.history.revision(1))
        #expect(revision.origin == .import && revision.actor == "Ada")
        #expect(panel.settings.snapshot.value("port") == 8080)
        #expect(panel.settings.snapshot.value("code") == "xyzzy")
    }

    /// The reason would tell the type of a setting that the requester must not see.
    @Test func doesNotShowTheTypeOfAWithheldSetting() async throws {
        let panel = try make()
        let body = "<plist><dict><key>code</key><data>aGk=</data></dict></plist>"
        for (fields, code) in [([], "not_allowed"), ([("x-owner", "1")], "misfit")] {
            let answer = try object(
                await send(
                    panel, body, type: "application/x-plist", to: "/api/import?dry_run=1",
                    fields: fields))
            let refused = try #require(answer["refused"]?.array)
            #expect(refused.map { $0.object?["code"]?.string } == [code])
        }
    }

    /// A key that is only similar to that of a withheld setting would tell that there is one.
    @Test func doesNotReportAnEmptyValueOfAWithheldSetting() async throws {
        let panel = try make()
        for (fields, untouched) in [
            ([], ["path"]), ([("x-owner", "1")], ["code", "path"]),
        ] as [([(name: String, value: String)], [JSONValue])] {
            let answer = try object(
                await send(
                    panel, #"{"CODE": null, "path": null}"#, to: "/api/import?dry_run=1",
                    fields: fields))
            #expect(answer["untouched"]?.array == untouched)
        }
    }

    @Test func suggestsNoWithheldKey() async throws {
        let panel = try make()
        for (fields, unknown) in [
            ([], [["key": "cod"]]), ([("x-owner", "1")], [["key": "cod", "nearest": "code"]]),
        ] as [([(name: String, value: String)], [JSONValue])] {
            let answer = try object(
                await send(
                    panel, #"{"cod": 1}"#, to: "/api/import?dry_run=1", fields: fields))
            #expect(answer["unknown"]?.array == unknown)
        }
    }

    @Test(arguments: [
        ("text/plain", "port: 1", "", 415),
        ("application/x-www-form-urlencoded", "port=1", "", 415),
        ("text/plain", "PORT=1", "?format=env", 415),
        ("application/octet-stream", "PORT=1", "", 415),
        ("application/octet-stream", "PORT=1", "?format=env", 200),
        ("application/json", "port: 1", "?format=yaml", 200),
        ("application/json", "{\"port\": 1", "", 422), ("application/json", "[1]", "", 422),
        ("application/toml", "port = 1\nport = 2", "", 422),
        ("application/json", "{\"port\": 1}", "?partial=x", 400),
        ("application/json", "{\"port\": 1}", "?format=xml", 400),
    ])
    func checksTheTypeAndTheContentsOfABody(
        type: String, body: String, query: String, status: Int
    ) async throws {
        let panel = try make()
        let response = await send(panel, body, type: type, to: "/api/import" + query)
        #expect(response.status == status, "\(response.text)")
        if let code = [400: "malformed", 415: "unsupported_media_type"][status] {
            #expect(response.text.contains(#""code":"\#(code)""#), "\(response.text)")
        }
        #expect(panel.settings.revision == (status == 200 ? 1 : 0))
    }

    /// A requester can import what a page would accept; the program and its command line can import all.
    @Test(arguments: [("serial", "read_only"), ("speed", "not_enabled")])
    func rejectsReadOnlyAndDisabledSettingsOfARequester(key: String, code: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemReadOnly":true"#, key: "serial"),
            TestPanel.item("switch", key: "fast"),
            TestPanel.item("edit_text", #""itemEnabledWhen":"fast""#, key: "speed"))
        let answer = await send(panel, #"{"\#(key)":"7"}"#)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.text.contains(#""code":"\#(code)""#))
        let posted = await panel.client.post(
            [("_text", #"{"\#(key)":"7"}"#), ("_apply", "all")], to: "/import")
        #expect(posted.status == 422)
        #expect(panel.settings.revision == 0)
        let values = try ImportedValues(Array(#"{"\#(key)":"7"}"#.utf8), file: "a.json")
        let plan = values.plan(for: panel.settings.snapshot.schema)
        let result = try await ImportResult(
            of: ImportTrial(plan, settings: panel.settings), isDryRun: false, isPartial: false)
        #expect(result.isSaved)
        #expect(panel.settings.text(key) == "7")
    }

    @Test func acceptsImportsOnlyFromEditors() async throws {
        let panel = try make()
        let viewer = [(name: "x-view", value: "1")]
        #expect(await send(panel, "{\"port\": 1}", fields: viewer).status == 403)
        #expect(await panel.client.get("/import", fields: viewer).status == 403)
        #expect(await panel.client.get("/export", fields: viewer).status == 200)
        let page = await panel.client.get("/", fields: viewer + [("accept", "text/html")])
        #expect(page.text.contains("/export") && !page.text.contains("\"/import\""))
        let foreign = [(name: "sec-fetch-site", value: "cross-site")]
        #expect(await send(panel, "{\"port\": 1}", fields: foreign).status == 403)
        #expect(panel.settings.revision == 0)
    }

    /// The parts around a page are used again for the next viewer.
    @Test func showsTheImportLinkOnlyToEditors() async throws {
        let panel = try make()
        for mayEdit in [true, false, true] {
            let fields = [("accept", "text/html")] + (mayEdit ? [] : [("x-view", "1")])
            let page = await panel.client.get("/", fields: fields).text
            #expect(page.contains(#""/import""#) == mayEdit)
        }
    }

    @Test func rejectsAFileThatIsTooLarge() async throws {
        let panel = try make()
        let text = "# " + String(repeating: "x", count: Panel.importSize)
        #expect(await send(panel, text, type: "application/yaml").status == 413)
    }

    // MARK: - The page

    @Test func showsTheChangesBeforeItSavesThem() async throws {
        let panel = try make()
        let shown = await panel.browse(
            ["_text": "port: 8080\ntoken: hush-hush\nname: Pier\n", "_format": "yaml"],
            to: "/import")
        #expect(shown.status == 200 && panel.settings.revision == 0)
        #expect(shown.text.contains("<h2>Changes (2)</h2>"))
        #expect(shown.text.contains("<h2>Already the same (1)</h2>"))
        #expect(!shown.text.contains("hush"))
        #expect(shown.text.contains(#"name="_apply" value="all""#))
        let sealed = try hidden("_sealed", in: shown.text)
        let saved = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(saved.status == 303 && saved.header("Location") == "/changes?rev=1")
        #expect(panel.settings.snapshot.value("port") == 8080)
        #expect(try panel.settings.secret("token") == "hush-hush")
        // The secret was set since the preview, so that it is shown again before it is set again.
        let again = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(again.status == 409 && panel.settings.revision == 1)
        let next = try hidden("_sealed", in: again.text)
        #expect(
            await panel.browse(["_sealed": next, "_apply": "all"], to: "/import").status == 303)
    }

    /// As YAML, the text would have no quotation marks.
    @Test func keepsTheChosenFormatAfterThePreview() async throws {
        let panel = try make()
        let shown = await panel.browse(["_text": "name: 'x'", "_format": "ini"], to: "/import")
        let sealed = try hidden("_sealed", in: shown.text)
        let saved = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(saved.status == 303 && panel.settings.text("name") == "'x'")
    }

    /// A value that was the same at the preview is set too.
    @Test(arguments: ["80", "8080"])
    func showsAChangeSinceThePreviewBeforeItReplacesIt(before: String) async throws {
        let panel = try make()
        try panel.set(["port": before])
        let shown = await panel.browse(
            ["_text": "port: 8080\nname: Mole", "_format": "yaml"], to: "/import")
        let sealed = try hidden("_sealed", in: shown.text)
        try panel.set(["name": "Mole"])
        try panel.set(["port": "90"])
        let late = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(late.status == 409 && panel.settings.snapshot.value("port") == 90)
        #expect(late.text.contains("1 setting was changed by someone else"))
        #expect(late.text.contains("90") && late.text.contains("8080"))
        let next = try hidden("_sealed", in: late.text)
        let saved = await panel.browse(["_sealed": next, "_apply": "all"], to: "/import")
        #expect(saved.status == 303 && panel.settings.snapshot.value("port") == 8080)
    }

    @Test(arguments: [
        ("0", 412, 90), ("1", 412, 90), ("2", 200, 8080), ("9", 412, 90), ("*", 200, 8080),
    ])
    func checksTheRevisionOfIfMatch(
        _ revision: String, _ status: Int, _ port: Int
    ) async throws {
        let panel = try make()
        try panel.set(["port": "80"])
        try panel.set(["port": "90"])
        let response = await send(
            panel, #"{"port": 8080}"#, type: "application/json",
            fields: [("if-match", revision == "*" ? revision : "\"\(revision)\"")])
        #expect(response.status == status, "\(response.text)")
        #expect(panel.settings.snapshot.value("port") == .integer(Int64(port)))
    }

    @Test func importsAcceptedValuesWithoutTheOthers() async throws {
        let panel = try make()
        let shown = await panel.browse(
            ["_text": "{\"port\": 70000, \"name\": \"Quay\", \"code\": \"plugh\"}"], to: "/import")
        #expect(shown.text.contains("<h2>Rejected (2)</h2>"))
        #expect(shown.text.contains("Import the others") && !shown.text.contains("Code word"))
        let sealed = try hidden("_sealed", in: shown.text)
        let whole = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(whole.status == 422 && panel.settings.revision == 0)
        let partial = await panel.browse(["_sealed": sealed, "_apply": "partial"], to: "/import")
        #expect(partial.status == 303 && panel.settings.snapshot.value("name") == "Quay")
    }

    /// Each rejected value is shown with its reason, but no secret.
    @Test(arguments: [
        (#"{"port": 70000}"#, "None of these values can be imported.", "Given: <bdi>70000</bdi>"),
        (#"{"port": "x"}"#, "None of these values can be imported.", "Given: <bdi>x</bdi>"),
        (
            #"{"port": 70000, "name": "Quay"}"#,
            "Some values are rejected. You can import the others.", "Given: <bdi>70000</bdi>"
        ), (#"{"nope": 1}"#, "No changes", "nope"),
    ])
    func saysHowMuchCanBeImported(file: String, sentence: String, value: String) async throws {
        let page = await (try make()).browse(["_text": file], to: "/import").text
        #expect(page.contains("<p>\(sentence)</p>") && page.contains(value), "\(page)")
        #expect(page.contains("Import the others</button>") == file.contains("name"))
        #expect(page.contains("Some values") == file.contains("name"))
    }

    /// Without anything that can be imported, there is no part to import.
    @Test func rejectsAPartialImportWithoutAcceptedValues() async throws {
        let panel = try make()
        let body = #"{"port": 70000}"#
        let page = await panel.browse(["_text": body, "_apply": "partial"], to: "/import")
        #expect(page.status == 422 && page.text.contains("<h2>Rejected (1)</h2>"))
    }

    @Test(arguments: [
        ("_text", "a: *x", "Line 1, column 4: There is no anchor"),
        ("_text", "  ", "Choose a file, or paste its text"),
        ("_sealed", "AAAA", "This preview is no longer valid"),
        (
            // A file that this panel did not encrypt.
            "_sealed", Data("json\n\n0\n{}".utf8).base64EncodedString(),
            "This preview is no longer valid"
        ),
        ("_text", "[1]", "values by key were expected"),
    ])
    func reportsAnUnreadableFile(
        _ field: String, _ value: String, _ sentence: String
    ) async throws {
        let panel = try make()
        let response = await panel.browse([field: value, "_apply": "all"], to: "/import")
        #expect(response.status == 422 && response.text.contains(sentence), "\(response.text)")
        #expect(response.text.contains("_file"))
    }

    @Test(arguments: ["_format=xml&_text=port%3A+1", "_text=%zz&_format=yaml"])
    func rejectsAMalformedForm(body: String) async throws {
        let panel = try make()
        let response = await send(
            panel, body, type: "application/x-www-form-urlencoded", to: "/import",
            fields: [("accept", "text/html")])
        #expect(response.status == 400, "\(response.text)")
    }

    @Test func uploadsAFile() async throws {
        let panel = try make()
        let body =
            "--x\r\ncontent-disposition: form-data; name=\"_file\"; filename=\"a b.toml\"\r\n"
            + "content-type: application/octet-stream\r\n\r\nport = 8080\r\n--x\r\n"
            + "content-disposition: form-data; name=\"_apply\"\r\n\r\nall\r\n--x--\r\n"
        let response = await send(
            panel, body, type: "multipart/form-data; boundary=x", to: "/import",
            fields: [("accept", "text/html")])
        #expect(response.status == 303)
        #expect(try panel.settings.history.revision(1)?.note == "a b.toml")
    }

    /// A browser sends the field of the file in any case.
    @Test func importsPastedTextIfNoFileIsChosen() async throws {
        let panel = try make()
        let parts = [
            ("name=\"_text\"", "port: 8080"), ("name=\"_file\"; filename=\"\"", ""),
            ("name=\"_format\"", "yaml"), ("name=\"_apply\"", "all"),
        ].map { "--x\r\ncontent-disposition: form-data; \($0)\r\n\r\n\($1)\r\n" }
        let response = await send(
            panel, parts.joined() + "--x--\r\n", type: "multipart/form-data; boundary=x",
            to: "/import", fields: [("accept", "text/html")])
        #expect(response.status == 303, "\(response.text)")
        #expect(panel.settings.value("port") == 8080)
    }

    /// The preview sends the name back, before the text of the file.
    @Test(arguments: [
        ("a%0Ab%0A7.toml", "ab7.toml"),
        (String(repeating: "n", count: 60) + ".toml", String(repeating: "n", count: 39) + "…"),
    ])
    func shortensTheNameOfAFileToOneLine(name: String, note: String) async throws {
        let panel = try make()
        let body =
            "--x\r\ncontent-disposition: form-data; name=\"_file\"; filename=\"\(name)\"\r\n\r\n"
            + "port = 8080\r\n--x--\r\n"
        let shown = await send(
            panel, body, type: "multipart/form-data; boundary=x", to: "/import",
            fields: [("accept", "text/html")])
        #expect(shown.status == 200)
        let sealed = try hidden("_sealed", in: shown.text)
        let saved = await panel.browse(["_sealed": sealed, "_apply": "all"], to: "/import")
        #expect(saved.status == 303 && panel.settings.snapshot.value("port") == 8080)
        #expect(try panel.settings.history.revision(1)?.note == note)
    }

    @Test(arguments: ["en", "de", "fr", "ar", "ja"])
    func translatesThePages(_ language: String) async throws {
        let panel = try make()
        for target in ["/export", "/import"] {
            let page = await panel.visit("\(target)?lang=\(language)").text
            #expect(page.contains("<html lang=\"\(language)\""))
            #expect(!page.contains("{count}"))
        }
        let shown = await panel.browse(
            ["_text": "port: 8080\nprot: 1\n", "_locale": language], to: "/import")
        #expect(shown.text.contains("<html lang=\"\(language)\""))
    }

    @Test func showsHostileNamesAsText() async throws {
        let panel = try make()
        let shown = await panel.browse(
            ["_text": "{\"<script>\": 1, \"port\": \"<b>\"}"], to: "/import")
        #expect(!shown.text.contains("<script>") && !shown.text.contains("<b>"))
    }

    @Test func showsNoWithheldSettingOnThePage() async throws {
        let panel = try make()
        for (fields, isNamed) in [
            ([], false), ([("x-owner", "1")], true),
        ] as [([(name: String, value: String)], Bool)] {
            let page = await panel.client.post(
                [("_text", #"{"cod": 1, "code": null, "path": null}"#)], to: "/import",
                fields: [("accept", "text/html")] + fields
            ).text
            #expect(page.contains("<bdi>cod</bdi>"), "\(page)")
            #expect(page.contains("Did you mean code?") == isNamed)
            #expect(page.contains("<h2>Skipped (\(isNamed ? 2 : 1))</h2>"))
            #expect(page.contains("Code word") == isNamed)
        }
    }

    @Test func listsOnlyTheFirst200UnknownKeys() async throws {
        let keys = (1...201).map { #""strange\#($0)": 1"# }.joined(separator: ",")
        let page = await (try make()).browse(["_text": "{\(keys)}"], to: "/import").text
        #expect(page.contains("<h2>Unknown keys, which are ignored (201)</h2>"))
        #expect(page.matches(of: /<li><bdi>strange[0-9]+<\/bdi>/).count == 200)
    }
}
