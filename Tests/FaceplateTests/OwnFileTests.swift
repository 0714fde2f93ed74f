import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// The accepted owners and permissions of files; anything but a regular file is rejected immediately.
struct OwnFileTests {
    private let bench: Bench
    private static let panel = Make.panel("name edit_text", "password edit_password")

    init() throws {
        bench = try Bench()
    }

    @discardableResult
    private func command(_ arguments: String...) -> [String] {
        let child = Child(arguments[0], Array(arguments.dropFirst()))
        let lines = child.allLines()
        #expect(child.finish() == 0)
        return lines
    }

    @Test func aDanglingLinkCreatesAPrivateFileWithLockAndKey() throws {
        command("mkdir", bench.folder + "/real")
        command("ln", "-s", "real/there.sqlite", bench.folder + "/middle.sqlite")
        command("ln", "-s", "middle.sqlite", bench.path)
        for text in ["hunter2", "hunter3"] {
            let settings = try bench.open(Self.panel)
            try settings.assign(("password", .text(text)))
            settings.close()
        }
        #expect(bench.files == ["middle.sqlite", "real", "settings.sqlite"])
        let real = try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/real")
        #expect(
            real.sorted() == ["there.sqlite", "there.sqlite-key", "there.sqlite-lock"])
        for name in real { #expect(try bench.mode("real/\(name)") == 0o600) }
    }

    @Test func rejectsCircularLinks() throws {
        command("ln", "-s", "settings.sqlite", bench.folder + "/other.sqlite")
        command("ln", "-s", "other.sqlite", bench.path)
        #expect(refusal { try bench.open() } == .cannotOpen)
    }

    @Test func removesAndReportsPermissionsOfOthers() throws {
        try bench.fill(Self.panel, [("name", "A")])
        command("chmod", "666", bench.path)
        let settings = try bench.open(Self.panel)
        #expect(
            settings.findings == [
                "'\(bench.path)' had the mode 666, so that others could read or change it; it is 600 now."
            ])
        #expect(try bench.mode("settings.sqlite") == 0o600)
        settings.close()
        #expect(try bench.open(Self.panel).findings.isEmpty)
    }

    @Test func removesPermissionsOfOthersFromTheKey() throws {
        try bench.fill(Self.panel, [("password", "hunter2")])
        command("chmod", "644", bench.path + "-key")
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        #expect(try bench.mode("settings.sqlite-key") == 0o600)
        let expected = "settings.sqlite-key' had the mode 644"
        #expect(settings.findings.map { $0.contains(expected) } == [true])
        #expect(try settings.secret("password") == "hunter2")
    }

    @Test func removesPermissionsOfOthersFromTheLockFile() throws {
        try bench.fill(Self.panel, [("name", "A")])
        command("chmod", "666", bench.path + "-lock")
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        #expect(try bench.mode("settings.sqlite-lock") == 0o600)
        #expect(settings.findings.isEmpty)
    }

    /// Returns how many descriptors of this process belong to a file, where the system tells it.
    private func descriptors(of path: String) -> Int {
        let manager = FileManager.default
        let numbers = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.count { number in
            let file = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
            return file?.hasSuffix(path) == true
        }
    }

    enum Place: String, CaseIterable {
        case database = ""
        case key = "-key"
        case lock = "-lock"
        case sync = "-sync"
    }

    @Test(arguments: Place.allCases, ["mkfifo", "mkdir"])
    func rejectsFilesThatAreNotRegular(place: Place, maker: String) throws {
        let ending = place.rawValue
        command(maker, bench.path + ending)
        let code: StoreError.Code?
        if place == .key {
            let settings = try bench.open(Self.panel)
            code =
                storeError { () throws(ApplyError) in
                    try settings.assign(("password", .text("hunter2")))
                }?.code
            settings.close()
        } else if place == .sync {
            let settings = try bench.open(Self.panel)
            code = refusal { try settings.claimSync() as Any }
            settings.close()
        } else {
            code = refusal { try bench.open(Self.panel) }
        }
        #expect(code == (place == .key ? .secretKey : .cannotOpen))
        #expect(descriptors(of: bench.path + ending) == 0)
    }

    @Test func closedSettingsLeaveNoFileOpen() throws {
        try bench.fill(Self.panel, [("password", "hunter2")])
        #expect(bench.files.count == 3)
        let reading = try Settings.openForReading(at: bench.path)
        reading.close()
        var left: [String] = []
        _ = eventually {
            left = bench.files.filter { descriptors(of: bench.folder + "/" + $0) > 0 }
            return left.isEmpty
        }
        withExtendedLifetime(reading) { #expect(left.isEmpty) }
    }

    @Test func aCopyAndANewKeyLeaveNoFileOpen() throws {
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        try settings.assign(("password", .text("hunter2")))
        let copy = try #require(try settings.backups.make())
        for path in [copy.path, bench.path + "-key", bench.folder] {
            #expect(descriptors(of: path) == 0, "\(path)")
        }
    }

    /// A program asks for it again and again while another one has it.
    @Test func aRejectedClaimLeavesNoFileOpen() throws {
        let (one, other) = (try bench.open(Self.panel), try bench.open(Self.panel))
        defer {
            one.close()
            other.close()
        }
        let claim = try one.claimSync()
        for _ in 0..<3 { #expect(try other.claimSync() == nil) }
        #expect(descriptors(of: bench.path + "-sync") <= 1)
        withExtendedLifetime(claim) { #expect(claim != nil) }
    }

    @Test(arguments: [0o644, 0o620, 0o602])
    func rejectsAKeyReadableByOthers(mode: Int) throws {
        try Data(repeating: 0x41, count: 32).write(to: URL(filePath: bench.path + "-key"))
        command("chmod", String(mode, radix: 8), bench.path + "-key")
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        // Opening removed the permissions of others from our file, so the mode is set again afterwards.
        command("chmod", String(mode, radix: 8), bench.path + "-key")
        let error = storeError { () throws(ApplyError) in
            try settings.assign(("password", .text("hunter2")))
        }
        #expect(error?.code == .secretKey)
        #expect(error?.message.contains("can be read or changed by others") == true)
        #expect(!settings.problems.isEmpty)
        command("chmod", "600", bench.path + "-key")
        try settings.assign(("password", .text("hunter2")))
        #expect(settings.problems.isEmpty)
    }

    @Test(arguments: ["rm", "replace"])
    func reportsAMissingKeyUntilItIsRestored(how: String) throws {
        try bench.fill(Self.panel, [("password", "hunter2")])
        command("mv", bench.path + "-key", bench.path + "-kept")
        if how == "replace" {
            try Data(repeating: 7, count: 32).write(to: URL(filePath: bench.path + "-key"))
            command("chmod", "600", bench.path + "-key")
        }
        let settings = try bench.open(Self.panel, watches: true)
        defer { settings.close() }
        #expect(settings.problems.count == 1)
        #expect(settings.problems.first?.contains("seal") == true)
        command("mv", bench.path + "-kept", bench.path + "-key")
        #expect(eventually { settings.problems.isEmpty })
        #expect(try settings.secret("password") == "hunter2")
    }

    @Test(arguments: ["rm", "replace"])
    func encryptsNothingWithAMissingKey(how: String) throws {
        let settings = try bench.open(Self.panel)
        try settings.assign(("password", .text("first")))
        command("cp", bench.path + "-key", bench.path + "-kept")
        if how == "rm" {
            command("rm", bench.path + "-key")
        } else {
            try Data(repeating: 7, count: 32).write(to: URL(filePath: bench.path + "-key"))
        }
        let error = storeError { () throws(ApplyError) in
            try settings.assign(("password", .text("second")))
        }
        #expect(error?.code == .secretKey)
        #expect(settings.problems.count == 1)
        try settings.assign(("name", .text("others go on")))
        command("mv", bench.path + "-kept", bench.path + "-key")
        try settings.assign(("password", .text("third")))
        #expect(settings.problems.isEmpty)
        settings.close()
        let again = try bench.open(Self.panel)
        #expect(try again.secret("password") == "third")
        again.close()
    }

    /// No secret is lost with a key that sealed nothing that is left.
    @Test func replacesAMissingKeyIfThereAreNoSecrets() throws {
        let settings = try bench.open(Self.panel)
        try settings.assign(("password", .text("first")))
        try settings.assign(("password", .clear))
        command("rm", bench.path + "-key")
        try settings.assign(("password", .text("second")))
        settings.close()
        let again = try bench.open(Self.panel)
        defer { again.close() }
        #expect(try again.secret("password") == "second")
    }

    @Test func doesNotReadAKeyThroughALink() throws {
        let target = bench.folder + "/elsewhere"
        try Data(repeating: 0x41, count: 32).write(to: URL(filePath: target))
        command("chmod", "600", target)
        command("ln", "-s", target, bench.path + "-key")
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        let code = refusal { try settings.assign(("password", .text("hunter2"))) }
        #expect(code == .secretKey)
    }

    /// A folder has the name under which a new key is written.
    @Test func encryptsNothingWithAKeyThatCannotBeStored() throws {
        command("mkdir", bench.path + "-key-new")
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        func store() -> StoreError.Code? {
            refusal { try settings.assign(("password", .text("hunter2"))) }
        }
        #expect(store() == .secretKey)
        #expect(!settings.snapshot.isSet("password"))
        command("rmdir", bench.path + "-key-new")
        #expect(store() == nil)
    }

    /// A program was killed before the new key had its name.
    @Test func replacesAnUnfinishedKey() throws {
        try Data("half".utf8).write(to: URL(filePath: bench.path + "-key-new"))
        try bench.fill(Self.panel, [("password", "hunter2")])
        let settings = try bench.open(Self.panel)
        defer { settings.close() }
        #expect(try settings.secret("password") == "hunter2")
        #expect(!bench.files.contains { $0.hasSuffix("-key-new") })
    }

    @Test func doesNotWriteACopyThroughALink() throws {
        try bench.fill(Self.panel, [("name", "A")])
        let target = bench.folder + "/elsewhere"
        command("ln", "-s", target, bench.folder + "/planted")
        #expect(refusal { try OwnFile.createNew(bench.folder + "/planted") } == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
