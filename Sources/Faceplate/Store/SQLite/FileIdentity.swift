import Foundation

/// Which file a path leads to.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
