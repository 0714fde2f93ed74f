/// The default display format of dates and times, for items without a format: `20 Nov 2026`,
/// `07:30`.
///
/// Languages without a catalog use the canonical form.
package struct DateStyle: Sendable {
    private let locale: LocaleTag?
    private let date: DateFormat?
    private let joint: String
    private let region: RegionalStyle?

    /// - Parameter locale: `nil` for the canonical form.
    package init(_ locale: LocaleTag?) {
        self.init(locale, in: ProblemWord.shipped)
    }

    /// - Parameter region: The form in the reader's region; `nil` for that of the catalog.
    package init(
        _ locale: LocaleTag?, in tables: WordTables<ProblemWord>, region: RegionalStyle? = nil
    ) {
        self.locale = locale
        self.region = region
        let known = locale.flatMap { LocaleMatching.lookUp($0, among: tables.locales) }
        let table = known.map(tables.table(for:))
        date =
            region?.date ?? table.flatMap { try? DateFormat($0[.dateFormat].filled(in: $0.locale)) }
        joint = table.map { $0[.dateTimeJoint].filled(in: $0.locale) } ?? " "
    }

    package static func text(of value: Value, in locale: LocaleTag?) -> String {
        DateStyle(locale).text(of: value)
    }

    /// Returns a date, a time or both as text for users; any other value as its plain text.
    package func text(of value: Value) -> String {
        guard case .text(let text) = value else { return value.plainText }
        if let date = CivilDate(text) { return self.text(of: date) }
        if let time = ClockTime(text) { return self.text(of: time) }
        guard let local = CivilDateTime(text) else { return text }
        return self.text(of: local.date) + joint + self.text(of: local.time)
    }

    func text(of date: CivilDate) -> String {
        locale.flatMap { self.date?.text(date, nil, in: $0) } ?? date.description
    }

    func text(of time: ClockTime) -> String {
        if let locale, let text = region?.format(of: time)?.text(nil, time, in: locale) {
            return text
        }
        return locale.map { NumberSpelling($0).localDigits(time.description) } ?? time.description
    }
}
