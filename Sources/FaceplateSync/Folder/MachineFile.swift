import FaceplateSchema
import Foundation

/// The contents of the file of one machine.
struct MachineContents: Sendable {
    /// The name of the machine; empty if the file does not name it.
    var machine = ""
    var entries: [String: SharedEntry] = [:]
    /// The sign of life; `nil` in a file of an older version.
    var life: LifeSign?
    /// The values that are no entries, by key.
    var problems: [String: EntryProblem] = [:]
    /// The size of the file in bytes.
    var size = 0
}

/// The file of one machine in a shared folder: `{"machine":"kitchen","life":SIGN,"values":{"volume":ENTRY}}`.
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

    /// Reads a file; its entries do not contain values that are no entries.
    ///
    /// - Parameter limit: The largest size of an entry in bytes.
    /// - Returns: `nil` for a file that cannot be read, or that is not complete.
    static func contents(of path: String, limit: Int) -> MachineContents? {
        guard let bytes = try? RegularFile.bytes(of: path, limit: mostBytes),
            let object = (try? JSONReader.read(bytes))?.object,
            let values = object["values"]?.object
        else { return nil }
        var contents = MachineContents(size: bytes.count)
        if let name = object["machine"]?.string, SharedEntry.isName(name) {
            contents.machine = name
        }
        contents.life = LifeSign(object["life"])
        for member in values.members {
            do throws(EntryProblem) {
                let entry = try SharedEntry(member.value)
                guard entry.bytes.count <= limit else { throw .tooLarge(limit: limit) }
                contents.entries[member.name] = entry
            } catch {
                contents.problems[member.name] = error
            }
        }
        return contents
    }

    /// Writes the file; other programs see the former or the new one, never a part.
    ///
    /// - Throws: `ClusterError` if it cannot be written.
    func write(_ entries: [String: SharedEntry], life: LifeSign) throws {
        let values = entries.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
        let json: JSONValue = [
            "machine": .text(machine), "life": life.json, "values": .object(values),
        ]
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data(JSONWriter(.indented).bytes(json) + [0x0A]).write(
                to: URL(fileURLWithPath: folder + "/" + name), options: .atomic)
        } catch {
            throw Self.failure("\(folder)/\(name)", error)
        }
    }

    /// The error for a file that cannot be written, with the reason of the system.
    private static func failure(_ path: String, _ error: any Error) -> ClusterError {
        let code = Self.code(of: error)
        let reason =
            switch code {
            case ENOSPC, EDQUOT: ": the disk is full."
            case EACCES, EPERM: ": this program is not permitted to."
            case EROFS: ": it is on a file system that can only be read."
            case let code?: ": \(String(cString: strerror(code)))."
            case nil: "."
            }
        var failure = ClusterError("The file '\(path)' cannot be written\(reason)")
        failure.concernsWriting = true
        failure.isRefusal = [EACCES, EPERM, EROFS].contains(code)
        return failure
    }

    /// Returns the number of an error of the system, also inside of an error of Foundation.
    private static func code(of error: any Error) -> Int32? {
        if let error = error as? POSIXError { return error.code.rawValue }
        guard let error = error as? CocoaError else { return nil }
        if let inner = error.userInfo[NSUnderlyingErrorKey] as? any Error,
            let code = Self.code(of: inner)
        {
            return code
        }
        return switch error.code {
        case .fileWriteNoPermission: EACCES
        case .fileWriteOutOfSpace: ENOSPC
        case .fileWriteVolumeReadOnly: EROFS
        default: nil
        }
    }
}
