#if Examples
    import Faceplate
    import FaceplateHTTPTypes
    import FaceplatePanel
    import Foundation
    import HTTPTypes
    import Hummingbird
    import ServiceLifecycle

    /// A Hummingbird application with the panel as one of its routes, at `/admin/settings/`.
    ///
    /// Usage: `HummingbirdPanel DATABASE [PORT [SCHEMA]]`. SCHEMA is a file that replaces the
    /// schema below. The action for `Schemas/reader.json` signs in.
    @main
    struct HummingbirdPanel {
        static let schema = """
            { "panelKey": "gallery", "panelTitle": "Gallery", "groups": [
              { "groupKey": "pictures", "groupTitle": "Pictures", "items": [
                { "itemKey": "pictures_title", "itemTitle": "Title", "itemControlType": "edit_text",
                  "itemValue": "My pictures", "itemMaximumLength": 40 },
                { "itemKey": "pictures_logo", "itemTitle": "Logo", "itemControlType": "edit_file",
                  "itemMaximumSize": 20000 },
                { "itemKey": "pictures_import", "itemTitle": "Import",
                  "itemControlType": "button" } ] },
              { "groupKey": "more", "groupTitle": "More", "items": [
                { "itemKey": "more_page", "itemTitle": "Network", "itemControlType": "page",
                  "groups": [ { "groupKey": "network", "items": [
                    { "itemKey": "network_port", "itemTitle": "Port",
                      "itemControlType": "edit_integer", "itemValue": 80 } ] } ] } ] } ] }
            """

        static func main() async {
            do {
                try await run()
            } catch {
                exit(because: error)
            }
        }

        private static func run() async throws {
            let arguments = CommandLine.arguments.dropFirst()
            let settings = try open(
                at: arguments.first ?? "gallery.sqlite", schemaFile: arguments.dropFirst(2).first)
            defer { settings.close() }
            let follower = arguments.dropFirst(2).first.map { settings.follow($0) }
            defer { withExtendedLifetime(follower) {} }
            let router = Router()
            router.get("/") { _, _ in settings.text("pictures_title") ?? "" }
            mount(panel(settings), on: router, at: "admin/settings")
            let app = Application(
                router: router,
                configuration: ApplicationConfiguration(
                    address: .hostname(
                        "127.0.0.1", port: arguments.dropFirst().first.flatMap { Int($0) } ?? 0)),
                onServerRunning: { channel in
                    let port = channel.localAddress?.port ?? 0
                    say("Settings at http://127.0.0.1:\(port)/admin/settings/")
                })
            try await app.runService()
            say("Goodbye")
        }

        static func open(at path: String, schemaFile: String?) throws -> Settings {
            guard let schemaFile else {
                return try Settings.open(
                    SchemaReader.read(Array(schema.utf8), name: "gallery"), at: path)
            }
            let file = try SchemaFile(path: schemaFile)
            return try Settings.open(
                file.schema, labels: file.labels, at: path, adoption: Settings.Adoption(of: file))
        }

        static func panel(_ settings: Settings) -> Panel {
            var configuration = Panel.Configuration()
            configuration.basePath = "/admin/settings"
            configuration.actions["account_button"] = { request in
                guard case .text(let name)? = request.values["account_username"], !name.isEmpty
                else {
                    return .failure("", problems: ["account_username": "Enter a username"])
                }
                return .success("Signed in as \(name).")
            }
            configuration.actions["pictures_import"] = { request in
                for picture in 1...20 {
                    request.progress.report(Double(picture) / 20, message: "\(picture) of 20")
                    do {
                        try await Task.sleep(for: .milliseconds(100))
                    } catch {
                        return .failure("Stopped.")
                    }
                }
                return .success("20 pictures imported.")
            }
            return Panel(settings, configuration: configuration)
        }

        static func mount(_ panel: Panel, on router: Router<BasicRequestContext>, at path: String) {
            // The panel itself rejects the methods that it does not support.
            let methods: [HTTPRequest.Method] = [
                .get, .head, .post, .put, .patch, .delete, .options,
            ]
            for method in methods {
                for path in [path, path + "/**"] {
                    router.on("\(path)", method: method) { request, _ in
                        try await answer(request, panel)
                    }
                }
            }
        }

        static func answer(_ request: Request, _ panel: Panel) async throws -> Response {
            let answer = try await panel.answer(
                request.head, body: request.body.map { [UInt8](buffer: $0) },
                requester: requester(of: request))
            let body =
                switch answer.body {
                case .bytes(let bytes): ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
                case .events(let events):
                    ResponseBody(
                        asyncSequence: events.cancelOnGracefulShutdown().map {
                            ByteBuffer(bytes: $0)
                        })
                }
            return Response(
                status: answer.head.status, headers: answer.head.headerFields, body: body)
        }

        /// The user who sends the request, as signed in by a proxy in front of the application.
        static func requester(of request: Request) -> Requester? {
            guard let name = HTTPField.Name("X-Signed-In").flatMap({ request.headers[$0] }) else {
                return nil
            }
            return Requester(name: name, access: name == "guest" ? .view : .edit)
        }

        /// Writes without buffering, so that the reader of a pipe receives the line immediately.
        static func say(_ line: String) {
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
    }
#else
    /// A replacement for the example while its trait is off, so that Hummingbird is not fetched.
    @main
    struct HummingbirdPanel {
        static func main() {
            print("Build it with: swift run --traits Examples HummingbirdPanel")
        }
    }
#endif
