/// Handlers in the order in which they were added.
struct HandlerList<Handler: Sendable>: Sendable {
    private var entries: [(id: Int, handler: Handler)] = []
    private var next = 0

    var all: [Handler] { entries.map(\.handler) }
    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ handler: Handler) -> Int {
        next += 1
        entries.append((next, handler))
        return next
    }

    /// Returns the handler, which is best released outside a lock: that can remove other handlers.
    @discardableResult
    mutating func remove(_ id: Int) -> Handler? {
        entries.firstIndex { $0.id == id }.map { entries.remove(at: $0).handler }
    }
}
