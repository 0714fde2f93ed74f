import Faceplate
import FaceplateHTTPClient
import FaceplateSchema
import Foundation

extension EtcdConnection {
    static func words(
        _ failure: TLSFailure, _ endpoint: String, _ credentials: TLSCredentials?
    ) -> String {
        let certificate = "The certificate of the cluster at \(endpoint)"
        switch failure.reason {
        case .expired(let time): return "\(certificate) expired at \(RevisionTime.text(time))."
        case .notYetValid(let time):
            return
                "\(certificate) is not valid before \(RevisionTime.text(time)). Check the clock of this "
                + "machine."
        case .otherHost: return "\(certificate) is for another host."
        case .untrusted: return "\(certificate) is not trusted."
        case .rejected: return rejection(at: endpoint, credentials?.ownValidity)
        case .notTLS:
            return
                "The cluster at \(endpoint) does not speak https. If it answers without TLS, use http://."
        case .broken, .other: return unreachable(endpoint)
        }
    }

    private static func rejection(
        at endpoint: String, _ own: TLSCredentials.Validity?
    ) -> String {
        guard let own else {
            return
                "The cluster at \(endpoint) asks for a certificate of this machine, and none is given."
        }
        let start = "The cluster at \(endpoint) does not accept the certificate of this machine"
        let now = Date()
        if own.end < now { return "\(start): it expired at \(RevisionTime.text(own.end))." }
        if own.start > now {
            return "\(start): it is not valid before \(RevisionTime.text(own.start))."
        }
        return
            "\(start). It has to be a certificate for clients, of an authority that the cluster trusts."
    }
}
