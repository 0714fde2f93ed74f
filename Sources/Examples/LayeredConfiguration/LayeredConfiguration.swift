import Configuration
import Faceplate
import FaceplateConfiguration

/// Reads settings with swift-configuration.
///
/// Environment variables have priority over values set on the page, and these have priority over
/// the defaults of the schema. Prints the values, sets one, and prints the value that the watch
/// then returns.
@main
struct LayeredConfiguration {
    static let schema = """
        [ { "groupKey": "http", "items": [
            { "itemKey": "http_port", "itemControlType": "edit_integer", "itemValue": 8080 },
            { "itemKey": "http_timeout", "itemControlType": "edit_duration", "itemValue": "30s" },
            { "itemKey": "http_token", "itemControlType": "edit_password" } ] } ]
        """

    static func main() async {
        do {
            try await run()
        } catch {
            exit(because: error)
        }
    }

    private static func run() async throws {
        let schema = try SchemaReader.read(Array(schema.utf8), name: "layered")
        let settings = try Settings.inMemory(schema)
        let config = ConfigReader(providers: [
            EnvironmentVariablesProvider(),
            FaceplateProvider(settings),
        ])
        let port = config.int(forKey: "http.port", default: 80)
        let timeout = config.string(forKey: "http.timeout", default: "10s")
        print("port \(port), timeout \(timeout)")

        try await settings.set("http_timeout", to: "1m")

        try await config.watchString(forKey: "http.timeout") { values in
            for try await value in values {
                print("timeout \(value ?? "none")")
                break
            }
        }
        settings.close()
    }
}
