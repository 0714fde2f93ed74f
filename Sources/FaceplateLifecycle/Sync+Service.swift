public import FaceplateSync
public import ServiceLifecycle

extension Sync: Service {
    /// Syncs until the task is canceled, its service group shuts down or the settings are closed.
    ///
    /// Use it in a `ServiceGroup`.
    public func run() async throws {
        try await cancelWhenGracefulShutdown { try await self.runUntilCanceled() }
    }
}
