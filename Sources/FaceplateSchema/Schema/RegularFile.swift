import Foundation

/// A regular file that is open for reading.
///
/// Everything else is refused at once: opening or reading a pipe or a device may wait for ever.
package final class RegularFile: Sendable {
    /// The reason why a file cannot be opened or read.
    package enum Refusal: Error, Equatable {
        case missing
        case folder
        /// A pipe, a socket or a device; or a symbolic link that must not be followed.
        case irregular
        /// The number of the system's error.
        case unreadable(Int32)
        /// It has more bytes than the limit.
        case tooLarge

        /// What is wrong with the file, as a sentence.
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

    /// The number of the user whose file it is.
    package let owner: UInt32
    /// Whether its owner alone can read and write it.
    package let isPrivate: Bool
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameter followsLinks: whether the name may be that of a symbolic link.
    package init(_ path: String, followsLinks: Bool = true) throws(Refusal) {
        // Without O_NONBLOCK a pipe waits here for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw .missing
            case ELOOP, ENXIO, ENODEV: throw .irregular
            case let code: throw .unreadable(code)
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .unreadable(code)
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

    /// All bytes of the file.
    ///
    /// - Throws: `Refusal.tooLarge` where there are more than `limit`.
    package func bytes(limit: Int) throws(Refusal) -> [UInt8] {
        let bytes = try bytes(upTo: limit)
        guard bytes.count <= limit else { throw .tooLarge }
        return bytes
    }

    /// The bytes of the file, at most one more than `limit`.
    package func bytes(upTo limit: Int) throws(Refusal) -> [UInt8] {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let (count, isUnlimited) = limit.addingReportingOverflow(1)
        let data: Data
        do {
            data = try handle.read(upToCount: isUnlimited ? limit : count) ?? Data()
        } catch {
            throw .unreadable(EIO)
        }
        return [UInt8](data)
    }

    /// All bytes of the file at a path; see `init` and `bytes(limit:)`.
    package static func bytes(of path: String, limit: Int) throws(Refusal) -> [UInt8] {
        try RegularFile(path).bytes(limit: limit)
    }
}
