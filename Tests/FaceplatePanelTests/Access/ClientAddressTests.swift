import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The client of an attempt to sign in, however its address is written.
@Suite(.timeLimit(.hung))
struct ClientAddressTests {
    @Test(arguments: [
        [
            "192.0.2.7", "::ffff:192.0.2.7", "::FFFF:192.0.2.7", "::ffff:c000:207",
            "0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7:4711", "[::ffff:192.0.2.7]:4711",
            "64:ff9b::192.0.2.7", "64:ff9b::c000:207",
        ],
        [
            "2001:db8::1", "2001:DB8::1", "2001:0db8::1", "2001:db8:0:0:0:0:0:1", "[2001:db8::1]",
            "[2001:db8::1]:65535", "2001:db8::ffff",
        ],
        ["fe80::1", "fe80::1%eth0", "[fe80::1%eth0]:80"],
        ["127.1.2.3", "127.0.0.2", "::ffff:127.0.0.66", "127.255.255.255:9"],
        ["127.0.0.1", "::ffff:127.0.0.1", "127.0.0.1:80"],
        ["::1", "[::1]:80", "0:0:0:0:0:0:0:1"],
    ])
    func spellingsOfOneAddressAreOneClient(spellings: [String]) throws {
        let all = spellings.map { AttemptLimit.Client(address: $0) }
        #expect(Set(all).count == 1)
        #expect(Set(all.map(\.site)).count == 1)
    }

    @Test func differentAddressesAreDifferentClients() {
        let addresses: [String?] = [
            nil, "192.0.2.7", "192.0.2.8", "::ffff:192.0.2.9", "2001:db8:1:2::1", "2001:db8:1:3::1",
            "::1", "127.0.0.1", "127.0.0.2", "0.0.0.0", "not an address", "192.0.2.7:65536",
        ]
        #expect(Set(addresses.map { AttemptLimit.Client(address: $0) }).count == addresses.count)
        let users = ["ada", "bob"].map { AttemptLimit.Client(address: nil, user: $0) }
        #expect(Set(users).count == 2)
    }

    @Test(arguments: [
        ("192.0.2.7:4711", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[2001:DB8:0::1]:4711", "2001:db8::1"), ("2001:0db8::0001", "2001:db8::1"),
    ])
    func anAddressIsWrittenInOneForm(written: String, text: String) {
        #expect(ClientAddress(written)?.text == text)
    }

    @Test(arguments: [
        "", "x", "192.0.2", "192.0.2.7:", "192.0.2.7:x", "192.0.2.7:65536", "[192.0.2.7]:80",
        "[2001:db8::1", "[2001:db8::1]x", "[2001:db8::1]:", "2001:db8::1]:80", "unknown", ":80",
        "192.0.2.7:-1", "192.0.2.7:+1",
    ])
    func rejectsTextThatIsNotAnAddress(text: String) { #expect(ClientAddress(text) == nil) }

    /// One client uses up its own attempts, and those of no one else.
    @Test(arguments: [
        ("::ffff:203.0.113.66", "::ffff:198.51.100.7"), ("203.0.113.9:4711", "203.0.113.10:4711"),
        ("::ffff:127.0.0.66", "::ffff:127.0.0.1"), ("127.0.0.66", "::1"),
        ("[2001:db8:1::1]:5", "[2001:db8:2::1]:5"),
    ])
    func oneClientDoesNotBlockOthers(attacker: String, victim: String) async throws {
        let bench = try SignInBench.withPassword()
        func signIn(_ password: String, _ address: String) async -> PanelResponse {
            var request = SimpleRequest(
                "POST", "/sign-in",
                fields: [
                    ("host", "localhost"), ("content-type", "application/x-www-form-urlencoded"),
                ], body: Array("password=\(password.replacing(" ", with: "+"))".utf8))
            request.clientAddress = address
            return await bench.client.send(request)
        }
        var statuses: [Int] = []
        for _ in 0..<AttemptLimit.free + 1 {
            statuses.append(await signIn("wrong password", attacker).status)
        }
        #expect(statuses.last == 429)
        #expect(await signIn(SignInBench.password, victim).status == 303)
        #expect(await signIn("wrong password", attacker).status == 429)
    }
}

/// Many addresses of one attacker leave the attempts of the others alone.
struct AttemptSharesTests {
    private let start = ContinuousClock.now

    /// Returns the number of accepted attempts of addresses within some seconds, and whether a client then waits.
    private func attack(
        _ addresses: [String], seconds: Int, then victim: String, after failures: Int = 0
    ) -> (accepted: Int, wait: Duration?) {
        var limit = AttemptLimit()
        let client = AttemptLimit.Client(address: victim)
        for _ in 0..<failures { _ = limit.begin(client, at: start) }
        var accepted = 0
        for (number, address) in addresses.enumerated() {
            let now = start + .milliseconds(number % (seconds * 1_000))
            if limit.begin(AttemptLimit.Client(address: address), at: now) == nil { accepted += 1 }
        }
        return (accepted, limit.begin(client, at: start + .seconds(seconds)))
    }

    private static let loopback = (0..<60_000).map {
        "127.\(1 + $0 % 3).\(($0 >> 8) & 255).\(1 + $0 % 250)"
    }
    private static let networks = (0..<60_000).map { "2001:db8:7:\(String($0, radix: 16))::1" }
    private static let neighbors = (0..<60_000).map { "192.0.2.\(2 + $0 % 250)" }

    @Test(arguments: ["127.0.0.1", "::1", "198.51.100.7", "2001:db8:9::1"])
    func aLocalUserIsOneClient(victim: String) {
        for failures in [0, 1] {
            let (accepted, wait) = attack(
                Self.loopback, seconds: 20, then: victim, after: failures)
            #expect(accepted <= 2 * AttemptLimit.free + 1)
            #expect(wait == nil)
        }
    }

    @Test(arguments: ["127.0.0.1", "198.51.100.7", "2001:db8:8::1"])
    func oneSiteDoesNotBlockOtherSites(victim: String) {
        for attackers in [Self.networks, Self.neighbors] {
            let (accepted, wait) = attack(attackers, seconds: 20, then: victim)
            #expect(accepted < 5 * AttemptLimit.burst)
            #expect(wait == nil)
        }
    }

    /// Neighbors that have guessed leave a client that has not the attempts of its own.
    @Test func aNeighborThatNeverFailedKeepsItsAttempts() {
        let few = (0..<60_000).map { "192.0.2.\(2 + $0 % 40)" }
        #expect(attack(few, seconds: 20, then: "192.0.2.200").wait == nil)
    }

    /// A client that signs in is forgotten, with the mark of its site.
    @Test func aSuccessUsesNoAttempt() {
        var limit = AttemptLimit()
        let (one, two) = (
            AttemptLimit.Client(address: "192.0.2.1"), AttemptLimit.Client(address: "192.0.2.2")
        )
        _ = limit.begin(one, at: start)
        #expect(limit.share(of: two, at: start) == .freshClients)
        #expect(limit.share(of: one, at: start) == .firstFailures)
        limit.succeed(one)
        #expect(limit.share(of: two, at: start) == .freshSites)
    }
}
