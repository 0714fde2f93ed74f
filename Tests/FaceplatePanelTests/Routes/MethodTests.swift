import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A method that HTTP has and a route does not allow is refused with the methods that it allows.
struct MethodTests {
    @Test(arguments: RouteName.allCases)
    func acceptsKnownMethods(name: RouteName) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let row = RouteTable.row(of: name)
        for method in ["TRACE", "CONNECT", "OPTIONS"] {
            for type in ["text/html", "application/json"] {
                let answer = await panel.client.send(
                    SimpleRequest(
                        method, IdentifyTests.path(name),
                        fields: [("host", "localhost"), ("accept", type)]))
                #expect(answer.status == 405)
                #expect(answer.header("allow") == row.methods.joined(separator: ", "))
            }
        }
    }

    /// `CONNECT` names a server, and `OPTIONS *` all of it; neither is a path.
    @Test(arguments: [("CONNECT", "a:1"), ("CONNECT", "localhost:80"), ("OPTIONS", "*")])
    func rejectsConnectAndOptionsOfTheServer(method: String, target: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let request = try SimpleRequest(
            method, encodedTarget: target, fields: [("host", "localhost")])
        #expect(request.path == "*")
        let answer = await panel.client.send(request)
        #expect(answer.status == 405 && answer.header("allow") == "GET, HEAD")
    }
}
