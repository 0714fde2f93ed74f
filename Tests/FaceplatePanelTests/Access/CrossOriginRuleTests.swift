import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct CrossOriginRuleTests {
    private struct Case {
        let method: String
        let isPage: Bool
        let signs: CrossOriginRule.Signs
    }

    private static let host = "localhost:8080"

    /// All combinations of headers from browsers and other clients.
    private static var matrix: [Case] {
        let methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]
        let sites = [nil, "same-origin", "same-site", "cross-site", "none", "junk", ""]
        let modes = [nil, "navigate", "cors", "no-cors"]
        let destinations = [nil, "document", "iframe", "empty"]
        let origins = [
            nil, "http://localhost:8080", "https://localhost:8080", "HTTP://LOCALHOST:8080",
            "http://LOCALHOST:8080", "http://localhost:3000", "http://localhost", "http://evil.com",
            "http://localhost:8080.evil.com", "null", "junk", "file://", "localhost:8080",
        ]
        var cases: [Case] = []
        for method in methods {
            for site in sites {
                for mode in modes {
                    for destination in destinations {
                        for origin in origins {
                            for isPage in [true, false] {
                                cases.append(
                                    Case(
                                        method: method, isPage: isPage,
                                        signs: .init(
                                            site: site, mode: mode, destination: destination,
                                            origin: origin, host: host)))
                            }
                        }
                    }
                }
            }
        }
        return cases
    }

    /// Returns true when the rule accepts a request, written as a list of the accepted cases.
    private static func isLetIn(_ request: Case) -> Bool {
        let signs = request.signs
        let isFromHere = signs.site == "same-origin"
        let isFromNowhere = signs.site == "none"
        let isUnknown = signs.site == nil
        let ownOrigins = [
            "http://localhost:8080", "https://localhost:8080", "http://LOCALHOST:8080",
        ]
        switch request.method {
        case "OPTIONS": return true
        case "GET", "HEAD":
            let isVisit =
                request.isPage && signs.mode == "navigate" && signs.destination == "document"
            return isFromHere || isFromNowhere || isUnknown || isVisit
        default:
            let hasNoOrigin = signs.origin == nil
            let hasOwnOrigin = signs.origin.map(ownOrigins.contains) ?? false
            return isFromHere || isFromNowhere && signs.mode == "navigate"
                || isUnknown && (hasNoOrigin || hasOwnOrigin)
        }
    }

    @Test
    func decidesEveryCombinationAsDocumented() {
        var wrong: [Case] = []
        for request in Self.matrix {
            let isAllowed = CrossOriginRule.allows(
                method: request.method, isPage: request.isPage, request.signs)
            if isAllowed != Self.isLetIn(request) { wrong.append(request) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        #expect(Self.matrix.count == 8 * 7 * 4 * 4 * 13 * 2)
    }

    @Test(
        arguments: [
            [("sec-fetch-site", "cross-site")], [("sec-fetch-site", "same-site")],
            [("sec-fetch-site", "none")], [("origin", "null")],
            [("origin", "http://localhost:3000")],
            [("sec-fetch-site", "junk"), ("origin", "http://localhost")],
        ] as [[(name: String, value: String)]])
    func savesNothingFromARejectedOrigin(fields: [(name: String, value: String)]) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.post([("k", "YES")], fields: fields)
        #expect(response.status == 403)
        #expect(
            response.text
                == "This request comes from another site. Open the panel itself and try again.\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(
        arguments: [
            [], [("origin", "http://localhost")], [("sec-fetch-site", "same-origin")],
            [("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")],
        ] as [[(name: String, value: String)]])
    func acceptsWritesOfOwnPagesAndScripts(fields: [(name: String, value: String)]) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.post([("k", "YES")], fields: fields)
        #expect(response.status == 303)
        #expect(panel.settings.value("k") == true)
    }

    @Test
    func acceptsLinksFromOtherSitesToPagesOnly() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let visit: [(name: String, value: String)] = [
            ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ]
        for (path, status) in [("/", 200), ("/nope", 404), ("/healthz", 403)] {
            #expect(await panel.client.get(path, fields: visit).status == status, "\(path)")
        }
        #expect(await panel.client.get(Asset.script.path, fields: visit).status == 403)
        let frame = visit.dropLast() + [("sec-fetch-dest", "iframe")]
        #expect(await panel.client.get("/", fields: Array(frame)).status == 403)
    }

    @Test(arguments: ["/", "/healthz", "/nope"])
    func rejectsEveryPreflightWith405(path: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.client.send(
            SimpleRequest(
                "OPTIONS", path,
                fields: [
                    ("host", "localhost"), ("origin", "http://evil.com"),
                    ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "cors"),
                    ("access-control-request-method", "POST"),
                ]))
        #expect(response.status == 405)
        #expect(response.headers.allSatisfy { !$0.name.lowercased().hasPrefix("access-control") })
    }
}
