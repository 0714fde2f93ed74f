import FaceplateSchema
import Foundation

/// The file of one machine in a shared folder: `{"machine":"kitchen","values":{"volume":ENTRY}}`.
struct MachineFile: Sendable {
    /// The size of the largest file that is read.
    private static let mostBytes = 64 * 1024 * 1024
    private static let suffix = ".json"

    /// The folder of the panel.
    let folder: String
    /// The name of the file.
    let name: String
    private let machine: String

    init(_ folder: String, machine: String) {
        self.folder = folder
        self.machine = machine
        name = Self.name(of: machine)
    }

    /// Returns a file name for a machine, which is the same on all file systems.
    ///
    /// A name with other characters than lowercase letters, digits and `-` also has a number, so that two machines never
    /// share a file.
    static func name(of machine: String) -> String {
        let isPlain = machine.utf8.count <= 40 && machine.utf8.allSatisfy(Self.isPlain)
        guard !isPlain else { return machine + suffix }
        let number = machine.utf8.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let words = machine.lowercased().utf8.prefix(40).map { Self.isPlain($0) ? $0 : 0x2D }
        return String(decoding: words, as: UTF8.self) + "." + String(number, radix: 36) + suffix
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }

    /// Returns the names of the files of all machines, and of copies that another program has made of them.
    ///
    /// - Parameter root: The folder of all panels.
    /// - Throws: `ClusterError` if a folder cannot be read.
    static func names(in folder: String, of root: String) throws -> [String] {
        let files = FileManager.default
        if let names = try? files.contentsOfDirectory(atPath: folder) {
            return names.filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
        }
        guard (try? files.contentsOfDirectory(atPath: root)) != nil else {
            throw ClusterError("The folder '\(root)' cannot be read.")
        }
        guard !files.fileExists(atPath: folder) else {
            throw ClusterError("The folder '\(folder)' cannot be read.")
        }
        return []
    }

    /// Reads the entries of a file; those that are no entries are left out.
    ///
    /// - Parameter limit: The largest size of an entry in bytes.
    /// - Returns: `nil` for a file that cannot be read, or that is not complete.
    static func entries(of path: String, limit: Int) -> [String: SharedEntry]? {
        guard let bytes = try? RegularFile.bytes(of: path, limit: mostBytes),
            let values = (try? JSONReader.read(bytes))?.object?["values"]?.object
        else { return nil }
        return values.members.reduce(into: [:]) { entries, member in
            guard let entry = try? SharedEntry(member.value), entry.bytes.count <= limit else {
                return
            }
            entries[member.name] = entry
        }
    }

    /// Writes the file; other programs see the former or the new one, never a part.
    ///
    /// - Throws: `ClusterError` if it cannot be written.
    func write(_ entries: [String: SharedEntry]) throws {
        let values = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        let json: JSONValue = ["machine": .text(machine), "values": .object(values)]
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data(JSONWriter(.indented).bytes(json) + [0x0A]).write(
                to: URL(fileURLWithPath: folder + "/" + name), options: .atomic)
        } catch {
            throw ClusterError("The file '\(folder)/\(name)' cannot be written.")
        }
    }
}
