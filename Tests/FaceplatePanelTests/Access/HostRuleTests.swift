import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct HostRuleTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "LocalHost:8080", "127.0.0.1", "127.0.0.1:8080", "[::1]",
        "[::1]:8080", "localhost:8080",
    ])
    func allowsLoopback(host: String) {
        #expect(HostRule().allows(host, port: 8080))
    }

    @Test(arguments: [
        "evil.com", "evil.com:8080", "127.0.0.1.nip.io", "localhost.", "localhost.:8080", "0.0.0.0",
        "0.0.0.0:8080", "[::]", "[::]:8080", "[::ffff:127.0.0.1]", "localhost:80",
        "localhost:80800", "localhost:65537", "localhost:", "localhost:+8080", "localhost:8080x",
        "localhost:8080:8080", "", " ", " localhost", "localhost ", "local host", "a@localhost",
        "localhost@evil.com", "a:b@localhost:8080", "x.localhost", "[localhost]", "[127.0.0.1]",
        "[::1", "::1", "[::1]8080", "[::1].", "[", "[]", "]", ":", ":8080", "localhost/",
        "localhost\\", "localhost\0", "localhost\r\n", "localhost\u{7F}", "löcalhost",
        "ⓛocalhost", "127.1", "2130706433", "0x7f.1", "localhost,evil.com", "localhost#",
    ])
    func refusesAllElse(host: String) {
        #expect(!HostRule().allows(host, port: 8080))
    }

    @Test
    func refusesARequestWithoutAHost() {
        #expect(!HostRule().allows(nil, port: 8080))
        #expect(!HostRule().allows(nil, port: nil))
    }

    @Test
    func allowsAnyPortWhereNoneIsKnown() {
        #expect(HostRule().allows("localhost:1", port: nil))
        #expect(!HostRule().allows("localhost:x", port: nil))
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
    func comesBeforeTheAddress(path: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.get(path, fields: [("host", "evil.com")])
        #expect(response.status == 421)
        #expect(
            response.text
                == "This panel does not answer to that host name. Use localhost, 127.0.0.1 or "
                + "[::1], with the panel's own port.\n")
    }

    @Test
    func guardsAssetsAndPostsToo() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let style = await panel.client.get(Asset.style.path, fields: [("host", "evil.com")])
        let post = await panel.client.post([("k", "YES")], fields: [("host", "evil.com")])
        #expect(style.status == 421)
        #expect(post.status == 421)
        #expect(panel.settings.revision == 0)
    }
}
