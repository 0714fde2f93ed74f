import Faceplate
import FaceplateLifecycle
import FaceplatePanel
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// A daemon with its own settings page: prints a greeting at intervals, and stops on SIGTERM.
///
/// Usage: `GreetingDaemon [DATABASE [PORT]]`.
@main
struct GreetingDaemon {
    static let schema = """
        { "panelKey": "greeter", "panelTitle": "Greeter", "groups": [
          { "groupKey": "greeting", "groupTitle": "Greeting", "items": [
            { "itemKey": "greeting_text", "itemTitle": "Words", "itemControlType": "edit_text",
              "itemValue": "Hello", "itemRequired": true },
            { "itemKey": "greeting_pause", "itemTitle": "Pause", "itemControlType": "edit_duration",
              "itemValue": "10s", "itemMinimum": "100ms" },
            { "itemKey": "greeting_now", "itemTitle": "Greet now",
              "itemControlType": "button" } ] } ] }
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
        let path = arguments.first ?? "greeter.sqlite"
        let port = arguments.dropFirst().first.flatMap(UInt16.init) ?? 8080
        let schema = try SchemaReader.read(Array(schema.utf8), name: "greeter")
        let settings = try Settings.open(schema, at: path)
        defer { settings.close() }
        var panel = Panel.Configuration()
        panel.actions["greeting_now"] = { request in
            greet(request.snapshot)
            return .success("Greeted.")
        }
        let server = try PanelServer(Panel(settings, configuration: panel), port: port)
        say("Settings at \(server.url)")
        let services = ServiceGroup(
            services: [Greeter(settings: settings), server],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "greeter"))
        try await services.run()
        say("Goodbye")
    }

    /// Writes without buffering, so that the reader of a pipe receives the line immediately.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func greet(_ snapshot: Snapshot) {
        say(snapshot[.greetingText])
    }
}

struct Greeter: Service {
    let settings: Settings

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var round: Task<Void, Never>?
            for await snapshot in settings.snapshots {
                round?.cancel()
                round = Task { await greet(snapshot) }
            }
            round?.cancel()
        }
    }

    private func greet(_ snapshot: Snapshot) async {
        while !Task.isCancelled {
            GreetingDaemon.greet(snapshot)
            try? await Task.sleep(for: snapshot[.greetingPause])
        }
    }
}

extension SettingKey {
    static var greetingText: SettingKey<String> { SettingKey<String>("greeting_text", default: "") }
    static var greetingPause: SettingKey<Duration> {
        SettingKey<Duration>("greeting_pause", default: .seconds(10))
    }
}
