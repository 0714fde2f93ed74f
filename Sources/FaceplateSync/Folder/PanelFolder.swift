import FaceplateSchema
import Foundation

struct PanelFolder: Sendable {
    static let mostFiles = 2_000
    private static let mostNames = 20_000
    fileprivate static let idSuffix = ".folder"
    private static let mostIDs = 64
    /// The age in seconds at which a file that was not finished is removed.
    private static let oldAge: TimeInterval = 600

    /// The time of the last change of its state cannot be set by a program.
    struct Stamp: Sendable, Hashable {
        let inode: UInt64
        let size: Int
        let modified: Int64
        let changed: Int64
    }

    struct Listing {
        /// The files of machines, and copies that another program has made of them.
        var files: [String] = []
        /// The IDs of the folder: one, or several if machines began at the same time.
        var ids: [String] = []
        var unfinished: [String] = []
        var isPartial = false
    }

    let root: String
    let path: String

    init(_ root: String, panel: String) {
        self.root = root
        path = root + "/" + panel
    }

    // MARK: - Reading

    func list() throws -> Listing {
        let descriptor = try opened()
        guard let descriptor else { return Listing() }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            throw ClusterError("The folder '\(path)' cannot be read.")
        }
        defer { closedir(stream) }
        var listing = Listing()
        var count = 0
        while let entry = readdir(stream) {
            count += 1
            guard count <= Self.mostNames else {
                listing.isPartial = true
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                let size = MemoryLayout.size(ofValue: $0.pointee)
                return $0.withMemoryRebound(to: CChar.self, capacity: size) {
                    String(validatingCString: $0)
                }
            }
            if let name { listing.add(name) }
        }
        listing.ids = Array(listing.ids.sorted().prefix(Self.mostIDs))
        return listing
    }

    private func opened() throws -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        let error = errno
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard error == ENOENT, access(root, R_OK | X_OK) == 0 else {
                throw ClusterError("The folder '\(root)' cannot be read.")
            }
            return nil
        }
        guard status.st_mode & S_IFMT != S_IFLNK else {
            throw ClusterError("The folder '\(path)' is a link, and is not followed.")
        }
        throw ClusterError("The folder '\(path)' cannot be read.")
    }

    func stamp(of name: String) -> Stamp? {
        var status = stat()
        guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        func nanoseconds<Time>(_ time: Time) -> Int64 {
            withUnsafeBytes(of: time) { bytes in
                // An optimized build rejects the names of the members, as their module depends on other imports.
                let parts = bytes.bindMemory(to: Int.self)
                return Int64(parts[0]) &* 1_000_000_000 &+ Int64(parts[1])
            }
        }
        return Stamp(
            inode: UInt64(status.st_ino), size: Int(status.st_size),
            modified: nanoseconds(modified), changed: nanoseconds(changed))
    }

    func bytes(of name: String, limit: Int) -> [UInt8]? {
        try? RegularFile(path + "/" + name, followsLinks: false).bytes(limit: limit)
    }

    // MARK: - Writing

    /// Its name is the ID, so that two machines that begin at the same time create two files and not two versions of one.
    ///
    /// - Returns: False if the folder has an ID.
    func create(id: String) throws -> Bool {
        guard try list().ids.isEmpty else { return false }
        try write(Array("{\"folder\":\"\(id)\"}\n".utf8), to: id + Self.idSuffix)
        return true
    }

    /// As a whole: other programs see the former or the new one, never a part; the permissions of the file stay.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = path + "/" + name
        func fail(_ error: Int32) -> ClusterError { Self.failure(file, error) }
        let made = mkdir(path, 0o777) == 0 ? ENOENT : errno
        guard let folder = try opened() else { throw fail(made) }
        defer { close(folder) }
        let draft = "." + name + ".tmp"
        unlinkat(folder, draft, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(folder, draft, flags, 0o666)
        guard descriptor >= 0 else { throw fail(errno) }
        var error = Self.write(bytes, to: descriptor)
        var status = stat()
        if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        {
            fchmod(descriptor, status.st_mode & 0o777)
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        if error == 0, renameat(folder, draft, folder, name) != 0 { error = errno }
        guard error == 0 else {
            unlinkat(folder, draft, 0)
            throw fail(error)
        }
    }

    private static func failure(_ file: String, _ code: Int32) -> ClusterError {
        let reason =
            switch code {
            case ENOSPC, EDQUOT: "the disk is full"
            case EACCES, EPERM: "this program is not permitted to"
            case EROFS: "it is on a file system that can only be read"
            default: String(cString: strerror(code))
            }
        var failure = ClusterError("The file '\(file)' cannot be written: \(reason).")
        failure.concernsWriting = true
        failure.isRefusal = [EACCES, EPERM, EROFS].contains(code)
        return failure
    }

    /// - Returns: The error; 0 for success.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    func remove(_ name: String) { unlink(path + "/" + name) }

    func removeUnfinished(_ names: [String]) {
        let bound = Date(timeIntervalSinceNow: -Self.oldAge).timeIntervalSince1970
        for name in names {
            guard let stamp = stamp(of: name), Double(stamp.modified) / 1e9 < bound else {
                continue
            }
            remove(name)
        }
    }
}

extension PanelFolder.Listing {
    /// Foundation, with which older versions wrote, begins the name of a file that is not finished with this.
    private static let formerDraft = ".dat.nosync"

    fileprivate mutating func add(_ name: String) {
        if name.hasPrefix(".") {
            guard name.hasSuffix(".json.tmp") || name.hasPrefix(Self.formerDraft) else { return }
            unfinished.append(name)
        } else if name.hasSuffix(MachineFile.suffix) {
            files.append(name)
        } else if name.hasSuffix(PanelFolder.idSuffix) {
            let id = name.dropLast(PanelFolder.idSuffix.count)
            let isID = id.utf8.allSatisfy {
                ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || (0x30...0x39).contains($0) || $0 == 0x2D
            }
            if !id.isEmpty, id.utf8.count <= 64, isID { ids.append(String(id)) }
        }
    }
}
