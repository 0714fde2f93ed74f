import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Microhttpd
import Testing

@testable import FaceplatePanel

/// The files of a certificate: which are used, and the message for each that is not.
@Suite(.timeLimit(.hung))
struct CertificateFilesTests {
    private func serving(_ files: TestCertificate) -> PanelServer.Configuration {
        var configuration = PanelServer.Configuration()
        configuration.tls = .init(certificate: files.certificate, key: files.key)
        return configuration
    }

    /// Returns the message of a server with changed files, without the path of their folder.
    private func message(_ change: (TestCertificate) throws -> Void) throws -> String? {
        let files = try TestCertificate()
        try change(files)
        do {
            try PanelServer.checkAddress(serving(files))
            return nil
        } catch {
            return error.message.replacing(files.folder.path + "/", with: "")
        }
    }

    @Test func servesHTTPS() throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let files = try TestCertificate()
        let server = try PanelServer(panel.client.panel, configuration: serving(files))
        defer { server.stop() }
        #expect(server.url.hasPrefix("https://127.0.0.1:"))
    }

    @Test func namesTheUnusableFile() throws {
        let files = FileManager.default
        #expect(try message { _ in } == nil)
        #expect(
            try message { try files.removeItem(atPath: $0.certificate) }
                == "The certificate 'certificate.pem' cannot be used. There is no such file.")
        #expect(
            try message { try files.removeItem(atPath: $0.key) }
                == "The key 'key.pem' cannot be used. There is no such file.")
        #expect(
            try message { try Data("x".utf8).write(to: URL(filePath: $0.certificate)) }
                == "The file 'certificate.pem' has no certificate in PEM.")
        #expect(
            try message {
                try FileHandle(forWritingTo: URL(filePath: $0.key)).truncate(atOffset: 0)
            } == "The file 'key.pem' has no private key in PEM.")
        #expect(
            try message {
                try TestCertificate.openssl(
                    "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", $0.key)
            } == "The key 'key.pem' does not belong to the certificate 'certificate.pem'.")
        #expect(
            try message {
                try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: $0.key)
            } == "The key 'key.pem' can be read or changed by other users. Run 'chmod 600' on it.")
        #expect(
            try message {
                try files.removeItem(atPath: $0.key)
                try files.createDirectory(atPath: $0.key, withIntermediateDirectories: false)
            } == "The key 'key.pem' cannot be used. It is a folder. Name a file.")
    }

    @Test func aUnixSocketHasNoTLS() throws {
        var configuration = serving(try TestCertificate())
        configuration.paths = ["/tmp/panel.sock"]
        do {
            try PanelServer.checkAddress(configuration)
            Issue.record("The socket was accepted.")
        } catch {
            #expect(
                error.message
                    == "The Unix socket '/tmp/panel.sock' has no TLS: only users of this machine can connect. "
                    + "Serve it without a certificate, or use a port.")
        }
    }

    @Test func aFailedReloadKeepsTheCertificate() throws {
        let files = try TestCertificate()
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let server = try PanelServer(panel.client.panel, configuration: serving(files))
        defer { server.stop() }
        try server.reloadCertificate()
        try Data("x".utf8).write(to: URL(filePath: files.certificate))
        #expect(throws: PanelServerError.self) { try server.reloadCertificate() }
    }

    @Test func warnsOfAnInvalidCertificate() throws {
        let files = try TestCertificate()
        let pair = PanelServer.CertificateFiles(certificate: files.certificate, key: files.key)
        let identity = try pair.identity()
        func warning(_ time: Int) -> String? {
            pair.warning(about: identity, at: Date(timeIntervalSince1970: Double(time)))?
                .replacing(files.folder.path + "/", with: "")
        }
        func text(_ time: Int) -> String {
            Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
        }
        let (first, last) = (identity.validFrom, identity.validUntil)
        #expect(warning(first) == nil && warning(last) == nil)
        #expect(
            warning(last + 1)
                == "The certificate 'certificate.pem' expired at \(text(last)). Clients reject it.")
        #expect(
            warning(first - 1)
                == "The certificate 'certificate.pem' is not valid before \(text(first)). Clients reject it."
        )
    }
}
