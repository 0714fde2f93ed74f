import FaceplateSchema
import Foundation

/// The ends of temporary values on a clock that cannot be set.
///
/// The time of day can be set while a value waits to be confirmed, and often is right after a change of the network. An
/// end is therefore translated once, when this process sees it first, and then only this clock counts.
struct Deadlines: Sendable {
    private struct End: Sendable {
        let until: Date
        let mark: Int
        /// The end, in seconds of `Settings.uptime`.
        let moment: TimeInterval
    }

    /// The store has milliseconds, so an end is not more exact than half of one.
    private static let precision = 0.000_5

    private var ends: [String: End] = [:]

    /// The next end; `nil` if no value is temporary.
    var next: TimeInterval? { ends.values.map(\.moment).min() }

    /// Replaces the ends by those of some values; an end that is known already stays as it is.
    ///
    /// - Parameter remaining: returns the time to an end, in seconds.
    mutating func update(
        _ temporaries: Temporaries, at uptime: TimeInterval, remaining: (Date) -> TimeInterval
    ) {
        guard !temporaries.isEmpty || !ends.isEmpty else { return }
        var new: [String: End] = [:]
        for (key, entry) in temporaries.byKey {
            guard let until = entry.until else { continue }
            if let known = ends[key], known.until == until, known.mark == entry.mark {
                new[key] = known
            } else {
                new[key] = End(
                    until: until, mark: entry.mark, moment: uptime + max(0, remaining(until)))
            }
        }
        ends = new
    }

    /// Returns the keys of the values that are over, in order.
    func due(at uptime: TimeInterval) -> [String] {
        ends.filter { $0.value.moment <= uptime + Self.precision }.keys.sorted()
    }

    /// Returns the ends whose time of day is wrong by now, by key: the clock was set since.
    func moved(at uptime: TimeInterval, now: Date) -> [String: Date] {
        ends.compactMapValues { end in
            let until = now.addingTimeInterval(end.moment - uptime)
            return abs(until.timeIntervalSince(end.until)) > 2 ? until : nil
        }
    }
}

/// The time since some moment, which cannot be set and which goes on while the machine sleeps.
enum Uptime {
    private static let start = ContinuousClock.now

    /// The time in seconds.
    static let system: @Sendable () -> TimeInterval = {
        start.duration(to: ContinuousClock.now).seconds
    }
}

extension Settings {
    /// Returns the ends of the temporary values of a snapshot.
    ///
    /// - Parameter newest: the time of the newest revision. A clock that is behind it was set back, and the time to an
    ///   end would be too long by that.
    func deadlines(of snapshot: Snapshot, newest: Date? = nil) -> Deadlines {
        let newest = newest ?? state.withLock { $0.recent.last?.time }
        let now = now()
        let uptime = uptime()
        return knownDeadlines.withLock { deadlines in
            deadlines.update(snapshot.temporaries, at: uptime) { until in
                let start = newest.map { $0 > now && $0 < until ? $0 : now } ?? now
                return until.timeIntervalSince(start)
            }
            return deadlines
        }
    }
}
