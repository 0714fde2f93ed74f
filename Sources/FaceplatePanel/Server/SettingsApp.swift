public import Faceplate
import Foundation

/// A program that is its settings: it opens them, serves their page and runs until a signal.
///
/// ```swift
/// @main
/// struct Thermostat: SettingsApp {
///     @Setting("Heating") var isHeating = true
///     var page: SettingsPage { Group("general") { $isHeating } }
/// }
/// ```
///
/// It prints the URL of the page on standard output. If the start fails, for example because the port is in use, it
/// prints the reason on standard error and ends with status 1. SIGINT and SIGTERM stop it with status 0. Environment
/// variables such as `FACEPLATE_SET_PORT` lock properties.
public protocol SettingsApp: Preferences {
    /// The database, the addresses and the panel; by default port 8080 of this machine.
    static var configuration: SettingsAppConfiguration { get }

    /// Prepares the settings before the page is served, for example with vetoes; by default nothing.
    ///
    /// An error that it throws is printed, and ends the program with status 1.
    func prepare(_ settings: Settings) async throws

    /// The work of the program besides its page; by default nothing.
    ///
    /// It runs in a task that is cancelled at a signal, and then has 5 seconds to end. When it returns, the page is
    /// still served. An error that it throws is printed, and ends the program with status 1.
    func run(_ context: SettingsContext) async throws
}

/// The configuration of a `SettingsApp`.
public struct SettingsAppConfiguration: Sendable {
    /// The path of the database.
    ///
    /// `nil` is the file in `FACEPLATE_DATABASE`, else `NAME.sqlite` for the program's name in the user's state folder
    /// (`$XDG_STATE_HOME/faceplate`).
    public var database: String?
    /// The label catalogs of the page.
    public var labels = LabelCatalog()
    /// The addresses and the port; 8080 by default.
    public var server: PanelServer.Configuration
    /// The panel.
    public var panel = Panel.Configuration()

    /// Creates a configuration.
    public init(database: String? = nil, port: UInt16 = 8080) {
        self.database = database
        server = PanelServer.Configuration()
        server.port = port
    }
}

/// The surroundings of a running `SettingsApp`.
public struct SettingsContext: Sendable {
    /// The settings of the properties, for history and backups.
    public let settings: Settings
    /// The server of the page.
    public let server: PanelServer
    /// The URL of the page.
    public var url: String { server.url }
}

extension SettingsApp {
    /// Port 8080 of this machine, and the program's own store.
    public static var configuration: SettingsAppConfiguration { SettingsAppConfiguration() }

    /// Nothing.
    public func prepare(_ settings: Settings) async throws {}

    /// Nothing.
    public func run(_ context: SettingsContext) async throws {}

    /// Opens the settings, calls `prepare(_:)`, serves the page and calls `run(_:)`; returns after SIGINT or SIGTERM.
    ///
    /// Swift calls it in a type with `@main`.
    public static func main() async {
        do {
            let configuration = configuration
            // Before the settings are opened, so that a second start of the program changes nothing.
            try PanelServer.checkAddress(
                configuration.server, access: configuration.panel.access)
            let settings = try settings(
                labels: configuration.labels, at: configuration.database,
                locks: Settings.Locks(environment: ProcessInfo.processInfo.environment))
            let app = try Self(settings)
            try await app.prepare(settings)
            let server = try PanelServer(
                settings, configuration.panel, listening: configuration.server)
            print("Serving at \(server.url)")
            let context = SettingsContext(settings: settings, server: server)
            if let error = await server.runUntilSignal({ try await app.run(context) }) {
                throw error
            }
        } catch {
            exit(because: error)
        }
    }
}
