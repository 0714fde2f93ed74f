import Testing

@testable import FaceplateSchema

struct DateFormatTests {
    @Test(
        arguments: [
            ("yyyy-MM-dd HH:mm:ss", "en", "2026-03-05T07:05:09", "2026-03-05 07:05:09"),
            ("d/M/yy", "en", "2026-03-05", "5/3/26"), ("y", "en", "0033-03-05", "33"),
            ("EEEE, d MMMM y", "en", "2026-11-20", "Friday, 20 November 2026"),
            ("E d MMM", "en", "2026-11-20", "Fri 20 Nov"), ("EEE", "en", "2026-11-22", "Sun"),
            ("EEEE d MMMM", "fr", "2026-02-20", "vendredi 20 février"),
            ("E, d. MMM", "de", "2026-11-20", "Fr., 20. Nov."), ("EEEE", "ja", "2026-11-20", "金曜日"),
            ("d MMMM", "ar", "2026-11-20", "20 نوفمبر"), ("h:mm a", "en", "00:05", "12:05 AM"),
            ("hh:mm a", "en", "13:05", "01:05 PM"), ("h a", "ar", "13:00", "1 م"),
            ("H 'o''clock'", "en", "07:30", "7 o'clock"), ("H''mm", "en", "07:30", "7'30"),
            ("y年M月d日", "ja", "2026-11-20", "2026年11月20日"), ("d/M", "ar-EG", "2026-11-20", "٢٠/١١"),
        ])
    func writesThePattern(pattern: String, locale: String, value: String, text: String) throws {
        let format = try DateFormat(pattern)
        #expect(format.text(of: .text(value), in: LocaleTag(locale)) == text)
    }

    @Test func isNilForAValueWithoutTheNeededParts() throws {
        #expect(try DateFormat("HH:mm").text(of: "2026-11-20", in: nil) == nil)
        #expect(try DateFormat("d MMM").text(of: "07:30", in: nil) == nil)
        #expect(try DateFormat("d MMM").text(of: "soon", in: nil) == nil)
        #expect(try DateFormat("d").text(of: .integer(5), in: nil) == nil)
        #expect(try DateFormat("d MMM").needsDate)
        #expect(try !DateFormat("d MMM").needsTime)
        #expect(try DateFormat("HH:mm 'd'").needsTime)
        #expect(try !DateFormat("HH:mm 'd'").needsDate)
    }

    @Test(arguments: ["YYYY-MM-dd", "YY", "Y"]) func rejectsWeekBasedYears(pattern: String) {
        let error = #expect(throws: FormatError.self) { try DateFormat(pattern) }
        #expect(error?.description.hasSuffix("Write 'yyyy' for the year of the date.") == true)
    }

    @Test(
        arguments: [
            ("DD", "unknown field 'DD'."), ("at HH", "unknown field 't'."),
            ("yyy", "unknown field"),
            ("MMMMM", "unknown field 'MMMMM'."), ("HHH", "unknown field 'HHH'."),
            ("SSS", "unknown field 'SSS'."), ("'at", "a quote in \"'at\" does not end."),
            ("d '", "a quote in \"d '\" does not end."), ("d 'a''", "a quote in"),
        ])
    func rejectsOtherPatterns(pattern: String, message: String) {
        let error = #expect(throws: FormatError.self) { try DateFormat(pattern) }
        #expect(error?.description.hasPrefix(message) == true, "\(error as Any)")
    }
}

struct DateStyleTests {
    @Test(
        arguments: [
            ("en", "20 Nov 2026"), ("de", "20. Nov. 2026"), ("fr", "20 nov. 2026"),
            ("ja", "2026年11月20日"), ("ar", "20 نوفمبر 2026"), ("es", "2026-11-20"),
            ("de-CH", "20. Nov. 2026"),
        ])
    func showsDays(locale: String, text: String) {
        #expect(DateStyle.text(of: "2026-11-20", in: LocaleTag(locale)) == text)
    }

    @Test func showsTimesAndOtherText() {
        #expect(DateStyle.text(of: "2026-11-20T07:30", in: .english) == "20 Nov 2026, 07:30")
        #expect(DateStyle.text(of: "2026-11-20T07:30", in: nil) == "2026-11-20 07:30")
        #expect(DateStyle.text(of: "07:30", in: LocaleTag("de")) == "07:30")
        #expect(DateStyle.text(of: "soon", in: .english) == "soon")
        #expect(DateStyle.text(of: .integer(5), in: .english) == "5")
    }
}
