#if Sync
    import FaceplateTestSupport
    import Faceplate
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
            await machine.sharing.wait { $0.problems.first?.hasPrefix(expected) == true }
            #expect(machine.sharing.report.lastSync == nil)
            let next = try StallingServer(
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 27\r\n\r\n"
                    + #"{"header":{"revision":"7"}}"#)
            var both = SharingConfiguration(endpoints: [endpoint, next.endpoint], machine: "m")
            both.authorityFile = authority
            let connection = try EtcdConnection(both)
            let answer = try? await connection.post("kv/range", [:])
            await connection.close()
            #expect(answer?["header"] == ["revision": "7"])
        }

        @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]")])
        func aCertificateThatHasExpired(host: String, address: String) async throws {
            let etcd = try EtcdServer(isSecure: true, days: -1, host: host, address: address)
            try await reports(
                "The certificate of the cluster at AT expired at 20", etcd.endpoint,
                authority: etcd.certificate)
        }

        @Test func aCertificateThatIsNotTrusted() async throws {
            let etcd = try EtcdServer(isSecure: true)
            try await reports(
                "The certificate of the cluster at AT is not trusted.", etcd.endpoint,
                authority: nil)
        }

        /// The certificates are read on a connection of their own.
        @Test(arguments: [true, false])
        func aCertificateThatIsShownOnlyOnce(closes: Bool) async throws {
            let etcd = try EtcdServer(isSecure: true)
            let relay = try CertificateRelay(to: etcd.endpoint, closes: closes)
            try await reports(
                "The certificate of the cluster at AT is not trusted.", relay.endpoint,
                authority: nil)
        }

        @Test func aCertificateOfAnotherHost() async throws {
            let etcd = try EtcdServer(isSecure: true, host: "127.0.0.2")
            try await reports(
                "The certificate of the cluster at AT is for another host.", etcd.endpoint,
                authority: etcd.certificate)
        }

        @Test func aMemberWithoutTLS() async throws {
            let etcd = try EtcdServer()
            try await etcd.put("/faceplate/test/volume", "x")
            try await reports(
                "The cluster at AT does not speak https. If it answers without TLS, use http://.",
                etcd.endpoint.replacing("http:", with: "https:"), authority: nil)
        }

        /// A server that is not etcd sends text instead of TLS.
        @Test func aServerThatSendsText() async throws {
            let server = try StallingServer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            try await reports(
                "The cluster at AT does not speak https. If it answers without TLS, use http://.",
                server.endpoint.replacing("http:", with: "https:"), authority: nil)
        }

        /// The time for the first response of the member is ten seconds, and the change is counted before that.
        @Test func aChangeWaitsWhileAMemberHangs() async throws {
            let stalling = try StallingServer("")
            let machine = try EtcdMachine("den", [stalling.endpoint])
            machine.begin()
            await machine.sharing.wait { $0.isEnabled }
            try machine.set(("volume", "10"))
            await machine.sharing.wait { $0.waiting == 1 && $0.problems.isEmpty }
            try await machine.stop()
        }
    }
#endif
