import Foundation
import Testing

@testable import Faceplate

/// A folder for a database, which is removed when the object is released.
final class Bench: Sendable {
    let folder: String
    var path: String { folder + "/settings.sqlite" }

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func open(
        _ json: String = Make.panel, labels: LabelCatalog = LabelCatalog(), isForced: Bool = false,
        watches: Bool = false
    ) throws -> Settings {
        try Settings.open(
            Make.schema(json), labels: labels, at: path,
            adoption: Settings.Adoption(isForced: isForced), watches: watches)
    }

    /// Opens the settings, sets values as text, and closes the settings.
    func fill(_ json: String, _ values: [(String, String)]) throws {
        let settings = try open(json)
        defer { settings.close() }
        for (key, text) in values { try settings.assign((key, .text(text))) }
    }

    /// The names of the files in the folder, sorted.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    var backups: [String] { files.filter { $0.contains("-backup-") } }

    func bytes(_ name: String = "settings.sqlite") throws -> Data {
        try Data(contentsOf: URL(filePath: folder).appending(path: name))
    }

    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    /// Returns the output of the `sqlite3` tool, one line for each row.
    @discardableResult
    func sqlite(_ sql: String, on name: String = "settings.sqlite") throws -> [String] {
        let process = Child(
            "sqlite3", ["-bail", "-cmd", ".timeout 10000", "\(folder)/\(name)", sql])
        let lines = process.allLines()
        #expect(process.finish() == 0, "\(sql)")
        return lines
    }
}

/// A program that a test runs as a child process.
final class Child {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ program: String, _ arguments: [String]) {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = input
        process.standardOutput = output
        try? process.run()
    }

    func say(_ line: String) {
        input.fileHandleForWriting.write(Data((line + "\n").utf8))
    }

    /// Waits until the program has written a line.
    func line() -> String {
        var bytes: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func allLines() -> [String] {
        input.fileHandleForWriting.closeFile()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Closes its input and waits for its end.
    @discardableResult
    func finish() -> Int32 {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

enum Make {
    /// A panel with one item of each kind that matters to the store.
    static let panel = """
        {"panelKey": "test", "groups": [
          {"groupKey": "display", "items": [
            {"itemKey": "titles", "itemControlType": "switch", "itemValue": "YES"},
            {"itemKey": "name", "itemControlType": "edit_text", "itemValue": "Ann", "itemMaximumLength": 5,
             "itemRenamedFrom": "nick"},
            {"itemKey": "level", "itemControlType": "choice", "itemOptions": ["low", "mid", 3], "itemValue": "mid"},
            {"itemKey": "fixed", "itemControlType": "switch", "itemReadOnly": true, "itemValue": true}]},
          {"groupKey": "theme", "items": [
            {"itemKey": "light", "itemControlType": "select"},
            {"itemKey": "dark", "itemControlType": "select", "itemRenamedFrom": "night"},
            {"itemKey": "blue", "itemControlType": "select"}]},
          {"groupKey": "account", "items": [
            {"itemKey": "password", "itemControlType": "edit_password", "itemMaximumLength": 40},
            {"itemKey": "enter", "itemControlType": "button"}]}]}
        """

    static func schema(_ json: String) throws -> Schema {
        try SchemaReader.read(Array(json.utf8), name: "settings")
    }

    /// Returns a panel with one group `g`; its items are given as `key control more…`.
    static func panel(_ items: String..., version: Int = 1, group: String = "\"groupKey\": \"g\"")
        -> String
    {
        let objects = items.map { item in
            let parts = item.split(separator: " ", maxSplits: 2).map(String.init)
            let more = parts.count > 2 ? ", " + parts[2] : ""
            return "{\"itemKey\": \"\(parts[0])\", \"itemControlType\": \"\(parts[1])\"\(more)}"
        }
        return "{\"panelKey\": \"test\", \"panelVersion\": \(version), \"groups\": ["
            + "{\(group), \"items\": [\(objects.joined(separator: ", "))]}]}"
    }

    static func memory(_ json: String = panel) throws -> Settings {
        try Settings.inMemory(schema(json))
    }
}

extension Settings {
    typealias Wish = (key: String, input: Assignment.Input)

    @discardableResult
    func assign(
        _ wishes: Wish..., origin: Origin = .browser, base: Batch.Base? = nil,
        isDryRun: Bool = false
    ) throws(ApplyError) -> Outcome {
        let assignments = wishes.map { Assignment($0.key, $0.input) }
        return try applyAndWait(Batch(assignments, origin: origin, base: base, isDryRun: isDryRun))
    }

    /// Returns the problems of a batch that must be rejected.
    func refusals(_ wishes: Wish..., origin: Origin = .browser) -> [KeyProblem] {
        let assignments = wishes.map { Assignment($0.key, $0.input) }
        do throws(ApplyError) {
            _ = try applyAndWait(Batch(assignments, origin: origin))
            Issue.record("was accepted")
        } catch {
            if case .refused(let problems) = error { return problems }
            Issue.record("\(error)")
        }
        return []
    }

    func conflicts(_ wishes: Wish..., base: Batch.Base) -> [KeyConflict] {
        let assignments = wishes.map { Assignment($0.key, $0.input) }
        do throws(ApplyError) {
            _ = try applyAndWait(Batch(assignments, origin: .browser, base: base))
            Issue.record("was accepted")
        } catch {
            if case .conflict(let conflicts) = error { return conflicts }
            Issue.record("\(error)")
        }
        return []
    }
}

/// Returns the code of the store error that `body` throws; `nil` if it throws none.
func refusal(_ body: () throws -> Any) -> StoreError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as StoreError {
        return error.code
    } catch ApplyError.store(let error) {
        return error.code
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

/// Returns the error of a storage that could not store a batch; `nil` if the batch was stored or rejected.
func storeError(_ body: () throws(ApplyError) -> Void) -> StoreError? {
    do throws(ApplyError) {
        try body()
    } catch {
        if case .store(let error) = error { return error }
    }
    return nil
}
