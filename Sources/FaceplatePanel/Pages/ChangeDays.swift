import Faceplate
import Foundation

/// The days of revisions, in the time zone of the server.
struct ChangeDays {
    private let words: PageWords
    private let style: DateStyle
    private let clock: ServerClock
    private let today: CivilDate?
    private let yesterday: CivilDate?

    /// - Parameter now: The time that today contains.
    init(_ words: PageWords, _ style: DateStyle, _ clock: ServerClock, now: Date = Date()) {
        self.words = words
        self.style = style
        self.clock = clock
        today = clock.local(now)?.date
        // Noon of the day before, so that a changed clock cannot skip a day.
        yesterday = today.flatMap {
            clock.time("\($0)T12:00").flatMap { clock.local($0.addingTimeInterval(-86_400))?.date }
        }
    }

    /// Returns revisions in their order, by day, each with its heading.
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
        guard let day = clock.local(time)?.date else { return RevisionTime.text(time) }
        if day == today { return words[.today] }
        if day == yesterday { return words[.yesterday] }
        return style.text(of: .text(day.description))
    }
}
