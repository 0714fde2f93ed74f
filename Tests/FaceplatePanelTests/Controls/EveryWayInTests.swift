import Faceplate
import FaceplateSchema
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The ways in which a value of every control is set: each reads and checks it in the same way.
struct EverySourceTests {
    enum Way: CaseIterable {
        case form, script, api, program, commandLine, standard
    }

    private struct Refused: Error {
        let code: String
    }

    /// Sets a value in one way.
    ///
    /// - Returns: The settings with this value, set or as the default.
    private func set(
        _ kind: ControlKind, _ way: Way, fields: [(name: String, value: String)], text: String,
        json: String
    ) async throws -> TestPanel {
        if way == .standard { return try kind.panel(value: json) }
        let panel = try kind.panel()
        switch way {
        case .standard: break
        case .form:
            let names = Set(fields.map(\.name))
            let sent = await panel.shownRow().sent.filter { !names.contains($0.name) } + fields
            let answer = await panel.client.post(
                sent + [("_revision", "0")], fields: [("accept", "text/html")])
            if answer.status != 303 { throw Refused(code: "\(answer.status)") }
        case .script: try check(await panel.json(["k": text]))
        case .api: try check(await panel.put(json))
        case .program: try apply(.json(ControlSample.json(json)), .program, panel)
        case .commandLine: try apply(.text(text), .cli, panel)
        }
        return panel
    }

    private func check(_ answer: PanelResponse) throws {
        guard answer.status != 200 else { return }
        let code = answer.text.firstMatch(of: /"errors":\[\{[^\]]*"code":"(\w+)"/)
        throw Refused(code: code.map { String($0.1) } ?? "\(answer.status)")
    }

    private func apply(_ input: Assignment.Input, _ origin: Origin, _ panel: TestPanel) throws {
        do throws(ApplyError) {
            try panel.settings.applyAndWait(Batch([Assignment("k", input)], origin: origin))
        } catch {
            guard case .refused(let problems) = error else { throw error }
            throw Refused(code: problems.map(\.problem.code.rawValue).joined())
        }
    }

    @Test(arguments: ControlKind.settings, Way.allCases)
    func everySourceSetsTheSameValue(kind: ControlKind, way: Way) async throws {
        let sample = kind.sample
        // A secret and a file have no default.
        guard way != .standard || !sample.isSentOnce else { return }
        let panel = try await set(
            kind, way, fields: sample.fields, text: sample.text, json: sample.json)
        let read = try ControlSample.json(await panel.page("/api/settings")).object?["k"]
        if sample.isSecret {
            #expect(try panel.settings.secret("k") == sample.text)
            #expect(try read == ControlSample.json(#"{"set":true}"#))
        } else {
            #expect(panel.settings.value("k") == sample.value)
            #expect(try read == ControlSample.json(sample.json))
        }
        #expect(panel.settings.snapshot.isSet("k") == (way != .standard))
    }

    @Test(arguments: ControlKind.settings, Way.allCases)
    func everySourceRejectsTheSameValue(kind: ControlKind, way: Way) async throws {
        let sample = kind.sample
        guard way != .standard || !sample.isSentOnce && kind != .select else { return }
        let error = await #expect(throws: (any Error).self) {
            _ = try await set(
                kind, way, fields: sample.wrongEdit ?? [("k", sample.wrong)], text: sample.wrong,
                json: sample.wrongJSON)
        }
        switch way {
        case .form: #expect((error as? Refused)?.code == "422")
        case .standard: #expect(error is SchemaError)
        case .script, .api, .program, .commandLine:
            #expect((error as? Refused)?.code == sample.code.rawValue)
        }
    }
}

extension TestPanel {
    /// Sets the value of `k` by the JSON API.
    func put(_ json: String) async -> PanelResponse {
        await client.send(
            SimpleRequest(
                "PUT", "/api/settings/k",
                fields: [("host", "localhost"), ("content-type", "application/json")],
                body: Array(json.utf8)))
    }
}
