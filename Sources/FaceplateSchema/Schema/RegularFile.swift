import Foundation
package import SystemPackage

/// A regular file that is open for reading.
///
/// Opening any other kind of file fails immediately, because opening or reading a pipe or a device can block forever.
package final class RegularFile: Sendable {
    /// The reason why a file cannot be opened or read.
    package enum Refusal: Error, Equatable {
        case missing
        case folder
        /// A pipe, a socket or a device; or a symbolic link that must not be followed.
        case irregular
        case unreadable
        /// The file is larger than the limit.
        case tooLarge

        /// A sentence that describes the problem.
        package var sentence: String {
            switch self {
            case .missing: "There is no such file."
            case .folder: "It is a folder. Name a file."
            case .irregular: "It is not a regular file."
            case .unreadable: "The file cannot be read."
            case .tooLarge: "The file is too large."
            }
        }
    }

    /// The user ID of the file's owner.
    package let owner: UInt32
    /// True when only the owner has any permissions for the file.
    package let isPrivate: Bool
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameter followsLinks: true if the path can be a symbolic link.
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
    }

    deinit {
        close(descriptor)
    }

    /// Returns all bytes of the file.
    ///
    /// - Throws: `Refusal.tooLarge` if there are more than `limit`.
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

    /// Returns all bytes of the file at a path; see `init` and `bytes(limit:)`.
    package static func bytes(of path: String, limit: Int) throws(Refusal) -> [UInt8] {
        try RegularFile(path).bytes(limit: limit)
    }
}

extension Errno {
    /// The error of the last system call of this thread that failed.
    package static var last: Errno { Errno(rawValue: errno) }
}
