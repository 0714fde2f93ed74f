import ArgumentParser
import FaceplatePanel
import Foundation

struct NetworkOptions: ParsableArguments {
    @Option(help: "The port; 0 selects a free port and prints it. (default: 8080)")
    var port: UInt16?

    @Option(
        help: ArgumentHelp(
            "An IP address to listen on. Repeatable. Addresses that other machines reach need --access. "
                + "(default: 127.0.0.1 and ::1)",
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
            "Serve HTTPS with this certificate chain (PEM). Reloaded at SIGHUP. Needs --tls-key.",
            valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            "Private key (PEM) of --tls-certificate, in a file that only you can read.",
            valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "A host name that browsers may use for the panel, for example behind a proxy. Repeatable. "
                + "(always: localhost, 127.0.0.1 and ::1)",
            valueName: "name[:port]"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Trust X-Forwarded-For, X-Forwarded-Proto, X-Forwarded-Prefix and X-Ingress-Path from this "
                + "proxy: an IP address, a network such as 10.0.0.0/8, or unix for the clients of --listen. "
                + "Repeatable.",
            valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "URL prefix when the panel is behind another server that passes it on, for example "
                + "/admin/settings.",
            valueName: "path"))
    var basePath = "/"

    @Option(help: "Maximum number of open connections.")
    var connections = 4096

    func validate() throws {
        for text in listen where Self.path(text) == nil {
            throw ValidationError(
                "--listen '\(text)' is not a Unix socket. Write unix:PATH, for example "
                    + "unix:/run/app/panel.sock. For a port, use --port.")
        }
        if (tlsCertificate == nil) != (tlsKey == nil) {
            throw ValidationError(
                "--tls-certificate and --tls-key belong together. Give both, or neither.")
        }
        if tlsCertificate != nil, let text = listen.first {
            throw ValidationError(
                "--listen '\(text)' has no TLS: only this user and root can connect to a Unix socket. Use "
                    + "--port, or leave --tls-certificate out.")
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

    var publicHost: String? { host.first { !Self.isLoopback($0) } }

    /// The address of all interfaces is no name: a browser that sends it was led there by another page.
    var names: [String] {
        configuration.hosts.filter { !Self.allInterfaces.contains($0) } + allowHost
    }

    private static let allInterfaces = ["0.0.0.0", "::"]

    var lacksName: Bool {
        allowHost.isEmpty && configuration.hosts.contains(where: Self.allInterfaces.contains)
    }

    func url(of server: PanelServer) -> String {
        guard let first = configuration.hosts.first, Self.allInterfaces.contains(first) else {
            return server.url
        }
        let name = allowHost.first ?? "127.0.0.1"
        let colons = name.count { $0 == ":" }
        let host = colons > 1 && !name.hasPrefix("[") ? "[\(name)]" : name
        let authority = colons == 1 || host.contains("]:") ? host : "\(host):\(server.port)"
        let path = server.url.split(separator: "/", maxSplits: 2).dropFirst(2).first ?? ""
        return "\(tlsCertificate == nil ? "http" : "https")://\(authority)/\(path)"
    }

    /// On Unix sockets alone, that of the proxy or forwarded port.
    func linkURL(of server: PanelServer) -> String {
        let url = url(of: server)
        guard !url.hasPrefix("http") else { return url }
        return (allowHost.first.map { "https://" + $0 } ?? "http://localhost") + basePath
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
        configuration.trustedProxies = trustedProxy
        if let tlsCertificate, let tlsKey {
            configuration.tls = PanelServer.CertificateFiles(
                certificate: tlsCertificate, key: tlsKey)
        }
        configuration.paths = listen.compactMap(Self.path).map { URL(filePath: $0).path }
        configuration.inheritedSockets = ServiceManager.inheritedSockets
        let isElsewhere = !configuration.paths.isEmpty || !configuration.inheritedSockets.isEmpty
        if isElsewhere, host.isEmpty, port == nil { configuration.hosts = [] }
        return configuration
    }

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
