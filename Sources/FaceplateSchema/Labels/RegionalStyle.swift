import Foundation

/// The form of dates and times in a region, where it differs from that of the language's catalog.
///
/// There are few forms, so that pages can be cached for each.
package struct RegionalStyle: Sendable, Hashable {
    package let isMonthFirst: Bool
    package let hasTwelveHours: Bool

    /// The styles that were looked up, because each lookup takes time.
    private static let looked = Locked<[String: Self?]>([:])

    /// `nil` for that of the catalog.
    package static func of(_ language: String, in region: String) -> Self? {
        guard region.utf8.count <= 3 else { return nil }
        let name = "\(language)_\(region)"
        if let known = looked.withLock({ $0[name] }) { return known }
        let locale = Locale(identifier: name)
        let style = Self(
            isMonthFirst: language == "en" && isMonthFirst(locale),
            hasTwelveHours: hasTwelveHours(locale))
        let found = style.isMonthFirst || style.hasTwelveHours ? style : nil
        looked.withLock { looked in
            // Requests can name any regions.
            if looked.count >= mostLooked { looked = [:] }
            looked[name] = .some(found)
        }
        return found
    }

    private static let mostLooked = 500

    /// Asks for the pattern of times: `Locale.hourCycle` is that of the region in all languages, and Canada has two.
    private static func hasTwelveHours(_ locale: Locale) -> Bool {
        DateFormatter.dateFormat(fromTemplate: "jmm", options: 0, locale: locale)?
            .contains("a") ?? false
    }

    private static func isMonthFirst(_ locale: Locale) -> Bool {
        let pattern = DateFormatter.dateFormat(fromTemplate: "yMMMd", options: 0, locale: locale)
        guard let pattern, let month = pattern.firstIndex(of: "M"),
            let day = pattern.firstIndex(of: "d")
        else { return false }
        return month < day && pattern.first == "M"
    }

    /// `nil` for that of the catalog.
    var date: DateFormat? { isMonthFirst ? try? DateFormat("MMM d, y") : nil }

    func format(of time: ClockTime) -> DateFormat? {
        hasTwelveHours ? try? DateFormat(time.second == 0 ? "h:mm a" : "h:mm:ss a") : nil
    }
}
