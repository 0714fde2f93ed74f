import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Synchronization
import Testing

@testable import FaceplatePanel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Checks from other tests, repeated through a socket.
@Suite(.timeLimit(.hung))
struct PanelServerTests {
    private struct Answer {
        let status: Int
        let headers: HTTPURLResponse
        let text: String
    }

    private func send(
        _ url: String, _ method: String = "GET", _ fields: KeyValuePairs<String, String> = [:],
        body: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
        let headers = try #require(response as? HTTPURLResponse)
        return Answer(
            status: headers.statusCode, headers: headers,
            text: String(decoding: data, as: UTF8.self))
    }

    @Test
    func servesThePageAndAcceptsAForm() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        let page = try await send(server.url)
        #expect(page.status == 200)
        #expect(page.text == (await panel.page()))
        #expect(page.headers.value(forHTTPHeaderField: "X-Frame-Options") == "DENY")
        let head = try await send(server.url, "HEAD")
        #expect(head.status == 200)
        #expect(head.text.isEmpty)
        // The client follows the 303 to the page, which reports the change.
        let saved = try await send(server.url, "POST", [:], body: "k=YES")
        #expect(saved.status == 200)
        #expect(saved.text.contains("changed from <bdi>Off</bdi> to <bdi>On</bdi>"))
        #expect(panel.settings.value("k") == true)
    }

    @Test(arguments: RouteName.allCases)
    func identifiesEachRequestOnce(name: RouteName) async throws {
        let calls = Mutex(0)
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.identify = { _ in
                calls.withLock { $0 += 1 }
                return Requester()
            }
        }
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        // A stream of events has no end to wait for, and is tested without a socket.
        for operation in RouteTable.row(of: name).operations where name != .events {
            calls.withLock { $0 = 0 }
            let path = IdentifyTests.path(name)
            let body = operation.body == .form ? "k=YES" : nil
            // Without the JSON form, the client would follow the 303 to the page.
            _ = try await send(
                server.url.dropLast() + path, operation.method.rawValue,
                ["Accept": "application/json"], body: body)
            #expect(calls.withLock { $0 } == 1, "\(name)")
        }
    }

    @Test
    func answers304WithItsHeaders() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        let tag = try #require(await panel.client.get().entityTag)
        let response = try await send(server.url, "GET", ["If-None-Match": tag])
        #expect(response.status == 304)
        #expect(response.text.isEmpty)
        #expect(response.headers.value(forHTTPHeaderField: "ETag") == tag)
    }

    @Test
    func rejectsOtherSitesByTheirHeaders() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        let post = try await send(server.url, "POST", ["Origin": "http://evil.com"], body: "k=YES")
        #expect(post.status == 403)
        let host = try await send(server.url, "GET", ["Host": "evil.com:1"])
        #expect(host.status == 421)
        let large = try await send(
            server.url, "POST", [:], body: "k=" + String(repeating: "x", count: 1_048_576))
        #expect(large.status == 413)
        #expect(panel.settings.revision == 0)
    }

    @Test
    func acceptsAConfiguredNameWithItsPort() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.allowedHosts = ["panel.lan"]
        }
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        for (host, status) in [("panel.lan", 200), ("panel.lan:1", 421)] {
            let answer = try await send(server.url, "GET", ["Host": host])
            #expect(answer.status == status)
            // A server without TLS must not demand it.
            let rule = answer.headers.value(forHTTPHeaderField: "Strict-Transport-Security")
            #expect(rule == nil)
        }
    }

    @Test
    func stopsWhenAButtonEndsTheProgram() async throws {
        let (presses, press) = AsyncStream.makeStream(of: Void.self)
        let settings = try Settings.inMemory(
            Schema {
                Group("g") {
                    Switch("s")
                    Button("done") { _ in
                        press.yield()
                        return .success("Good bye.")
                    }
                }
            })
        let server = try PanelServer(Panel(settings))
        defer { server.stop() }
        let fields: KeyValuePairs = ["Accept": "application/json"]
        let answer = try await send(server.url, "POST", fields, body: "s=YES&done=press")
        #expect(answer.text.contains("Good bye."))
        for await _ in presses { break }
        server.stop()
        settings.close()
        #expect(settings.value("s") == true)
        await #expect(throws: URLError.self) { try await send(server.url) }
    }

    @Test
    func releasesItsPort() throws {
        let panel = try TestPanel.make(TestPanel.item("switch")).client.panel
        var configuration = PanelServer.Configuration()
        configuration.hosts = ["127.0.0.1"]
        let server = try PanelServer(panel, configuration: configuration)
        defer { server.stop() }
        configuration.port = server.port
        #expect(server.url == "http://127.0.0.1:\(server.port)/")
        let reason = "Port \(server.port) on 127.0.0.1 is in use"
        let error = #expect(throws: PanelServerError.self) {
            try PanelServer(panel, configuration: configuration)
        }
        #expect(error?.message.hasPrefix(reason) == true)
        let found = #expect(throws: PanelServerError.self) {
            try PanelServer.checkAddress(configuration)
        }
        #expect(found?.message.hasPrefix(reason) == true)
        server.stop()
        try PanelServer(panel, configuration: configuration).stop()
    }

    @Test
    func acceptsRequestsBesideWaitingOnes() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        var configuration = PanelServer.Configuration()
        configuration.connections = 4
        let server = try PanelServer(panel.client.panel, configuration: configuration)
        defer { server.stop() }
        async let first = panel.client.get("/api/settings?after=0&wait=60")
        while panel.client.panel.waits.count == 0 { await Task.yield() }
        #expect(await panel.client.get("/api/settings?after=0&wait=1").status == 503)
        panel.client.panel.stopActions()
        #expect(await first.status == 200)
    }

    @Test
    func readsEachOfSeveralFieldsWithOneName() async throws {
        let seen = Mutex<[String]>([])
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.identify = { request in
                let first = request.header("x-pier").map { [$0] } ?? []
                seen.withLock { $0 = first + request.headers("x-pier") }
                return Requester()
            }
        }
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        try RawSocket.send(
            "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Pier: 1\r\nX-Pier: 2\r\n\r\n",
            to: server.port)
        #expect(seen.withLock { $0 } == ["1", "1", "2"])
    }

    /// An action can need a moment to end when it is cancelled.
    @Test
    func aStopWaitsForTheResponsesOfActiveRequests() async throws {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let panel = try TestPanel.make(TestPanel.item("button")) { configuration in
            configuration.actionPatience = .seconds(60)
            configuration.actions["k"] = { _ in
                begin.yield()
                await Task.detached { await gate.wait() }.value
                return .success("Good bye.")
            }
        }
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        let (url, port) = (server.url, server.port)
        async let answer = send(url, "POST", ["Accept": "application/json"], body: "k=press")
        for await _ in begun { break }
        async let stopped: Void = server.stopped()
        // The rest of the stop follows at once when no connection is accepted.
        let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        while (try? RawSocket.send(request, to: port)) != nil { await Task.yield() }
        gate.open()
        #expect(try await answer.text.contains("Good bye."))
        await stopped
    }

    /// A request that waits for a change receives the current values, as when its time is over.
    @Test
    func aStopEndsWaitingRequests() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let server = try PanelServer(panel.client.panel)
        defer { server.stop() }
        let url = server.url
        async let answer = send(url + "api/settings?after=0&wait=60")
        while panel.client.panel.waits.count == 0 { await Task.yield() }
        await server.stopped()
        #expect(try await answer.status == 200)
    }

    /// The advice to choose another port would not help with the file of a socket.
    @Test
    func onlyAFailureOfANumberedPortConcernsThePort() throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let path = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString.prefix(8)).sock").path
        var configuration = PanelServer.Configuration()
        configuration.hosts = ["127.0.0.1"]
        configuration.paths = [path]
        let server = try PanelServer(panel.client.panel, configuration: configuration)
        defer { server.stop() }
        #expect(server.url == "http://127.0.0.1:\(server.port)/")
        configuration.hosts = []
        let socket = #expect(throws: PanelServerError.self) {
            try PanelServer(panel.client.panel, configuration: configuration)
        }
        #expect(socket?.concernsPort == false)
        let number = #expect(throws: PanelServerError.self) {
            try PanelServer(panel.client.panel, port: server.port)
        }
        #expect(number?.concernsPort == true)
    }

    @Test
    func theCheckRejectsASocketOpenToOtherMachines() throws {
        let descriptor = try RawSocket.listening(on: "0.0.0.0")
        defer { close(descriptor) }
        var configuration = PanelServer.Configuration()
        configuration.hosts = []
        configuration.inheritedSockets = [descriptor]
        let error = #expect(throws: PanelServerError.self) {
            try PanelServer.checkAddress(configuration)
        }
        #expect(error?.message.contains("can be reached from other machines") == true)
        try PanelServer.checkAddress(configuration, access: .link)
    }

    @Test(arguments: [["0.0.0.0"], ["127.0.0.1", "0.0.0.0"], ["::1", "127.0.0.1", "::"]])
    func theCheckRejectsEachAddressOpenToOtherMachines(hosts: [String]) throws {
        var configuration = PanelServer.Configuration()
        configuration.hosts = hosts
        let error = #expect(throws: PanelServerError.self) {
            try PanelServer.checkAddress(configuration)
        }
        #expect(error?.message.contains("can be reached from other machines") == true)
    }

    /// The server listens for a moment before it knows the address of a socket from another process.
    @Test
    func keepsASocketOpenToOtherMachines() throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let descriptor = try RawSocket.listening(on: "0.0.0.0")
        func number() -> UInt64? {
            var status = stat()
            return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
        }
        let socket = number()
        var configuration = PanelServer.Configuration()
        configuration.hosts = []
        configuration.inheritedSockets = [descriptor]
        let error = #expect(throws: PanelServerError.self) {
            try PanelServer(panel.client.panel, configuration: configuration)
        }
        #expect(error?.message.contains("can be reached from other machines") == true)
        // A server that has ended has closed its sockets.
        #expect(number() != socket)
    }
}
