package import Dispatch
import Faceplate

#if canImport(Glibc)
    // `stdout` is a variable of C, which only this thread uses.
    @preconcurrency import Glibc
#else
    @preconcurrency import Darwin
#endif

extension PanelServer {
    /// Serves until the process receives SIGTERM or SIGINT; then stops the server and closes the settings.
    ///
    /// Call it once, as the last statement of a program. A program with a service group uses `FaceplateLifecycle`
    /// instead. Standard output is written line by line from now on, so that text of `print` reaches a pipe or a file
    /// immediately. Active requests can take 5 seconds.
    public func runUntilSignal() async {
        fflush(stdout)
        setvbuf(stdout, nil, _IOLBF, 0)
        let (signals, continuation) = AsyncStream.makeStream(of: String.self)
        let sources = StopSignals.sources { continuation.yield($0) }
        for await _ in signals { break }
        await stopped()
        panel.settings.close()
        for source in sources { source.cancel() }
    }

    /// Stops as `stop()` does, without blocking the task.
    package func stopped() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stop()
                continuation.resume()
            }
        }
    }
}

/// The signals that request a process to stop.
package enum StopSignals {
    /// Calls `handler` with the name of each signal, instead of the end of the process; keep the sources.
    package static func sources(
        _ handler: @escaping @Sendable (String) -> Void
    ) -> [any DispatchSourceProtocol] {
        [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            // On Darwin, Dispatch only receives signals that do not end the process first. On Linux, Dispatch
            // replaces this with its own handler.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { handler(name) }
            source.activate()
            return source
        }
    }
}
