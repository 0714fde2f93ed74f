import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// A storage in which another process makes a change just before a write.
private final class InterruptedStorage: SettingsStorage {
    let storage = MemoryStorage()
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    /// Calls `body` before the next write.
    func interrupt(_ body: @escaping @Sendable () -> Void) { interruption.withLock { $0 = body } }

    /// Returns the credentials as another process has them.
    func otherProcess() throws -> PanelCredentials {
        PanelCredentials(try Settings.open(in: storage, watches: false))
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try storage.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        let interruption = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        interruption?()
        try storage.write(body)
    }
}

/// People sign in with a link or a password, and stay signed in by a cookie.
@Suite(.timeLimit(.hung))
struct SignInTests {
    // MARK: - Without a sign-in

    /// Every route but a few needs a credential, whatever its method, and shows nothing of the settings.
    @Test(arguments: RouteName.allCases, [Panel.Access.link, .password, .token])
    func everyRouteNeedsACredential(name: RouteName, access: Panel.Access) async throws {
        let bench = try SignInBench(access)
        let row = RouteTable.row(of: name)
        let isOpen = row.needsNoSignIn && (row.audience != .visitors || access != .token)
        for operation in row.operations {
            for accept in ["text/html", "application/json", "*/*"] {
                let response = await bench.client.send(
                    SimpleRequest(
                        operation.method.rawValue, IdentifyTests.path(name),
                        fields: [("host", "localhost"), ("accept", accept)]))
                if !isOpen { #expect([303, 401].contains(response.status), "\(name) \(accept)") }
                for text in ["Berth", "Quay", "Pier", "Strongroom", "xyzzy"] {
                    #expect(!response.text.contains(text), "\(name) \(accept)")
                }
                #expect(response.header("set-cookie") == nil || name == .signOut)
            }
        }
    }

    @Test(
        arguments: [
            ("/", "/sign-in"), ("/?q=berth", "/sign-in?to=%2F%3Fq%3Dberth"),
            ("/changes", "/sign-in?to=%2Fchanges"), ("/nowhere", "/sign-in?to=%2Fnowhere"),
        ])
    func aPageRedirectsToTheSignIn(target: String, location: String) async throws {
        let bench = try SignInBench(.link)
        for method in ["GET", "HEAD"] {
            let response = await bench.client.send(
                SimpleRequest(
                    method, target, fields: [("host", "localhost"), ("accept", "text/html")]))
            #expect(response.status == 303)
            #expect(response.header("location") == location)
        }
    }

    @Test(arguments: [Panel.Access.link, .password, .token])
    func aScriptReceivesAProblemDocument(access: Panel.Access) async throws {
        let bench = try SignInBench(access)
        let response = await bench.client.get("/api/settings")
        #expect(response.status == 401)
        #expect(response.header("www-authenticate") == #"Bearer realm="faceplate""#)
        #expect(response.header("content-type")?.hasPrefix("application/problem+json") == true)
        #expect(response.text.contains(#""code":"not_signed_in""#))
    }

    /// JavaScript of an open page receives the status instead of another page.
    @Test func requestsOfAScriptAreNotRedirected() async throws {
        let bench = try SignInBench(.password)
        let response = await bench.visit("/", ("sec-fetch-mode", "cors"))
        #expect(response.status == 401)
        #expect(response.text == "You are not signed in, or your session has ended.\n")
    }

    @Test func healthWithoutASignInHasOnlyTheStatus() async throws {
        let bench = try SignInBench(.link)
        #expect(await bench.client.get("/healthz").text == "{\"status\":\"ok\"}")
        let all = await bench.client.get("/healthz", fields: [try await bench.session()])
        #expect(all.text == #"{"status":"ok","revision":0,"problems":[]}"#)
    }

    /// Neither does a panel that was closed.
    @Test(arguments: ["/", "/sign-in", "/closed", "/changes"])
    func aClosedPanelShowsNothingWithoutASignIn(target: String) async throws {
        let bench = try SignInBench(.link)
        await bench.client.panel.close()
        let text = await bench.visit(target).text
        for word in ["Berth", "Quay", "Pier", "Strongroom", "/changes\""] {
            #expect(!text.contains(word))
        }
    }

    @Test func aHostsRequesterNeedsNoSignIn() async throws {
        let bench = try SignInBench(.token)
        var request = SimpleRequest("GET", "/")
        request.requester = Requester(name: "ada")
        #expect(await bench.client.send(request).status == 200)
    }

    @Test(arguments: [Panel.Access.link, .password])
    func theSignInPageHasNoOtherPartsOfThePanel(access: Panel.Access) async throws {
        let bench = try SignInBench(access)
        let page = await bench.visit("/sign-in").text
        #expect(page.contains(#"class="sign""#))
        #expect(page.contains("<h1>Sign in to Harbour</h1>"))
        for part in [#"class="top""#, #"id="q""#, #"class="ways""#, #"id="result""#] {
            #expect(!page.contains(part))
        }
    }

    // MARK: - Links

    @Test func aLinkSignsInOnceAndRedirectsToACleanURL() async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        #expect(link.wholeMatch(of: /\/sign-in\?link=[0-9a-f]{64}/) != nil)
        let first = await bench.client.get(link)
        #expect(first.status == 303 && first.header("location") == "/")
        #expect(first.header("referrer-policy") == "same-origin")
        #expect(first.header("cache-control") == "no-store")
        #expect(await bench.visit("/", bench.cookie(first)).text.contains("Berth"))
        let second = await bench.visit(link)
        #expect(second.status == 401 && second.header("set-cookie") == nil)
        #expect(second.text.contains("This link does not work anymore"))
    }

    @Test func theNumberOfLinksIsBounded() async throws {
        let bench = try SignInBench(.link)
        var links: [String] = []
        for _ in 0...Credentials.Link.most {
            links.append(try bench.link())
            bench.clock.advance(by: .milliseconds(10))
        }
        #expect(await bench.client.get(links[0]).status == 401)
        #expect(await bench.client.get(links[1]).status == 303)
    }

    @Test(arguments: [(599, 303), (600, 401), (601, 401), (-59, 303), (-61, 401)])
    func aLinkWorksForTenMinutes(seconds: Int, status: Int) async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        bench.clock.advance(by: .seconds(seconds))
        #expect(await bench.client.get(link).status == status)
    }

    @Test(arguments: ["0", "f"])
    func aChangedLinkDoesNotSignIn(digit: Character) async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        let changed = link.last == digit ? link.dropLast() + "1" : link.dropLast() + String(digit)
        for target in [String(changed), String(link.dropLast()), link + "0"] {
            #expect(await bench.client.get(target).status == 401)
        }
        #expect(await bench.client.get(link).status == 303, "a failed attempt uses nothing up")
    }

    @Test func aPreviewOfALinkDoesNotUseItUp() async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        #expect(await bench.client.send(SimpleRequest("HEAD", link)).status == 200)
        #expect(await bench.client.get(link).status == 303)
    }

    /// Each guess counts, as those of a password do.
    @Test func guessesOfALinkAreSlowedDown() async throws {
        let bench = try SignInBench(.link)
        var statuses: Set<Int> = []
        for number in 0..<20 {
            statuses.insert(await bench.client.get("/sign-in?link=\(number)").status)
        }
        #expect(statuses == [401, 429])
    }

    @Test func aLinkWorksOnceForManyAtTheSameTime() async throws {
        let bench = try SignInBench(.link)
        let link = try bench.link()
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask {
                    var request = SimpleRequest("GET", link)
                    request.clientAddress = "192.0.2.\(number)"
                    return await bench.client.send(request).status
                }
            }
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 303 } == 1 && statuses.count { $0 == 401 } == 19)
    }

    // MARK: - Passwords

    @Test func aPasswordSignsIn() async throws {
        let bench = try SignInBench.withPassword()
        let page = await bench.visit("/sign-in")
        #expect(page.status == 200)
        #expect(page.text.contains(#"autocomplete="current-password""#))
        #expect(!page.text.contains("<script"))
        let response = await bench.signIn(SignInBench.password)
        #expect(response.status == 303 && response.header("location") == "/")
        #expect(await bench.visit("/", bench.cookie(response)).status == 200)
    }

    /// Only some sign-ins can wait at a time, and each makes room when it ends.
    @Test func manyUsersSignInOneAfterAnother() async throws {
        let bench = try SignInBench.withPassword()
        for _ in 0..<9 { #expect(await bench.signIn(SignInBench.password).status == 303) }
    }

    @Test(arguments: ["", "wr0ng", "correct horse batter", "correct horse batteryy"])
    func aWrongPasswordIsRejectedOnThePage(password: String) async throws {
        let bench = try SignInBench.withPassword()
        let response = await bench.signIn(password)
        #expect(response.status == 401)
        #expect(response.header("set-cookie") == nil)
        #expect(response.header("www-authenticate") != nil)
        #expect(response.text.contains("The password is wrong"))
        #expect(response.text.contains(#"aria-invalid="true""#))
        #expect(password.isEmpty || !response.text.contains(password))
    }

    @Test func aSecondAttemptKeepsTheRequestedPage() async throws {
        let bench = try SignInBench.withPassword()
        let response = await bench.client.post(
            [("password", "wr0ng"), ("to", "/changes")], to: "/sign-in",
            fields: [("accept", "text/html")])
        #expect(response.status == 401)
        #expect(response.text.contains(#"name="to" value="/changes""#))
    }

    @Test func noPasswordIsAcceptedUntilOneIsSet() async throws {
        let bench = try SignInBench(.password)
        #expect(await bench.signIn("").status == 401)
        #expect(await bench.signIn("anything at all").status == 401)
        let health = await bench.client.get("/healthz", fields: [try await bench.session()])
        #expect(health.text.contains("none is set"))
    }

    /// Few passwords are checked at the same time; those that were wrong are none of them.
    @Test func wrongPasswordsDoNotFillTheQueueOfChecks() async throws {
        let bench = try SignInBench(.password)
        for number in 0..<12 {
            var request = SimpleRequest(
                "POST", "/sign-in",
                fields: [
                    ("host", "localhost"), ("content-type", "application/x-www-form-urlencoded"),
                ], body: Array("password=wr0ng".utf8))
            request.clientAddress = "192.0.2.\(number)"
            #expect(await bench.client.send(request).status == 401, "\(number)")
        }
    }

    @Test(arguments: ["1234567", String(repeating: "x", count: 1_025), "12345678\0"])
    func anUnusablePasswordIsNotSet(password: String) throws {
        let bench = try SignInBench(.password)
        #expect(throws: CredentialError.self) { try bench.credentials.setPassword(password) }
        #expect(!bench.credentials.hasPassword)
    }

    /// A form of any size would cost memory before anyone has signed in.
    @Test func theFormIsSmall() async throws {
        let bench = try SignInBench.withPassword()
        let request = SimpleRequest(
            "POST", "/sign-in", fields: [("host", "localhost"), ("content-length", "8193")])
        guard case .refuse(let response) = bench.client.panel.admit(request) else {
            Issue.record("A large form was accepted.")
            return
        }
        #expect(response.status == 413)
    }

    @Test func aPasswordChangeEndsSessions() async throws {
        let bench = try SignInBench.withPassword()
        let cookie = try await bench.session()
        try bench.credentials.setPassword("another password")
        #expect(await bench.visit("/", cookie).status == 303)
        #expect(await bench.signIn(SignInBench.password).status == 401)
        #expect(await bench.signIn("another password").status == 303)
    }

    /// A password is checked for a while, and another process can replace it meanwhile.
    @Test func aPasswordReplacedDuringTheCheckIsWrong() async throws {
        let storage = InterruptedStorage()
        let bench = try SignInBench(.password, in: storage)
        let other = try storage.otherProcess()
        try bench.credentials.setPassword(SignInBench.password)
        storage.interrupt { try? other.setPassword("another password") }
        let response = await bench.signIn(SignInBench.password)
        #expect(response.status == 401 && response.header("set-cookie") == nil)
    }

    @Test(
        arguments: [
            ("/changes", "/changes"), ("/?q=berth&lang=de", "/?q=berth&lang=de"),
            ("//evil.example", "/"), ("/\\evil.example", "/"), ("https://evil.example/", "/"),
            ("javascript:alert(1)", "/"), ("/api/settings", "/"), ("/sign-in?to=/", "/"),
            ("/sign-out", "/"),
            ("/changes\r\nSet-Cookie: a=b", "/"), ("", "/"), ("/assets/panel.css", "/"),
        ])
    func theSignInRedirectsOnlyToPagesOfThePanel(place: String, location: String) async throws {
        let bench = try SignInBench.withPassword()
        let response = await bench.client.post(
            [("password", SignInBench.password), ("to", place)], to: "/sign-in")
        #expect(response.status == 303)
        #expect(response.header("location") == location)
    }

    // MARK: - Sessions

    private static let cookies: [(String?, String, Bool, String, String)] = [
        (nil, "localhost", false, "faceplate_session=", "; Path=/;"),
        (nil, "localhost:8080", false, "faceplate_session_8080=", "; Path=/;"),
        (nil, "[::1]:9000", false, "faceplate_session_9000=", "; Path=/;"),
        (nil, "[::1]", false, "faceplate_session=", "; Path=/;"),
        ("/a/b", "localhost:1", false, "faceplate_session_1=", "; Path=/a/b;"),
        ("/a/b", "localhost:1", true, "__Host-faceplate_session_1=", "; Path=/;"),
    ]

    @Test(arguments: cookies)
    func theCookieIsLimitedToOnePanelAndHiddenFromScripts(
        base: String?, host: String, isSecure: Bool, name: String, path: String
    ) async throws {
        let bench = try SignInBench(.link) { $0.basePath = base ?? "/" }
        var request = SimpleRequest(
            "GET", (base ?? "") + (try bench.link()), fields: [("host", host)])
        request.isSecure = isSecure
        let cookie = await bench.client.send(request).header("set-cookie") ?? ""
        #expect(cookie.hasPrefix(name))
        #expect(cookie.contains(path), "\(cookie)")
        #expect(cookie.contains("; HttpOnly; SameSite=Strict"))
        #expect(cookie.hasSuffix("; Secure") == isSecure)
        #expect(!cookie.contains("Domain"))
    }

    /// Browsers send the cookies of all ports of a host.
    @Test func theCookieOfAnotherPortIsIgnored() async throws {
        let bench = try SignInBench(.link)
        let first = await bench.client.get(
            try bench.link(), fields: [("host", "localhost:8080")])
        let cookie = bench.cookie(first)
        let same = await bench.visit("/", ("host", "localhost:8080"), cookie)
        #expect(same.status == 200)
        let other = await bench.visit("/", ("host", "localhost:8081"), cookie)
        #expect(other.status == 303)
    }

    /// An attacker who plants a cookie before the sign-in does not know the session that follows.
    @Test func aSignInCreatesANewSessionId() async throws {
        let bench = try SignInBench.withPassword()
        let planted = ("cookie", "faceplate_session=00112233445566778899aabbccddeeff")
        let first = await bench.signIn(SignInBench.password, fields: [planted])
        let cookie = bench.cookie(first)
        #expect(cookie.value.wholeMatch(of: /faceplate_session=[0-9a-f]{32}/) != nil)
        #expect(await bench.visit("/", planted).status == 303)
        // A second sign-in of the same browser ends its first session.
        let second = await bench.signIn(SignInBench.password, fields: [cookie])
        #expect(await bench.visit("/", cookie).status == 303)
        #expect(await bench.visit("/", bench.cookie(second)).status == 200)
        #expect(bench.credentials.sessionCount == 1)
    }

    /// The seconds of each step of the clock, the number of steps, and the status after the last one.
    private static let steps: [(Int, Int, Int)] = [
        (0, 1, 200), (12 * 3_600 - 1, 1, 200), (12 * 3_600, 1, 303), (-61, 1, 303),
        (40_000, 2, 200), (36_000, 71, 200), (36_000, 72, 303),
    ]

    @Test(arguments: steps)
    func aSessionEndsWhenUnusedOrAfterAMonth(
        seconds: Int, count: Int, status: Int
    ) async throws {
        let bench = try SignInBench(.link)
        let cookie = try await bench.session()
        var last = await bench.visit("/", cookie).status
        for _ in 0..<count {
            bench.clock.advance(by: .seconds(seconds))
            last = await bench.visit("/", cookie).status
        }
        #expect(last == status)
    }

    /// Records of sessions that have ended would stay forever.
    @Test func aSignInRemovesEndedSessions() async throws {
        let bench = try SignInBench(.link)
        _ = try await bench.session()
        bench.clock.advance(by: .seconds(Credentials.Session.idle))
        _ = try await bench.session()
        let names = bench.settings.credentials.records.keys
        #expect(names.count { $0.hasPrefix("session ") } == 1)
    }

    @Test func signingOutEndsTheSession() async throws {
        let bench = try SignInBench(.link)
        let cookie = try await bench.session()
        #expect(await bench.visit("/", cookie).text.contains(#"action="/sign-out""#))
        let response = await bench.client.post([], to: "/sign-out", fields: [cookie])
        #expect(response.status == 303 && response.header("location") == "/sign-in")
        #expect(response.header("set-cookie")?.contains("Max-Age=0") == true)
        #expect(response.header("clear-site-data") == #""cache""#)
        #expect(await bench.visit("/", cookie).status == 303)
    }

    @Test func allSessionsCanBeEnded() async throws {
        let bench = try SignInBench(.link)
        let (one, two) = (try await bench.session(), try await bench.session())
        let unused = try bench.link()
        #expect(try bench.credentials.endSessions() == 2)
        for cookie in [one, two] { #expect(await bench.visit("/", cookie).status == 303) }
        #expect(await bench.client.get(unused).status == 401)
    }

    @Test func theNumberOfSessionsIsBounded() async throws {
        let bench = try SignInBench(.link)
        let used = try await bench.session()
        bench.clock.advance(by: .seconds(700))
        let unused = try await bench.session()
        bench.clock.advance(by: .seconds(700))
        let before = bench.settings.credentials.generation
        #expect(await bench.visit("/", used).status == 200)
        #expect(eventually { bench.settings.credentials.generation > before })
        let most = Credentials.Session.most
        let sessions = (0..<(most - 2)).map { number in
            (
                CredentialName.session("\(number)"),
                CredentialRecord.session(
                    .init(created: bench.clock.now, lastUse: bench.clock.now))
            )
        }
        try bench.settings.changeCredentials { _ in
            ((), Dictionary(sessions.map { ($0.0, String?($0.1)) }) { first, _ in first })
        }
        bench.clock.advance(by: .seconds(1))
        let new = try await bench.session()
        #expect(bench.credentials.sessionCount == most)
        // The oldest session stays, because the other one was not used for longer.
        #expect(await bench.visit("/", unused).status == 303)
        #expect(await bench.visit("/", used).status == 200)
        #expect(await bench.visit("/", new).status == 200)
    }

    /// The use of a session is stored later, and another process can end it meanwhile.
    @Test func aSessionThatEndsDuringItsUseStaysEnded() async throws {
        let storage = InterruptedStorage()
        let bench = try SignInBench(.link, in: storage)
        let other = try storage.otherProcess()
        let cookie = try await bench.session()
        bench.clock.advance(by: .seconds(600))
        let ended = Locked<Int?>(nil)
        storage.interrupt {
            let count = try? other.endSessions()
            ended.withLock { $0 = count ?? -1 }
        }
        _ = await bench.visit("/", cookie)
        #expect(eventually { ended.withLock { $0 } != nil })
        // This waits for the write that was interrupted.
        let sessions = try bench.settings.changeCredentials { records in
            (Credentials(records).sessions.count, [:])
        }
        #expect(sessions == 0)
        #expect(await bench.visit("/", cookie).status == 303)
    }

    @Test func aStreamEndsWithItsSession() async throws {
        let bench = try SignInBench(.link)
        let cookie = try await bench.session()
        let response = await bench.client.get("/api/events", fields: [cookie])
        var stream = try #require(response.events).makeAsyncIterator()
        #expect(await stream.next() != nil)
        try bench.credentials.endSessions()
        #expect(await stream.next() == nil)
    }

    /// A body can arrive long after its head.
    @Test func aPostIsNotSavedWhenItsSessionEndsBeforeTheBody() async throws {
        let bench = try SignInBench(.link)
        let request = SimpleRequest(
            "POST", "/",
            fields: [
                ("host", "localhost"), ("content-type", "application/x-www-form-urlencoded"),
                try await bench.session(),
            ])
        guard case .accept(let accepted) = bench.client.panel.admit(request) else {
            Issue.record("The head was rejected.")
            return
        }
        try bench.credentials.endSessions()
        let response = await withCheckedContinuation { continuation in
            bench.client.panel.answer(accepted, body: Array("name=Quay".utf8)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(response.status == 401)
        #expect(bench.settings.revision == 0)
    }

    @Test(arguments: ["/api/settings", "/api/settings/name", "/api/changes"])
    func aWaitingReadEndsWithItsSession(path: String) async throws {
        let bench = try SignInBench(.link)
        let cookie = try await bench.session()
        async let response = bench.client.get("\(path)?after=0&wait=60", fields: [cookie])
        while bench.client.panel.waits.count == 0 { await Task.yield() }
        try bench.credentials.endSessions()
        try bench.settings.applyAndWait(
            Batch([Assignment("name", .text("Quay"))], origin: .program))
        #expect(await response.status == 401)
    }

    /// A typed address and a link of the panel itself come with the cookie.
    @Test(
        arguments: [
            (nil, false), ("none", false), ("same-origin", false), ("same-site", true),
            ("cross-site", true),
        ] as [(String?, Bool)])
    func onlyALinkOnAnotherSiteReloadsTheSignIn(site: String?, asksAgain: Bool) async throws {
        let bench = try SignInBench.withPassword()
        var visit = [
            (name: "accept", value: "text/html"), ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ]
        if let site { visit.append(("sec-fetch-site", site)) }
        let page = await bench.client.get("/sign-in", fields: visit)
        #expect(page.status == 200)
        #expect((page.header("refresh") != nil) == asksAgain)
        #expect(page.text.contains(#"type="password""#) != asksAgain)
    }

    /// A browser that comes from another site leaves the cookie out once.
    @Test func aLinkOnAnotherSiteUsesTheSession() async throws {
        let bench = try SignInBench(.link)
        let visit = [
            (name: "sec-fetch-site", value: "cross-site"), ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ]
        let page = await bench.client.get(
            "/sign-in?to=%2Fchanges", fields: visit + [("accept", "text/html")])
        #expect(page.status == 200)
        let refresh = try #require(page.header("refresh"))
        #expect(refresh == "0; url=/sign-in?again=1&to=%2Fchanges")
        // Without a session, the page does not ask a second time.
        let again = String(refresh.dropFirst(7))
        let form = await bench.client.get(again, fields: visit + [("accept", "text/html")])
        #expect(form.status == 200 && form.header("refresh") == nil)
        let next = await bench.visit(again, try await bench.session())
        #expect(next.status == 303 && next.header("location") == "/changes")
    }
}
