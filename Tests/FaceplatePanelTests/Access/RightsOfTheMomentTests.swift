import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import Faceplate
@testable import FaceplatePanel

/// A request that waits is judged again when it is its turn: by the credential and the schema of that moment.
@Suite(.timeLimit(.hung))
struct CurrentRightsTests {
    private static func schema(_ access: String = "") -> String {
        #"""
        {"panelKey":"harbour","panelLocales":["en"],"groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"}]},
          {"groupKey":"pay"\#(access),"items":[
            {"itemKey":"zqrate","itemTitle":"Zqrate","itemControlType":"edit_text"}]}]}
        """#
    }

    struct Request: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        let body: String
        var type = "application/json"
        /// The status after `zqrate` is withheld.
        let withheld: Int
        var testDescription: String { "\(method) \(target) \(body)" }
    }

    private static let form = "application/x-www-form-urlencoded"

    static let requests = [
        Request(method: "PUT", target: "/api/settings/zqrate", body: #""new""#, withheld: 404),
        Request(
            method: "PATCH", target: "/api/settings", body: #"{"zqrate":"new"}"#, withheld: 403),
        Request(
            method: "PATCH", target: "/api/settings?dry_run=1", body: #"{"zqrate":"new"}"#,
            withheld: 403),
        Request(method: "DELETE", target: "/api/settings/zqrate", body: "", withheld: 404),
        Request(method: "POST", target: "/", body: "zqrate=new", type: form, withheld: 403),
        Request(
            method: "POST", target: "/", body: "_review=1&zqrate=new", type: form, withheld: 403),
        Request(method: "POST", target: "/", body: "_undo=2", type: form, withheld: 403),
        Request(method: "POST", target: "/", body: "_restore=0", type: form, withheld: 403),
        Request(method: "POST", target: "/api/undo", body: #"{"revision":2}"#, withheld: 403),
        Request(
            method: "POST", target: "/api/changes",
            body: #"{"changes":[{"key":"zqrate","text":"new"}]}"#, withheld: 403),
        Request(
            method: "POST", target: "/api/changes",
            body: #"{"import":"a.json","changes":[{"key":"zqrate","text":"new"}]}"#, withheld: 403),
        Request(method: "POST", target: "/api/import", body: #"{"zqrate":"new"}"#, withheld: 422),
        Request(
            method: "POST", target: "/api/import?dry_run=1", body: #"{"zqrate":"new"}"#,
            withheld: 200),
        Request(
            method: "POST", target: "/import",
            body: "_text=%7B%22zqrate%22%3A%22new%22%7D&_apply=all",
            type: form, withheld: 422),
        Request(method: "POST", target: "/api/profiles/Day/apply", body: "{}", withheld: 422),
        Request(
            method: "POST", target: "/api/profiles/Day/apply?dry_run=1", body: "{}", withheld: 200),
    ]

    enum End: CaseIterable { case withheld, revoked }

    /// The handler of the program holds the save while the rights of its sender end.
    @Test(arguments: requests, End.allCases)
    func aWaitingSaveIsCheckedAgain(request: Request, end: End) async throws {
        let bench = try SignInBench(.token, schema: Self.schema())
        let settings = bench.settings
        let token = try bench.credentials.addToken(named: "limited")
        try await settings.set("zqrate", to: "day")
        try settings.profiles.save(named: "Day", keys: ["zqrate"])
        try await settings.set("zqrate", to: "secret")
        let (asked, gate) = (Gate(), Gate())
        settings.willSave(within: .seconds(60)) { _ in
            asked.open()
            await gate.wait()
            return nil
        }
        async let response = bench.client.send(
            SimpleRequest(
                request.method, request.target,
                fields: [
                    ("host", "localhost"), ("content-type", request.type),
                    ("accept", "application/json"), ("authorization", "Bearer \(token)"),
                ], body: Array(request.body.utf8)))
        await asked.wait()
        switch end {
        case .withheld:
            try settings.adopt(
                SchemaReader.read(
                    Array(Self.schema(#","groupAccess":["staff"]"#).utf8), name: "test"))
        case .revoked: #expect(try bench.credentials.revokeToken(named: "limited"))
        }
        gate.open()
        let answer = await response
        #expect(answer.status == (end == .revoked ? 401 : request.withheld), "\(answer.text)")
        for value in ["secret", "day"] {
            #expect(!answer.text.contains(#""\#(value)""#), "\(answer.text)")
        }
        #expect(settings.text("zqrate") == "secret")
        #expect(settings.revision == 2)
    }

    /// A save that is still allowed is made, although the schema has changed.
    @Test func aSaveWithUnchangedRightsIsMade() async throws {
        let bench = try SignInBench(.token, schema: Self.schema())
        let token = try bench.credentials.addToken(named: "limited")
        let (asked, gate) = (Gate(), Gate())
        bench.settings.willSave(within: .seconds(60)) { _ in
            asked.open()
            await gate.wait()
            return nil
        }
        async let response = bench.client.post(
            [("name", "new")],
            fields: [("accept", "application/json"), ("authorization", "Bearer \(token)")])
        await asked.wait()
        try bench.settings.adopt(
            SchemaReader.read(
                Array(Self.schema(#","groupAccess":["staff"]"#).utf8), name: "test"))
        gate.open()
        #expect(await response.status == 200)
        #expect(bench.settings.text("name") == "new")
    }

    /// Profiles are judged in the transaction that changes them.
    @Test(arguments: [
        ("PUT", #"{"replace":true}"#), ("PATCH", #"{"name":"Night"}"#), ("DELETE", ""),
    ])
    func aChangeOfAProfileIsCheckedWhenItIsMade(method: String, body: String) async throws {
        let bench = try SignInBench(.token, schema: Self.schema())
        let token = try bench.credentials.addToken(named: "limited")
        try await bench.settings.set("zqrate", to: "day")
        try bench.settings.profiles.save(named: "Day", keys: ["zqrate"])
        let accepted = try bench.client.panel.judge(
            SimpleRequest(
                method, "/api/profiles/Day",
                fields: [
                    ("host", "localhost"), ("content-type", "application/json"),
                    ("authorization", "Bearer \(token)"),
                ], body: Array(body.utf8)))
        try bench.settings.adopt(
            SchemaReader.read(
                Array(Self.schema(#","groupAccess":["staff"]"#).utf8), name: "test"))
        let answer = await withCheckedContinuation { continuation in
            bench.client.panel.respond(to: accepted) { continuation.resume(returning: $0) }
        }
        #expect(answer.status == 403)
        #expect(try bench.settings.profiles.all().map(\.name) == ["Day"])
    }

    /// A response is made by the rights that hold when it is sent.
    @Test(arguments: [
        "/", "/api/settings", "/api/settings?detailed=1", "/api/panel", "/api/changes", "/changes",
        "/api/export", "/api/profiles/Day", "/profiles/Day", "/api/profiles/Day/diff",
        "/profiles?compare=Day", "/api/schema",
    ])
    func aReadIsCheckedWhenItReturns(target: String) async throws {
        let bench = try SignInBench(.token, schema: Self.schema())
        let token = try bench.credentials.addToken(named: "limited")
        try await bench.settings.set("zqrate", to: "day")
        try bench.settings.profiles.save(named: "Day", keys: ["zqrate"])
        try await bench.settings.set("zqrate", to: "secret")
        let accepted = try bench.client.panel.judge(
            SimpleRequest(
                "GET", target,
                fields: [
                    ("host", "localhost"), ("accept", "text/html"),
                    ("authorization", "Bearer \(token)"),
                ]))
        try bench.settings.adopt(
            SchemaReader.read(
                Array(Self.schema(#","groupAccess":["staff"]"#).utf8), name: "test"))
        for isRevoked in [false, true] {
            if isRevoked { #expect(try bench.credentials.revokeToken(named: "limited")) }
            let answer = await withCheckedContinuation { continuation in
                bench.client.panel.respond(to: accepted) { continuation.resume(returning: $0) }
            }
            #expect(answer.status == (isRevoked ? 401 : 200))
            for word in ["zqrate", "Zqrate", #""secret""#] { #expect(!answer.text.contains(word)) }
        }
    }

    /// A user of a Unix socket has a name in the history, and no fewer rights than a client of a port.
    @Test(arguments: [Panel.Access.open, .token])
    func usersOfASocketHaveTheRightsOfClientsOfAPort(access: Panel.Access) async throws {
        struct SocketRequest: PanelRequest {
            let request: SimpleRequest
            var method: String { request.method }
            var path: String { request.path }
            var query: String? { request.query }
            var body: [UInt8] { request.body }
            var localPort: UInt16? { nil }
            var isSecure: Bool { false }
            var peerUser: String? { "ada" }
            func header(_ name: String) -> String? { request.header(name) }
            func headers(_ name: String) -> [String] { request.headers(name) }
        }
        let bench = try SignInBench(access, schema: Self.schema(#","groupAccess":["staff"]"#))
        func send(_ request: SimpleRequest) async -> PanelResponse {
            await withCheckedContinuation { continuation in
                bench.client.panel.answer(SocketRequest(request: request)) {
                    continuation.resume(returning: $0)
                }
            }
        }
        let values = await send(SimpleRequest("GET", "/api/settings"))
        let open = access == .open
        #expect(values.status == (open ? 200 : 401))
        #expect(values.text.contains("zqrate") == open)
        let save = await send(
            SimpleRequest(
                "PUT", "/api/settings/zqrate",
                fields: [("host", "localhost"), ("content-type", "application/json")],
                body: Array(#""5""#.utf8)))
        #expect(save.status == (open ? 200 : 401))
        #expect(bench.settings.recentRevision(1)?.actor == (open ? "ada" : nil))
    }

    /// The name of a file or profile in the history is one that can be shown.
    @Test(arguments: [
        (#"{"import":"a.json"}"#, 200), (#"{"import":null}"#, 200), (#"{"profile":"Day"}"#, 200),
        (#"{"import":"\#(String(repeating: "x", count: 255))"}"#, 200),
        (#"{"import":"\#(String(repeating: "x", count: 256))"}"#, 400),
        (#"{"import":"\#(String(repeating: "x", count: 100_000))"}"#, 400),
        (#"{"import":"a\nb"}"#, 400), (#"{"import":"\u001b[31m"}"#, 400),
        (#"{"profile":""}"#, 400), (#"{"profile":"a/b"}"#, 400),
        (#"{"profile":"\#(String(repeating: "x", count: 65))"}"#, 400),
    ])
    func checksTheAuthorNamesOfAPostedChange(origin: String, status: Int) async throws {
        let bench = try SignInBench(.open, schema: Self.schema())
        let body = String(origin.dropLast()) + #","changes":[{"key":"name","text":"x"}]}"#
        let answer = await bench.client.send(
            SimpleRequest(
                "POST", "/api/changes",
                fields: [("host", "localhost"), ("content-type", "application/json")],
                body: Array(body.utf8)))
        #expect(answer.status == status, "\(answer.text.prefix(300))")
        #expect(bench.settings.revision == (status == 200 ? 1 : 0))
    }
}
