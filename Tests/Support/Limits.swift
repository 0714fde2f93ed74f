public import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension TimeLimitTrait.Duration {
    /// The time limit of every test that could wait forever.
    ///
    /// It only detects tests that hang: on a busy machine, a test can take many times as long as on
    /// an idle one.
    public static var hung: Self { .minutes(5) }
}

extension Duration {
    /// The longest wait for one event in a test.
    ///
    /// It is shorter than the time limit of a test, so that the test can report the missing event.
    public static var hung: Self { .seconds(60) }
}

/// Evaluates `holds` repeatedly until it is true.
///
/// - Returns: False if it was never true within ``Swift/Duration/hung``.
public func eventually(_ holds: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .hung
    while !holds() {
        guard clock.now < deadline else { return holds() }
        usleep(500)
    }
    return true
}

/// Returns the seconds of processor time that this thread spends in `work`.
///
/// Other work on the machine does not count.
public func processorTime(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
    let start = now()
    try work()
    return now() - start
}

/// Checks that `work` takes time in proportion to its size.
///
/// Eight times the size may take 24 times the time; a quadratic cost would take 64 times as much.
///
/// - Parameters:
///   - size: The size at which a quadratic cost would be noticeable.
///   - work: A function of a size; called once with `size`, and three times with an eighth of it.
public func expectProportion(
    at size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ work: (Int) throws -> Void
) rethrows {
    // The first call includes one-time costs; the smallest of three has no interruptions.
    let small = try (0..<3).map { _ in try processorTime { try work(size / 8) } }.min() ?? 0
    let large = try processorTime { try work(size) }
    #expect(
        large < small * 24, "\(large) s for \(size), \(small) s for an eighth",
        sourceLocation: sourceLocation)
}
