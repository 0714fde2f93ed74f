import Foundation

/// A day of the Gregorian calendar, in the years 1 to 9999: `2026-11-20`.
///
/// Days are counted with integers, without a time zone.
public struct CivilDate: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// The first supported day: January 1 of the year 1.
    public static let first = CivilDate(verifiedYear: 1, month: 1, day: 1)

    private init(verifiedYear year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads a day in the form `2026-11-20`; `nil` for any other form.
    public init?(_ description: String) {
        var digits = DigitReader(description)
        guard let year = digits.number(of: 4), digits.skip("-"), let month = digits.number(of: 2),
            digits.skip("-"), let day = digits.number(of: 2), digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The canonical form.
    public var description: String {
        DigitReader.padded(year, to: 4) + "-" + DigitReader.padded(month) + "-"
            + DigitReader.padded(day)
    }

    /// True when the first day is earlier than the second.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

// MARK: - Counting days

extension CivilDate {
    /// `nil` outside the years 1 to 9999.
    init?(daysSince1970 days: Int) {
        guard (-719_162...2_932_896).contains(days) else { return nil }
        // Years begin in March here, so that the leap day is the last day of its year.
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month, day: day)
    }

    var daysSince1970: Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The weekday, from 0 for Sunday to 6 for Saturday.
    var weekday: Int { (daysSince1970 + 719_162 + 1) % 7 }
}

/// A time zone of the IANA database, such as `Europe/Berlin`.
package struct Zone: Sendable, Hashable, LosslessStringConvertible {
    /// The name of the zone.
    public let description: String
    private let zone: TimeZone

    /// Finds a zone by its name; `nil` if this machine does not know the zone.
    public init?(_ description: String) {
        guard description.utf8.count <= 64, let zone = TimeZone(identifier: description) else {
            return nil
        }
        self.description = description
        self.zone = zone
    }

    /// `nil` outside the years 1 to 9999.
    package func local(at seconds: Int) -> CivilDateTime? {
        CivilDateTime(secondsSince1970: seconds + offset(at: seconds))
    }

    /// The first of two moments with this time; `nil` for a time that clocks skip.
    package func seconds(at local: CivilDateTime) -> Int? {
        let wall = local.secondsSince1970
        // The correct offset applies within a day before or after, because two changes are never that close.
        return [-86_400, 0, 86_400].map { wall - offset(at: wall + $0) }.sorted()
            .first { $0 + offset(at: $0) == wall }
    }

    /// False for times that clocks skip when they go forward.
    func shows(_ local: CivilDateTime) -> Bool { seconds(at: local) != nil }

    private func offset(at seconds: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
