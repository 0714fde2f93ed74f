import Faceplate
import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateSync

struct SyncConfigurationTests {
    private static func problem(_ change: (inout SyncConfiguration) -> Void) -> String? {
        var configuration = SyncConfiguration(
            endpoints: ["http://127.0.0.1:2379"], machine: "den")
        change(&configuration)
        do throws(SyncError) {
            try configuration.check()
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.1:2379", "https://etcd.example:2379/", "http://[::1]:2379",
            "HTTP://localhost",
        ])
    func acceptsTheAddressOfACluster(address: String) {
        #expect(Self.problem { $0.endpoints = [address] } == nil)
    }

    @Test(
        arguments: [
            "", "etcd", "127.0.0.1:2379", "ftp://127.0.0.1", "http://", "http://host/path",
            "http://host?x=1", "http://host#x",
        ])
    func rejectsInvalidText(address: String) throws {
        let problem = try #require(Self.problem { $0.endpoints = [address] })
        #expect(problem.hasPrefix("'\(address)' is not the address of a cluster."))
    }

    @Test(
        arguments: [
            "http://ada:secret@host", "http://secret@host:2379", "http://a:secret@b@host",
        ])
    func neverShowsAPassword(address: String) throws {
        let problem = try #require(Self.problem { $0.endpoints = [address] })
        #expect(!problem.contains("secret"))
    }

    @Test func rejectsInvalidConfigurations() {
        #expect(Self.problem { $0.endpoints = [] }?.hasPrefix("No address") == true)
        #expect(Self.problem { $0.machine = "" }?.contains("not a name for a machine") == true)
        #expect(Self.problem { $0.prefix = "" }?.contains("is not a prefix") == true)
        #expect(Self.problem { $0.prefix = "a b" }?.contains("is not a prefix") == true)
        #expect(Self.problem { $0.password = "secret" } == "A password is given without a user.")
        #expect(
            Self.problem { ($0.user, $0.passwordFile) = ("ada", "/nowhere") }
                == "The file '/nowhere' cannot be read.")
        #expect(
            Self.problem { $0.authorityFile = "/nowhere" }
                == "The file '/nowhere' cannot be read.")
        #expect(
            Self.problem { $0.certificateFile = "/nowhere" }
                == "A certificate needs its private key: name both files.")
    }

    @Test(
        arguments: [
            ("", ""), ("s3cr3t", "s3cr3t"), ("s3cr3t\n", "s3cr3t"), ("s3cr3t\r\n", "s3cr3t"),
            ("s3cr3t\rmore", "s3cr3t"), ("s3cr3t\n\nmore\n", "s3cr3t"), (" s3 \n", " s3 "),
            ("\r\ns3cr3t", ""),
        ])
    func readsThePasswordFromTheFirstLineOfItsFile(text: String, password: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var configuration = SyncConfiguration(endpoints: ["https://h"], machine: "m")
        configuration.passwordFile = file.path
        #expect(try configuration.currentPassword() == password)
    }

    @Test func rejectsFilesWithoutCertificates() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            .path
        try Data("no certificate".utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(TestMachine.panel.utf8), name: "test"))
        defer { settings.close() }
        func problem(_ edit: (inout SyncConfiguration) -> Void) -> String? {
            var configuration = SyncConfiguration(endpoints: ["https://h"], machine: "m")
            edit(&configuration)
            do throws(SyncError) {
                _ = try Sync(settings, configuration)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            problem { $0.authorityFile = file }
                == "The file '\(file)' contains no certificate (PEM).")
        #expect(
            problem { ($0.certificateFile, $0.privateKeyFile) = (file, file) }
                == "The file '\(file)' contains no certificate (PEM).")
    }
}
