import Dispatch
public import Faceplate
public import ServiceLifecycle

extension PanelServer: Service {
    /// Makes the panel of some settings and starts to listen; connections are accepted when this
    /// returns.
    ///
    /// - Throws: `PanelServerError` where the port is taken or an address is not this machine's.
    public convenience init(
        _ settings: Settings, _ panel: Panel.Configuration = Panel.Configuration(),
        listening: Configuration = Configuration()
    ) throws(PanelServerError) {
        try self.init(Panel(settings, configuration: panel), configuration: listening)
    }

    /// Serves until the task is cancelled or its service group shuts down, then finishes what is in
    /// flight, 5 seconds at most.
    ///
    /// For a `ServiceGroup`; after it has returned, the server does not serve again.
    public func run() async {
        // Cancelled or shut down: both end the service.
        try? await gracefulShutdown()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.stop()
                continuation.resume()
            }
        }
    }
}
