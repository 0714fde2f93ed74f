import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct DateTimeRulesTests {
    @Test(
        arguments: [
            ("2026-11-20T07:30", "2026-11-20T07:30"), ("2026-11-20 07:30", "2026-11-20T07:30"),
            ("2026-11-20t7:30", "2026-11-20T07:30"), ("2026-11-20T07:30:00", "2026-11-20T07:30"),
            ("2026-11-20T07:30:05", "2026-11-20T07:30:05"),
            ("2026-11-20T07:30:05.000", "2026-11-20T07:30:05"),
        ])
    func readsLocalTimes(text: String, local: String) throws {
        #expect(try DateTimeRules().value(fromText: text, locale: nil) == .text(local))
        #expect(try DateTimeRules().value(fromJSON: JSONValue(.string(text))) == .text(local))
        #expect(DateTimeRules().problem(with: .text(local)) == nil)
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-11-20T06:30Z", "2026-11-20T07:30"),
            ("Europe/Berlin", "2026-07-20T06:30:00.000Z", "2026-07-20T08:30"),
            ("Europe/Berlin", "2026-11-20T07:30+01:00", "2026-11-20T07:30"),
            ("Europe/Berlin", "2026-11-20T07:30-0530", "2026-11-20T14:00"),
            ("Europe/Berlin", "2026-11-20T07:30+09", "2026-11-19T23:30"),
            ("Asia/Kolkata", "2026-12-31T23:00Z", "2027-01-01T04:30"),
            ("UTC", "2026-11-20T07:30+00:00", "2026-11-20T07:30"),
            ("Europe/Berlin", "2026-10-25T00:30Z", "2026-10-25T02:30"),
            ("Europe/Berlin", "2026-10-25T01:30Z", "2026-10-25T02:30"),
        ])
    func convertsIntoTheZone(zone: String, text: String, local: String) throws {
        let place = try #require(Zone(zone))
        let rules = DateTimeRules(zone: place)
        #expect(try rules.value(fromText: text, locale: nil) == .text(local))
    }

    @Test(
        arguments: [
            "2026-11-20", "07:30", "2026-11-20T24:00", "2026-02-30T07:30", "2026-11-20T07:30z1",
            "2026-11-20T07:30+24:00", "2026-11-20T07:30+1", "2026-11-20T07:30+01:60",
            "2026-11-20T07:30+01:", "2026-11-20T07:30[Europe/Berlin]", "2026-11-20T07:30:00.5",
            "2026-11-20  07:30", "0001-01-01T00:00+01:00", "9999-12-31T23:59-01:00", "x", "T",
        ])
    func rejectsOtherText(text: String) throws {
        let place = try #require(Zone("UTC"))
        let rules = DateTimeRules(zone: place)
        let problem = ValueProblem(.notADateTime, ["value": text], kind: .dateTime)
        #expect(throws: problem) { try rules.value(fromText: text, locale: nil) }
        #expect(rules.problem(with: .text(text)) == problem)
    }

    @Test func rejectsAnOffsetWithoutATimeZone() {
        let text = "2026-11-20T07:30Z"
        #expect(throws: ValueProblem(.notADateTime, ["value": text], kind: .dateTime)) {
            try DateTimeRules().value(fromText: text, locale: nil)
        }
        #expect(throws: ValueProblem(.required)) {
            try DateTimeRules().value(fromText: "", locale: nil)
        }
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2026-03-29T01:59:59", true),
            ("Europe/Berlin", "2026-03-29T02:00", false),
            ("Europe/Berlin", "2026-03-29T02:59:59", false),
            ("Europe/Berlin", "2026-03-29T03:00", true),
            ("Europe/Berlin", "2026-10-25T02:30", true),
            ("America/New_York", "2026-03-08T02:30", false),
            ("America/New_York", "2026-03-08T03:00", true),
            ("Australia/Lord_Howe", "2026-10-04T02:15", false),
            ("Australia/Lord_Howe", "2026-10-04T02:30", true),
            ("Pacific/Apia", "2011-12-29T23:59", true), ("Pacific/Apia", "2011-12-30T12:00", false),
            ("Pacific/Apia", "2011-12-31T00:00", true), ("UTC", "2026-03-29T02:30", true),
            ("Europe/Berlin", "0001-01-01T00:00", true),
            ("Europe/Berlin", "9999-12-31T23:59", true),
        ])
    func rejectsTimesThatClocksSkip(zone: String, local: String, exists: Bool) throws {
        let place = try #require(Zone(zone))
        let rules = DateTimeRules(zone: place)
        let problem = ValueProblem(
            .timeDoesNotExist, ["value": local, "zone": zone], kind: .dateTime)
        #expect(rules.problem(with: .text(local)) == (exists ? nil : problem))
        #expect(DateTimeRules().problem(with: .text(local)) == nil)
    }

    @Test(arguments: ["", "nope", "Europe/Atlantis", "../etc/passwd", "europe/berlin"])
    func rejectsOtherTimeZones(name: String) {
        #expect(Zone(name) == nil)
    }

    @Test(
        arguments: [
            ("2026-09-01T08:59", .tooSmall), ("2026-09-01T09:00", nil), ("2026-09-02T17:00", nil),
            ("2026-09-02T17:00:01", .tooLarge),
        ] as [(String, ValueProblem.Code?)])
    func checksTheBounds(local: String, code: ValueProblem.Code?) {
        let rules = DateTimeRules(
            minimum: CivilDateTime("2026-09-01T09:00"), maximum: CivilDateTime("2026-09-02T17:00"))
        let expected = code.map {
            ValueProblem(
                $0,
                [
                    "value": local, "minimum": "2026-09-01T09:00", "maximum": "2026-09-02T17:00",
                ], kind: .dateTime)
        }
        #expect(rules.problem(with: .text(local)) == expected)
    }

    @Test func rejectsSecondsIfOnlyMinutesAreAllowed() throws {
        let rules = DateTimeRules(allowsSeconds: false)
        #expect(rules.problem(with: "2026-11-20T07:30") == nil)
        let problem = try #require(rules.problem(with: "2026-11-20T07:30:01"))
        #expect(
            ProblemWords.english.sentence(for: problem, label: "L")
                == "L must be in hours and minutes, like 07:30")
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func readsItsFieldsBack(tag: String) throws {
        var random = SplitMix(seed: 17)
        for _ in 0..<500 {
            let seconds = Int.random(in: -62_135_596_800...253_402_300_799, using: &random)
            let local = try #require(CivilDateTime(secondsSince1970: seconds))
            #expect(local.secondsSince1970 == seconds)
            for (rules, value) in [
                (DateTimeRules(), Value.text(local.description)),
                (DateRules(), .text(local.date.description)),
                (TimeRules(allowsSeconds: true), .text(local.time.description)),
                (ColorRules(), .text("#" + DigitReader.padded(abs(seconds) % 1_000_000, to: 6))),
            ] as [(any ValueRules, Value)] {
                let text = rules.fieldText(of: value, locale: LocaleTag(tag))
                #expect(try rules.value(fromText: text, locale: LocaleTag(tag)) == value)
            }
        }
    }

    @Test(arguments: [true, false])
    func describesAllowedSecondsInJSONSchema(allowsSeconds: Bool) throws {
        let schema = DateTimeRules(allowsSeconds: allowsSeconds).jsonSchema
        let pattern = try Pattern(#require(schema["pattern"]?.string))
        #expect(pattern.matches("2026-11-20T07:30"))
        #expect(pattern.matches("2026-11-20T07:30:15") == allowsSeconds)
    }
}
