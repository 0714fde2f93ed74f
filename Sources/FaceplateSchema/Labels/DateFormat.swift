import Foundation

/// A display format for a date or time: a pattern of Unicode TR35, such as `d MMMM yyyy, HH:mm`.
///
/// The fields are `y yyyy yy`, `M MM MMM MMMM`, `d dd`, `E EEEE`, `H HH h hh`, `m mm`, `s ss` and
/// `a`. Other letters must be in single quotes, and `''` is a single quote.
package struct DateFormat: Sendable, Hashable {
    private enum Piece: Hashable {
        case literal(String)
        case field(String)
    }

    private let pieces: [Piece]

    private static let dateFields: Set = [
        "y", "yyyy", "yy", "M", "MM", "MMM", "MMMM", "d", "dd", "E", "EE", "EEE", "EEEE",
    ]
    private static let timeFields: Set = ["H", "HH", "h", "hh", "m", "mm", "s", "ss", "a"]

    /// - Throws: ``FormatError`` for any other letter, and for an unclosed quote.
    package init(_ pattern: String) throws(FormatError) {
        var pieces: [Piece] = []
        var rest = Array(pattern.unicodeScalars)[...]
        while let first = rest.first {
            if first == "'" {
                pieces.append(.literal(try Self.quoted(&rest, of: pattern)))
            } else if first.isASCII, first.properties.isAlphabetic {
                let field = rest.prefix { $0 == first }
                rest = rest.dropFirst(field.count)
                pieces.append(.field(try Self.checked(String(scalars: field))))
            } else {
                let literal = rest.prefix {
                    !($0.isASCII && $0.properties.isAlphabetic || $0 == "'")
                }
                rest = rest.dropFirst(literal.count)
                pieces.append(.literal(String(scalars: literal)))
            }
        }
        self.pieces = pieces
    }

    private static func checked(_ field: String) throws(FormatError) -> String {
        if dateFields.contains(field) || timeFields.contains(field) { return field }
        if field.hasPrefix("Y") {
            throw FormatError(
                "'\(field)' is the year that a week belongs to, wrong around New Year."
                    + " Write 'yyyy' for the year of the date.")
        }
        throw FormatError(
            "unknown field '\(field)'. Possible are y yyyy yy M MM MMM MMMM d dd E EEEE H HH h hh"
                + " m mm s ss a; put text in single quotes.")
    }

    private static func quoted(
        _ rest: inout ArraySlice<Unicode.Scalar>, of pattern: String
    ) throws(FormatError) -> String {
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return "'"
        }
        var text: [Unicode.Scalar] = []
        while let scalar = rest.popFirst() {
            if scalar != "'" {
                text.append(scalar)
            } else if rest.first == "'" {
                rest.removeFirst()
                text.append("'")
            } else {
                return String(scalars: text)
            }
        }
        throw FormatError("a quote in \"\(pattern)\" does not end. Close it with \"'\".")
    }
}

// MARK: - Writing

extension DateFormat {
    package var needsDate: Bool { contains(Self.dateFields) }

    package var needsTime: Bool { contains(Self.timeFields) }

    private func contains(_ fields: Set<String>) -> Bool {
        pieces.contains { if case .field(let field) = $0 { fields.contains(field) } else { false } }
    }

    /// Returns a date, a time or both as text for users; `nil` if the value lacks a part that the
    /// pattern shows.
    package func text(of value: Value, in locale: LocaleTag?) -> String? {
        guard case .text(let text) = value else { return nil }
        if let local = CivilDateTime(text) { return self.text(local.date, local.time, in: locale) }
        return self.text(CivilDate(text), ClockTime(text), in: locale)
    }

    func text(_ date: CivilDate?, _ time: ClockTime?, in locale: LocaleTag?) -> String? {
        let symbols = DateSymbols.of(locale ?? .english)
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .field(let field):
                let shown =
                    if Self.dateFields.contains(field) {
                        date.map { Self.show(field, of: $0, symbols) }
                    } else {
                        time.map { Self.show(field, of: $0, symbols) }
                    }
                guard let shown else { return nil }
                text += locale.map { NumberSpelling($0).localDigits(shown) } ?? shown
            }
        }
        return text
    }

    private static func show(
        _ field: String, of date: CivilDate, _ symbols: DateSymbols
    ) -> String {
        switch field {
        case "y": String(date.year)
        case "yyyy": DigitReader.padded(date.year, to: 4)
        case "yy": DigitReader.padded(date.year % 100)
        case "M": String(date.month)
        case "MM": DigitReader.padded(date.month)
        case "MMM": symbols.shortMonths[date.month - 1]
        case "MMMM": symbols.months[date.month - 1]
        case "d": String(date.day)
        case "dd": DigitReader.padded(date.day)
        case "EEEE": symbols.weekdays[date.weekday]
        default: symbols.shortWeekdays[date.weekday]
        }
    }

    private static func show(
        _ field: String, of time: ClockTime, _ symbols: DateSymbols
    ) -> String {
        let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
        return switch field {
        case "H": String(time.hour)
        case "HH": DigitReader.padded(time.hour)
        case "h": String(hour)
        case "hh": DigitReader.padded(hour)
        case "m": String(time.minute)
        case "mm": DigitReader.padded(time.minute)
        case "s": String(time.second)
        case "ss": DigitReader.padded(time.second)
        default: time.hour < 12 ? symbols.am : symbols.pm
        }
    }
}

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

package struct FormatError: SpokenError, Hashable {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
