package import Foundation

/// A certificate for `localhost` and `127.0.0.1`, signed by itself, and its key, in a folder of its own.
package final class TestCertificate: Sendable {
    /// openssl ended with an error.
    package struct Failure: Error {}

    package let folder: URL
    /// The path of the certificate in PEM.
    package var certificate: String { folder.appending(path: "certificate.pem").path }
    /// The path of the private key in PEM, with mode 0600.
    package var key: String { folder.appending(path: "key.pem").path }

    /// Makes a certificate with openssl.
    ///
    /// - Parameter days: The days for which it is valid; a negative number makes one that has expired.
    package init(days: Int = 2, name: String = "localhost") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let request = folder.appending(path: "request.pem").path
        let names = folder.appending(path: "names.cnf")
        try Data("subjectAltName=DNS:\(name),IP:127.0.0.1\n".utf8).write(to: names)
        try Self.openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=\(name)", "-keyout", key, "-out", request)
        // Only this command makes a certificate that has expired.
        try Self.openssl(
            "x509", "-req", "-in", request, "-signkey", key, "-days", "\(days)", "-extfile",
            names.path, "-out", certificate)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    package static func openssl(_ arguments: String...) throws {
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = ["openssl"] + arguments
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw Failure() }
    }
}
