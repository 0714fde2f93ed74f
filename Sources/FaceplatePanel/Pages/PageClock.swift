import Faceplate
import FaceplateHTML
import Foundation

/// The time zone of the reader, or else that of this machine.
struct PageClock: Sendable, Hashable {
    /// The name of the reader's time zone, which the script sets.
    static let cookie = "faceplate_zone"

    let zone: String
    /// A page need not name the time zone of the reader.
    let isReaders: Bool
    private let clock: Zone?

    init(_ name: String = TimeZone.current.identifier) {
        clock = Zone(name)
        // `Etc/UTC` is the name in the time zone database; people write UTC.
        zone = clock == nil ? "UTC" : name.hasPrefix("Etc/") ? String(name.dropFirst(4)) : name
        isReaders = false
    }

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

    func text(_ date: Date, in style: DateStyle, hasSeconds: Bool = false) -> String {
        local(date, hasSeconds: hasSeconds).map { style.text(of: .text($0.description)) }
            ?? RevisionTime.text(date)
    }

    /// `nil` for a time far from ours.
    func local(_ date: Date, hasSeconds: Bool = false) -> CivilDateTime? {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return nil }
        let step = hasSeconds ? 1 : 60
        let whole = Int((seconds / Double(step)).rounded(.down)) * step
        return clock?.local(at: whole) ?? Zone("UTC")?.local(at: whole)
    }

    /// `2026-11-20T07:30`; if the clocks skip or repeat that hour, the result is one of the possible times.
    func time(_ text: String) -> Date? {
        guard let local = CivilDateTime(text) else { return nil }
        let wall = local.secondsSince1970
        let time = wall - offset(at: wall - offset(at: wall))
        return Date(timeIntervalSince1970: TimeInterval(time))
    }

    /// The difference to UTC, in seconds.
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
    /// With the time zone if that is not the reader's.
    func time(_ date: Date, hasSeconds: Bool = false) -> String {
        let text = clock.text(date, in: problemWords.dates, hasSeconds: hasSeconds)
        return clock.isReaders ? text : "\(text) (\(clock.zone))"
    }

    func plainTime(_ date: Date) -> String { clock.text(date, in: problemWords.dates) }

    func timeOfDay(_ date: Date) -> String {
        clock.local(date).map { problemWords.dates.text(of: .text($0.time.description)) }
            ?? RevisionTime.text(date)
    }

    /// Without the day, if that is today.
    func end(_ date: Date) -> String {
        guard clock.local(date)?.date == clock.local(now)?.date else { return time(date) }
        let text = timeOfDay(date)
        return clock.isReaders ? text : "\(text) (\(clock.zone))"
    }

    /// `nil` unless the moment is of the last hour.
    func ago(_ date: Date) -> String? {
        let seconds = now.timeIntervalSince(date)
        guard seconds > -60, seconds < 3_600 else { return nil }
        let minutes = Int(seconds / 60)
        return minutes < 1 ? words[.agoNow] : words.counted(.agoMinutes, minutes)
    }

    /// How long ago, the time of day, or the day.
    func shortMoment(_ date: Date) -> String {
        let days = ChangeDays(words, problemWords.dates, clock, now: now)
        return ago(date)
            ?? (days.day(of: date) == .today ? timeOfDay(date) : days.heading(of: date))
    }

    /// How long ago, the time of day, or the day and the time.
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
    mutating func moment(
        _ date: Date, _ text: String? = nil, in context: PageContext
    ) {
        element(
            .time, .datetime(RevisionTime.text(date)), .title(context.time(date)),
            text: text ?? context.moment(date))
    }
}
