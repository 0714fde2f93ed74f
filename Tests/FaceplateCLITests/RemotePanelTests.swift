import ArgumentParser
import Faceplate
import FaceplateHTTPClient
import FaceplatePanel
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateCLI

/// The addresses of running panels, and the bytes that a server sends.
struct RemotePanelTests {
    static let addresses: [(text: String, destination: ServerAddress.Destination, base: String)] = [
        ("http://127.0.0.1:8080/", .tcp(host: "127.0.0.1", port: 8080, isSecure: false), ""),
        ("http://localhost", .tcp(host: "localhost", port: 80, isSecure: false), ""),
        ("HTTPS://a.example/x/y/", .tcp(host: "a.example", port: 443, isSecure: true), "/x/y"),
        ("http://[::1]:81/a%20b", .tcp(host: "::1", port: 81, isSecure: false), "/a%20b"),
        ("unix:/run/p.sock", .unix(path: "/run/p.sock"), ""),
        ("unix:p.sock:/admin/", .unix(path: "p.sock"), "/admin"),
    ]

    @Test(arguments: addresses)
    func readsTheDestinationAndTheBasePathOfAnAddress(
        _ row: (text: String, destination: ServerAddress.Destination, base: String)
    ) throws {
        let address = try PanelAddress(row.text)
        #expect(address.server.destination == row.destination)
        #expect(address.server.base == row.base)
    }

    /// A panel answers only requests for a host that it knows.
    @Test(arguments: [
        ("http://a.example:80/", "a.example"), ("https://a.example:443/", "a.example"),
        ("http://a.example:443/", "a.example:443"), ("https://a.example:80/", "a.example:80"),
        ("http://[::1]/", "[::1]"), ("http://[::1]:81/", "[::1]:81"), ("unix:p.sock", "localhost"),
    ])
    func addsAnUnusualPortToTheHost(address: String, authority: String) throws {
        #expect(try PanelAddress(address).server.authority == authority)
    }

    @Test(arguments: [
        "", "panel", "127.0.0.1:8080", "ftp://a/", "http://", "http:///x", "unix:",
        "http://a:99999/",
        "http://a/?q=1", "http://a/#x", "http://a b/", "http://token@a/",
    ])
    func rejectsInvalidAddresses(_ text: String) {
        #expect(throws: ValidationError.self) { try PanelAddress(text) }
    }

    @Test
    func doesNotRepeatAPasswordInAnError() {
        let error = #expect(throws: ValidationError.self) {
            try PanelAddress("http://u:pl4nted@a/")
        }
        #expect(error?.message.contains("pl4nted") == false)
    }

    @Test(arguments: [
        ([], "http://a/", "a"), ([], "", nil), ([], " \n", nil),
        (["--url", "http://b/"], "http://a/", "b"),
        (["--schema", "x"], "http://a/", nil), (["--database", "x"], "http://a/", nil),
    ])
    func prefersTheOptionToTheVariable(
        options: [String], variable: String, host: String?
    ) throws {
        let address = try PanelOptions.parse(options).address(["FACEPLATE_URL": variable])
        #expect(address?.server.host == host)
    }

    /// A token with such characters would end its header field.
    @Test(arguments: ["a b", "a\nb", "a\tb", "ä", "\u{7F}"])
    func rejectsATokenWithInvalidCharacters(token: String) throws {
        let address = try PanelAddress("http://a/")
        #expect(throws: Failure.self) {
            try RemoteOptions.parse([]).connection(to: address, ["FACEPLATE_TOKEN": token])
        }
    }

    @Test(.enabled("only root can give files away") { geteuid() == 0 })
    func rejectsTheTokenFileOfAnotherUser() throws {
        let workspace = try Workspace()
        let path = workspace.path(try workspace.write("token", to: "token"))
        #expect(chmod(path, 0o600) == 0)
        let options = try RemoteOptions.parse(["--token-file", path])
        let address = try PanelAddress("http://a/")
        _ = try options.connection(to: address, [:])
        #expect(chown(path, 1, 1) == 0)
        let failure = #expect(throws: Failure.self) { try options.connection(to: address, [:]) }
        #expect(failure?.messages.first?.contains("must belong to you") == true)
    }

    private static func settings(_ schema: String = Sample.schema) throws -> Settings {
        try Settings.inMemory(SchemaReader.read(Array(schema.utf8), name: "reader"))
    }

    /// Starts a server, with TLS if there is a certificate.
    private static func serve(with files: TestCertificate?) throws -> PanelServer {
        var configuration = PanelServer.Configuration()
        configuration.tls = files.map { .init(certificate: $0.certificate, key: $0.key) }
        return try PanelServer(Panel(settings()), configuration: configuration)
    }

    private func openSockets() -> Int { OpenFiles.targets { $0.hasPrefix("socket:") }.count }

    /// A command that follows changes sends a request each minute.
    @Test(.timeLimit(.hung), arguments: [true, false])
    func leavesNoFileOpenAfterARequest(isSecure: Bool) throws {
        let files = try TestCertificate()
        let server = try Self.serve(with: isSecure ? files : nil)
        defer { server.stop() }
        let client = HTTPClient(
            address: try PanelAddress(server.url).server,
            credentials: isSecure ? try TLSCredentials(authorities: files.certificate) : nil)
        let before = openSockets()
        for _ in 0..<300 {
            let response = try client.send(
                HTTPRequest(path: "/api/settings"), patience: .seconds(60))
            #expect(response.status == 200)
        }
        // Other tests open sockets at the same time, but close them.
        #expect(eventually { openSockets() < before + 250 })
    }

    /// The certificate is trusted, and is for its own name and the address.
    @Test(.timeLimit(.hung), arguments: ["127.0.0.1", "localhost"])
    func requiresACertificateForTheNameInTheAddress(host: String) throws {
        let files = try TestCertificate(name: "harbour.example")
        let server = try Self.serve(with: files)
        defer { server.stop() }
        let port = try #require(URL(string: server.url)?.port)
        let client = try HTTPClient(
            address: PanelAddress("https://\(host):\(port)/").server,
            credentials: TLSCredentials(authorities: files.certificate))
        func send() throws -> HTTPResponse {
            try client.send(HTTPRequest(path: "/api/settings"), patience: .seconds(60))
        }
        if host == "127.0.0.1" {
            #expect(try send().status == 200)
        } else {
            let error = #expect(throws: HTTPError.self) { try send() }
            guard case .tls(let failure) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.reason == .otherHost)
            #expect(failure.message.contains("name"), "\(failure)")
        }
    }

    /// No host can have this address.
    @Test
    func reportsTheReasonForAnUnreachableAddress() throws {
        let client = try HTTPClient(address: PanelAddress("http://255.255.255.255/").server)
        let error = #expect(throws: HTTPError.self) {
            try client.send(HTTPRequest(path: "/"), patience: .seconds(60))
        }
        guard case .unreachable(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasSuffix("."))
    }

    /// Without the wait, the time of this request is over before it begins.
    @Test
    func addsTheWaitOfThePanelToThePatience() throws {
        let (_, server, panel) = try served()
        defer { server.stop() }
        var connection = panel.connection
        connection.patience = 0
        let request = HTTPRequest(path: "/api/settings")
        #expect(throws: Failure.self) { try connection.json(request) }
        #expect(try connection.json(request, waiting: 60).object != nil)
    }

    /// A command that follows changes connects each second while a panel restarts.
    @Test
    func leavesNoFileOpenAfterAFailedConnection() throws {
        let client = try HTTPClient(address: PanelAddress("unix:/no/such/socket").server)
        let before = openSockets()
        for _ in 0..<500 {
            #expect(throws: HTTPError.noListener) {
                try client.send(HTTPRequest(path: "/"), patience: .seconds(60))
            }
        }
        // Other tests open sockets at the same time, but close them.
        #expect(eventually { openSockets() < before + 250 })
    }

    /// Serves settings, and reads the panel at their URL.
    private func served(
        _ configuration: Panel.Configuration = Panel.Configuration(),
        schema: String = Sample.schema
    ) throws -> (settings: Settings, server: PanelServer, panel: RemotePanel) {
        let settings = try Self.settings(schema)
        let server = try PanelServer(Panel(settings, configuration: configuration))
        return (settings, server, try panel(at: server))
    }

    private func panel(at server: PanelServer) throws -> RemotePanel {
        try RemotePanel(PanelConnection(to: PanelAddress(server.url)))
    }

    private func set(_ values: [String: String], _ settings: Settings) throws {
        try settings.applyAndWait(
            Batch(values.map { Assignment($0, .text($1)) }, origin: .program))
    }

    /// The database of a panel can be restored from a backup.
    @Test(.timeLimit(.hung))
    func readsAFollowedPanelAgainAfterItWasRestored() async throws {
        let workspace = try Workspace()
        func serve(_ names: String...) throws -> PanelServer {
            let settings = try Self.settings()
            for name in names { try set(["account_name": name], settings) }
            var configuration = PanelServer.Configuration()
            (configuration.hosts, configuration.paths) = ([], [workspace.path("s")])
            return try PanelServer(Panel(settings), configuration: configuration)
        }
        let later = try serve("Ada", "Eve")
        let panel = try panel(at: later)
        later.stop()
        let earlier = try serve("Ada")
        defer { earlier.stop() }
        defer { panel.close() }
        let following = panel.onNews {}
        defer { following.cancel() }
        #expect(try await becomesTrue { panel.snapshot.revision == 1 })
        #expect(panel.snapshot.value("account_name") == .text("Ada"))
    }

    // MARK: - Undo

    /// Others may have changed settings since the panel was read.
    @Test(.timeLimit(.hung))
    func reportsTheCurrentValueAndRevisionOfAConflict() async throws {
        let (settings, server, panel) = try served()
        defer { server.stop() }
        try set(["account_name": "Ada"], settings)
        try set(["account_name": "Eve"], settings)
        try set(["display_titles": "NO"], settings)
        let error = await #expect(throws: ApplyError.self) {
            try await panel.apply(Batch([], origin: .cli, reversal: Reversal(.undo(1))))
        }
        guard case .conflict(let conflicts) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(conflicts.map(\.key) == ["account_name"])
        #expect(conflicts.first?.theirs == .value(.text("Eve")))
        #expect(conflicts.first?.revision == 2)
        #expect(panel.snapshot.revision == 3)
    }

    @Test(.timeLimit(.hung))
    func undoesTheNamedChangeOrReportsSkippedOnes() async throws {
        let (settings, server, panel) = try served()
        defer { server.stop() }
        try set(["account_password": "s3cr3t"], settings)
        try set(["account_password": "0th3r", "account_name": "Ada"], settings)
        for (key, skipped) in [(nil, ["account_password"]), ("account_name", [])] {
            let outcome = try await panel.apply(
                Batch(
                    [], origin: .cli, reversal: Reversal(.undo(2, key: key)), isDryRun: true))
            #expect(outcome.changes.map(\.key) == ["account_name"])
            #expect(outcome.skipped.map(\.key) == skipped)
        }
    }

    // MARK: - Following

    /// The panel may end following before a command has registered.
    @Test(.timeLimit(.hung))
    func endsObserversThatRegisterAfterARejection() async throws {
        var configuration = Panel.Configuration()
        configuration.access = .token
        let settings = try Self.settings()
        let credentials = PanelCredentials(settings)
        let token = try credentials.addToken(named: "deploy")
        let server = try PanelServer(Panel(settings, configuration: configuration))
        defer { server.stop() }
        let panel = try RemotePanel(
            PanelConnection(to: PanelAddress(server.url), token: token))
        defer { panel.close() }
        let ends = Locked(0)
        panel.onEnd { ends.withLock { $0 += 1 } }
        #expect(try credentials.revokeToken(named: "deploy"))
        let observation = panel.observe { _ in }
        defer { observation.cancel() }
        #expect(try await becomesTrue { panel.ending != nil })
        panel.onEnd { ends.withLock { $0 += 1 } }
        #expect(try await becomesTrue { ends.withLock { $0 } == 2 })
        #expect(panel.ending?.status == .denied)
    }

    @Test(.timeLimit(.hung))
    func readsANewSchemaWhileItFollowsThePanel() async throws {
        let (settings, server, panel) = try served()
        defer { server.stop() }
        defer { panel.close() }
        let observation = panel.observe { _ in }
        defer { observation.cancel() }
        let text = Sample.schema.replacing("account_name", with: "account_title")
        try settings.adopt(SchemaReader.read(Array(text.utf8), name: "reader"))
        try set(["account_title": "Ada"], settings)
        #expect(
            try await becomesTrue { panel.snapshot.schema.settings["account_title"] != nil })
    }

    // MARK: - Long histories

    /// One response has at most 1,000 revisions.
    private static let count = 2_100

    /// Makes many revisions after a panel was read.
    private func servedLong() throws -> (server: PanelServer, panel: RemotePanel) {
        let (settings, server, panel) = try served()
        for number in 1...Self.count { try set(["account_name": "\(number)"], settings) }
        return (server, panel)
    }

    @Test(.timeLimit(.hung))
    func readsALongHistoryInParts() throws {
        let (server, panel) = try servedLong()
        defer { server.stop() }
        let scan = try panel.scanRevisions(before: nil, limit: 2_050, of: nil) { $0 }
        #expect(scan.revisions.map(\.number) == (51...Self.count).reversed())
        #expect(scan.hasMore && scan.last == 51)
    }

    /// Each of several threads that follow would tell every observer of a change.
    @Test(.timeLimit(.hung))
    func usesTheSameRequestsForSeveralObservers() async throws {
        let requests = Locked(0)
        var configuration = Panel.Configuration()
        configuration.identify = { request in
            if request.path == "/api/changes" { requests.withLock { $0 += 1 } }
            return Requester()
        }
        let (settings, server, panel) = try served(configuration)
        defer { server.stop() }
        defer { panel.close() }
        let told = Locked(0)
        let observations = (0..<5).map { _ in panel.observe { _ in told.withLock { $0 += 1 } } }
        try set(["account_name": "Ada"], settings)
        #expect(try await becomesTrue { told.withLock { $0 } >= observations.count })
        // The second of them waits for the next change.
        #expect(requests.withLock { $0 } <= 2)
    }

    @Test(.timeLimit(.hung))
    func observesManyNewRevisionsInOrder() async throws {
        let (server, panel) = try servedLong()
        defer { server.stop() }
        var numbers: [Int] = []
        for await revision in panel.revisions() {
            numbers.append(revision.number)
            if numbers.count == Self.count || revision.number == Self.count { break }
        }
        panel.close()
        #expect(numbers == Array(1...Self.count))
        #expect(panel.snapshot.value("account_name") == .text("\(Self.count)"))
    }
}

extension HTTPResponse: Equatable {
    static func == (left: HTTPResponse, right: HTTPResponse) -> Bool {
        left.status == right.status && left.body == right.body
    }
}
