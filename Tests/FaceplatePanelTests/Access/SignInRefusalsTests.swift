import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Sign-ins and sign-outs that change nothing.
@Suite(.timeLimit(.hung))
struct SignInRejectionsTests {
    /// A post that is led away would lose what was typed, and a file is no page to return to.
    @Test(arguments: [
        ("POST", "/"), ("POST", "/changes"), ("GET", "/files/name"), ("GET", "/fragments/name"),
    ])
    func onlyPageVisitsRedirectToTheSignIn(method: String, path: String) async throws {
        let bench = try SignInBench(.password)
        let response = await bench.client.send(
            SimpleRequest(method, path, fields: [("host", "localhost"), ("accept", "text/html")]))
        #expect(response.status == 401)
        #expect(response.text.contains(#"href="/sign-in""#), "\(response.text)")
    }

    /// The password can be from the time before the panel asked for links.
    @Test func aPanelWithLinksAcceptsNoPassword() async throws {
        let bench = try SignInBench(.link)
        try bench.credentials.setPassword(SignInBench.password)
        let response = await bench.signIn(SignInBench.password)
        #expect(response.status == 401 && response.header("set-cookie") == nil)
    }

    /// Style sheets are sent to anyone, so anyone can ask for one that does not exist.
    @Test(arguments: ["/assets/none.css", "/public/none.png"])
    func aMessageBeforeTheSignInHasNoSearchAndNoScript(path: String) async throws {
        let bench = try SignInBench(.link)
        let page = await bench.visit(path)
        #expect(page.status == 404 && page.text.contains("<h1>"))
        let own = await bench.visit(path, try await bench.session())
        #expect(own.status == 404)
        for part in [#"role="search""#, "<script", #"action="/sign-out""#] {
            #expect(!page.text.contains(part) && own.text.contains(part), "\(part)")
        }
    }

    @Test(arguments: ["", "$", "junk", "$6$", "$y$j9T$"])
    func anUnreadableHashAcceptsNoPassword(hash: String) async throws {
        let bench = try SignInBench.withPassword()
        let record = CredentialRecord.password(hash, at: bench.settings.time)
        try bench.settings.changeCredentials { _ in ((), [CredentialName.password: record]) }
        for password in [SignInBench.password, "", hash] {
            let response = await bench.signIn(password)
            #expect(response.status == 401 && response.header("set-cookie") == nil)
        }
    }

    @Test func aSignedInUserDoesNotUseUpALink() async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        let again = await bench.visit(link, try await bench.session())
        #expect(again.status == 303 && again.header("set-cookie") == nil)
        #expect(await bench.client.get(link).header("set-cookie") != nil)
    }

    @Test func theFormHasFewFields() async throws {
        let bench = try SignInBench.withPassword()
        for (count, status) in [(8, 401), (9, 413)] {
            let fields = (0..<count).map { (name: "f\($0)", value: "") }
            #expect(await bench.client.post(fields, to: "/sign-in").status == status)
        }
    }

    /// A check of a password takes a while, and those of many clients would delay each other.
    @Test func onlyFewPasswordsWaitToBeChecked() async throws {
        let bench = try SignInBench.withPassword()
        let responses = await withTaskGroup(of: PanelResponse.self) { group in
            for number in 0..<40 {
                var request = SimpleRequest(
                    "POST", "/sign-in",
                    fields: [
                        ("host", "localhost"),
                        ("content-type", "application/x-www-form-urlencoded"),
                    ], body: Array("password=wr0ng".utf8))
                request.clientAddress = "192.0.2.\(number)"
                group.addTask { [request] in await bench.client.send(request) }
            }
            return await group.reduce(into: [PanelResponse]()) { $0.append($1) }
        }
        let refused = responses.filter { $0.status == 429 }
        #expect(!refused.isEmpty && refused.allSatisfy { $0.header("retry-after") == "1" })
        #expect(responses.count { $0.status == 401 } == 40 - refused.count)
    }

    /// Anyone can send this request, so it must cost no write.
    @Test func aSignOutWithoutASessionWritesNothing() async throws {
        let bench = try SignInBench(.link)
        _ = try await bench.session()
        let before = bench.settings.credentials
        let response = await bench.client.post(
            [], to: "/sign-out",
            fields: [("cookie", "faceplate_session=00112233445566778899aabbccddeeff")])
        #expect(response.status == 303)
        #expect(bench.settings.credentials == before)
    }

    /// The session still exists, and the password was right.
    @Test func aStoreThatFailsIsReported() async throws {
        let bench = try SignInBench.withPassword()
        let cookie = try await bench.session()
        bench.settings.close()
        let out = await bench.client.post([], to: "/sign-out", fields: [cookie])
        #expect(out.status == 503 && out.header("set-cookie") == nil)
        let into = await bench.signIn(SignInBench.password)
        #expect(into.status == 503 && into.header("set-cookie") == nil)
        #expect(!into.text.contains("The password is wrong"))
    }
}
