import FaceplateTestSupport
import Foundation
import Testing

@testable import Microhttpd

/// Servers that are reached by the path of a file.
@Suite(.timeLimit(.hung))
final class UnixSocketTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "unix-\(UUID().uuidString.prefix(8))")
    private var path: String { folder.appending(path: "panel.sock").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func configuration(_ hosts: [String] = []) -> Server.Configuration {
        .make(hosts: hosts) { $0.paths = [path] }
    }

    private func mode() throws -> UInt16 {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return UInt16(status.st_mode & 0o7777)
    }

    @Test func isReachableOnlyByItsUser() throws {
        let users = Locked<[UInt32?]>([])
        var handler = TestHandler()
        handler.answering = { request, reply in
            users.withLock { $0.append(request.peerUser) }
            reply.send(.text("\(request.local) \(request.remote == nil)"))
        }
        let server = try Server(configuration(), handler: handler)
        defer { server.stop() }
        #expect(server.addresses == [SocketAddress(path: path)])
        #expect(try RawClient(server.addresses[0]).get("/x")?.text == "unix:\(path) true")
        #expect(users.withLock { $0 } == [getuid()])
        #expect(try mode() == 0o600)
    }

    /// The number of a process's group can be that of another user.
    @Test func theUserOfAClientIsNotItsGroup() async {
        await #expect(processExitsWith: .success) {
            // Only root may do this; the group of another user differs anyway.
            _ = setegid(getuid() + 1)
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, RawClient.streamKind, 0, &ends) == 0)
            #expect(SocketFile.user(atOtherEndOf: ends[0]) == geteuid())
        }
    }

    @Test func worksBesideAPort() throws {
        let server = try Server(configuration(["127.0.0.1"]), handler: TestHandler())
        defer { server.stop() }
        #expect(server.addresses.map(\.isPath) == [false, true])
        for address in server.addresses {
            #expect(try RawClient(address).get("/x")?.text == "/x")
        }
    }

    @Test func leavesNoFile() throws {
        let server = try Server(configuration(), handler: TestHandler())
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func leavesNoDescriptor() throws {
        let server = try Server(configuration(), handler: TestHandler())
        #expect(try RawClient(server.addresses[0]).get("/x")?.text == "/x")
        #expect(!descriptors(boundTo: path).isEmpty)
        server.stop()
        #expect(descriptors(boundTo: path).isEmpty)
    }

    @Test func leavesNoFileIfThePortBesideItIsInUse() throws {
        let first = try Server(.make(), handler: TestHandler())
        defer { first.stop() }
        var both = configuration(["127.0.0.1"])
        both.port = first.addresses[0].port
        let error = #expect(throws: ServerError.self) { try Server(both, handler: TestHandler()) }
        #expect(error?.code == .portUnavailable)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Another server may have been started at the same path after the file had been deleted.
    @Test func leavesTheFileOfAnotherServer() throws {
        let first = try Server(configuration(), handler: TestHandler())
        unlink(path)
        let second = try Server(configuration(), handler: TestHandler())
        defer { second.stop() }
        first.stop()
        #expect(try RawClient(second.addresses[0]).get("/x")?.text == "/x")
    }

    @Test func replacesTheFileOfAKilledServer() throws {
        let descriptor = try listening(at: path)
        close(descriptor)
        #expect(FileManager.default.fileExists(atPath: path))
        let server = try Server(configuration(), handler: TestHandler())
        defer { server.stop() }
        #expect(try RawClient(server.addresses[0]).get("/x")?.text == "/x")
    }

    @Test func rejectsAPathThatIsInUse() throws {
        let server = try Server(configuration(), handler: TestHandler())
        defer { server.stop() }
        let error = try #require(throws: ServerError.self) {
            try Server(self.configuration(), handler: TestHandler())
        }
        #expect(error.code == .portUnavailable)
        #expect(error.description == "Another process listens on '\(path)' (EADDRINUSE).")
        #expect(try RawClient(server.addresses[0]).get("/x")?.text == "/x")
    }

    /// It cannot be connected to, but a process uses it.
    @Test func doesNotReplaceASocketOfAnotherKind() throws {
        let descriptor = try bound(to: path, Self.datagramKind)
        defer { close(descriptor) }
        let error = #expect(throws: ServerError.self) {
            try Server(self.configuration(), handler: TestHandler()).stop()
        }
        #expect(error?.code == .portUnavailable)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["file", "folder", "link", "dangling"])
    func doesNotReplaceOtherFiles(_ kind: String) throws {
        let files = FileManager.default
        switch kind {
        case "file": try Data("mine".utf8).write(to: URL(filePath: path))
        case "folder": try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "link": try files.createSymbolicLink(atPath: path, withDestinationPath: "/etc/hosts")
        default: try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
        }
        let error = try #require(throws: ServerError.self) {
            try Server(self.configuration(), handler: TestHandler())
        }
        #expect(error.code == .notASocket)
        #expect(error.description == "'\(path)' exists and is not a socket.")
        var status = stat()
        #expect(lstat(path, &status) == 0)
    }

    @Test func reportsAnInvalidPath() throws {
        let long = "/tmp/" + String(repeating: "a", count: 103)
        for (path, text) in [
            (long, "'\(long)' is too long for the path of a socket. Use at most 103 bytes."),
            (
                folder.path + "/no/panel.sock",
                "The folder of '\(folder.path)/no/panel.sock' does not exist (ENOENT)."
            ),
            (
                "/etc/hosts/panel.sock",
                "The folder of '/etc/hosts/panel.sock' does not exist (ENOTDIR)."
            ),
        ] {
            let error = try #require(throws: ServerError.self) {
                try Server(.make(hosts: []) { $0.paths = [path] }, handler: TestHandler())
            }
            #expect(error.code == .addressUnavailable)
            #expect(error.description == text)
        }
    }

    /// Clients that connect between two processes are served by the second one.
    @Test func leavesAnInheritedSocketToTheNextProcess() throws {
        let descriptor = try listening(at: path)
        let address = SocketAddress(path: path)
        let inherited = Server.Configuration.make(hosts: []) {
            $0.inheritedSockets = [dup(descriptor)]
        }
        let first = try Server(inherited, handler: TestHandler())
        #expect(try RawClient(address).get("/x")?.text == "/x")
        first.stop()
        let waiting = try RawClient(address)
        waiting.send("GET /y HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let second = try Server(
            .make(hosts: []) { $0.inheritedSockets = [descriptor] }, handler: TestHandler())
        defer { second.stop() }
        #expect(second.addresses == [address])
        #expect(waiting.readAnswer()?.text == "/y")
    }

    /// A client that connects while the first process finishes a request is served by the second one.
    @Test func acceptsNoClientFromAnInheritedSocketDuringAStop() throws {
        let descriptor = try listening(at: path)
        let address = SocketAddress(path: path)
        let inherited = Server.Configuration.make(hosts: []) {
            $0.inheritedSockets = [dup(descriptor)]
        }
        let kept = KeptReplies()
        let first = try Server(inherited, handler: TestHandler(answering: { kept.keep($1) }))
        let client = try RawClient(address)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { kept.count == 1 })
        let idle = try RawClient(address)
        #expect(eventually { first.liveConnections == 2 })
        let stopping = TestThread { first.stop(grace: .hung) }
        #expect(idle.readToEnd() == [])
        let waiting = try RawClient(address)
        waiting.send("GET /y HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for reply in kept.takeAll() { reply.send(.text("done")) }
        #expect(client.readAnswer()?.text == "done")
        #expect(stopping.join())
        let second = try Server(
            .make(hosts: []) { $0.inheritedSockets = [descriptor] }, handler: TestHandler())
        defer { second.stop() }
        #expect(waiting.readAnswer()?.text == "/y")
    }

    /// An inherited socket keeps listening; the others are free again.
    @Test func aCheckOfAddressesChangesNothing() throws {
        let descriptor = try listening(at: path)
        let other = folder.appending(path: "other.sock").path
        let both = Server.Configuration.make {
            $0.inheritedSockets = [descriptor]
            $0.paths = [other]
        }
        let addresses = try Server.checkAddresses(both)
        #expect(
            addresses == [
                SocketAddress(host: "127.0.0.1", port: addresses[0].port),
                SocketAddress(path: path), SocketAddress(path: other),
            ])
        #expect(descriptors(boundTo: path) == [descriptor])
        #expect(descriptors(boundTo: other).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: other))
        close(descriptor)
    }

    @Test func aFailedStartClosesInheritedSockets() throws {
        let descriptor = try listening(at: path)
        defer { close(descriptor) }
        #expect(throws: ServerError.self) {
            try Server(
                .make(hosts: ["nobody"]) { $0.inheritedSockets = [dup(descriptor)] },
                handler: TestHandler())
        }
        #expect(descriptors(boundTo: path) == [descriptor])
    }

    @Test func rejectsADescriptorThatDoesNotListen() throws {
        let descriptor = socket(AF_INET, RawClient.streamKind, 0)
        defer { close(descriptor) }
        let error = try #require(throws: ServerError.self) {
            try Server(.make { $0.inheritedSockets = [descriptor] }, handler: TestHandler())
        }
        #expect(error.code == .notASocket)
        #expect(
            error.description
                == "The descriptor \(descriptor) is not a listening socket with an IP address or a path."
        )
    }

    private func listening(at path: String) throws -> Int32 {
        let descriptor = try bound(to: path, RawClient.streamKind)
        try #require(listen(descriptor, 16) == 0)
        return descriptor
    }

    private static var datagramKind: Int32 {
        #if canImport(Glibc)
            Int32(SOCK_DGRAM.rawValue)
        #else
            SOCK_DGRAM
        #endif
    }

    private func bound(to path: String, _ kind: Int32) throws -> Int32 {
        let descriptor = socket(AF_UNIX, kind, 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        return descriptor
    }
}
