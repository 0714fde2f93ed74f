import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Logging
import Testing

@testable import FaceplatePanel

/// A secret is set, and must not appear in any output.
struct SecretsTests {
    private static let planted = "pl4nted-t0ken"
    private static let json = #"""
        [{"groupKey":"g","items":[
            {"itemKey":"pw","itemControlType":"edit_password","itemMinimumLength":8,"itemPattern":"^pl"},
            {"itemKey":"name","itemControlType":"edit_text"},
            {"itemKey":"go","itemControlType":"button"},
            {"itemKey":"fail","itemControlType":"button"}]}]
        """#

    private func make(_ log: RecordedLog) throws -> TestPanel {
        let schema = try SchemaReader.read(Array(Self.json.utf8), name: "test")
        let settings = try Settings.inMemory(schema, logger: log.logger)
        var configuration = Panel.Configuration()
        configuration.logger = log.logger
        configuration.actions["go"] = { .success("\($0.values) \($0.snapshot.value("pw") as Any)") }
        configuration.actions["fail"] = { .failure("\($0)") }
        return TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
    }

    @Test
    func areInNoResponseAndNoLog() async throws {
        let log = RecordedLog(level: .trace)
        let panel = try make(log)
        let secret = Self.planted
        var answers: [PanelResponse] = []
        let forms: [TestPanel.Fields] = [
            ["pw": "\(secret)-1"], ["pw": "x\(secret)"], ["pw": "\(secret)\0"],
            ["pw": secret, "nope": "x"], ["pw": secret, "name": "\0"],
            ["pw": secret, "go": "press"],
            ["pw": secret, "fail": "press"], ["pw": secret, "go": "\(secret)"],
            ["pw": secret, "_revision": "0"], ["pw": "\(secret)-2", "_dry_run": "1"],
            ["pw": secret, "_dry_run": secret], ["pw": secret, "_revision": secret],
            ["pw": secret, "_locale": secret], ["pw": secret, "_clear": "pw"], ["_clear": "pw"],
            ["pw": "\(secret)-3", "_revision": "1"], ["pw": secret],
        ]
        for form in forms {
            answers.append(await panel.browse(form))
            answers.append(await panel.json(form))
            answers.append(await panel.post(form))
            answers.append(await panel.json(form, fields: [("if-match", "\"1\"")]))
        }
        try await panel.settings.set("pw", to: .text("\(secret)-swift"))
        try await panel.settings.set("pw", to: .text(secret))
        for target in ["/changes", "/api/changes", "/?details=1", "/s/pw"] {
            answers.append(await panel.client.get(target, fields: [("accept", "text/html")]))
        }
        for answer in answers {
            if let location = answer.header("location") {
                answers.append(await panel.client.get(String(location.prefix { $0 != "#" })))
            }
        }
        for target in ["/", "/?same=1", "/healthz", "/nope", "/?pw=\(secret)", "/\(secret)"] {
            answers.append(await panel.client.get(target, fields: [("accept", "text/html")]))
        }
        #expect(try panel.settings.secret("pw") == secret)
        for answer in answers {
            #expect(!answer.text.contains(secret), "\(answer.status) \(answer.text)")
            for header in answer.headers { #expect(!header.value.contains(secret)) }
        }
        #expect(log.details.count > 10)
        for line in log.details { #expect(!line.contains(secret), "\(line)") }
        #expect(Set(answers.map(\.status)) == [200, 303, 400, 404, 409, 412, 422])
    }

    @Test
    func areInNoLogOfAMalformedBody() async throws {
        let log = RecordedLog(level: .trace)
        let panel = try make(log)
        let before = log.details.count
        for body in ["pw=\(Self.planted)%zz", "pw=\(Self.planted)%FF"] {
            let response = await panel.client.send(
                SimpleRequest(
                    "POST", "/",
                    fields: [
                        ("host", "localhost"),
                        ("content-type", "application/x-www-form-urlencoded"),
                    ], body: Array(body.utf8)))
            #expect(response.status == 400)
            #expect(!response.text.contains(Self.planted))
        }
        // A body that cannot be read is not logged at all.
        #expect(log.details.dropFirst(before) == [])
    }

    @Test
    func areNotInTheDescriptionsOfHandlerArguments() async throws {
        let panel = try make(RecordedLog(level: .trace))
        let response = await panel.json(["pw": Self.planted, "go": "press"])
        #expect(response.status == 200)
        #expect(response.text.contains("nil"))
        #expect(!response.text.contains(Self.planted))
    }
}
