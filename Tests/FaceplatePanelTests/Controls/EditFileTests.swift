import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

struct EditFileTests {
    private func make(_ more: String = "", others: String...) throws -> TestPanel {
        try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":["#
                + ([TestPanel.item("edit_file", more)] + others).joined(separator: ",") + "]}]}")
    }

    private let png = #""itemFileTypes":["image/png",".pem"],"itemMaximumSize":4"#

    /// Posts a file as a browser does.
    private func send(
        _ panel: TestPanel, name: String = "a.png", type: String = "image/png",
        _ data: String = "1234", more: [(String, String)] = []
    ) async -> PanelResponse {
        let start = "--b\r\nContent-Disposition: form-data; name="
        var body = more.map { start + "\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
        body +=
            start
            + "\"k\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n\(data)\r\n--b--\r\n"
        return await panel.client.send(
            SimpleRequest(
                "POST", "/",
                fields: [
                    ("host", "localhost"), ("content-type", "multipart/form-data; boundary=b"),
                    ("accept", "text/html"),
                ], body: Array(body.utf8)))
    }

    @Test
    func showsAFieldForAFile() async throws {
        let panel = try make(png)
        #expect(
            await panel.row().contains(
                #"<input type="file" id="c-k" name="k" accept="image/png,.pem" data-max="4" "#
                    + #"data-large="Port must be 4 bytes or smaller" aria-labelledby="l-k o-k.choose" "#
                    + #"aria-describedby="v-k">"#))
        #expect(await panel.shownRow().state == "PNG or .pem, up to 4 bytes")
        for page in ["/", "/?q=port"] {
            #expect(await panel.page(page).contains(#" enctype="multipart/form-data""#), "\(page)")
        }
        #expect(try await make().shownRow().state == "Up to 64 KiB")
    }

    @Test
    func showsTheStoredFileWithDownloadAndRemove() async throws {
        let panel = try make(png)
        let response = await send(panel, more: [("_revision", "0")])
        #expect(response.header("location") == "/?rev=1#s-k")
        let row = await panel.row()
        #expect(
            row.contains(
                #"<a href="/files/k" aria-describedby="l-k"><bdi>a.png</bdi></a>"#))
        #expect(await panel.shownRow().text.contains("a.png 4 bytes"))
        #expect(
            row.contains(
                #"<button class="reset" name="_reset" value="k" aria-describedby="l-k"><span>Remove a.png<"#
            ))
        #expect(
            await panel.page("/?rev=1").contains(
                "<bdi>Port</bdi> changed from <bdi>empty</bdi> to <bdi>a.png</bdi>"))
        #expect(await panel.post(["_reset": "k"]).status == 303)
        #expect(panel.settings.value("k") == nil)
    }

    /// No page can hold a chosen file, so that the answer to a button has lost it.
    @Test
    func isRequestedAgainAfterAButtonOfAnExplicitPage() async throws {
        let items = [TestPanel.item("edit_file"), TestPanel.item("edit_text", key: "other")]
        let panel = try TestPanel.of(
            #"{"panelSave":"explicit","groups":[{"groupKey":"g","items":["#
                + items.joined(separator: ",") + "]}]}")
        try panel.set(["other": "old"])
        let response = await send(panel, more: [("_revision", "1"), ("_reset", "other")])
        #expect(response.status == 422)
        #expect(
            TestPanel.row(in: response.text).contains("Choose the file for “Port” again"))
        #expect(panel.settings.value("k") == nil && !panel.settings.snapshot.isSet("other"))
    }

    /// A browser would ask for it again with each save.
    @Test
    func isNotRequiredOnceItIsStored() async throws {
        let panel = try make(png + #","itemRequired":true"#)
        #expect(
            await panel.row().contains(
                #" required aria-labelledby="l-k o-k.choose" aria-describedby="v-k">"#))
        _ = await send(panel)
        #expect(await !panel.row().contains(" required"))
    }

    @Test
    func changesNothingWithoutAFile() async throws {
        let panel = try make(png)
        _ = await send(panel)
        let response = await send(
            panel, name: "", type: "application/octet-stream", "", more: [("_revision", "1")])
        #expect(response.header("location") == "/?same=1")
        #expect(panel.settings.value("k") != nil)
    }

    @Test(arguments: [
        // As many bytes as the limit; one more is refused below.
        ("a.png", "image/png", "1234"), ("a.PEM", "text/x", "123"),
        ("C:\\x\\é.png", "image/png", ""),
    ])
    func accepts(name: String, type: String, data: String) async throws {
        let panel = try make(png)
        #expect(await send(panel, name: name, type: type, data).status == 303)
        #expect(panel.settings.value("k") != nil)
    }

    @Test(arguments: [
        ("a.png", "image/png", "12345", "Port must be 4 bytes or smaller"),
        ("a.txt", "text/plain", "1", "Port must be a file that ends in .png or .pem"),
        ("..", "image/png", "1", "Port must be a file"),
        // Not to be taken for a field in which no file was chosen.
        ("", "image/png", "1", "Port must be a file"),
    ])
    func rejects(name: String, type: String, data: String, sentence: String) async throws {
        let response = await send(try make(png), name: name, type: type, data)
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(sentence + "</span>"))
        #expect(row.contains(#"aria-describedby="v-k e-k" aria-invalid="true">"#))
        // A file that is wrong itself need not be chosen again.
        #expect(!response.text.contains("Choose the file for “Port” again"))
    }

    @Test(arguments: [("x", "Port must be a file"), ("{}", "Port must be a file")])
    func rejectsText(text: String, sentence: String) async throws {
        #expect(try await make(png).post(["k": text]).text == "k: \(sentence)\n")
    }

    @Test
    func acceptsJSONFromScripts() async throws {
        let panel = try make(png)
        let json = await panel.json(["k": #"{"name":"a.png","type":"image/png","data":"MTI="}"#])
        #expect(
            json.text
                == #"{"revision":1,"changed":{"k":{"from":null,"to":{"data":"MTI=","name":"a.png","#
                + #""type":"image/png"}}}}"#)
    }

    @Test
    func requestsTheFileAgainWhenAnotherFieldIsWrong() async throws {
        let panel = try make(png, others: TestPanel.item("switch", key: "other"))
        let response = await send(panel, more: [("other", "x")])
        #expect(response.status == 422)
        #expect(response.text.contains(##"<a href="#c-k">Choose the file for “Port” again</a>"##))
        #expect(
            TestPanel.row(in: response.text).contains("Choose the file for “Port” again</span></p>")
        )
    }

    @Test(arguments: [
        ("gpj\u{202E}exe.png", "gpjexe.png"), ("\u{2066}\u{200F}\u{61C}", "file"),
        ("مرحبا.png", "%D9%85%D8%B1%D8%AD%D8%A8%D8%A7.png"),
    ])
    func offersNoMisleadingFileName(name: String, sent: String) async throws {
        let panel = try make(png)
        let json = JSONWriter().text(
            ["name": JSONValue(.string(name)), "type": "image/png", "data": "MTI="])
        #expect(await panel.json(["k": json]).status == 200)
        let answer = await panel.client.get("/files/k")
        #expect(
            answer.header("content-disposition") == "attachment; filename*=UTF-8''\(sent)")
    }

    @Test
    func showsItsFileInAReadOnlyRow() async throws {
        let panel = try make(png + #","itemReadOnly":true"#)
        try panel.set(["k": #"{"name":"a.png","type":"image/png","data":"MTI="}"#])
        #expect(await panel.row().contains(#"<a href="/files/k""#))
    }

    // MARK: - Files

    private func get(
        _ name: String, _ type: String, more: String = "", key: String = "k",
        fields: [(name: String, value: String)] = []
    ) async throws -> PanelResponse {
        let panel = try make(more)
        try panel.set(["k": #"{"name":"\#(name)","type":"\#(type)","data":"PGI+"}"#])
        return await panel.client.get("/files/\(key)", fields: fields)
    }

    @Test(arguments: [
        ("a.png", "image/png", "image/png"), ("a.txt", "text/plain", "text/plain"),
        ("a.html", "text/html", "application/octet-stream"),
        ("a.svg", "image/svg+xml", "application/octet-stream"),
        ("a.js", "text/javascript", "application/octet-stream"),
        ("a.pdf", "application/pdf", "application/pdf"),
    ])
    func offersTheFileAsADownload(name: String, type: String, sent: String) async throws {
        let response = try await get(name, type)
        #expect(response.status == 200)
        #expect(response.text == "<b>")
        #expect(response.header("content-type") == sent)
        #expect(response.header("content-disposition") == "attachment; filename*=UTF-8''\(name)")
        #expect(response.header("x-content-type-options") == "nosniff")
        #expect(response.header("cache-control") == "private, no-cache")
    }

    @Test(arguments: [
        (#"é ;\"'.png"#, "%C3%A9%20%3B%22%27.png"), ("a%b*~.png", "a%25b%2A~.png"),
    ])
    func encodesAnyFileName(name: String, written: String) async throws {
        let header = try await get(name, "image/png").header("content-disposition")
        #expect(header == "attachment; filename*=UTF-8''" + written)
    }

    @Test
    func isNotSentAgainIfUnchanged() async throws {
        let tag = try #require(try await get("a.png", "image/png").entityTag)
        let again = try await get("a.png", "image/png", fields: [("if-none-match", tag)])
        #expect(again.status == 304)
    }

    @Test(arguments: [("b.png", "image/png"), ("a.png", "image/jpeg"), ("b.pdf", "text/plain")])
    func isSentAgainAfterAChangeOfItsNameOrType(name: String, type: String) async throws {
        let tag = try #require(try await get("a.png", "image/png").entityTag)
        let again = try await get(name, type, fields: [("if-none-match", tag)])
        #expect(again.status == 200)
        #expect(again.header("content-type") == type)
    }

    @Test(arguments: ["", "x", "g", "k/", "k%20"])
    func isNotFoundUnderOtherKeys(key: String) async throws {
        #expect(try await get("a.png", "image/png", key: key).status == 404)
    }

    @Test
    func isNotFoundWhileHidden() async throws {
        #expect(try await get("a.png", "image/png", more: #""itemHidden":true"#).status == 404)
        #expect(try await make().client.get("/files/k").status == 404)
        let panel = try make(
            #""itemVisibleWhen":"other""#, others: TestPanel.item("switch", key: "other"))
        try panel.set(["other": "YES", "k": #"{"name":"a","type":"text/plain","data":""}"#])
        #expect(await panel.client.get("/files/k").status == 200)
        try panel.set(["other": "NO"])
        #expect(await panel.client.get("/files/k").status == 404)
    }

    @Test
    func isNotReadByOtherSites() async throws {
        let response = try await get(
            "a.png", "image/png",
            fields: [
                ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
                ("sec-fetch-dest", "document"),
            ])
        #expect(response.status == 403)
    }

    @Test(arguments: ["POST", "PUT"])
    func rejectsOtherMethods(method: String) async throws {
        let response = await (try make()).client.send(
            SimpleRequest(method, "/files/k", fields: [("host", "localhost")]))
        #expect(response.status == 405)
        #expect(response.header("allow") == "GET, HEAD")
    }

    @Test
    func raisesTheBodyLimitForItsFiles() throws {
        let panel = try make(#""itemMaximumSize":100000"#).client.panel
        let request = SimpleRequest("POST", "/", fields: [("host", "localhost")])
        guard case .accept(let accepted) = panel.admit(request) else {
            Issue.record("refused")
            return
        }
        // The file in base64, and room for a file that is too large, so that the error message can
        // name it.
        #expect(accepted.bodyLimit >= 140_000 + 8 * 1_048_576)
        #expect(accepted.bodyLimit < 9 * 1_048_576)
    }
}
