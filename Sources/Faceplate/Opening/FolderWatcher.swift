import Foundation

/// It uses inotify where available.
///
/// A slow timer also covers network file systems and other systems. `action` runs on
/// the watcher's own thread, at most once per `pause`. A call means that something may have changed, not that it did.
package final class FolderWatcher: Sendable {
    /// The writing end of a pipe, whose closing wakes and ends the thread.
    private let stop: Int32

    /// - Parameters:
    ///   - folders: the watched folders; entries of their subfolders are not watched.
    ///   - pause: the time in which changes are collected before a call.
    ///   - net: the interval of the timer.
    ///   - isOwn: returns true for a change that this process made itself; `action` is then called at the next tick of
    ///     the timer only.
    /// - Returns: `nil` if the system provides no file descriptors.
    package init?(
        _ folders: [String], pause: Duration, net: Duration,
        isOwn: @escaping @Sendable () -> Bool = { false },
        action: @escaping @Sendable () -> Void
    ) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stop = ends[1]
        let reading = ends[0]
        let notices = Self.notices(of: folders)
        let thread = Thread {
            Self.watch(
                notices, until: reading, pause: useconds_t(pause / .microseconds(1)),
                net: Int32(net / .milliseconds(1)), isOwn, action)
            if notices >= 0 { close(notices) }
            close(reading)
        }
        thread.name = "faceplate.watcher"
        thread.start()
    }

    deinit {
        close(stop)
        // The thread itself may release the last reference, so the thread is not awaited here.
    }

    private static func watch(
        _ notices: Int32, until stop: Int32, pause: useconds_t, net: Int32, _ isOwn: () -> Bool,
        _ action: () -> Void
    ) {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var waits = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
        if notices >= 0 { waits.append(pollfd(fd: notices, events: Int16(POLLIN), revents: 0)) }
        while true {
            let count = poll(&waits, nfds_t(waits.count), net)
            if waits[0].revents != 0 { return }
            if count < 0, errno != EINTR { return }
            if count > 0 {
                // Notifications are collected, so that many writes a second cause only a few calls.
                usleep(pause)
                while read(notices, &buffer, buffer.count) > 0 {}
                if isOwn() { continue }
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
}
