import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A button that asks for a folder, a number and a secret before it moves.
struct ActionInputsTests {
    private struct Sent: Sendable {
        var form: [(name: String, value: String)] = []
        var json = ""
    }

    private static func settings() throws -> Settings {
        try Settings.inMemory(
            Schema {
                Group("library") {
                    EditText("name", default: "a")
                    Button("move") { press in
                        let parts = press.inputs.sorted { $0.key < $1.key }
                        return parts.map { "\($0.key) \($0.value.plainText)" }.joined(
                            separator: ", ")
                    }.inputs {
                        EditText("to").title("Folder").required().help("An empty one.")
                        EditInteger("copies", default: 1).range(1...9)
                        EditPassword("word").title("Password").required(false)
                    }
                }
            })
    }

    private static func client(_ settings: Settings) -> PanelClient {
        var configuration = Panel.Configuration()
        configuration.actionPatience = .seconds(60)
        var client = PanelClient(settings, configuration: configuration)
        client.fields = [("accept", "application/json")]
        return client
    }

    private static func answer(to sent: Sent, _ settings: Settings) async -> PanelResponse {
        let client = client(settings)
        guard sent.json.isEmpty else {
            return await client.send(
                SimpleRequest(
                    "POST", "/api/actions/move",
                    fields: client.fields + [
                        ("host", "localhost"), ("content-type", "application/json"),
                    ],
                    body: Array(sent.json.utf8)))
        }
        return await client.post(sent.form)
    }

    @Test(arguments: [
        (Sent(form: [("move", "press"), ("move[to]", " /srv ")]), "copies 1, to /srv"),
        (
            Sent(form: [("move[to]", "/srv"), ("move[copies]", "3"), ("move", "press")]),
            "copies 3, to /srv"
        ),
        (
            Sent(form: [("move", "press"), ("move[to]", "/srv"), ("move[word]", " s3cret")]),
            "copies 1, to /srv, word  s3cret"
        ),
        (
            Sent(form: [("move", "press"), ("move[to]", "/srv"), ("move[word]", "")]),
            "copies 1, to /srv"
        ),
        (Sent(json: #"{"move":{"to":"/srv","copies":2}}"#), "copies 2, to /srv"),
        (Sent(json: #"{"name":"b","move":{"to":"/srv","word":"x"}}"#), "copies 1, to /srv, word x"),
    ])
    private func passesThemToTheAction(_ sent: Sent, _ message: String) async throws {
        let settings = try Self.settings()
        let answer = await Self.answer(to: sent, settings)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains(#""message":"\#(message)""#), "\(answer.text)")
        #expect(
            try settings.history.revisions(limit: 9).count == (sent.json.contains("name") ? 1 : 0))
    }

    @Test(arguments: [
        (Sent(form: [("move", "press")]), "required", "“Folder” is missing"),
        (Sent(form: [("move", "press"), ("move[to]", "")]), "required", "“Folder” is missing"),
        (
            Sent(form: [("move", "press"), ("move[to]", "/"), ("move[copies]", "12")]), "too_large",
            "Copies must be between 1 and 9"
        ),
        (Sent(form: [("move", "press"), ("move[from]", "/")]), "unknown_part", "from"),
        (Sent(form: [("move", "press"), ("move[0]", "/")]), "unknown_part", "0"),
        (Sent(json: #"{"move":{"to":7}}"#), "not_text", "Folder"),
        (Sent(json: #"{"move":"/srv"}"#), "not_a_row", "Move must be"),
        (Sent(json: #"{"name":"b","move":{}}"#), "required", "“Folder” is missing"),
        (Sent(json: ""), "", ""),
    ])
    private func rejectsWhatDoesNotFitBeforeAnythingIsSaved(
        _ sent: Sent, _ code: String, _ words: String
    ) async throws {
        guard !code.isEmpty else { return }
        let settings = try Self.settings()
        let answer = await Self.answer(to: sent, settings)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.text.contains(#""key":"move","code":"\#(code)""#), "\(answer.text)")
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(try settings.history.revisions(limit: 9).isEmpty)
    }

    @Test func showsWhatWasTypedAgainExceptSecrets() async throws {
        var client = Self.client(try Self.settings())
        client.fields = [("accept", "text/html")]
        let page = await client.post([
            ("name", "b"), ("move", "press"), ("move[to]", "/a&b"), ("move[copies]", "12"),
            ("move[word]", "s3cret"),
        ])
        #expect(page.status == 422)
        #expect(page.text.contains(#"name="move[to]" value="/a&amp;b""#), "\(page.text)")
        #expect(page.text.contains(#"name="move[copies]" value="12""#))
        #expect(page.text.contains(#"aria-describedby="e-move""#))
        #expect(page.text.contains(#"<span class="help" id="d-move.to">An empty one.</span>"#))
        #expect(!page.text.contains("s3cret"))
    }

    @Test func saveIgnoresThoseOfAButtonThatIsNotPressed() async throws {
        let settings = try Self.settings()
        let answer = await Self.answer(
            to: Sent(form: [("name", "b"), ("move[to]", ""), ("move[copies]", "99")]), settings)
        #expect(answer.status == 200)
        #expect(settings.text("name") == "b")
    }

    @Test func theQuestionHasThem() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelKey":"p","groups":[{"groupKey":"g","items":[
              {"itemKey":"move","itemTitle":"Move","itemControlType":"button","itemConfirm":"Now?",
               "itemInputs":[{"itemKey":"to","itemTitle":"Folder","itemControlType":"edit_text"},
                 {"itemKey":"word","itemTitle":"Password","itemControlType":"edit_password"}]}]}]}
            """#
        ) { configuration in
            configuration.actions["move"] = { .success($0.input("to") + $0.input("word")) }
        }
        let asked = await panel.browse(
            ["move": "press", "move[to]": "/srv", "move[word]": "s3cret"])
        #expect(asked.status == 200)
        #expect(asked.text.contains("<p>Now?</p>"))
        #expect(asked.text.contains(#"name="move[to]" value="/srv""#), "\(asked.text)")
        #expect(!asked.text.contains("s3cret"))
        let missing = await panel.browse(["move": "press", "move[to]": "/srv"])
        #expect(missing.status == 422)
        let done = await panel.browse(
            ["move": "press", "_confirm": "move", "move[to]": "/srv", "move[word]": "s3cret"])
        #expect(done.status == 303)
    }
}
