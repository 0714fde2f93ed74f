import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Programs use a panel with a token, whatever people have to do.
@Suite(.timeLimit(.hung))
struct TokenTests {
    private func bearer(_ token: String) -> (name: String, value: String) {
        ("authorization", "Bearer \(token)")
    }

    @Test(arguments: Panel.Access.allCases)
    func aTokenIsAcceptedWithEveryAccess(access: Panel.Access) async throws {
        let bench = try SignInBench(access)
        let token = try bench.credentials.addToken(named: "deploy")
        #expect(token.wholeMatch(of: /fp_[0-9a-f]{64}/) != nil)
        let post = await bench.client.post([("name", "Quay")], fields: [bearer(token)])
        #expect(post.status == 200 || post.status == 303)
        #expect(bench.settings.text("name") == "Quay")
        #expect(bench.settings.recentRevision(1)?.actor == "deploy")
        let lower = await bench.client.get("/", fields: [("authorization", "bearer  \(token)")])
        #expect(lower.status == 200)
    }

    @Test(arguments: Panel.Access.allCases)
    func aWrongTokenIsRejectedEverywhere(access: Panel.Access) async throws {
        let bench = try SignInBench(access)
        let token = try bench.credentials.addToken(named: "deploy")
        let last: Character = token.last == "0" ? "1" : "0"
        let wrong: [String] = [
            String(token.dropLast()) + String(last), String(token.dropLast()), token + "0", "fp_",
        ]
        for text in wrong {
            let response = await bench.client.get("/api/settings", fields: [bearer(text)])
            #expect(response.status == 401)
            #expect(
                response.header("www-authenticate")
                    == #"Bearer realm="faceplate", error="invalid_token""#)
            #expect(response.text.contains(#""code":"invalid_token""#))
        }
        let page = await bench.visit("/", bearer("fp_x"))
        #expect(page.status == 401 && !page.text.contains("Berth"))
    }

    /// A token must not be confused by a second header, and is read from no other place.
    @Test func aTokenIsReadFromOneHeaderOnly() async throws {
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "deploy")
        let heads: [[(name: String, value: String)]] = [
            [bearer(token), bearer(token)], [bearer("fp_x"), bearer(token)],
            [("authorization", "Basic \(token)")], [("authorization", token)],
            [("cookie", "faceplate_session=\(token)")],
        ]
        for fields in heads {
            #expect(await bench.client.get("/api/settings", fields: fields).status == 401)
        }
        for target in ["/api/settings?token=\(token)", "/api/settings?access_token=\(token)"] {
            #expect(await bench.client.get(target).status == 401)
        }
    }

    /// The host's own server may use the header for its own checks.
    @Test func anOpenPanelIgnoresOtherCredentials() async throws {
        let bench = try SignInBench(.open) { $0.identify = { _ in Requester(name: "ada") } }
        for value in ["Bearer eyJhbGciOi", "Basic YTpi", "Digest x"] {
            let response = await bench.client.get("/", fields: [("authorization", value)])
            #expect(response.status == 200)
        }
    }

    @Test func aViewTokenCannotChangeSettings() async throws {
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "monitor", access: .view)
        #expect(await bench.client.get("/api/settings", fields: [bearer(token)]).status == 200)
        let post = await bench.client.post([("name", "Quay")], fields: [bearer(token)])
        #expect(post.status == 403 && bench.settings.revision == 0)
    }

    /// The host's own rule would give the program of a token the rights of a person.
    @Test func theHostDoesNotIdentifyAToken() async throws {
        let bench = try SignInBench(.token) {
            $0.identify = { _ in Requester(name: "ada", groups: ["owners"]) }
        }
        let token = try bench.credentials.addToken(named: "monitor", access: .view)
        let values = await bench.client.get("/api/settings", fields: [bearer(token)])
        #expect(values.status == 200 && !values.text.contains("xyzzy"))
        let post = await bench.client.post([("name", "Quay")], fields: [bearer(token)])
        #expect(post.status == 403 && bench.settings.revision == 0)
    }

    @Test(arguments: [([], false), (["owners"], true), (["guests"], false)])
    func aTokenSeesTheGroupsOfItsMembership(groups: [String], isShown: Bool) async throws {
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "t", groups: Set(groups))
        for target in ["/", "/api/settings", "/api/export", "/?q=code"] {
            let text = await bench.client.get(target, fields: [bearer(token)]).text
            let words = text.replacing("value=\"code\"", with: "")
            #expect(
                (words.contains("xyzzy") || words.contains("Code word")) == isShown, "\(target)")
        }
    }

    @Test func aTokenExpiresAndItsStreamEnds() async throws {
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "t", validFor: .seconds(60))
        let response = await bench.client.get("/api/events", fields: [bearer(token)])
        var stream = try #require(response.events).makeAsyncIterator()
        #expect(await stream.next() != nil)
        bench.clock.advance(by: .seconds(59))
        #expect(await bench.client.get("/api/settings", fields: [bearer(token)]).status == 200)
        bench.clock.advance(by: .seconds(1))
        #expect(await bench.client.get("/api/settings", fields: [bearer(token)]).status == 401)
        #expect(await stream.next() == nil)
        #expect(bench.credentials.tokens.map(\.name) == ["t"])
    }

    @Test func aRevokedTokenIsRejectedAndItsStreamEnds() async throws {
        let bench = try SignInBench(.token)
        let token = try bench.credentials.addToken(named: "t")
        let response = await bench.client.get("/api/events", fields: [bearer(token)])
        var stream = try #require(response.events).makeAsyncIterator()
        #expect(await stream.next() != nil)
        #expect(try bench.credentials.revokeToken(named: "t"))
        #expect(await stream.next() == nil)
        #expect(await bench.client.get("/api/settings", fields: [bearer(token)]).status == 401)
        #expect(try !bench.credentials.revokeToken(named: "t"))
    }

    @Test(arguments: ["", "a b", "a\nb", "<b>", String(repeating: "a", count: 65), "a/b"])
    func rejectsANameThatHistoryCannotShow(name: String) throws {
        let bench = try SignInBench(.token)
        #expect(throws: CredentialError.self) { try bench.credentials.addToken(named: name) }
    }

    @Test(arguments: ["a", "é-_.@7", String(repeating: "a", count: 64)])
    func aNameHasUpTo64Characters(name: String) throws {
        let bench = try SignInBench(.token)
        _ = try bench.credentials.addToken(named: name)
        #expect(bench.credentials.tokens.map(\.name) == [name])
    }

    @Test func aNameIsUsedOnce() throws {
        let bench = try SignInBench(.token)
        _ = try bench.credentials.addToken(named: "t", access: .view)
        #expect(throws: CredentialError.self) { try bench.credentials.addToken(named: "t") }
        #expect(bench.credentials.tokens.map(\.access) == [.view])
    }

    /// The storage holds nothing that would let a reader in.
    @Test func theStorageContainsOnlyHashes() async throws {
        let bench = try SignInBench.withPassword()
        let token = try bench.credentials.addToken(named: "t")
        let cookie = try await bench.session().value.split(separator: "=")[1]
        let link = try bench.link().suffix(64)
        let stored = bench.settings.credentials.records.map { "\($0.key) \($0.value)" }
            .joined(separator: "\n")
        for secret in [token, String(token.dropFirst(3)), SignInBench.password] {
            #expect(!stored.contains(secret))
        }
        #expect(!stored.contains(cookie) && !stored.contains(link))
        #expect(stored.contains("token t ") && stored.contains("session "))
    }

    /// A record that another program damaged lets no one in.
    @Test(
        arguments: [
            "{}", "", "[]", #"{"sha256":"HASH"}"#,
            #"{"sha256":"HASH","access":"all","groups":[],"created":"2026-11-20T07:30:00.000Z"}"#,
            #"{"sha256":"HASH","access":"edit","created":"2026-11-20T07:30:00.000Z"}"#,
            #"{"sha256":"HASH","access":"edit","groups":[],"created":"x"}"#,
            #"{"sha256":"HASH","access":"edit","groups":[],"created":"2026-11-20T07:30:00.000Z","expires":"x"}"#,
        ])
    func aDamagedRecordGrantsNothing(record: String) async throws {
        let bench = try SignInBench(.token)
        let token = CredentialText.newToken()
        try bench.settings.changeCredentials { _ in
            ((), ["token t": record.replacing("HASH", with: token.hash)])
        }
        let response = await bench.client.get("/api/settings", fields: [bearer(token.text)])
        #expect(response.status == 401)
    }
}
