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
        /// In seconds of `Settings.uptime`.
        let moment: TimeInterval
    }

    /// The store has milliseconds, so an end is not more exact than half of one.
    private static let precision = 0.000_5

    private var ends: [String: End] = [:]

    var next: TimeInterval? { ends.values.map(\.moment).min() }

    /// An end that is known already stays as it is.
    ///
    /// - Parameter newest: the time of the newest revision. A clock that is behind it was set back, and the time to
    ///   an end that is seen first would be too long by that. An end that replaces a known one was written by a
    ///   program that runs, also to correct it after the clock was set, and is counted from now.
    mutating func update(
        _ temporaries: Temporaries, at uptime: TimeInterval, now: Date, newest: Date?
    ) {
        guard !temporaries.isEmpty || !ends.isEmpty else { return }
        var new: [String: End] = [:]
        for (key, entry) in temporaries.byKey {
            guard let until = entry.until else { continue }
            let known = ends[key]
            if let known, known.until == until, known.mark == entry.mark {
                new[key] = known
                continue
            }
            var start = now
            if known == nil, let newest, newest > now, newest < until { start = newest }
            let remaining = max(0, until.timeIntervalSince(start))
            new[key] = End(until: until, mark: entry.mark, moment: uptime + remaining)
        }
        ends = new
    }

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

    static let system: @Sendable () -> TimeInterval = {
        start.duration(to: ContinuousClock.now).seconds
    }
}

extension Settings {
    /// - Parameter newest: the time of the newest revision; that of the recent ones if `nil`.
    func deadlines(of snapshot: Snapshot, newest: Date? = nil) -> Deadlines {
        let newest = newest ?? state.withLock { $0.recent.last?.time }
        let now = now()
        let uptime = uptime()
        return knownDeadlines.withLock { deadlines in
            deadlines.update(snapshot.temporaries, at: uptime, now: now, newest: newest)
            return deadlines
        }
    }
}
