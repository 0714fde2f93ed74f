public import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension TimeLimitTrait.Duration {
    /// The limit of every test that could wait for ever.
    ///
    /// It says only that the test hangs: on a machine with much other work a test may take many times
    /// as long as on an idle one.
    public static var hung: Self { .minutes(5) }
}

extension Duration {
    /// The longest wait for one event within a test: shorter than the limit of a test, so that the
    /// test says what did not come.
    public static var hung: Self { .seconds(60) }
}

/// Asks `holds` again and again until it is true.
///
/// - Returns: false when it was never true in ``Swift/Duration/hung``.
public func eventually(_ holds: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .hung
    while !holds() {
        guard clock.now < deadline else { return holds() }
        usleep(500)
    }
    return true
}

/// The seconds of processor time that this thread spends in `work`.
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
/// Eight times the size may take 24 times the time; a squared cost would take 64 times as much.
///
/// - Parameters:
///   - size: the size at which the time of a squared cost would be seen.
///   - work: takes a size; called once with `size`, and some times with an eighth of it.
public func expectProportion(
    at size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ work: (Int) throws -> Void
) rethrows {
    // The first call pays for what is made once; the least of three is without interruptions.
    let small = try (0..<3).map { _ in try processorTime { try work(size / 8) } }.min() ?? 0
    let large = try processorTime { try work(size) }
    #expect(
        large < small * 24, "\(large) s for \(size), \(small) s for an eighth",
        sourceLocation: sourceLocation)
}
