import Foundation

/// Tells when something in some folders may have changed: by inotify where there is one, and by a
/// slow clock as a net (network file systems, other systems).
///
/// `action` runs on a thread of the watcher's own, at most once per `pause`; a call means "look
/// again", not "it changed".
final class FolderWatcher: Sendable {
    private let stop: FileDescriptors

    /// Both ends of a pipe; closing the writing end wakes and ends the thread.
    private struct FileDescriptors: Sendable {
        let reading: Int32
        let writing: Int32
    }

    /// - Parameters:
    ///   - folders: their own entries are watched, not those of folders inside.
    ///   - pause: how long changes are gathered before a call.
    ///   - net: how often to look without being told.
    /// - Returns: `nil` where the system gives no descriptors.
    init?(
        _ folders: [String], pause: Duration, net: Duration,
        action: @escaping @Sendable () -> Void
    ) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stop = FileDescriptors(reading: ends[0], writing: ends[1])
        let reading = ends[0]
        let notices = Self.notices(of: folders)
        let thread = Thread {
            Self.watch(
                notices, until: reading, pause: UInt32(pause.milliseconds),
                net: Int32(net.milliseconds), action)
            if notices >= 0 { close(notices) }
            close(reading)
        }
        thread.name = "faceplate.watcher"
        thread.start()
    }

    deinit {
        close(stop.writing)
        // The thread may be the one that lets go of the watcher, so it is not waited for here.
    }

    private static func watch(
        _ notices: Int32, until stop: Int32, pause: UInt32, net: Int32, _ action: () -> Void
    ) {
        var waits = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
        if notices >= 0 { waits.append(pollfd(fd: notices, events: Int16(POLLIN), revents: 0)) }
        while true {
            let count = poll(&waits, nfds_t(waits.count), net)
            if waits[0].revents != 0 { return }
            if count < 0, errno != EINTR { return }
            if count > 0 {
                // What happens meanwhile is gathered: many writes a second wake us a few times.
                usleep(pause * 1_000)
                drain(notices)
            }
            action()
        }
    }

    #if canImport(Glibc)
        private static func notices(of folders: [String]) -> Int32 {
            let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            guard descriptor >= 0 else { return -1 }
            let mask =
                IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE
            for folder in folders { inotify_add_watch(descriptor, folder, UInt32(mask)) }
            return descriptor
        }
    #else
        private static func notices(of folders: [String]) -> Int32 { -1 }
    #endif

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
