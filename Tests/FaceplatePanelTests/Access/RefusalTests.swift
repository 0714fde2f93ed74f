import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Logging
import Testing

@testable import FaceplatePanel

/// Requests that are rejected by method, path or headers, before the body is read.
struct RefusalTests {
    private static let json = [("accept", "application/json")]

    static let rows:
        [(
            method: String, path: String, fields: [(String, String)], status: Int, code: String
        )] = [
            ("GET", "/", [("host", "evil.example")], 421, "wrong_host"),
            ("POST", "/", [("host", "evil.example")], 421, "wrong_host"),
            (
                "POST", "/", [("host", "localhost"), ("origin", "http://evil.example")], 403,
                "other_origin"
            ),
            (
                "GET", "/healthz", [("host", "localhost"), ("sec-fetch-site", "cross-site")], 403,
                "other_origin"
            ),
            ("PUT", "/", [("host", "localhost")], 405, "method_not_allowed"),
            ("POST", "/healthz", [("host", "localhost")], 405, "method_not_allowed"),
            (
                "POST", "/", [("host", "localhost"), ("content-length", "9999999999")], 413,
                "too_large"
            ),
        ]

    @Test(arguments: rows)
    func aScriptGetsAProblemDocument(
        _ row: (
            method: String, path: String, fields: [(String, String)], status: Int, code: String
        )
    ) async throws {
        let panel = Panel(try TestPanel.make(TestPanel.item("edit_text")).settings)
        for fields in [row.fields + Self.json, row.fields] {
            let request = SimpleRequest(row.method, row.path, fields: fields)
            let response: PanelResponse
            switch panel.admit(request) {
            case .refuse(let refusal): response = refusal
            case .accept(let accepted):
                response = await withCheckedContinuation { continuation in
                    panel.answer(accepted, body: []) { continuation.resume(returning: $0) }
                }
            }
            #expect(response.status == row.status)
            let isJSON = response.header("content-type")?.hasPrefix("application/problem+json")
            #expect(isJSON == (fields.count > row.fields.count))
            guard isJSON == true else { continue }
            let document = try JSONReader.read(response.body).object
            #expect(document?["code"]?.string == row.code)
            #expect(document?["status"]?.number?.integer == Int64(row.status))
            #expect(document?["title"]?.string?.isEmpty == false)
        }
    }

    /// Repeated headers, of which at least one alone would be accepted.
    static let repeated: [[(String, String)]] = [
        [("origin", "http://localhost"), ("origin", "http://evil.example")],
        [("origin", "http://localhost"), ("origin", "http://localhost")],
        [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")],
        [
            ("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate"), ("sec-fetch-mode", "cors"),
        ],
    ]

    @Test(arguments: repeated)
    func twoCredentialsOfOneKindAreRejected(_ fields: [(String, String)]) async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        for method in ["GET", "POST"] {
            let response = await panel.client.send(
                SimpleRequest(
                    method, "/",
                    fields: [
                        ("host", "localhost"),
                        ("content-type", "application/x-www-form-urlencoded"),
                    ] + fields, body: Array("k=x".utf8)))
            #expect(response.status == 403)
        }
        #expect(panel.settings.text("k") != "x")
    }

    @Test func theLogLinesOfRejectionsAreLimited() async throws {
        let log = RecordedLog(level: .trace)
        let panel = try TestPanel.make(TestPanel.item("edit_text")) {
            $0.logger = log.logger
        }
        for number in 0..<1_000 {
            let fields =
                number % 2 == 0
                ? [("host", "evil.example")] : [("host", "localhost"), ("origin", "null")]
            let response = await panel.client.send(SimpleRequest("POST", "/", fields: fields))
            #expect(response.status == (number % 2 == 0 ? 421 : 403))
        }
        let refusals = log.lines.filter { $0.hasPrefix("rejected ") }
        // The limit is ten lines for each second of the test.
        #expect(refusals.count >= 10)
        #expect(refusals.count < 500)
    }
}
