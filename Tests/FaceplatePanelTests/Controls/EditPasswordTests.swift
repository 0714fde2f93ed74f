import Faceplate
import Testing

@testable import FaceplatePanel

struct EditPasswordTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_password", more))
    }

    private func control(
        _ described: String, placeholder: String = #" placeholder="Not set""#
    ) -> String {
        #"<input type="password" id="c-k" name="k" autocomplete="new-password" "#
            + #"spellcheck="false" autocapitalize="off"\#(placeholder) "#
            + #"aria-describedby="\#(described)>"#
            + #"<button type="button" class="show" aria-pressed="false" "#
            + #"aria-label="Show “Port”">Show</button>"#
    }

    @Test
    func showsThatNoPasswordIsSet() async throws {
        let panel = try make(#""itemPlaceholder":"Secret""#)
        #expect(await panel.shownRow().state == "Not set")
        #expect(
            await panel.row().contains(control(#"v-k""#, placeholder: #" placeholder="Secret""#)))
    }

    @Test
    func showsThatAPasswordIsSetAndOffersToRemoveIt() async throws {
        let panel = try make(#""itemHelp":"Long.""#)
        try panel.set(["k": "hunter2"])
        let row = await panel.shownRow()
        #expect(row.state == "Set" && row.field?.description == "Long. Set")
        let remove = try #require(row.element?.inner.last { $0["name"] == "_clear" })
        #expect(remove["value"] == "k" && remove.text == "Remove “Port”")
        #expect(remove["data-confirm"] == "Remove “Port”? It cannot be restored.")
    }

    @Test
    func declaresTheKindOfPassword() async throws {
        let row = try await make(#""itemContentType":"current-password""#).row()
        #expect(row.contains(#" autocomplete="current-password" spellcheck="false""#))
    }

    @Test
    func isEmptyBesideItsProblem() async throws {
        let response = try await make(#""itemMinimumLength":12"#).browse(["k": "hunter2"])
        #expect(response.status == 422)
        #expect(
            TestPanel.row(in: response.text).contains(control(#"v-k e-k" aria-invalid="true""#)))
        #expect(!response.text.contains("hunter2"))
    }

    @Test(arguments: ["x", " ", " x ", "YES", "ünïcödé", "a=b&c", "\tx"])
    func accepts(secret: String) async throws {
        let panel = try make()
        let response = await panel.json(["k": secret])
        #expect(
            response.text
                == #"{"revision":1,"changed":{"k":{"from":null,"to":{"set":true}}}}"#)
        #expect(try panel.settings.secret("k") == secret)
    }

    /// As a private key is pasted; browsers send line ends as CR LF.
    @Test
    func acceptsSeveralLinesInAFieldOfSeveral() async throws {
        let key = "-----BEGIN KEY-----\nabc=\n-----END KEY-----\n"
        let panel = try make(#""itemRows":6"#)
        #expect(
            await panel.row().contains(
                #"<textarea id="c-k" name="k" autocomplete="off" spellcheck="false" "#
                    + #"autocapitalize="off" placeholder="Not set" aria-describedby="v-k" "#
                    + #"rows="6" data-mask="on" dir="ltr"></textarea><button"#))
        let response = await panel.json(["k": key.replacing("\n", with: "\r\n")])
        #expect(response.status == 200)
        #expect(try panel.settings.secret("k") == key)
        #expect(!(await panel.row().contains("abc=")))
        #expect(await panel.json(["k": ""]).text.contains(#""changed":{}"#))
        let line = await (try make()).json(["k": key])
        #expect(line.status == 422 && line.text.contains("line_break"))
    }

    @Test
    func anEmptyFieldKeepsThePassword() async throws {
        let panel = try make()
        try panel.set(["k": "hunter2"])
        let response = await panel.json(["k": ""])
        #expect(response.text == #"{"revision":1,"changed":{}}"#)
        #expect(try panel.settings.secret("k") == "hunter2")
    }

    @Test(arguments: ["_clear", "_reset"])
    func removesThePasswordByItsOwnField(field: String) async throws {
        let panel = try make()
        try panel.set(["k": "hunter2"])
        let response = await panel.json(["k": "other", field: "k"])
        #expect(
            response.text
                == #"{"revision":2,"changed":{"k":{"from":{"set":true},"to":null}}}"#)
        #expect(try panel.settings.secret("k") == nil)
        #expect(await panel.row().contains("Not set"))
    }

    @Test(arguments: [
        (#""itemMinimumLength":3"#, "ab", "Port must be 3 characters or more. Enter port again"),
        (#""itemMaximumLength":1"#, "ab", "Port must be 1 character or fewer. Enter port again"),
        (#""itemPattern":"^[0-9]+$""#, "ab", "Port must be in the right format. Enter port again"),
        ("", "a\nb", "Port must be on one line. Enter port again"),
    ])
    func rejects(attributes: String, secret: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": secret])
        #expect(response.text == "k: \(sentence)\n")
        #expect(try panel.settings.secret("k") == nil)
    }

    @Test
    func rejectsClearingAnotherControl() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(
            await panel.post(["_clear": "k"]).text
                == "k: Port is not a password. Reset it instead\n")
    }

    @Test
    func isRequestedAgainWhenAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_password"), TestPanel.item("switch", key: "other"))
        let page = await panel.browse(["k": "hunter2", "other": "x"]).text
        #expect(TestPanel.row(in: page).contains("</span>Enter port again</span></p>"))
        #expect(page.contains(##"<li><a href="#c-k">Enter port again</a></li>"##))
        let empty = await panel.browse(["k": "", "other": "x"]).text
        #expect(!empty.contains("Enter port again"))
        let removed = await panel.browse(["k": "hunter2", "_clear": "k", "other": "x"]).text
        #expect(!removed.contains("Enter port again"))
        #expect(
            await panel.post(["k": "hunter2", "other": "x"]).text
                == "other: Port must be on or off\n")
    }
}
