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
        try settings.replaceGroup(
            "account", with: Group("account") { Button("fresh") { _ in .success("New.") } })
        #expect(await Self.client(settings).post([("fresh", "press")]).text.contains("New."))
    }
}
