import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PressHandlerTests {
    private static func settings() throws -> Settings {
        try Settings.inMemory(
            Schema {
                Group("account") {
                    EditText("account_username")
                    Button("sign_in") { request in
                        .success(
                            "Signed in as \(request.text("account_username"))\(request.text("x")).")
                    }
                    Link("about") { request in
                        .success("\(request.key) \(request.position) \(request.data == 7)")
                    }.accessory(.disclosure).data(7)
                    Button("bare")
                    Button("light").states(.state("off", title: "Switch on"), .state("on"))
                        .onPress { .success("It was \($0.state ?? "nothing").") }
                }
            })
    }

    /// Returns a client that waits for handlers up to a minute, and reads their results as JSON.
    private static func client(
        _ settings: Settings, _ actions: [String: ActionHandler] = [:]
    ) -> PanelClient {
        var configuration = Panel.Configuration()
        configuration.actionPatience = .seconds(60)
        configuration.actions = actions
        var client = PanelClient(settings, configuration: configuration)
        client.fields = [("accept", "application/json")]
        return client
    }

    @Test(
        arguments: [
            ([("account_username", "ann"), ("sign_in", "press")], "Signed in as ann."),
            ([("about", "press")], "about 2 true"), ([("light", "press")], "It was off."),
        ] as [([(String, String)], String)])
    func runsTheHandlerDeclaredAtTheItem(_ form: [(String, String)], _ words: String) async throws {
        let answer = try await Self.client(Self.settings()).post(
            form.map { (name: $0.0, value: $0.1) })
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func prefersTheActionOfTheConfiguration() async throws {
        let client = try Self.client(
            Self.settings(), ["sign_in": { _ in .success("Mine.") }])
        #expect(await client.post([("sign_in", "press")]).text.contains("Mine."))
    }

    @Test func reportsAButtonWithoutAHandler() async throws {
        let answer = try await Self.client(Self.settings()).post([("bare", "press")])
        #expect(!answer.text.contains("Mine."))
        #expect(answer.status != 200)
    }

    @Test func aReplacedGroupAddsItsActions() async throws {
        let settings = try Self.settings()
        try settings.content.replaceGroup(
            "account", with: Group("account") { Button("fresh") { _ in .success("New.") } })
        #expect(await Self.client(settings).post([("fresh", "press")]).text.contains("New."))
    }

    private struct Failure: Error, CustomStringConvertible {
        let description = "The boiler is cold."
    }

    private struct Boiler: Preferences {
        @Setting var rooms = ["a", "b"]
        @Setting var port = 1

        var page: Faceplate.SettingsPage {
            $rooms
            $port
            Button("literal", confirm: "Now?") { press in
                for step in 1...4 { press.progress(step, of: 4) }
                return "Calibrated \(rooms.count) rooms."
            }
            Button("text") { _ in
                let words = rooms.joined()
                return words
            }
            Button("result") { request in .success("It is \(request.key).") }
            Button("none") { _ in try await $port.set(7) }
            Button("steps") { press in
                guard press.key == "steps" else { return }
                try await $port.set(7)
            }
            Button("mixed") { press in
                if press.key == "none" { return .failure("No.") }
                return .success("Yes.")
            }
            Button("failure") { _ in throw Failure() }
            Button("rejection") { _ in try await $rooms.set(["a\nb"]) }
            Link("link") { _ in try await Task.sleep(for: .zero) }
        }
    }

    @Test(arguments: [
        ("literal", #""status":"done","message":"Calibrated 2 rooms.""#),
        ("text", #""status":"done","message":"ab""#),
        ("result", #""status":"done","message":"It is result.""#),
        ("none", #""status":"done""#), ("steps", #""status":"done""#),
        ("mixed", #""message":"Yes.""#), ("link", #""status":"done""#),
        ("failure", "failed: The boiler is cold."), ("rejection", "failed: "),
    ])
    func returnsOrThrowsItsResult(_ key: String, _ words: String) async throws {
        let settings = try Settings.inMemory(try #require(try Boiler.schema))
        let answer = await Self.client(settings).post([(key, "press")])
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect((answer.status == 422) == words.contains("failed"))
        #expect(settings.integer("port") == (["none", "steps"].contains(key) ? 7 : 1))
    }

    @Test func progressCountsSteps() {
        let progress = ActionProgress()
        progress(1, of: 4, message: "one")
        #expect(progress.report == .init(fraction: 0.25, message: "one"))
        progress(1, of: 0)
        #expect(progress.report == .init(fraction: nil, message: nil))
    }
}
