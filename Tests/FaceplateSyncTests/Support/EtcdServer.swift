import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An etcd server on loopback with a temporary folder, which ends with this object.
///
/// `FACEPLATE_ETCD` sets the program; the default is `etcd` in the search path.
final class EtcdServer: Sendable {
    let endpoint: String
    private let isSecure: Bool
    private let asksForCertificates: Bool
    private let days: Int
    private let host: String
    private let folder: URL
    private let peer: String
    private let name: String
    /// The names and URLs of the other members.
    private let others = Locked<[String]>([])
    private let process = Locked<Process?>(nil)

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - isSecure: True for https with a self-signed certificate.
    ///   - asksForCertificates: True when clients must present that certificate, too.
    ///   - days: The days until the certificate expires; negative for an expired one.
    ///   - host: The address in the certificate.
    ///   - address: The address of the server as in a URL.
    init(
        isStarted: Bool = true, isSecure: Bool = false, asksForCertificates: Bool = false,
        days: Int = 2, host: String = "127.0.0.1", address: String = "127.0.0.1",
        name: String = "default"
    ) throws {
        self.days = days
        self.host = host
        self.isSecure = isSecure
        self.asksForCertificates = asksForCertificates
        self.name = name
        folder = FileManager.default.temporaryDirectory.appending(
            path: "etcd-\(UUID().uuidString)")
        endpoint = "\(isSecure ? "https" : "http")://\(address):\(try Self.freePort())"
        peer = "http://127.0.0.1:\(try Self.freePort())"
        if isSecure { try makeCertificate() }
        if isStarted { try start() }
    }

    deinit {
        kill()
        for path in [folder.path, certificate, key] {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    func start() throws {
        let etcd = Process()
        let name = ProcessInfo.processInfo.environment["FACEPLATE_ETCD"]
        etcd.executableURL = URL(filePath: name ?? "/usr/bin/etcd")
        etcd.arguments =
            [
                "--data-dir", folder.path, "--listen-client-urls", endpoint,
                "--advertise-client-urls", endpoint, "--listen-peer-urls", peer,
                "--initial-advertise-peer-urls", peer, "--name", self.name, "--initial-cluster",
                (["\(self.name)=\(peer)"] + others.withLock { $0 }).joined(separator: ","),
                "--log-level", "error",
            ] + (isSecure ? ["--cert-file", certificate, "--key-file", key] : [])
            + (asksForCertificates
                ? ["--client-cert-auth", "--trusted-ca-file", certificate] : [])
        etcd.standardOutput = FileHandle.nullDevice
        etcd.standardError = FileHandle.nullDevice
        try etcd.run()
        process.withLock { $0 = etcd }
    }

    /// Starts the members of one cluster.
    static func members(_ count: Int) throws -> [EtcdServer] {
        let all = try (0..<count).map { try EtcdServer(isStarted: false, name: "m\($0)") }
        for server in all {
            let others = all.filter { $0 !== server }.map { "\($0.name)=\($0.peer)" }
            server.others.withLock { $0 = others }
        }
        for server in all { try server.start() }
        return all
    }

    /// Suspends the server: connections stay open without responses.
    func pause() {
        process.withLock { _ = $0.map { Foundation.kill($0.processIdentifier, SIGSTOP) } }
    }

    /// Ends the server like a power cut.
    func kill() {
        let running = process.withLock { process in
            defer { process = nil }
            return process
        }
        guard let running else { return }
        Foundation.kill(running.processIdentifier, SIGKILL)
        running.waitUntilExit()
    }

    /// The path of the CA certificate for the server.
    var certificate: String { folder.path + "-certificate.pem" }
    var key: String { folder.path + "-key.pem" }

    private func makeCertificate() throws {
        let request = folder.path + "-request.pem"
        let names = folder.path + "-names.cnf"
        defer {
            for path in [request, names] { try? FileManager.default.removeItem(atPath: path) }
        }
        try Data("subjectAltName=IP:\(host)\n".utf8).write(to: URL(filePath: names))
        try TestCertificate.openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=etcd", "-keyout", key, "-out", request)
        // Only this command makes a certificate that has expired.
        try TestCertificate.openssl(
            "x509", "-req", "-in", request, "-signkey", key, "-days", "\(days)", "-extfile",
            names, "-out", certificate)
    }

    /// Removes the data of the server, which must not be running.
    func loseData() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// Sends a request to the gateway directly, and repeats it until the gateway responds.
    @discardableResult
    func ask(_ path: String, _ json: JSONValue, token: String? = nil) async throws -> JSONValue {
        let url = try #require(URL(string: "\(endpoint)/v3/\(path)"))
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(JSONWriter().bytes(json))
        if let token { request.setValue(token, forHTTPHeaderField: "Authorization") }
        while true {
            let answer = try? await URLSession.shared.data(for: request)
            try Task.checkCancellation()
            guard let data = answer?.0 else {
                await Task.yield()
                continue
            }
            return try JSONReader.read(Array(data))
        }
    }

    func put(_ key: String, _ value: String, token: String? = nil) async throws {
        try await ask(
            "kv/put", ["key": Self.base64(key), "value": Self.base64(value)], token: token)
    }

    /// Returns the values of keys with a prefix, by the rest of the key, without the cluster name.
    func values(_ prefix: String) async throws -> [String: String] {
        let end = String(prefix.dropLast()) + "0"
        let answer = try await ask(
            "kv/range", ["key": Self.base64(prefix), "range_end": Self.base64(end)])
        return (answer.object?["kvs"]?.array ?? []).reduce(into: [:]) { values, pair in
            let parts = ["key", "value"].map { name in
                pair.object?[name]?.string.flatMap { Data(base64Encoded: $0) }
                    .map { String(decoding: $0, as: UTF8.self) } ?? ""
            }
            guard !parts[0].hasSuffix("/\(ClusterName.key)") else { return }
            values[String(parts[0].dropFirst(prefix.count))] = parts[1]
        }
    }

    /// The newest revision.
    func revision() async throws -> Int64 {
        let answer = try await ask("kv/range", ["key": Self.base64("x"), "limit": 1])
        let text = answer.object?["header"]?.object?["revision"]?.string
        return try #require(text.flatMap { Int64($0) })
    }

    static func base64(_ text: String) -> JSONValue {
        JSONValue(.string(Data(text.utf8).base64EncodedString()))
    }

    /// Returns a port without a listener.
    private static func freePort() throws -> Int {
        let (listener, port) = try loopbackSocket()
        close(listener)
        return port
    }
}
