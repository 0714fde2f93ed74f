import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct HostRuleTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "LocalHost:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]",
        "[::1]:8080", "localhost:8080", "localhost:80", "127.0.0.1:9000", "[::1]:65535",
    ])
    func allowsLoopback(host: String) {
        #expect(HostRule().allows(host, port: 8080))
    }

    @Test(arguments: [
        "evil.com", "evil.com:8080", "127.0.0.1.nip.io", "localhost.", "localhost.:8080", "0.0.0.0",
        "0.0.0.0:8080", "[::]", "[::]:8080", "[::ffff:127.0.0.1]",
        "localhost:80800", "localhost:65537", "localhost:", "localhost:+8080", "localhost:8080x",
        "localhost:8080:8080", "", " ", " localhost", "localhost ", "local host", "a@localhost",
        "localhost@evil.com", "a:b@localhost:8080", "x.localhost", "[localhost]", "[127.0.0.1]",
        "[::1", "::1", "[::1]8080", "[::1].", "[", "[]", "]", ":", ":8080", "localhost/",
        "localhost\\", "localhost\0", "localhost\r\n", "localhost\u{7F}", "löcalhost",
        "ⓛocalhost", "127.1", "2130706433", "0x7f.1", "localhost,evil.com", "localhost#",
    ])
    func rejectsOtherHosts(host: String) {
        #expect(!HostRule().allows(host, port: 8080))
    }

    @Test
    func rejectsARequestWithoutAHost() {
        #expect(!HostRule().allows(nil, port: 8080))
        #expect(!HostRule().allows(nil, port: nil))
    }

    @Test
    func allowsAnyPortIfItsOwnIsUnknown() {
        #expect(HostRule().allows("localhost:1", port: nil))
        #expect(!HostRule().allows("localhost:x", port: nil))
    }

    @Test(arguments: [
        ("panel.lan", "panel.lan", true), ("panel.lan:80", "panel.lan:80", true),
        ("panel.lan:8443", "Panel.LAN:8443", true), ("panel.lan:8080", "panel.lan:8443", false),
        ("panel.lan", "panel.lan:8443", false), ("panel.lan", "panel.lan:443", true),
        ("panel.lan", "panel.lan:80", true), ("panel.lan:81", "panel.lan", false),
        ("[fe80::1]:8443", "[fe80::1]:8443", true), ("[fe80::1]:8080", "[fe80::1]:8443", false),
        ("evil.com", "*", false), ("a.lan", "*.lan", false),
    ])
    func allowsAConfiguredNameWithItsPort(host: String, allowed: String, isAllowed: Bool) {
        #expect(HostRule(more: [allowed]).allows(host, port: 8080) == isAllowed)
    }

    @Test(arguments: [
        "", "*", "*.lan", "panel lan", "http://panel.lan", "panel.lan/", "panel.lan:0x1",
        "panel.lan:",
        "panel.lan:70000", "a@b", "pänel.lan", "[::1", "[panel.lan]",
        String(repeating: "a", count: 254),
    ])
    func reportsAnInvalidHostName(text: String) throws {
        let problem = try #require(HostRule(more: [text]).problems.first)
        #expect(problem.hasPrefix("'\(text)' is not a host name."))
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.allowedHosts = [text] }
        #expect(panel.client.panel.configurationProblems == [problem])
    }

    @Test(arguments: [
        ("panel.lan", true), ("PANEL.lan:8080", true), ("panel.lan:81", false),
        ("panel.lan.", false), ("a.panel.lan", false), ("localhost", true), ("fe80::1", false),
        ("[fe80::1]", true),
    ])
    func allowsConfiguredNamesExactly(host: String, isAllowed: Bool) {
        let rule = HostRule(more: ["Panel.LAN", "fe80::1"])
        #expect(rule.allows(host, port: 8080) == isAllowed)
    }

    @Test(arguments: ["/", "/nope", "/healthz"])
    func rejectsAWrongHostOnEveryPath(path: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.get(path, fields: [("host", "evil.com")])
        #expect(response.status == 421)
        #expect(
            response.text
                == "This panel does not answer to the host name 'evil.com'. Use localhost, "
                + "127.0.0.1 or [::1]. To allow another name, add it with --allow-host evil.com, "
                + "or to allowedHosts in a program.\n")
    }

    /// A malformed name is not repeated.
    @Test(arguments: [
        "<b>evil</b>", "localhost@evil.com", "evil com", "evil\u{202E}.com", "evil.com:x",
    ])
    func doesNotRepeatAMalformedName(host: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.get(fields: [("host", host)])
        #expect(response.status == 421)
        #expect(!response.text.contains("evil"))
        #expect(response.text.contains("--allow-host NAME"))
    }

    /// A certificate that the browser accepts says nothing about the names of this panel.
    @Test(arguments: [("evil.com", 421), ("localhost", 200)])
    func appliesOverTLSToo(host: String, status: Int) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        var request = SimpleRequest("GET", "/", fields: [("host", host)])
        request.isSecure = true
        #expect(await panel.client.send(request).status == status)
    }

    @Test
    func protectsAssetsAndPostsToo() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let style = await panel.client.get(Asset.style.path, fields: [("host", "evil.com")])
        let post = await panel.client.post([("k", "YES")], fields: [("host", "evil.com")])
        #expect(style.status == 421)
        #expect(post.status == 421)
        #expect(panel.settings.revision == 0)
    }
}
