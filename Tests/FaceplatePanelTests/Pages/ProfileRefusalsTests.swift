import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Requests about profiles that change nothing.
struct ProfileRejectionsTests {
    private static let encoded = "application/x-www-form-urlencoded"

    private func make() throws -> TestPanel {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        try panel.set(["k": "Quay"])
        try panel.settings.profiles.save(named: "Day")
        return panel
    }

    private func send(
        _ panel: TestPanel, _ method: String, _ path: String, _ body: String, type: String,
        accept: String = "application/json"
    ) async -> PanelResponse {
        await panel.client.send(
            SimpleRequest(
                method, path,
                fields: [("host", "localhost"), ("content-type", type), ("accept", accept)],
                body: Array(body.utf8)))
    }

    /// People get a page, and programs a problem document.
    @Test(
        arguments: ["/profiles", "/profiles/Day"],
        [
            ("_name=x&_rename=%zz", encoded, 400, "malformed"),
            ("_name=x&_rename=1", "text/plain", 415, "unsupported_media_type"),
            (String(repeating: "f&", count: 2_000), encoded, 413, "too_large"),
        ])
    func anUnreadableFormIsReported(
        path: String, form: (body: String, type: String, status: Int, code: String)
    ) async throws {
        let panel = try make()
        let problem = await send(panel, "POST", path, form.body, type: form.type)
        #expect(problem.status == form.status, "\(problem.text)")
        #expect(problem.header("content-type") == JSONAnswer.problemType)
        #expect(problem.text.contains(#""code":"\#(form.code)""#), "\(problem.text)")
        let page = await send(
            panel, "POST", path, form.body, type: form.type, accept: "text/html")
        #expect(page.status == form.status)
        #expect(page.header("content-type") == "text/html; charset=utf-8")
        #expect(try panel.settings.profiles.all().map(\.name) == ["Day"])
    }

    @Test(arguments: [
        (String(repeating: "n", count: 65), "", 64),
        ("Night", String(repeating: "d", count: 501), 500),
    ])
    func reportsTheLimitOfTextThatIsTooLong(
        name: String, description: String, limit: Int
    ) async throws {
        let panel = try make()
        let page = await panel.browse(
            ["_name": "\(name)", "_description": "\(description)"], to: "/profiles")
        #expect(page.status == 422)
        #expect(page.text.contains(" \(limit) characters"), "\(page.text)")
    }

    /// As every page, that of a problem depends on the language, and remembers the one that was chosen.
    @Test func aMissingProfileIsReportedInTheChosenLanguage() async throws {
        let panel = try make()
        let page = await panel.visit("/profiles/Night?lang=en")
        #expect(page.status == 404)
        #expect(page.header("vary") == "Accept, Accept-Language, Cookie")
        #expect(page.header("set-cookie")?.contains("=en;") == true)
    }

    /// A switch has no form, and its body is empty or JSON.
    @Test func applyingAProfileAcceptsOnlyJSON() async throws {
        let panel = try make()
        let answer = await send(panel, "POST", "/api/profiles/Day/apply", "{}", type: "text/plain")
        #expect(answer.status == 415 && panel.settings.revision == 1)
    }

    @Test(arguments: [
        ("PUT", "/api/profiles/Day", "{}"), ("PATCH", "/api/profiles/Day", #"{"name":"x"}"#),
        ("DELETE", "/api/profiles/Day", ""), ("POST", "/api/profiles/Day/apply", ""),
    ])
    func aStoreThatFailsIsReported(method: String, path: String, body: String) async throws {
        let panel = try make()
        panel.settings.close()
        let answer = await send(panel, method, path, body, type: "application/json")
        #expect(answer.status == 503, "\(answer.text)")
        #expect(answer.text.contains(#""code":"storage_closed""#), "\(answer.text)")
    }
}
