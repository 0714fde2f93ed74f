/// The default display format of dates and times, for items without a format: `20 Nov 2026`,
/// `07:30`.
///
/// Languages without a style here use the canonical form.
public enum DateStyle {
    private struct Style {
        let date: DateFormat?
        /// The text between a date and a time.
        let joint: String

        init(_ pattern: String, _ joint: String) {
            date = try? DateFormat(pattern)
            self.joint = joint
        }
    }

    private static let styles: [String: Style] = [
        "en": Style("d MMM y", ", "), "fr": Style("d MMM y", " "), "de": Style("d. MMM y", ", "),
        "ar": Style("d MMM y", "، "), "ja": Style("y年M月d日", " "),
    ]

    /// Returns a date, a time or both as text for users; any other value as its plain text.
    public static func text(of value: Value, in locale: LocaleTag?) -> String {
        guard case .text(let text) = value else { return value.plainText }
        if let date = CivilDate(text) { return self.text(of: date, in: locale) }
        if let time = ClockTime(text) { return self.text(of: time, in: locale) }
        guard let local = CivilTime(text) else { return text }
        let joint = locale.flatMap { styles[$0.language]?.joint } ?? " "
        return self.text(of: local.date, in: locale) + joint + self.text(of: local.time, in: locale)
    }

    static func text(of date: CivilDate, in locale: LocaleTag?) -> String {
        locale.flatMap { styles[$0.language]?.date?.text(date, nil, in: $0) } ?? date.description
    }

    static func text(of time: ClockTime, in locale: LocaleTag?) -> String {
        locale.map { NumberSpelling($0).localDigits(time.description) }
            ?? time.description
    }
}
