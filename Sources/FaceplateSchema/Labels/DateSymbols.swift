import Foundation

/// The names of months, weekdays and the halves of a day in a locale.
struct DateSymbols: Sendable {
    /// The names of the months from January, in the form used next to a day.
    let months: [String]
    let shortMonths: [String]
    /// The names of the weekdays from Sunday.
    let weekdays: [String]
    let shortWeekdays: [String]
    let am: String
    let pm: String

    static func of(_ locale: LocaleTag) -> DateSymbols {
        known[locale] { DateSymbols(asking: Locale(identifier: $0.description)) }
    }

    private static let known = LocaleTable<DateSymbols>()

    private init(asking locale: Locale) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        months = calendar.monthSymbols
        shortMonths = calendar.shortMonthSymbols
        weekdays = calendar.weekdaySymbols
        shortWeekdays = calendar.shortWeekdaySymbols
        am = calendar.amSymbol
        pm = calendar.pmSymbol
    }
}
