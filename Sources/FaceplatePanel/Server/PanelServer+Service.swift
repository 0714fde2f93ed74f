import Dispatch
public import Faceplate
public import ServiceLifecycle

extension PanelServer: Service {
    /// Creates the panel for settings and starts to listen; connections are accepted when this returns.
    ///
    /// - Throws: `PanelServerError` if the port is in use or an address does not belong to this machine.
    public convenience init(
        _ settings: Settings, _ panel: Panel.Configuration = Panel.Configuration(),
        listening: Configuration = Configuration()
    ) throws(PanelServerError) {
        try self.init(Panel(settings, configuration: panel), configuration: listening)
    }

    /// Serves until the task is cancelled or its service group shuts down.
    ///
    /// It then finishes the active requests, for 5 seconds at most. Use it in a `ServiceGroup`; after it returns, the
    /// server cannot serve again.
    public func run() async {
        // Cancellation and graceful shutdown both end the service.
        try? await gracefulShutdown()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stop()
                continuation.resume()
            }
        }
    }
}
