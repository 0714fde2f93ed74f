import FaceplateTestSupport

/// Waits until `holds` is true, and leaves the thread to other tasks meanwhile.
///
/// `eventually` blocks its thread. Few threads run all tests, and the awaited work can need one.
///
/// - Returns: False if it was never true within ``Swift/Duration/hung``.
func becomesTrue(_ holds: () -> Bool) async throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .hung
    while !holds() {
        guard clock.now < deadline else { return holds() }
        try await clock.sleep(for: .milliseconds(1))
    }
    return true
}
