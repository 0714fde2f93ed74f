import ArgumentParser
import FaceplatePanel
import Foundation

/// The options for the server of `serve`.
struct NetworkOptions: ParsableArguments {
    @Option(help: "The port; 0 selects a free port and prints it. (default: 8080)")
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "A loopback address to listen on. Repeatable. (default: 127.0.0.1 and ::1)",
            valueName: "address"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "A Unix socket to listen on, in place of a port. Only this user and root can connect. "
                + "Repeatable; add --port or --host to listen on a port, too.",
            valueName: "unix:path"))
    var listen: [String] = []

    @Option(
        help: ArgumentHelp(
            "A host name that browsers may use for the panel, for example behind a proxy. Repeatable. "
                + "(always: localhost, 127.0.0.1 and ::1)",
            valueName: "name[:port]"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "URL prefix when the panel is behind another server, for example /admin/settings.",
            valueName: "path"))
    var basePath = "/"

    @Option(help: "Maximum number of open connections.")
    var connections = 4096

    func validate() throws {
        for host in host where !Self.isLoopback(host) {
            throw ValidationError(
                "'\(host)' can be reached from other machines, and there is no access control yet. "
                    + "Use 127.0.0.1 or ::1.")
        }
        for text in listen where Self.path(text) == nil {
            throw ValidationError(
                "--listen '\(text)' is not a Unix socket. Write unix:PATH, for example "
                    + "unix:/run/app/panel.sock. For a port, use --port.")
        }
        for name in allowHost {
            if let problem = Panel.Configuration.problem(withHost: name) {
                throw ValidationError(problem)
            }
        }
        guard Self.isPath(basePath) else {
            throw ValidationError(
                "'\(basePath)' is not a URL prefix. Use a path like /admin/settings.")
        }
        guard connections > 0 else {
            throw ValidationError("--connections is \(connections), but must be at least 1.")
        }
    }

    var configuration: PanelServer.Configuration {
        var configuration = PanelServer.Configuration()
        let named = host.flatMap { $0 == "localhost" ? ["127.0.0.1", "::1"] : [$0] }
        if !named.isEmpty {
            configuration.hosts = named.reduce(into: []) { hosts, host in
                if !hosts.contains(host) { hosts.append(host) }
            }
        }
        configuration.port = port ?? 8080
        configuration.connections = connections
        configuration.paths = listen.compactMap(Self.path).map { URL(filePath: $0).path }
        configuration.inheritedSockets = ServiceManager.inheritedSockets
        let isElsewhere = !configuration.paths.isEmpty || !configuration.inheritedSockets.isEmpty
        if isElsewhere, host.isEmpty, port == nil { configuration.hosts = [] }
        return configuration
    }

    /// Returns the path in `unix:PATH`; `nil` if the argument has another form.
    private static func path(_ text: String) -> String? {
        guard text.hasPrefix("unix:"), text.count > 5 else { return nil }
        return String(text.dropFirst(5))
    }

    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && !text.contains { "?#%\\".contains($0) || $0.isWhitespace }
            && !text.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "::1" || host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
