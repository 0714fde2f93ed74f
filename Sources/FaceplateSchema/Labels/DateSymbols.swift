import Foundation

/// What a locale calls months, weekdays and the halves of a day.
struct DateSymbols: Sendable {
    /// January first, as they stand beside a day.
    let months: [String]
    let shortMonths: [String]
    /// Sunday first.
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
