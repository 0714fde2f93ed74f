import Dispatch
import Faceplate
import Foundation

extension StorageCheck {
    private static let panel = panel(
        """
        {"itemKey": "titles", "itemControlType": "switch"},
        {"itemKey": "name", "itemControlType": "edit_text", "itemValue": "Ann"},
        {"itemKey": "port", "itemControlType": "edit_integer", "itemRestart": true}
        """)

    private static func panel(_ items: String, version: Int = 1) -> String {
        "{\"panelKey\": \"test\", \"panelVersion\": \(version), \"groups\": "
            + "[{\"groupKey\": \"g\", \"items\": [\(items)]}]}"
    }

    private func settings(_ json: String = Self.panel) throws -> Settings {
        try Settings.open(SchemaReader.read(Array(json.utf8), name: "test"), in: storage())
    }

    private func set(_ key: String, _ value: Value, in settings: Settings) throws {
        try settings.applyAndWait(Batch([Assignment(key, .value(value))], origin: .program))
    }

    func carriesSettings() throws {
        var settings = try settings()
        try set("name", "Bob", in: settings)
        try set("titles", true, in: settings)
        try settings.markApplied()
        try set("port", 8080, in: settings)
        try set("name", "", in: settings)
        settings.close()
        settings = try self.settings()
        defer { settings.close() }
        try require(settings.text("name"), is: "", "Text that was set empty")
        try require(settings.boolean("titles"), is: true, "A switch")
        try require(settings.snapshot.needingRestart, is: ["port"], "Settings that need a restart")
        try require(try settings.oldestRevision(), is: 1, "The oldest revision")
        try settings.applyAndWait(
            Batch([], origin: .program, reversal: Reversal(.undo(4), isForced: false)))
        try require(settings.text("name"), is: "Bob", "Text after its change was undone")
        try settings.applyAndWait(
            Batch([], origin: .program, reversal: Reversal(.restore(1), isForced: true)))
        try require(settings.snapshot.isSet("titles"), is: false, "A setting that was reset")
        try require(
            try settings.history.revisions(limit: 9).map(\.number), is: [6, 5, 4, 3, 2, 1],
            "History")
    }

    /// Checks that a value without an item is parked, and is restored with its item.
    func carriesAnotherSchema() throws {
        var settings = try settings()
        try set("name", "Bob", in: settings)
        try set("port", 8080, in: settings)
        settings.close()
        let other = """
            {"itemKey": "harbour", "itemControlType": "edit_integer", "itemRenamedFrom": ["port"]}
            """
        settings = try self.settings(Self.panel(other, version: 2))
        try require(settings.integer("harbour"), is: 8080, "A value whose key is another now")
        try require(try settings.parked().map(\.key), is: ["name"], "Parked values")
        settings.close()
        settings = try Settings.open(in: storage())
        try require(settings.integer("harbour"), is: 8080, "A value by the stored schema")
        settings.close()
        let both = """
            {"itemKey": "harbour", "itemControlType": "edit_integer", "itemRenamedFrom": ["port"]},
            {"itemKey": "name", "itemControlType": "edit_text"}
            """
        settings = try self.settings(Self.panel(both, version: 3))
        defer { settings.close() }
        try require(settings.text("name"), is: "Bob", "A restored parked value")
        try require(try settings.parked().count, is: 0, "The number of parked values")
    }

    /// Checks that settings opened twice see each other's changes at their next write at the latest.
    func isSyncedBySettings() throws {
        let (first, second) = (try settings(), try settings())
        defer {
            first.close()
            second.close()
        }
        try set("name", "Bob", in: first)
        try set("titles", true, in: second)
        try require(second.text("name"), is: "Bob", "A change by others before a write")
        try require(second.revision, is: 2, "The newest revision")
        try set("port", 1, in: first)
        try require(first.boolean("titles"), is: true, "A change by others before a write")
        try require(
            try second.history.revisions(limit: 9).map(\.number), is: [3, 2, 1],
            "History, read by another")
    }

    func keepsItsKey() throws {
        let storage = try storage()
        let key: [UInt8]
        do {
            key = try storage.secretKey(mayCreate: true)
        } catch let error as StoreError where error.code == .secretKey {
            // A storage may reject all secrets.
            return storage.close()
        }
        try require(key.count, is: 32, "The length of the key")
        try require(try storage.secretKey(mayCreate: false) == key, "The key is another one now.")
        try require(try keyInsideAWrite(of: storage) == key, "The key is another one in a write.")
        storage.close()
        let next = try self.storage()
        defer { next.close() }
        try require(
            try next.secretKey(mayCreate: false) == key, "The key is another one for the next one.")
        let another = try open(promise.rawValue + "B")
        defer { another.close() }
        try require(
            try another.secretKey(mayCreate: true) != key, "Two storages have the same key.")
        try sealsSecrets()
    }

    private func keyInsideAWrite(of storage: any SettingsStorage) throws -> [UInt8]? {
        let answer = Locked<Result<[UInt8]?, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let result = Result {
                var key: [UInt8]?
                try storage.write { _ in
                    key = try storage.secretKey(mayCreate: false)
                    return nil
                }
                return key
            }
            answer.withLock { $0 = result }
            done.signal()
        }
        // A deadlocked thread cannot be ended: it stays, and the storage stays open.
        _ = done.wait(timeout: .now() + patience / .seconds(1))
        guard let result = answer.withLock({ $0 }) else {
            throw StorageConformance.Broken(
                promise: promise,
                reason: "A write that asks for the key does not end: its lock must not "
                    + "be waited for in 'secretKey'.")
        }
        return try result.get()
    }

    private func sealsSecrets() throws {
        let json = Self.panel("{\"itemKey\": \"password\", \"itemControlType\": \"edit_password\"}")
        var settings = try settings(json)
        try set("password", "hunter2", in: settings)
        settings.close()
        settings = try self.settings(json)
        defer { settings.close() }
        try require(try settings.secret("password"), is: "hunter2", "A secret")
        let storage = try storage()
        defer { storage.close() }
        try require(
            try storage.read { reader in
                let state = try reader.state()
                let text = try "\(state)\(reader.revisions(RevisionQuery()))"
                let sealed = state.secrets["password"]?.sealed ?? Data()
                return !text.contains("hunter2") && sealed.range(of: Data("hunter2".utf8)) == nil
            }, "A secret is stored in plain text.")
    }
}
