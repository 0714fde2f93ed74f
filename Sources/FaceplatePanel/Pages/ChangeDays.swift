import Faceplate
import Foundation

struct ChangeDays {
    enum Day {
        case today
        case yesterday
        case other
    }

    private let words: PageWords
    private let style: DateStyle
    private let clock: PageClock
    private let today: CivilDate?
    private let yesterday: CivilDate?

    init(_ words: PageWords, _ style: DateStyle, _ clock: PageClock, now: Date = Date()) {
        self.words = words
        self.style = style
        self.clock = clock
        today = clock.local(now)?.date
        // Noon of the day before, so that a changed clock cannot skip a day.
        yesterday = today.flatMap {
            clock.time("\($0)T12:00").flatMap { clock.local($0.addingTimeInterval(-86_400))?.date }
        }
    }

    func days(of revisions: [Revision]) -> [(heading: String, revisions: [Revision])] {
        var days: [(heading: String, revisions: [Revision])] = []
        for revision in revisions {
            let heading = heading(of: revision.time)
            if days.last?.heading == heading {
                days[days.count - 1].revisions.append(revision)
            } else {
                days.append((heading, [revision]))
            }
        }
        return days
    }

    func heading(of time: Date) -> String {
        switch day(of: time) {
        case .today: words[.today]
        case .yesterday: words[.yesterday]
        case .other:
            clock.local(time).map { style.text(of: .text($0.date.description)) }
                ?? RevisionTime.text(time)
        }
    }

    func day(of time: Date) -> Day {
        guard let day = clock.local(time)?.date else { return .other }
        return day == today ? .today : day == yesterday ? .yesterday : .other
    }
}
