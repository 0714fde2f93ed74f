import Faceplate
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// The sentence for each reason why TLS with a member fails.
@Suite(.timeLimit(.hung))
struct EtcdCertificateTests {
    /// Waits until a machine reports the sentence, with `AT` in place of the endpoint.
    ///
    /// The next member of the cluster is asked instead.
    private func reports(
        _ sentence: String, _ endpoint: String, authority: String?
    ) async throws {
        let machine = try EtcdMachine("den", [endpoint], authority: authority)
        try machine.set(("volume", "99"))
        machine.begin()
        let expected = sentence.replacing("AT", with: endpoint)
        await machine.sync.wait { $0.problems.first?.hasPrefix(expected) == true }
        #expect(machine.sync.report.lastSync == nil)
        let next = try StallingServer(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 27\r\n\r\n"
                + #"{"header":{"revision":"7"}}"#)
        var both = SyncConfiguration(endpoints: [endpoint, next.endpoint], machine: "m")
        both.authorityFile = authority
        let connection = try EtcdConnection(both)
        let answer = try? await connection.post("kv/range", [:])
        #expect(answer?["header"] == ["revision": "7"])
    }

    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
    func reportsAnExpiredCertificate(host: String, address: String) async throws {
        let etcd = try EtcdServer(isSecure: true, days: -1, host: host, address: address)
        try await reports(
            "The certificate of the cluster at AT expired at 20", etcd.endpoint,
            authority: etcd.certificate)
    }

    @Test func reportsAnUntrustedCertificate() async throws {
        let etcd = try EtcdServer(isSecure: true)
        try await reports(
            "The certificate of the cluster at AT is not trusted.", etcd.endpoint,
            authority: nil)
    }

    @Test func reportsACertificateOfAnotherHost() async throws {
        let etcd = try EtcdServer(isSecure: true, host: "127.0.0.2")
        try await reports(
            "The certificate of the cluster at AT is for another host.", etcd.endpoint,
            authority: etcd.certificate)
    }

    @Test func reportsAMemberWithoutTLS() async throws {
        let etcd = try EtcdServer()
        try await etcd.put("/faceplate/test/volume", "x")
        try await reports(
            "The cluster at AT does not speak https. If it answers without TLS, use http://.",
            etcd.endpoint.replacing("http:", with: "https:"), authority: nil)
    }

    /// A server that is not etcd sends text instead of TLS.
    @Test func reportsAServerThatSendsText() async throws {
        let server = try StallingServer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        try await reports(
            "The cluster at AT does not speak https. If it answers without TLS, use http://.",
            server.endpoint.replacing("http:", with: "https:"), authority: nil)
    }

    /// Makes a certificate for a client, and returns its files.
    ///
    /// - Parameter days: The days until it expires; negative for one that has expired.
    private func client(
        of etcd: EtcdServer?, days: Int = 2, usage: String = "clientAuth"
    ) throws -> (certificate: String, key: String) {
        let name = FileManager.default.temporaryDirectory
            .appending(path: "client-\(UUID().uuidString)").path
        let (request, key) = (name + "-request.pem", name + "-key.pem")
        let (certificate, extensions) = (name + "-certificate.pem", name + ".cnf")
        try Data("extendedKeyUsage=\(usage)\n".utf8).write(to: URL(filePath: extensions))
        try TestCertificate.openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=hall", "-keyout", key, "-out", request)
        let signer =
            etcd.map { ["-CA", $0.certificate, "-CAkey", $0.key, "-set_serial", "7"] }
            ?? ["-signkey", key]
        let start = ["x509", "-req", "-in", request, "-days", "\(days)"]
        let command = start + signer + ["-extfile", extensions, "-out", certificate]
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = ["openssl"] + command
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        return (certificate, key)
    }

    /// TLS 1.3 reports the refusal only after the handshake.
    @Test(arguments: ["none", "stranger", "expired", "server"])
    func reportsARejectedClientCertificate(kind: String) async throws {
        let etcd = try EtcdServer(isSecure: true, asksForCertificates: true)
        let own: (certificate: String, key: String)? =
            switch kind {
            case "none": nil
            case "stranger": try client(of: nil)
            case "expired": try client(of: etcd, days: -1)
            default: try client(of: etcd, usage: "serverAuth")
            }
        let words =
            switch kind {
            case "none":
                "The cluster at \(etcd.endpoint) asks for a certificate of this machine, and none is given."
            case "expired":
                "The cluster at \(etcd.endpoint) does not accept the certificate of this machine: it "
                    + "expired at 20"
            default:
                "The cluster at \(etcd.endpoint) does not accept the certificate of this machine. It has "
                    + "to be a certificate for clients, of an authority that the cluster trusts."
            }
        let machine = try EtcdMachine(
            "hall", [etcd.endpoint], authority: etcd.certificate, own: own)
        machine.begin()
        await machine.sync.wait { $0.problems.first?.hasPrefix(words) == true }
    }

    /// The files are read again, so that a renewed certificate needs no restart.
    @Test func aRenewedCertificateIsUsed() async throws {
        let etcd = try EtcdServer(isSecure: true, asksForCertificates: true)
        let old = try client(of: etcd, days: -1)
        let machine = try EtcdMachine(
            "hall", [etcd.endpoint], authority: etcd.certificate, own: old)
        machine.begin()
        await machine.sync.wait { $0.problems.first?.contains("it expired at") == true }
        // The cluster trusts its own certificate, which is of no authority.
        let new = (certificate: etcd.certificate, key: etcd.key)
        // In between, the key is not that of the certificate.
        for (from, to) in [(new.key, old.key), (new.certificate, old.certificate)] {
            try Data(contentsOf: URL(filePath: from))
                .write(to: URL(filePath: to), options: .atomic)
        }
        await machine.met()
        #expect(machine.sync.report.problems.isEmpty)
    }

    @Test func rejectsAKeyOfAnotherCertificate() async throws {
        let etcd = try EtcdServer(isStarted: false, isSecure: true)
        let (one, two) = (try client(of: etcd), try client(of: etcd))
        let words =
            "The private key in '\(two.key)' does not belong to the certificate in "
            + "'\(one.certificate)'."
        #expect(throws: SyncError(words)) {
            try EtcdMachine("hall", [etcd.endpoint], own: (one.certificate, two.key))
        }
    }

    /// The time for the first response of the member is ten seconds, and the change is counted before that.
    @Test func aChangeWaitsWhileAMemberHangs() async throws {
        let stalling = try StallingServer("")
        let machine = try EtcdMachine("den", [stalling.endpoint])
        machine.begin()
        await machine.sync.wait { $0.isEnabled }
        try machine.set(("volume", "10"))
        await machine.sync.wait { $0.waiting == 1 && $0.problems.isEmpty }
        try await machine.stop()
    }
}
