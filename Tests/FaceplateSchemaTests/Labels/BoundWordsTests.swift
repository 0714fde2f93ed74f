import Testing

@testable import FaceplateSchema

struct BoundWordsTests {
    private static let bounds = ["minimum": "1", "maximum": "65535"]

    @Test(
        arguments: [
            (
                ValueProblem(.notInteger, ["value": "x", "example": "30"], kind: .integer),
                "Port must be a whole number, like 30"
            ),
            (
                ValueProblem(.notNumber, ["value": "x", "example": "0.5"], kind: .decimal),
                "Port must be a number, like 0.5"
            ),
            (
                ValueProblem(.tooSmall, bounds, kind: .integer),
                "Port must be between 1 and 65535"
            ),
            (ValueProblem(.tooSmall, ["minimum": "1"], kind: .integer), "Port must be 1 or more"),
            (ValueProblem(.tooLarge, ["maximum": "5"], kind: .integer), "Port must be 5 or fewer"),
            (
                ValueProblem(.tooLarge, ["maximum": "0.5"], kind: .decimal),
                "Port must be 0.5 or less"
            ),
            (
                ValueProblem(.tooSmall, ["minimum": "60"], kind: .duration),
                "Port must be 1 minute or more"
            ),
            (
                ValueProblem(.tooLarge, ["minimum": "60", "maximum": "5400"], kind: .duration),
                "Port must be between 1 minute and 1 hour 30 minutes"
            ),
            (
                ValueProblem(.tooLarge, ["minimum": "0", "maximum": "1610612736"], kind: .size),
                "Port must be between 0 bytes and 1536 MiB"
            ),
            (
                ValueProblem(.tooSmall, ["minimum": "2000000"], kind: .size),
                "Port must be 2 MB or more"
            ),
            (
                ValueProblem(
                    .tooLarge, ["minimum": "2026-09-01", "maximum": "2026-09-30"], kind: .date),
                "Port must be between 1 Sep 2026 and 30 Sep 2026"
            ),
            (
                ValueProblem(.tooSmall, ["minimum": "2026-09-01"], kind: .date),
                "Port must be 1 Sep 2026 or later"
            ),
            (
                ValueProblem(.tooLarge, ["maximum": "2026-09-01T07:30"], kind: .dateTime),
                "Port must be 1 Sep 2026, 07:30 or earlier"
            ),
            (
                ValueProblem(.tooLarge, ["minimum": "22:00", "maximum": "06:00"], kind: .time),
                "Port must be between 22:00 and 06:00"
            ),
            (
                ValueProblem(.notAStep, ["step": "5"], kind: .integer),
                "Port must be a multiple of 5"
            ),
            (
                ValueProblem(.notAStep, ["step": "5", "minimum": "1"], kind: .integer),
                "Port must be in steps of 5 from 1"
            ),
            (
                ValueProblem(.notAStep, ["step": "900", "minimum": "00:00"], kind: .time),
                "Port must be in steps of 15 minutes from 00:00"
            ),
            (
                ValueProblem(.tooPrecise, ["maximum": "1"], kind: .decimal),
                "Port must have 1 decimal place or fewer"
            ),
            (
                ValueProblem(.tooPrecise, ["maximum": "2"], kind: .decimal),
                "Port must have 2 decimal places or fewer"
            ),
            (
                ValueProblem(.tooPrecise, ["maximum": "0", "example": "30"], kind: .decimal),
                "Port must be a whole number, like 30"
            ),
            (
                ValueProblem(.tooPrecise, ["value": "07:30:15"], kind: .time),
                "Port must be in hours and minutes, like 07:30"
            ),
            (
                ValueProblem(.notADuration, kind: .duration),
                "Port must be a duration, like 5m or 1h30m"
            ),
            (
                ValueProblem(.notASize, ["example": "512M"], kind: .size),
                "Port must be a size, like 512M"
            ),
            (
                ValueProblem(.tooPrecise, ["unit": "B"], kind: .size),
                "Port must be a whole number of bytes"
            ),
            (
                ValueProblem(.tooPrecise, ["unit": "M"], kind: .size),
                "Port must be a whole number of M"
            ),
            (ValueProblem(.notADate, kind: .date), "Port must be a real date, like 2026-11-20"),
            (ValueProblem(.notATime, kind: .time), "Port must be a real time, like 07:30"),
            (
                ValueProblem(.notADateTime, kind: .dateTime),
                "Port must be a real date and time, like 2026-11-20T07:30"
            ),
            (
                ValueProblem(
                    .timeDoesNotExist, ["value": "2026-03-29T02:30", "zone": "Europe/Berlin"],
                    kind: .dateTime),
                "02:30 on 29 Mar 2026 does not exist in Europe/Berlin. Enter another time"
            ),
            (ValueProblem(.notAColor), "Port must be a color, like #1a73e8"),
            (ValueProblem(.tooManyLines, ["maximum": "1"]), "Port must be 1 line or fewer"),
            (ValueProblem(.tooManyLines, ["maximum": "9"]), "Port must be 9 lines or fewer"),
        ])
    func describesEachProblem(problem: ValueProblem, sentence: String) {
        #expect(ProblemWords.english.sentence(for: problem, label: "Port") == sentence)
    }

    @Test(
        arguments: [
            (
                "de", ValueProblem(.tooSmall, bounds, kind: .integer),
                "„Port“ muss mindestens 1 und höchstens 65535 betragen"
            ),
            (
                "de-CH", ValueProblem(.tooLarge, ["maximum": "165535"], kind: .integer),
                "„Port“ darf höchstens 165’535 betragen"
            ),
            (
                "de", ValueProblem(.tooSmall, ["minimum": "2026-09-01"], kind: .date),
                "„Port“ darf frühestens der 1. Sept. 2026 sein"
            ),
            (
                "de", ValueProblem(.tooSmall, ["minimum": "07:00"], kind: .time),
                "„Port“ darf frühestens 07:00 sein"
            ),
            (
                "fr", ValueProblem(.tooLarge, ["maximum": "2.5"], kind: .decimal),
                "La valeur de «\u{A0}Port\u{A0}» ne doit pas dépasser 2,5"
            ),
            (
                "fr", ValueProblem(.tooSmall, ["minimum": "2026-11-20"], kind: .date),
                "La valeur de «\u{A0}Port\u{A0}» doit être au plus tôt le 20 nov. 2026"
            ),
            (
                "ja",
                ValueProblem(.tooSmall, ["minimum": "60", "maximum": "120"], kind: .duration),
                "「Port」は1分以上2分以下にしてください"
            ),
            (
                "ar", ValueProblem(.tooLarge, ["maximum": "-5"], kind: .integer),
                "أكبر قيمة مسموح بها لـ«\u{2068}Port\u{2069}» هي \u{2068}-5\u{2069}"
            ),
            (
                "nl", ValueProblem(.tooSmall, ["minimum": "100000.5"], kind: .decimal),
                "Port must be 100.000,5 or more"
            ),
        ])
    func showsBoundsInTheFormatOfTheUser(
        tag: String, problem: ValueProblem, sentence: String
    ) throws {
        let words = ProblemWords(try #require(LocaleTag(tag)))
        #expect(words.sentence(for: problem, label: "Port") == sentence)
    }

    @Test(
        arguments: [
            ("en", "A, B or C"), ("fr", "A, B ou C"), ("de", "A, B oder C"), ("ja", "A、B、またはC"),
            ("ar", "A، B أو C"),
        ])
    func listsOptions(tag: String, list: String) throws {
        let words = ProblemWords(try #require(LocaleTag(tag)))
        let problem = ValueProblem(.notAnOption, ["value": "x"])
        let said = words.sentence(for: problem, label: "L", options: ["A", "B", "C"])
        #expect(said.contains(list))
    }

    @Test func showsInvalidBoundsUnchanged() {
        for kind in [.integer, .decimal, .duration, .size, .date, .time, .dateTime]
            as [ValueProblem.Kind]
        {
            let problem = ValueProblem(.tooSmall, ["minimum": "{x}"], kind: kind)
            #expect(ProblemWords.english.sentence(for: problem, label: "L").contains("{x}"))
        }
    }
}
