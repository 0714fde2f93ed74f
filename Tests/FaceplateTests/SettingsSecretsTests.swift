import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

struct SettingsSecretsTests {
    private static let planted = "planted-secret-1f3a"
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func aSecretIsStoredAndNeverShown() throws {
        let settings = try bench.open()
        defer { settings.close() }
        let outcome = try settings.assign(("password", .text(Self.planted)))
        #expect(outcome.changes == [Change(key: "password", old: .onDefault, new: .secret)])
        #expect(outcome.changes[0].new.json == ["set": true])
        #expect(try settings.secret("password") == Self.planted)
        #expect(settings.value("password") == nil && settings.snapshot.isSet("password"))
        #expect(
            !"\(outcome) \(String(describing: settings.recentRevision(1)))".contains(Self.planted))
    }

    @Test func noFileContainsItInPlainText() throws {
        let settings = try bench.open()
        try settings.assign(("password", .text(Self.planted)), ("name", .text("Bob")))
        try settings.assign(("password", .text(Self.planted + "2")))
        func scan() throws {
            #expect(bench.files.contains("settings.sqlite-key"))
            for name in bench.files {
                let bytes = try bench.bytes(name)
                #expect(bytes.range(of: Data(Self.planted.utf8)) == nil, "\(name)")
            }
        }
        #expect(try bench.bytes("settings.sqlite-wal").range(of: Data("Bob".utf8)) != nil)
        try scan()
        settings.close()
        try scan()
        #expect(
            try bench.sqlite("SELECT old, new FROM change WHERE item_key='password'") == [
                "|{\"set\":true}", "{\"set\":true}|{\"set\":true}",
            ])
        #expect(try bench.sqlite("SELECT count(*) FROM setting WHERE item_key='password'") == ["0"])
    }

    @Test(arguments: [nil, "locked"])
    func aSecretIsReadByItsFormerKey(lock: String?) throws {
        let schema = Make.panel.replacing(
            #""itemKey": "password","#, with: #""itemKey": "password", "itemRenamedFrom": "pass","#)
        let locks = lock.map { [Settings.Lock("password", .text($0), source: .other("a test"))] }
        let settings = try Settings.inMemory(
            Make.schema(schema), locks: Settings.Locks(locks ?? []))
        if lock == nil { try settings.assign(("password", .text("own"))) }
        for key in ["password", "pass"] {
            #expect(try settings.secret(key) == lock ?? "own", "\(key)")
        }
    }

    @Test func aSecretSurvivesAReopen() throws {
        try bench.fill(Make.panel, [("password", Self.planted)])
        let settings = try bench.open()
        defer { settings.close() }
        #expect(try settings.secret("password") == Self.planted)
        #expect(settings.snapshot.isSet("password"))
    }

    @Test func anEmptyTextChangesNothing() throws {
        let settings = try Make.memory()
        #expect(try settings.assign(("password", .text(""))).changes.isEmpty)
        try settings.assign(("password", .text(" a ")))
        #expect(try settings.assign(("password", .json(""))).changes.isEmpty)
        #expect(try settings.secret("password") == " a ")
    }

    @Test(arguments: [Assignment.Input.clear, .reset])
    func clearAndResetRemoveASecret(input: Assignment.Input) throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text("a")))
        let outcome = try settings.assign(("password", input))
        #expect(outcome.changes == [Change(key: "password", old: .secret, new: .onDefault)])
        #expect(try settings.secret("password") == nil && !settings.snapshot.isSet("password"))
        #expect(try settings.assign(("password", input)).changes.isEmpty)
    }

    @Test func settingTheSameSecretIsAChange() throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text("a")))
        #expect(
            try settings.assign(("password", .text("a"))).changes == [
                Change(key: "password", old: .secret, new: .secret)
            ])
    }

    @Test func aRejectionNeverContainsTheSecret() throws {
        let settings = try Make.memory()
        let problems = settings.refusals(
            ("password", .text(Self.planted + String(repeating: "x", count: 40))))
        #expect(problems.map(\.problem.code) == [.tooLong])
        #expect(!"\(problems)".contains(Self.planted))
    }

    @Test func everyFileIsPrivateToItsOwner() throws {
        let before = umask(0)
        defer { umask(before) }
        let settings = try bench.open()
        defer { settings.close() }
        try settings.assign(("password", .text("a")))
        for suffix in ["", "-key", "-lock", "-wal", "-shm"] {
            #expect(try bench.mode("settings.sqlite" + suffix) == 0o600, "\(suffix)")
        }
        #expect(try bench.bytes("settings.sqlite-key").count == 32)
    }

    @Test func aPanelWithoutSecretsHasNoKeyFile() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        #expect(!bench.files.contains("settings.sqlite-key"))
    }

    @Test func aMissingKeyFileStopsOnlySecrets() throws {
        try bench.fill(Make.panel, [("password", Self.planted)])
        try FileManager.default.removeItem(atPath: bench.path + "-key")
        let settings = try bench.open()
        defer { settings.close() }
        let error = #expect(throws: StoreError.self) { try settings.secret("password") }
        #expect(error?.code == .secretKey)
        #expect(
            error?.message.hasPrefix(
                "The key file '\(bench.path)-key' is missing, and secrets are sealed with it.")
                == true)
        #expect(
            refusal { try settings.assign(("password", .text("new")), ("name", .text("Eve"))) }
                == .secretKey)
        settings.checkSecrets()
        #expect(settings.problems.map { $0.hasPrefix("The key file ") } == [true])
        #expect(settings.text("name") == "Ann" && !bench.files.contains("settings.sqlite-key"))
        #expect(try settings.assign(("name", .text("Bob"))).revision == 2)
        // Without the encrypted secret, a new key file may be created.
        try settings.assign(("password", .clear))
        try settings.assign(("password", .text("new")))
        #expect(try settings.secret("password") == "new")
    }

    @Test(arguments: [0, 31, 33])
    func reportsADamagedKeyFile(size: Int) throws {
        try bench.fill(Make.panel, [("password", Self.planted)])
        try Data(repeating: 7, count: size).write(to: URL(filePath: bench.path + "-key"))
        let settings = try bench.open()
        defer { settings.close() }
        let error = #expect(throws: StoreError.self) { try settings.secret("password") }
        #expect(
            error?.message == "The key file '\(bench.path)-key' is damaged: it must have 32 bytes.")
    }

    @Test func reportsAnotherKeyFile() throws {
        try bench.fill(Make.panel, [("password", Self.planted)])
        try Data(repeating: 7, count: 32).write(to: URL(filePath: bench.path + "-key"))
        let settings = try bench.open()
        defer { settings.close() }
        let error = #expect(throws: StoreError.self) { try settings.secret("password") }
        #expect(error?.code == .secretKey)
        #expect(error?.message == "The secret of 'password' was sealed with another key file.")
    }

    /// The storage may answer the next time, whereas a lost key stays lost.
    @Test func anUnreadableStorageIsNotAProblemOfSecrets() throws {
        let storage = FailingStorage()
        let settings = try Settings.open(Make.schema(Make.panel), in: storage, watches: false)
        try settings.assign(("password", .text(Self.planted)))
        storage.fail(at: .read)
        settings.checkSecrets()
        #expect(settings.problems.isEmpty)
        storage.fail(at: .key)
        settings.checkSecrets()
        #expect(settings.problems == ["The key is gone."])
    }

    @Test func textDoesNotBecomeASecretWithoutTheKey() throws {
        let panel = Make.panel("a edit_text", "b edit_password")
        try bench.fill(panel, [("a", "x"), ("b", Self.planted)])
        try FileManager.default.removeItem(atPath: bench.path + "-key")
        #expect(
            refusal { try bench.open(Make.panel("a edit_password", "b edit_password")) }
                == .secretKey)
        #expect(!bench.files.contains("settings.sqlite-key"))
        let settings = try bench.open(panel)
        defer { settings.close() }
        #expect(settings.text("a") == "x")
    }

    @Test func doesNotFollowALinkInPlaceOfTheKeyFile() throws {
        try bench.fill(Make.panel, [("name", "Bob")])
        let target = bench.folder + "/elsewhere"
        try FileManager.default.createSymbolicLink(
            atPath: bench.path + "-key", withDestinationPath: target)
        let settings = try bench.open()
        defer { settings.close() }
        #expect(refusal { try settings.assign(("password", .text("a"))) } == .secretKey)
        #expect(!bench.files.contains("elsewhere"))
    }

    @Test func aRenamedItemKeepsItsSecret() throws {
        try bench.fill(Make.panel("old edit_password"), [("old", Self.planted)])
        let settings = try bench.open(Make.panel("new edit_password \"itemRenamedFrom\": \"old\""))
        defer { settings.close() }
        #expect(try settings.secret("new") == Self.planted)
        #expect(try settings.secret("old") == Self.planted)
        #expect(settings.snapshot.isSet("new") && bench.backups.isEmpty)
        #expect(settings.revision == 1)
        #expect(try bench.sqlite("SELECT item_key FROM secret") == ["new"])
        #expect(try settings.assign(("new", .clear)).changes.count == 1)
        #expect(try bench.sqlite("SELECT item_key FROM secret") == [])
        #expect(try settings.secret("new") == nil)
    }

    @Test func parksAndRestoresTheSecretOfARemovedItem() throws {
        try bench.fill(Make.panel("pass edit_password", "a switch"), [("pass", Self.planted)])
        let without = try bench.open(Make.panel("a switch"))
        #expect(try without.parked().map(\.key) == ["pass"])
        #expect(try without.parked().first?.value == ["set": true])
        #expect(try without.secret("pass") == nil)
        without.close()
        let settings = try bench.open(Make.panel("pass edit_password"))
        defer { settings.close() }
        #expect(try settings.secret("pass") == Self.planted)
        #expect(try settings.parked().isEmpty && settings.snapshot.isSet("pass"))
    }

    @Test func aSecretDoesNotBecomeText() throws {
        try bench.fill(Make.panel("a edit_password"), [("a", Self.planted)])
        let settings = try bench.open(Make.panel("a edit_text"))
        #expect(settings.text("a") == "")
        #expect(try settings.parked().map(\.reason) == ["A secret cannot become 'edit_text'."])
        settings.close()
        let back = try bench.open(Make.panel("a edit_password"))
        defer { back.close() }
        #expect(try back.secret("a") == Self.planted)
    }

    /// The text is encrypted, and only older backups still contain it.
    @Test(arguments: [#"a edit_password"#, #"b edit_password "itemRenamedFrom": ["a"]"#])
    func encryptsTextThatBecomesASecret(item: String) throws {
        let panel = Make.panel(#"a edit_text "itemValue": "usual""#, "other switch")
        try bench.fill(panel, [("a", Self.planted + "1"), ("a", Self.planted), ("other", "YES")])
        // The text was also parked once.
        try bench.open(Make.panel("other switch")).close()
        try bench.open(panel).close()
        let settings = try bench.open(Make.panel(item, "other switch"))
        let key = String(item.prefix(1))
        #expect(try settings.secret(key) == Self.planted)
        #expect(settings.boolean("other") == true)
        #expect(
            try bench.sqlite(
                "SELECT DISTINCT default_value IS NULL FROM change WHERE item_key = '\(key)'")
                == ["1"])
        #expect(try settings.parked().isEmpty)
        let revisions = try settings.history.revisions(limit: 20)
        for revision in revisions {
            #expect(
                !String(decoding: JSONWriter().bytes(.init(.object(revision.json))), as: UTF8.self)
                    .contains(Self.planted))
        }
        for file in ["", "-wal"] {
            let bytes = (try? Data(contentsOf: URL(filePath: bench.path + file))) ?? Data()
            #expect(bytes.range(of: Data(Self.planted.utf8)) == nil, "\(file)")
        }
        settings.close()
        let bytes = try Data(contentsOf: URL(filePath: bench.path))
        #expect(bytes.range(of: Data(Self.planted.utf8)) == nil)
        let again = try bench.open(Make.panel(item, "other switch"))
        defer { again.close() }
        #expect(try again.secret(key) == Self.planted)
    }

    /// While the file stays open, its log holds the pages from before.
    @Test func removesTextThatBecomesASecretFromTheLog() throws {
        let settings = try bench.open(Make.panel("a edit_text"))
        defer { settings.close() }
        try settings.assign(("a", .text(Self.planted)))
        func logHoldsIt() throws -> Bool {
            try bench.bytes("settings.sqlite-wal").range(of: Data(Self.planted.utf8)) != nil
        }
        #expect(try logHoldsIt())
        try settings.adopt(Make.schema(Make.panel("a edit_password")), labels: LabelCatalog())
        #expect(try settings.secret("a") == Self.planted)
        #expect(try !logHoldsIt())
    }

    /// No text of it remains, even from several versions before, under a former key, or parked.
    @Test(
        arguments: [
            // Renamed first, and a secret one version later.
            [
                #"b edit_text "itemRenamedFrom": ["a"]"#,
                #"b edit_password "itemRenamedFrom": ["a"]"#,
            ],
            // Removed for one version.
            ["b switch", "a edit_password"],
            // The secret already has a value, so the text of the former key cannot be used.
            ["a edit_text\", \"b edit_text", #"b edit_password "itemRenamedFrom": ["a"]"#],
            ["a edit_text", #"a edit_password "itemRestart": true"#],
        ])
    func removesTextOfASecretOfEarlierVersions(versions: [String]) throws {
        let first = Make.panel(#"a edit_text "itemRestart": true"#)
        try bench.fill(first, [("a", Self.planted)])
        let known = try bench.open(first)
        try known.markApplied()
        known.close()
        for version in versions {
            let items = version.components(separatedBy: "\", \"")
            let settings =
                items.count == 2
                ? try bench.open(Make.panel(items[0], items[1]))
                : try bench.open(Make.panel(version))
            if items.count == 2 { try settings.assign(("b", .text("other"))) }
            settings.close()
        }
        let bytes = try bench.bytes()
        #expect(bytes.range(of: Data(Self.planted.utf8)) == nil)
    }

    /// A profile can have text for a setting that is on its default.
    @Test func removesTheTextOfANewSecretFromProfiles() throws {
        let settings = try bench.open(Make.panel("a edit_text", "b switch"))
        try settings.assign(("a", .text(Self.planted)), ("b", .text("YES")))
        try settings.profiles.save(named: "Day", keys: ["a", "b"])
        try settings.assign(("a", .reset))
        settings.close()
        let again = try bench.open(Make.panel("a edit_password", "b switch"))
        #expect(try again.profiles.all().map(\.values) == [["b": true]])
        again.close()
        #expect(try bench.bytes().range(of: Data(Self.planted.utf8)) == nil)
    }

    /// A migration of the program can change a value that becomes a secret.
    @Test(arguments: [false, true]) func aMigrationCanSetASecret(renames: Bool) throws {
        let first = Make.panel("a edit_text", version: 1)
        try bench.fill(first, [("a", " \(Self.planted) ")])
        let key = renames ? "b" : "a"
        let second = Make.panel("\(key) edit_password", version: 2)
        var adoption = Settings.Adoption()
        adoption.migrations = [
            Migration(from: 1) { values in
                if renames { values.rename("a", to: "b") }
                values[json: key] = JSONValue(.string(Self.planted))
            }
        ]
        let settings = try Settings.open(
            Make.schema(second), at: bench.path, adoption: adoption, watches: false)
        #expect(try settings.secret(key) == Self.planted)
        #expect(settings.value(key) == nil)
        settings.close()
        #expect(try bench.bytes().range(of: Data(Self.planted.utf8)) == nil)
    }

    /// Batches that are saved in one transaction do not share the problem of one of them.
    @Test func aMissingKeyFileStopsNoOtherBatch() throws {
        try bench.fill(Make.panel, [("password", Self.planted)])
        try FileManager.default.removeItem(atPath: bench.path + "-key")
        let settings = try bench.open()
        defer { settings.close() }
        let results = Locked<[String: StoreError.Code?]>([:])
        // Batches that are sent during a commit wait, and are saved in one transaction.
        settings.apply(Batch([Assignment("level", .text("low"))], origin: .program)) { _ in
            for (key, text) in [("titles", "NO"), ("password", "new"), ("name", "Bob")] {
                settings.apply(Batch([Assignment(key, .text(text))], origin: .program)) { result in
                    var code: StoreError.Code?
                    if case .failure(.store(let error)) = result { code = error.code }
                    results.withLock { [code] in _ = $0.updateValue(code, forKey: key) }
                }
            }
        }
        #expect(eventually { results.withLock { $0.count } == 3 })
        #expect(results.withLock { $0 } == ["titles": nil, "password": .secretKey, "name": nil])
        #expect(settings.text("name") == "Bob" && settings.boolean("titles") == false)
    }

    /// The synced state of a setting contains its text as well.
    @Test func removesTheSyncedTextOfASecret() throws {
        let settings = try bench.open(Make.panel("a edit_text", "b edit_text"))
        var batch = Batch([Assignment("b", .text("x"))], origin: .sync)
        batch.agreements = { _ in ["a": Self.planted, "b": "kept"] }
        try settings.applyAndWait(batch)
        settings.close()
        let again = try bench.open(Make.panel("a edit_password", "b edit_text"))
        #expect(try again.agreements() == ["b": "kept"])
        again.close()
        #expect(try bench.bytes().range(of: Data(Self.planted.utf8)) == nil)
    }

    @Test func aSecretInMemoryLastsAsLongAsTheProcess() throws {
        let settings = try Make.memory()
        try settings.assign(("password", .text(Self.planted)))
        #expect(try settings.secret("password") == Self.planted)
        #expect(try settings.secret("name") == nil)
    }
}
