import FaceplateTesting
import Foundation
import Logging

@testable import Faceplate
@testable import FaceplatePanel

/// A panel that asks for a sign-in, with clocks that only tests move.
struct SignInBench {
    static let password = "correct horse battery"
    static let schema = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","groups":[
          {"groupKey":"open","groupTitle":"Quay","items":[
            {"itemKey":"name","itemTitle":"Berth","itemControlType":"edit_text","itemValue":"Pier"}]},
          {"groupKey":"safe","groupTitle":"Strongroom","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy"}]}]}
        """#

    let clock = TestClock()
    /// The time since the start, for the limit of attempts.
    let passed = Locked(Duration.zero)
    /// The time by which credentials end whatever the time of day, in seconds.
    let uptime = Locked(0.0)
    let settings: Settings
    let client: PanelClient

    init(
        _ access: Panel.Access, schema: String = Self.schema,
        in storage: any SettingsStorage = MemoryStorage(),
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws {
        var adoption = Settings.Adoption()
        adoption.now = { [clock] in clock.now }
        adoption.uptime = { [uptime] in uptime.withLock { $0 } }
        settings = try Settings.open(
            SchemaReader.read(Array(schema.utf8), name: "test"), in: storage, adoption: adoption,
            watches: false)
        var configuration = Panel.Configuration()
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        configuration.access = access
        configure(&configuration)
        let now = ContinuousClock.now
        client = PanelClient(
            Panel(
                settings, configuration: configuration,
                attemptTime: { [passed] in now + passed.withLock { $0 } }))
    }

    var credentials: PanelCredentials { PanelCredentials(settings) }

    /// A panel with a password.
    static func withPassword(
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> SignInBench {
        let bench = try SignInBench(.password, configure: configure)
        try bench.credentials.setPassword(password)
        return bench
    }

    /// Returns the path of a new sign-in link.
    func link() throws -> String {
        try String(credentials.makeSignInLink(at: "http://localhost/").dropFirst(16))
    }

    /// Signs in, and returns the header with the session's cookie.
    func session() async throws -> (name: String, value: String) {
        cookie(await client.get(try link()))
    }

    func signIn(_ password: String, fields: [(name: String, value: String)] = []) async
        -> PanelResponse
    {
        await client.post(
            [("username", "harbour"), ("password", password)], to: "/sign-in",
            fields: fields + [("accept", "text/html")])
    }

    /// Returns the header with the cookie that a response sets.
    func cookie(_ response: PanelResponse) -> (name: String, value: String) {
        let value = response.header("set-cookie") ?? ""
        return ("cookie", String(value.prefix { $0 != ";" }))
    }

    func visit(
        _ target: String, _ fields: (name: String, value: String)...
    ) async -> PanelResponse {
        await client.get(target, fields: [("accept", "text/html")] + fields)
    }
}
