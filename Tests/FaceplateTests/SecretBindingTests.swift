import FaceplateCryptography
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Encrypted secrets are bound to their panel, their setting and one key.
struct SecretBindingTests {
    private static let panel = Make.panel("p1 edit_password", "p2 edit_password")
    private let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.fill(Self.panel, [("p1", "first1234"), ("p2", "second123")])
    }

    private func open(_ panel: String = Self.panel) throws -> Settings {
        let settings = try bench.open(panel)
        settings.checkSecrets()
        return settings
    }

    private func sealed(_ key: String) throws -> String {
        try bench.sqlite("SELECT hex(sealed) FROM secret WHERE item_key = '\(key)'").first ?? ""
    }

    private func text(_ key: String, _ settings: Settings) -> String? {
        (try? settings.secret(key)) ?? nil
    }

    @Test func detectsExchangedSecrets() throws {
        let (first, second) = (try sealed("p1"), try sealed("p2"))
        try bench.sqlite("UPDATE secret SET sealed = x'\(second)' WHERE item_key = 'p1'")
        try bench.sqlite("UPDATE secret SET sealed = x'\(first)' WHERE item_key = 'p2'")
        let settings = try open()
        defer { settings.close() }
        for key in ["p1", "p2"] {
            #expect(refusal { try settings.secret(key) as Any } == .secretKey)
        }
        #expect(!settings.problems.isEmpty)
    }

    @Test(arguments: ["other", ""])
    func detectsASecretOfAnotherPanel(panel: String) throws {
        let key = [UInt8](repeating: 5, count: 32)
        let sealed = try SecretBox(key: key, panel: "kitchen").seal("x1234567", for: "p1")
        #expect(throws: StoreError.self) {
            try SecretBox(key: key, panel: panel).open(sealed, for: "p1")
        }
        #expect(
            try SecretBox(key: key, panel: "kitchen").open(sealed, for: "p1")
                == SecretBox.Opened(text: "x1234567", isBound: true))
    }

    /// Earlier versions bound a value to nothing.
    @Test func anUnboundSecretIsReadAndEncryptedAgain() throws {
        let key = [UInt8](try bench.bytes("settings.sqlite-key"))
        let old = try AuthenticatedCipher(key: key).encrypt(Array("older1234".utf8)).hexadecimal
        try bench.sqlite("UPDATE secret SET sealed = x'\(old)' WHERE item_key = 'p1'")
        let settings = try open()
        defer { settings.close() }
        #expect(text("p1", settings) == "older1234" && text("p2", settings) == "second123")
        #expect(settings.problems.isEmpty)
        #expect(try sealed("p1").hasPrefix("46505332"))
        #expect(settings.revision == 2)
    }

    @Test(arguments: [true, false])
    func aRenamedSettingKeepsItsSecret(hasKey: Bool) throws {
        let renamed = Make.panel(
            #"q1 edit_password "itemRenamedFrom": "p1""#, "p2 edit_password")
        let key = bench.path + "-key"
        if !hasKey { try FileManager.default.moveItem(atPath: key, toPath: key + "-aside") }
        try bench.open(renamed).close()
        if !hasKey { try FileManager.default.moveItem(atPath: key + "-aside", toPath: key) }
        let settings = try open(renamed)
        defer { settings.close() }
        #expect(text("q1", settings) == "first1234" && text("p2", settings) == "second123")
        #expect(settings.problems.isEmpty)
        // It is bound to the new key, without help of the former one.
        let box = try SecretBox(key: [UInt8](bench.bytes("settings.sqlite-key")))
        let state = try settings.store.reading { try $0.state().secrets }
        #expect(try box.open(state["q1"]?.sealed ?? Data(), for: "q1").isBound)
    }

    /// Otherwise no key file would open all secrets.
    @Test(arguments: [["p2"], ["p1", "p2"], ["p3"]])
    func encryptsNothingWhileASecretCannotBeDecrypted(keys: [String]) throws {
        let key = bench.path + "-key"
        let right = try bench.bytes("settings.sqlite-key")
        try Data(repeating: 7, count: 32).write(to: URL(filePath: key))
        let panel = Make.panel("p1 edit_password", "p2 edit_password", "p3 edit_password")
        let settings = try open(panel)
        defer { settings.close() }
        let assignments = keys.map { Assignment($0, .text("third1234")) }
        for origin in [Origin.browser, .script, .cli, .import, .program] {
            let error = storeError { () throws(ApplyError) in
                try settings.applyAndWait(Batch(assignments, origin: origin))
            }
            #expect(error?.code == .secretKey)
            #expect(error?.message.contains("Nothing is encrypted") == true)
        }
        #expect(!settings.problems.isEmpty)
        // Without the secrets that need the other key, this one is used.
        try settings.applyAndWait(
            Batch(["p1", "p2"].map { Assignment($0, .reset) }, origin: .browser))
        try settings.applyAndWait(Batch(assignments, origin: .browser))
        #expect(text(keys[0], settings) == "third1234" && settings.problems.isEmpty)
        #expect(try bench.bytes("settings.sqlite-key") != right)
    }

    @Test func aTextDoesNotBecomeASecretUnderAnotherKey() throws {
        try Data(repeating: 7, count: 32).write(to: URL(filePath: bench.path + "-key"))
        let panel = Make.panel("p1 edit_password", "p2 edit_password", "a edit_text")
        let settings = try open(panel)
        try settings.assign(("a", .text("x")))
        settings.close()
        let secret = Make.panel("p1 edit_password", "p2 edit_password", "a edit_password")
        #expect(refusal { try bench.open(secret) } == .secretKey)
        #expect(try bench.sqlite("SELECT count(*) FROM secret") == ["2"])
    }
}
