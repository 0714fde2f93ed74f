import Faceplate
import FaceplateHTML
import Foundation

/// The clock by which a page shows moments: the time zone of the reader, or else that of this machine.
struct PageClock: Sendable, Hashable {
    /// The cookie with the name of the reader's time zone, which the script sets.
    static let cookie = "faceplate_zone"

    /// The name of the time zone, for people.
    let zone: String
    /// True for the time zone of the reader, which a page need not name.
    let isReaders: Bool
    private let clock: Zone?

    /// Creates a clock with a time zone, or with UTC when that zone is not known.
    ///
    /// - Parameter name: The time zone; by default that of this machine.
    init(_ name: String = TimeZone.current.identifier) {
        clock = Zone(name)
        // `Etc/UTC` is the name in the time zone database; people write UTC.
        zone = clock == nil ? "UTC" : name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name
        isReaders = false
    }

    /// Creates the clock of a reader; `nil` for a string that is not the name of a time zone.
    init?(reader name: String) {
        let isName = name.utf8.allSatisfy {
            $0.isASCIIWord
                || [UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0)
        }
        // A name becomes a part of a path on some systems.
        guard isName, name.utf8.first?.isASCIIWord == true, let clock = Zone(name) else {
            return nil
        }
        (zone, isReaders, self.clock) = (name, true, clock)
    }

    /// Returns a date and time to the minute or the second, in the style of a page.
    func text(_ date: Date, in style: DateStyle, hasSeconds: Bool = false) -> String {
        local(date, hasSeconds: hasSeconds).map { style.text(of: .text($0.description)) }
            ?? RevisionTime.text(date)
    }

    /// Returns the local date and time to the minute or the second; `nil` for a time far from ours.
    func local(_ date: Date, hasSeconds: Bool = false) -> CivilTime? {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return nil }
        let step = hasSeconds ? 1 : 60
        let whole = Int((seconds / Double(step)).rounded(.down)) * step
        return clock?.local(at: whole) ?? Zone("UTC")?.local(at: whole)
    }

    /// Returns the time of a local date and time such as `2026-11-20T07:30`; `nil` for other text.
    ///
    /// If the clocks skip or repeat that hour, it is one of the possible times.
    func time(_ text: String) -> Date? {
        guard let local = CivilTime(text) else { return nil }
        let wall = local.secondsSince1970
        let time = wall - offset(at: wall - offset(at: wall))
        return Date(timeIntervalSince1970: TimeInterval(time))
    }

    /// Returns the difference to UTC in seconds.
    private func offset(at seconds: Int) -> Int {
        (clock?.local(at: seconds)).map { $0.secondsSince1970 - seconds } ?? 0
    }
}

extension UInt8 {
    fileprivate var isASCIIWord: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension PageContext {
    /// Returns a date and time by the page's clock, with its time zone if that is not the reader's.
    func time(_ date: Date, hasSeconds: Bool = false) -> String {
        let text = clock.text(date, in: problemWords.dates, hasSeconds: hasSeconds)
        return clock.isReaders ? text : "\(text) (\(clock.zone))"
    }

    /// Returns a date and time by the page's clock, without the time zone.
    func plainTime(_ date: Date) -> String { clock.text(date, in: problemWords.dates) }

    /// Returns the time of day by the page's clock.
    func timeOfDay(_ date: Date) -> String {
        clock.local(date).map { problemWords.dates.text(of: .text($0.time.description)) }
            ?? RevisionTime.text(date)
    }

    /// Returns the time at which something ends: without the day, if that is today.
    func end(_ date: Date) -> String {
        guard clock.local(date)?.date == clock.local(now)?.date else { return time(date) }
        let text = timeOfDay(date)
        return clock.isReaders ? text : "\(text) (\(clock.zone))"
    }

    /// Returns how long ago a moment of the last hour was; `nil` for any other moment.
    func ago(_ date: Date) -> String? {
        let seconds = now.timeIntervalSince(date)
        guard seconds > -60, seconds < 3_600 else { return nil }
        let minutes = Int(seconds / 60)
        return minutes < 1 ? words[.agoNow] : words.counted(.agoMinutes, minutes)
    }

    /// Returns a moment in short form: how long ago, the time of day, or the day.
    func shortMoment(_ date: Date) -> String {
        let days = ChangeDays(words, problemWords.dates, clock, now: now)
        return ago(date)
            ?? (days.day(of: date) == .today ? timeOfDay(date) : days.heading(of: date))
    }

    /// Returns a moment for people: how long ago, the time of day, or the day and the time.
    func moment(_ date: Date) -> String {
        if let ago = ago(date) { return ago }
        let days = ChangeDays(words, problemWords.dates, clock, now: now)
        let time = timeOfDay(date)
        return switch days.day(of: date) {
        case .today: time
        case .yesterday: words.text(.dayAndTime, ["day": words[.yesterday], "time": time])
        case .other: plainTime(date)
        }
    }
}

extension Markup {
    /// Writes a moment for people, with the whole date and time in its title.
    mutating func moment(
        _ date: Date, _ text: String? = nil, in context: PageContext
    ) {
        element(
            .time, .datetime(RevisionTime.text(date)), .title(context.time(date)),
            text: text ?? context.moment(date))
    }
}
