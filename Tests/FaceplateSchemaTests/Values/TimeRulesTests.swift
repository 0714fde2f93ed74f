import Testing

@testable import FaceplateSchema

struct TimeRulesTests {
    private let seconds = TimeRules(allowsSeconds: true)

    @Test(
        arguments: [
            ("07:30", "07:30"), ("7:30", "07:30"), ("07.30", "07:30"), ("07:30:00", "07:30"),
            ("07:30:15", "07:30:15"), ("07:30:15.000", "07:30:15"), (" 0:00 ", "00:00"),
            ("23:59:59", "23:59:59"), ("0", "00:00"), ("450", "07:30"), ("1439", "23:59"),
        ])
    func readsTimes(text: String, time: String) throws {
        #expect(try seconds.value(fromText: text, locale: nil) == .text(time))
        #expect(try seconds.value(fromJSON: JSONValue(.string(text))) == .text(time))
        #expect(seconds.problem(with: .text(time)) == nil)
    }

    @Test(
        arguments: [
            "24:00", "12:60", "12:00:60", "12", "1440", "-1", "0730", "00", "12:0", "1:2:3",
            "123:00", "12:00:00.5", "12:00:00.", "7:30 pm", "noon", "12:00Z", "٧:٣٠", "12-00",
            "99999999999999999999",
        ])
    func rejectsOtherText(text: String) {
        let problem = ValueProblem(.notATime, ["value": text], kind: .time)
        // A number alone is read as minutes.
        if text != "12" {
            #expect(throws: problem) { try seconds.value(fromText: text, locale: nil) }
        }
        #expect(seconds.problem(with: .text(text)) == problem)
    }

    @Test(arguments: [("450", "07:30"), ("0", "00:00"), ("1439.0", "23:59")])
    func readsMinutesFromJSON(text: String, time: String) throws {
        #expect(try seconds.value(fromJSON: JSONReader.read(text)) == .text(time))
    }

    @Test(arguments: ["1440", "-1", "1.5", "1e30", "true", "null", "[]"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notATime, ["value": text], kind: .time)) {
            try seconds.value(fromJSON: json)
        }
    }

    @Test(
        arguments: [
            (7, 30, 0, "07:30"), (7, 30, 15, "07:30:15"), (24, 0, 0, "00:00"), (-1, 0, 0, "23:00"),
            (23, 90, 0, "00:30"), (0, 0, -1, "23:59:59"), (.max, .min, .max, nil),
        ] as [(Int, Int, Int, String?)])
    func aTimeFromNumbersGoesOnAtMidnight(
        _ hour: Int, _ minute: Int, _ second: Int, _ text: String?
    ) {
        let time = ClockTime(hour: hour, minute: minute, second: second)
        if let text { #expect(time.description == text) }
        #expect(ClockTime(time.description) == time)
        #expect(time.hour * 3600 + time.minute * 60 + time.second == time.seconds)
    }

    @Test func readsTheDigitsOfALocale() throws {
        #expect(try seconds.value(fromText: "٧:٣٠", locale: LocaleTag("ar")) == "07:30")
        #expect(throws: ValueProblem(.required)) { try seconds.value(fromText: "", locale: nil) }
    }

    @Test(
        arguments: [
            ("08:59", "09:00", "17:00", .tooSmall), ("09:00", "09:00", "17:00", nil),
            ("17:00", "09:00", "17:00", nil), ("17:01", "09:00", "17:00", .tooLarge),
            ("21:59", "22:00", "06:00", .tooLarge), ("22:00", "22:00", "06:00", nil),
            ("00:00", "22:00", "06:00", nil), ("06:00", "22:00", "06:00", nil),
            ("06:01", "22:00", "06:00", .tooLarge),
        ] as [(String, String, String, ValueProblem.Code?)])
    func checksBoundsAcrossMidnight(
        time: String, minimum: String, maximum: String, code: ValueProblem.Code?
    ) {
        let rules = TimeRules(minimum: ClockTime(minimum), maximum: ClockTime(maximum))
        let expected = code.map {
            ValueProblem(
                $0, ["value": time, "minimum": minimum, "maximum": maximum], kind: .time)
        }
        #expect(rules.problem(with: .text(time)) == expected)
    }

    @Test func checksSteps() {
        let rules = TimeRules(minimum: ClockTime("22:10"), maximum: ClockTime("06:00"), step: 1800)
        #expect(rules.problem(with: "00:10") == nil)
        #expect(
            rules.problem(with: "00:00")
                == ValueProblem(
                    .notAStep, ["value": "00:00", "step": "1800", "minimum": "22:10"], kind: .time))
        // The steps go on over midnight, even if a day is no multiple of them.
        let nights = TimeRules(minimum: ClockTime("22:00"), maximum: ClockTime("06:00"), step: 3000)
        #expect(nights.problem(with: "00:30") == nil)
        #expect(nights.problem(with: "00:00")?.code == .notAStep)
        #expect(TimeRules(step: 900).problem(with: "07:45") == nil)
        #expect(TimeRules(step: 900).problem(with: "07:46")?.parameters["minimum"] == "00:00")
        #expect(TimeRules(step: 0).problem(with: "07:46") == nil)
    }

    @Test func rejectsSecondsIfOnlyMinutesAreAllowed() {
        #expect(
            TimeRules().problem(with: "07:30:15")
                == ValueProblem(.tooPrecise, ["value": "07:30:15"], kind: .time))
    }
}
