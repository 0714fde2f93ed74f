#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Time that no change of the wall clock moves.
enum MonotonicClock {
    /// Nanoseconds since some moment, in steps of a few milliseconds: read twice a request.
    static var now: Int64 {
        var time = timespec()
        #if canImport(Glibc)
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Lets the thread rest; may be shorter when a signal comes.
    static func rest(milliseconds: Int) {
        var time = timespec(tv_sec: 0, tv_nsec: milliseconds * 1_000_000)
        nanosleep(&time, nil)
    }
}

extension Duration {
    /// Nanoseconds, from zero to about a year: far from any overflow.
    var boundedNanoseconds: Int64 {
        let parts = components
        let seconds = min(max(parts.seconds, 0), 31_536_000)
        let fraction = parts.seconds < 0 ? 0 : max(parts.attoseconds, 0) / 1_000_000_000
        return seconds * 1_000_000_000 + fraction
    }
}
