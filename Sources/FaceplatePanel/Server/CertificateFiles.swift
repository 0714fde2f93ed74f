import Faceplate
import FaceplateSchema
import Foundation
import Microhttpd

extension PanelServer {
    /// The files of a certificate and its private key, both in PEM.
    public struct CertificateFiles: Sendable {
        /// The file with the certificate, followed by those that lead to a trusted one.
        public var certificate: String
        /// The file with the private key, without a pass phrase.
        ///
        /// It belongs to this user or the administrator, and no other user may have any permission for it.
        public var key: String

        /// Creates a pair of files, which are read when a server starts and by ``PanelServer/reloadCertificate()``.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }

        /// In bytes.
        private static let limit = 1024 * 1024

        func identity() throws(PanelServerError) -> TLSIdentity {
            let chain: [UInt8]
            do throws(RegularFile.Refusal) {
                chain = try RegularFile.bytes(of: certificate, limit: Self.limit)
            } catch {
                throw PanelServerError(
                    message: "The certificate '\(certificate)' cannot be used. \(error.sentence)")
            }
            let secret = try keyBytes()
            do throws(TLSIdentity.Problem) {
                return try TLSIdentity(certificates: chain, key: secret)
            } catch {
                throw PanelServerError(message: sentence(for: error))
            }
        }

        private func keyBytes() throws(PanelServerError) -> [UInt8] {
            let file: RegularFile
            let bytes: [UInt8]
            do throws(RegularFile.Refusal) {
                file = try RegularFile(key)
                bytes = try file.bytes(limit: Self.limit)
            } catch {
                throw PanelServerError(
                    message: "The key '\(key)' cannot be used. \(error.sentence)")
            }
            guard OwnFile.isTrusted(owner: file.owner) else {
                throw PanelServerError(
                    message:
                        "The key '\(key)' belongs to another user, who knows it. Use a file of your own."
                )
            }
            guard file.isPrivate else {
                throw PanelServerError(
                    message:
                        "The key '\(key)' can be read or changed by other users. Run 'chmod 600' on it."
                )
            }
            return bytes
        }

        private func sentence(for problem: TLSIdentity.Problem) -> String {
            switch problem {
            case .noCertificate:
                "The file '\(certificate)' has no certificate in PEM."
            case .noKey: "The file '\(key)' has no private key in PEM."
            case .encryptedKey:
                "The key '\(key)' is protected by a pass phrase. Store it without one, in a file that only "
                    + "you can read."
            case .otherKey:
                "The key '\(key)' does not belong to the certificate '\(certificate)'."
            case .failed: "The certificate '\(certificate)' cannot be used: GnuTLS failed."
            }
        }

        func warning(about identity: TLSIdentity?, at time: Date = Date()) -> String? {
            guard let identity else { return nil }
            func day(_ seconds: Int) -> String {
                Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            }
            let now = Int(time.timeIntervalSince1970)
            if now > identity.validUntil {
                return
                    "The certificate '\(certificate)' expired at \(day(identity.validUntil)). Clients reject it."
            }
            if now < identity.validFrom {
                return
                    "The certificate '\(certificate)' is not valid before \(day(identity.validFrom)). Clients "
                    + "reject it."
            }
            return nil
        }
    }
}
