import Dispatch
public import FaceplatePanel
public import ServiceLifecycle

extension PanelServer: Service {
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
