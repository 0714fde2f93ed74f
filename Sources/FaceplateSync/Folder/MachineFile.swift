import FaceplateSchema
import Foundation

struct MachineContents: Sendable, Hashable {
    /// Empty if the file does not name it.
    var machine = ""
    var entries: [String: SyncedEntry] = [:]
    /// `nil` in a file of an older version, and in a file with one long entry.
    var life: LifeSign?
    var problems: [String: EntryProblem] = [:]
    var size = 0
}

/// The files of one machine in a shared folder: `{"machine":"kitchen","life":SIGN,"values":{"volume":ENTRY}}`.
///
/// Long entries are in files of their own, so that a change of a short one does not write them again.
struct MachineFile: Sendable {
    static let mostBytes = 16 * 1024 * 1024
    /// The size of the largest entry next to others.
    static let mostInline = 32 * 1024
    static let suffix = ".json"

    let folder: PanelFolder
    let name: String
    let machine: String

    init(_ folder: PanelFolder, machine: String) {
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
        let words = machine.lowercased().utf8.prefix(40).map { Self.isPlain($0) ? $0 : 0x2D }
        return String(decoding: words, as: UTF8.self) + "." + number(of: machine) + suffix
    }

    private static func number(of text: String) -> String {
        let number = text.utf8.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(number, radix: 36)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
    }

    private var longPrefix: String { name.dropLast(Self.suffix.count) + "+" }

    func isOwn(_ name: String) -> Bool {
        guard name != self.name else { return true }
        let number = name.dropFirst(longPrefix.count).dropLast(Self.suffix.count)
        return name.hasPrefix(longPrefix) && name.hasSuffix(Self.suffix) && !number.isEmpty
            && number.utf8.allSatisfy(Self.isPlain)
    }

    // MARK: - Reading

    /// `nil` if the file is not complete; the entries do not contain values that are no entries.
    static func contents(_ bytes: [UInt8], limit: Int, keys: Set<String>?) -> MachineContents? {
        guard let object = (try? JSONReader.read(bytes))?.object,
            let values = object["values"]?.object
        else { return nil }
        var contents = MachineContents(size: bytes.count)
        if let name = object["machine"]?.string, SyncedEntry.isName(name) {
            contents.machine = name
        }
        contents.life = LifeSign(object["life"])
        for member in values.members where keys?.contains(member.name) ?? true {
            do throws(EntryProblem) {
                let entry = try SyncedEntry(member.value)
                guard entry.bytes.count <= limit else { throw .tooLarge(limit: limit) }
                contents.entries[member.name] = entry
            } catch {
                contents.problems[member.name] = error
            }
        }
        return contents
    }

    // MARK: - Writing

    /// Files with a long entry that stay as they are, are not written.
    func write(
        _ entries: [String: SyncedEntry], over held: [String: [String: SyncedEntry]],
        life: LifeSign
    ) throws {
        var files: [String: [String: SyncedEntry]] = [name: [:]]
        for (key, entry) in entries {
            let long = longPrefix + Self.number(of: key) + Self.suffix
            // An entry that stays long is not measured again.
            let isLong = held[long]?[key] == entry || entry.bytes.count > Self.mostInline
            files[isLong ? long : name, default: [:]][key] = entry
        }
        for (file, entries) in files where file != name && held[file] != entries {
            try folder.write(bytes(entries), to: file)
        }
        // The file with the other entries is the last one, so that an entry is always in one of them.
        try folder.write(bytes(files[name] ?? [:], life: life), to: name)
        for file in held.keys where files[file] == nil { folder.remove(file) }
    }

    func write(_ entries: [String: SyncedEntry], to file: String) throws {
        try folder.write(bytes(entries), to: file)
    }

    /// One line for each entry, so that people and other programs can compare versions.
    private func bytes(_ entries: [String: SyncedEntry], life: LifeSign? = nil) -> [UInt8] {
        let writer = JSONWriter()
        var bytes = Array("{\n  \"machine\": ".utf8) + writer.bytes(.text(machine))
        if let life {
            bytes += ",\n  \"life\": ".utf8
            bytes += writer.bytes(life.json)
        }
        bytes += ",\n  \"values\": {".utf8
        for (index, entry) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
            bytes += (index == 0 ? "\n    " : ",\n    ").utf8
            bytes += writer.bytes(.text(entry.key)) + ": ".utf8 + entry.value.bytes
        }
        return bytes + "\n  }\n}\n".utf8
    }
}
