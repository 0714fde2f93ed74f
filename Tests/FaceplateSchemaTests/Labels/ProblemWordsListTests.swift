import Testing

@testable import FaceplateSchema

struct ProblemWordsListTests {
    @Test(
        arguments: [
            (
                ValueProblem(.tooFew, ["minimum": "1"]), [],
                "Mail servers must have at least 1 entry"
            ),
            (
                ValueProblem(.tooFew, ["minimum": "2"]), [],
                "Mail servers must have at least 2 entries"
            ),
            (
                ValueProblem(.tooFew, ["minimum": "1"]), ["A"],
                "Choose at least one of “Mail servers”"
            ),
            (
                ValueProblem(.tooMany, ["maximum": "1", "count": "5"]), [],
                "Mail servers must have 1 entry or fewer"
            ),
            (
                ValueProblem(.tooMany, ["maximum": "3"]), [],
                "Mail servers must have 3 entries or fewer"
            ),
            (ValueProblem(.tooMany, ["maximum": "3"]), ["A"], "Choose up to 3 of “Mail servers”"),
            (
                ValueProblem(.duplicate, ["value": "a", "line": "3"]), [],
                "Entry 3: “a” is already in “Mail servers”"
            ),
            (
                ValueProblem(.duplicate, ["value": "a", "row": "3", "column": "Host"]), [],
                "Row 3: “a” is already in “Host”"
            ),
            (
                ValueProblem(.noSuchElement, ["index": "3"]), [],
                "Mail servers has no such entry. Check the list and try again"
            ),
            (
                ValueProblem(.unknownPart, ["part": "[0][x]"]), [],
                "Mail servers has no part named [0][x]"
            ),
            (
                ValueProblem(.unknownPart, ["part": "x", "row": "2", "column": "x"]), [],
                "Row 2: Mail servers has no part named x"
            ),
            (
                ValueProblem(.tooLargeFile, ["maximum": "65536", "size": "65537"]), [],
                "Mail servers must be 64 KiB or smaller"
            ),
            (
                ValueProblem(.tooLargeFile, ["maximum": "3145728"]), [],
                "Mail servers must be 3 MiB or smaller"
            ),
            (
                ValueProblem(.tooLargeFile, ["maximum": "1"]), [],
                "Mail servers must be 1 byte or smaller"
            ),
            (
                ValueProblem(.tooLargeFile, ["maximum": "1000"]), [],
                "Mail servers must be 1000 bytes or smaller"
            ),
            (
                ValueProblem(.fileType, ["types": "image/*, .pem"]), [],
                "Mail servers must be a picture or a file that ends in .pem"
            ),
            (
                ValueProblem(.fileType, ["types": "image/jpeg, image/svg+xml, application/x-own"]),
                [], "Mail servers must be a file that ends in .jpg, .svg or application/x-own"
            ),
            (
                ValueProblem(.fileType, ["types": "text/plain, AUDIO/*, video/*"]), [],
                "Mail servers must be a plain text file, an audio file or a video"
            ),
            (ValueProblem(.notAFile), [], "Mail servers must be a file"),
            (ValueProblem(.notAList), [], "Mail servers must be a list"),
            (
                ValueProblem(.notARow, ["row": "2"]), [],
                "Row 2: Mail servers must be a row of named values"
            ),
            (
                ValueProblem(.tooLong, ["maximum": "5", "line": "2"]), [],
                "Entry 2: Mail servers must be 5 characters or fewer"
            ),
            (
                ValueProblem(.required, ["row": "2", "column": "Port number"]), [],
                "Row 2: “Port number” is missing"
            ),
            (.message("Not {label} today"), [], "Not {label} today"),
        ] as [(ValueProblem, [String], String)])
    func describesEachProblem(problem: ValueProblem, options: [String], sentence: String) {
        let said = ProblemWords.english.sentence(
            for: problem, label: "Mail servers", options: options)
        #expect(said == sentence)
    }

    @Test(arguments: [
        (
            "fr", ValueProblem(.tooFew, ["minimum": "1", "line": "2"]),
            "Élément 2\u{A0}: «\u{A0}Hôtes\u{A0}» doit contenir au moins 1 élément"
        ),
        (
            "fr", ValueProblem(.tooLargeFile, ["maximum": "2048"]),
            "«\u{A0}Hôtes\u{A0}» ne doit pas dépasser 2\u{A0}Kio"
        ),
        (
            "ar", ValueProblem(.tooMany, ["maximum": "2"]),
            "يجب ألا يزيد عدد عناصر «\u{2068}Hôtes\u{2069}» على عنصرين"
        ),
        (
            "ar", ValueProblem(.tooLargeFile, ["maximum": "2"]),
            "يجب ألا يزيد حجم «\u{2068}Hôtes\u{2069}» على \u{2068}بايتين\u{2069}"
        ),
    ])
    func describesProblemsInOtherLocales(tag: String, problem: ValueProblem, sentence: String)
        throws
    {
        let words = ProblemWords(try #require(LocaleTag(tag)))
        #expect(words.sentence(for: problem, label: "Hôtes") == sentence)
    }
}
