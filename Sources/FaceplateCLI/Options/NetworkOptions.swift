import ArgumentParser
import FaceplatePanel

/// Where `serve` listens.
struct NetworkOptions: ParsableArguments {
    @Option(help: "The port; 0 takes a free one, which is then printed.")
    var port: UInt16 = 8080

    @Option(
        help: ArgumentHelp(
            "An address to listen on, of this machine only; may be repeated. Without it both "
                + "127.0.0.1 and ::1.", valueName: "address"))
    var host: [String] = []

    @Option(
        help: ArgumentHelp(
            "The path that all addresses begin with, for a panel behind another server: "
                + "/admin/settings.", valueName: "path"))
    var basePath = "/"

    @Option(help: "How many connections may be open at once.")
    var connections = 4096

    func validate() throws {
        for host in host where !Self.isLoopback(host) {
            throw ValidationError(
                "'\(host)' can be reached from other machines, and there is no access control yet. "
                    + "Use 127.0.0.1 or ::1.")
        }
        guard Self.isPath(basePath) else {
            throw ValidationError(
                "'\(basePath)' is no path to put before addresses. Write one like /admin/settings.")
        }
        guard connections > 0 else {
            throw ValidationError("--connections is \(connections), and 1 is the least.")
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
        configuration.port = port
        configuration.connections = connections
        return configuration
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
