import Testing

@testable import FaceplateSchema

struct NumberFormatTests {
    @Test(
        arguments: [
            ("%d", "42", "42"), ("%i", "-42", "-42"), ("%u", "42", "42"), ("%ld", "42", "42"),
            ("%lld", "42", "42"), ("%hhd", "42", "42"),
            ("%d", "2.5", "2"), ("%d", "3.5", "4"), ("%5d|", "42", "   42|"),
            ("%-5d|", "42", "42   |"),
            ("%05d", "-42", "-0042"), ("%+d", "42", "+42"), ("% d", "42", " 42"),
            ("%.3d", "7", "007"),
            ("%f", "1.5", "1.500000"), ("%.2f", "0.125", "0.12"), ("%.2f", "0.135", "0.14"),
            ("%.0f", "0.5", "0"), ("%.1f kg", "2.25", "2.2 kg"), ("%5.1f", "2.25", "  2.2"),
            ("%.1f", "-0.04", "0.0"), ("%.2f", "1e20", "100000000000000000000.00"),
            ("%e", "12345.678", "1.234568e+04"), ("%.2e", "0.00012345", "1.23e-04"),
            ("%.0e", "99", "1e+02"), ("%e", "0", "0.000000e+00"), ("%g", "0.0001", "0.0001"),
            ("%g", "0.00001234", "1.234e-05"), ("%g", "1234567", "1.23457e+06"),
            ("%g", "100", "100"),
            ("%.3g", "2.5", "2.5"), ("%x", "255", "ff"), ("%x", "-255", "-ff"), ("%o", "8", "10"),
            ("%04X", "255", "00FF"),
            ("%04x", "255", "00ff"), ("%s", "1.5", "1.5"), ("%@", "1.5", "1.5"),
            ("%d%%", "5", "5%"),
            ("100%% of %d", "5", "100% of 5"), ("%'d", "1234567", "1234567"),
            ("%d", "1e50", "1e50"),
            ("%.99f", "1e-10000", "0." + String(repeating: "0", count: 99)),
            ("%x", "1e30", "1" + String(repeating: "0", count: 30)),
        ] as [(String, String, String)])
    func writesLikePrintfWithExactDigits(format: String, number: String, text: String) throws {
        let number = try #require(ExactDecimal(number))
        #expect(try NumberFormat(format).text(of: Value(number), in: nil) == text)
    }

    @Test(
        arguments: [
            ("%.2f", "de", "1234.5", "1234,50"), ("%'.2f", "de", "1234.5", "1.234,50"),
            ("%'d", "en", "1234567", "1,234,567"), ("%'d", "fr", "-1234", "-1\u{202F}234"),
            ("%.1f", "ar-EG", "2.5", "٢٫٥"), ("%05d", "ar-EG", "42", "٠٠٠٤٢"),
            ("%@", "de", "1.5", "1,5"),
            ("%.1e", "de", "1500", "1,5e+03"), ("%x", "ar-EG", "16", "10"),
        ])
    func usesTheSeparatorsOfTheLocale(
        format: String, locale: String, number: String, text: String
    ) throws {
        let value = Value(try #require(ExactDecimal(number)))
        #expect(try NumberFormat(format).text(of: value, in: LocaleTag(locale)) == text)
    }

    @Test(
        arguments: [
            ("", "no conversion in ''. Write one, such as '%d' or '%.2f'."),
            ("100%%", "no conversion in '100%%'. Write one, such as '%d' or '%.2f'."),
            ("%d %d", "a second conversion in '%d %d'. One is possible."),
            ("%100d", "'100' in '%100d' is too wide. 99 is the most."),
            ("%.100f", "'100' in '%.100f' is too wide. 99 is the most."),
            (
                "%99999999999999999999d",
                "'99999999999999999999' in '%99999999999999999999d' is too wide. 99 is the most."
            ),
        ])
    func rejectsOtherFormats(format: String, message: String) {
        let error = #expect(throws: FormatError.self) { try NumberFormat(format) }
        #expect(error?.description == message)
    }

    @Test(arguments: ["%n", "%", "%5", "%*d", "%1$d", "%p", "%c", "%#x", "%d %", "%S", "%a"])
    func rejectsUnsafeConversions(format: String) {
        #expect(throws: FormatError.self) { try NumberFormat(format) }
    }

    @Test func formatsTextOnlyInTextConversions() throws {
        #expect(try NumberFormat("<%s>").text(of: "a", in: nil) == "<a>")
        #expect(try NumberFormat("<%5@>").text(of: "a", in: nil) == "<    a>")
        #expect(try NumberFormat("<%d>").text(of: "a", in: nil) == "a")
    }
}
