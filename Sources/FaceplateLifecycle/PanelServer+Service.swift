public import FaceplatePanel
public import ServiceLifecycle

extension PanelServer: Service {
    /// Serves until the task is cancelled or its service group shuts down.
    ///
    /// It then finishes the active requests, for 5 seconds at most. Use it in a `ServiceGroup`; after it returns, the
    /// server cannot serve again.
    public func run() async {
        // Cancellation and graceful shutdown both end the service.
        try? await gracefulShutdown()
        await stopped()
    }
}
