#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

enum MonotonicClock {
    /// The time in nanoseconds since an arbitrary moment.
    ///
    /// The clock is coarse, with steps of a few milliseconds on Linux, because it is read twice for each request.
    static var now: Int64 {
        var time = timespec()
        #if canImport(Glibc)
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Suspends the thread; a signal can end the pause early.
    static func rest(milliseconds: Int) {
        var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
        nanosleep(&time, nil)
    }
}

extension Duration {
    /// Limited to the range from zero to one year to prevent overflow.
    var boundedNanoseconds: Int64 {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(31_536_000)).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
