import Foundation
package import SystemPackage

/// Opening any other kind of file fails immediately, because opening or reading a pipe or a device can block forever.
package final class RegularFile: Sendable {
    package enum Refusal: SpokenError, Equatable {
        case missing
        case folder
        /// A pipe, a socket or a device; or a symbolic link that must not be followed.
        case irregular
        case unreadable
        case tooLarge

        package var sentence: String {
            switch self {
            case .missing: "There is no such file."
            case .folder: "It is a folder. Name a file."
            case .irregular: "It is not a regular file."
            case .unreadable: "The file cannot be read."
            case .tooLarge: "The file is too large."
            }
        }

        package var description: String { sentence }
    }

    package let owner: UInt32
    /// True when only the owner has any permissions for the file.
    package let isPrivate: Bool
    /// The size, and the time of the last change.
    package let stamp: [Int]
    private let descriptor: Int32

    package init(_ path: String, followsLinks: Bool = true) throws(Refusal) {
        // Without O_NONBLOCK, opening a pipe blocks until a process opens it for writing.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw .missing
            case ELOOP, ENXIO, ENODEV: throw .irregular
            default: throw .unreadable
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw .unreadable
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            close(descriptor)
            throw kind == S_IFDIR ? .folder : .irregular
        }
        self.descriptor = descriptor
        owner = status.st_uid
        isPrivate = status.st_mode & 0o077 == 0
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        // Read as bytes, because the module of these members depends on the other imports.
        let parts = withUnsafeBytes(of: time) { [Int]($0.bindMemory(to: Int.self)) }
        stamp = [Int(status.st_size)] + parts
    }

    deinit {
        close(descriptor)
    }

    /// Without links; `nil` if the system does not tell.
    package var location: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        #if canImport(Darwin)
            guard fcntl(descriptor, F_GETPATH, &bytes) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #else
            let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
        #endif
    }

    package func bytes(limit: Int) throws(Refusal) -> [UInt8] {
        let bytes = try bytes(upTo: limit)
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }

    /// Returns the bytes of the file, at most one more than `limit`.
    package func bytes(upTo limit: Int) throws(Refusal) -> [UInt8] {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let (count, isUnlimited) = limit.addingReportingOverflow(1)
        let data: Data
        do {
            data = try handle.read(upToCount: isUnlimited ? limit : count) ?? Data()
        } catch {
            throw .unreadable
        }
        return [UInt8](data)
    }

    /// Returns the next bytes of the file, at most `count`; none at its end.
    package func part(_ count: Int) throws -> [UInt8] {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return [UInt8](try handle.read(upToCount: count) ?? Data())
    }

    package static func bytes(of path: String, limit: Int) throws(Refusal) -> [UInt8] {
        try RegularFile(path).bytes(limit: limit)
    }
}

extension Errno {
    package static var last: Errno { Errno(rawValue: errno) }
}
