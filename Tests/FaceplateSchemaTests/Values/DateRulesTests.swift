import Testing

@testable import FaceplateSchema

struct DateRulesTests {
    @Test(
        arguments: [
            ("2026-11-20", "2026-11-20"), (" 2026-11-20\n", "2026-11-20"),
            ("2026-11-20T07:30", "2026-11-20"), ("2026-11-20T07:30:00Z", "2026-11-20"),
            ("2026-11-20 07:30:00.000+02:00", "2026-11-20"), ("2024-02-29", "2024-02-29"),
            ("2000-02-29", "2000-02-29"), ("0001-01-01", "0001-01-01"),
            ("9999-12-31", "9999-12-31"),
        ])
    func readsDays(text: String, day: String) throws {
        #expect(try DateRules().value(fromText: text, locale: nil) == .text(day))
        #expect(try DateRules().value(fromJSON: JSONValue(.string(text))) == .text(day))
        #expect(DateRules().problem(with: .text(day)) == nil)
    }

    @Test(
        arguments: [
            "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31",
            "0000-01-01", "10000-01-01", "26-11-20", "2026-1-5", "20261120", "2026/11/20",
            "20.11.2026", "2026-11-20x", "2026-11-20T", "2026-11-20T25:00", "-026-11-20", "today",
            "２０２６-11-20", "2026-11-2\u{301}0",
        ])
    func rejectsOtherText(text: String) {
        let problem = ValueProblem(.notADate, ["value": text], kind: .date)
        #expect(throws: problem) { try DateRules().value(fromText: text, locale: nil) }
        #expect(DateRules().problem(with: .text(text)) == problem)
    }

    @Test func readsTheDigitsOfALocale() throws {
        let value = try DateRules().value(fromText: "٢٠٢٦-١١-٢٠", locale: LocaleTag("ar"))
        #expect(value == "2026-11-20")
        #expect(throws: ValueProblem(.required)) {
            try DateRules().value(fromText: " ", locale: nil)
        }
    }

    @Test(arguments: ["20261120", "true", "null", "[]"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notADate, ["value": text], kind: .date)) {
            try DateRules().value(fromJSON: json)
        }
    }

    @Test(
        arguments: [
            ("2026-08-31", .tooSmall), ("2026-09-01", nil), ("2026-09-30", nil),
            ("2026-10-01", .tooLarge),
        ] as [(String, ValueProblem.Code?)])
    func checksTheBounds(day: String, code: ValueProblem.Code?) {
        let rules = DateRules(
            minimum: CivilDate("2026-09-01"), maximum: CivilDate("2026-09-30"))
        let expected = code.map {
            ValueProblem(
                $0, ["value": day, "minimum": "2026-09-01", "maximum": "2026-09-30"], kind: .date)
        }
        #expect(rules.problem(with: .text(day)) == expected)
    }
}

struct CivilDateTests {
    @Test(
        arguments: [
            ("1970-01-01", 0, 4), ("1970-01-02", 1, 5), ("1969-12-31", -1, 3),
            ("2000-02-29", 11_016, 2), ("2026-11-20", 20_777, 5), ("0001-01-01", -719_162, 1),
            ("9999-12-31", 2_932_896, 5), ("1900-03-01", -25_508, 4),
        ])
    func countsDays(text: String, days: Int, weekday: Int) throws {
        let date = try #require(CivilDate(text))
        #expect(date.daysSince1970 == days)
        #expect(CivilDate(daysSince1970: days) == date)
        #expect(date.weekday == weekday)
    }

    @Test func everyDayFollowsThePreviousOne() throws {
        var last = try #require(CivilDate("0001-01-01"))
        for days in -719_161...2_932_896 {
            let next = try #require(CivilDate(daysSince1970: days))
            guard last < next, next.daysSince1970 == days else {
                Issue.record("\(last) \(next)")
                return
            }
            last = next
        }
        #expect(CivilDate(daysSince1970: -719_163) == nil)
        #expect(CivilDate(daysSince1970: 2_932_897) == nil)
        #expect(CivilDate(daysSince1970: .max) == nil)
        #expect(CivilDate(daysSince1970: .min) == nil)
    }
}
