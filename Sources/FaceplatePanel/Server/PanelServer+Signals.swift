package import Dispatch
import Faceplate
import Logging

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
    /// instead. With TLS, SIGHUP reads the certificate again. Standard output is written line by line from now on, so
    /// that text of `print` reaches a pipe or a file immediately. Active requests can take 5 seconds.
    public func runUntilSignal() async { _ = await runUntilSignal {} }

    /// Serves until a signal, or until `program` throws; its task is cancelled then, and has 5 seconds to end.
    ///
    /// - Returns: the error of `program`; `nil` after a signal.
    func runUntilSignal(
        _ program: @escaping @Sendable () async throws -> Void
    ) async -> (any Error)? {
        fflush(stdout)
        setvbuf(stdout, nil, _IOLBF, 0)
        let (ends, continuation) = AsyncStream.makeStream(of: (any Error)?.self)
        let sources =
            StopSignals.sources { _ in continuation.yield(nil) }
            + [certificateSource()].compactMap(\.self)
        let task = Task {
            do {
                try await program()
            } catch  where !Task.isCancelled {
                continuation.yield(error)
            } catch {}
        }
        let end = await ends.first { _ in true }
        task.cancel()
        await stopped()
        panel.settings.close()
        _ = await answer(within: .seconds(5)) { await task.value }
        for source in sources { source.cancel() }
        return end ?? nil
    }

    /// Reads the certificate again at each SIGHUP; keep the source.
    ///
    /// It is `nil` without TLS. If the files cannot be used, the last certificate stays, and the log has the reason.
    package func certificateSource() -> (any DispatchSourceProtocol)? {
        guard certificate != nil else { return nil }
        let logger = panel.configuration.logger
        return StopSignals.source(of: SIGHUP) { [self] in
            do throws(PanelServerError) {
                try reloadCertificate()
            } catch {
                logger.error("\(error.message) The last certificate stays in use.")
            }
        }
    }

    /// Unlike `stop()`, does not block the task.
    package func stopped() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stop()
                continuation.resume()
            }
        }
    }
}

package enum StopSignals {
    /// Replaces the end of the process; keep the sources.
    package static func sources(
        _ handler: @escaping @Sendable (String) -> Void
    ) -> [any DispatchSourceProtocol] {
        [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")].map { number, name in
            source(of: number) { handler(name) }
        }
    }

    static func source(
        of number: Int32, _ handler: @escaping @Sendable () -> Void
    ) -> any DispatchSourceProtocol {
        // On Darwin, Dispatch only receives signals that do not end the process first. On Linux it has a handler of its
        // own, which this would replace if the signal has a source already.
        #if canImport(Darwin)
            signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { handler() }
        // Dispatch begins to listen on another thread, and the caller may say that it is ready only after that.
        let isListening = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isListening.signal() }
        source.activate()
        _ = isListening.wait(timeout: .now() + .seconds(1))
        return source
    }
}
