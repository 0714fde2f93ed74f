import Testing

@testable import FaceplateSchema

struct ProblemWordsTests {
    /// Only English changes a label to lower case, because German nouns are capitalized.
    @Test(arguments: ProblemWord.shipped.locales.filter { $0 != .english })
    func otherLanguagesKeepTheCaseOfALabel(locale: LocaleTag) {
        let table = ProblemWord.shipped.table(for: locale)
        for word in ProblemWord.allCases {
            #expect(!table[word].slots.contains("label"), "\(word)")
        }
    }

    @Test func shipsFiveLanguages() {
        #expect(ProblemWords.locales.map(\.description) == ["en", "fr", "ar", "de", "ja"])
    }

    @Test(
        arguments: [
            (ValueProblem(.required), [], nil, "“Host name” is missing"),
            (ValueProblem(.required), ["A", "B"], nil, "Choose a value for “Host name”"),
            (ValueProblem(.notBoolean, ["value": "x"]), [], nil, "Host name must be on or off"),
            (ValueProblem(.notText, ["value": "5"]), [], nil, "Host name must be text"),
            (
                ValueProblem(.notAnOption, ["value": "x"]), ["A", "B", "C"], nil,
                "Host name cannot be “x”. Choose A, B or C"
            ),
            (
                ValueProblem(.notAnOption, ["value": "x"]), ["A"], nil,
                "Host name cannot be “x”. Choose A"
            ),
            (
                ValueProblem(.notAnOption, ["value": "x"]), Array(repeating: "A", count: 7), nil,
                "Host name cannot be “x”. Choose one of the options"
            ),
            (
                ValueProblem(.notAnOption, ["value": ""]), ["A"], nil,
                "Choose a value for “Host name”"
            ),
            (
                ValueProblem(.tooLong, ["maximum": "1"]), [], nil,
                "Host name must be 1 character or fewer"
            ),
            (
                ValueProblem(.tooLong, ["maximum": "5"]), [], nil,
                "Host name must be 5 characters or fewer"
            ),
            (
                ValueProblem(.tooShort, ["minimum": "1"]), [], nil,
                "Host name must be 1 character or more"
            ),
            (
                ValueProblem(.tooShort, ["minimum": "2", "maximum": "5"]), [], nil,
                "Host name must be between 2 and 5 characters"
            ),
            (
                ValueProblem(.controlCharacter, ["position": "1"]), [], nil,
                "Host name must not include control characters"
            ),
            (
                ValueProblem(.patternMismatch, ["examples": "https://…, mailto:…"]), [], nil,
                "Host name must be an address that starts with https:// or mailto:"
            ),
            (
                ValueProblem(.patternMismatch, ["pattern": "^a"]), [], nil,
                "Host name must be in the right format"
            ),
            (ValueProblem(.readOnly), [], nil, "Host name is read-only"),
            (ValueProblem(.unknownKey), [], nil, "No setting is named Host name"),
            (
                ValueProblem(.unknownKey), [], "host_name",
                "No setting is named Host name. Did you mean host_name?"
            ),
            (ValueProblem(.removedKey), [], nil, "Host name is no longer a setting of this panel"),
            (
                ValueProblem(.optionNotCleared, ["group": "theme"]), [], nil,
                "Host name cannot be turned off. Choose another option of theme"
            ),
            (
                ValueProblem(.changedElsewhere), [], nil,
                "Host name was changed by someone else. Check it and save again"
            ),
            (
                ValueProblem(.withheldRule), [], nil,
                "This value does not fit a setting that you cannot see"
            ),
            (
                ValueProblem(.undone, ["reason": "Port 13 is in use."]), [], nil,
                "Undone: Port 13 is in use."
            ),
            (ValueProblem(.notASecret), [], nil, "Host name is not a password. Reset it instead"),
            (ValueProblem(.notAnAction), [], nil, "Host name cannot be pressed"),
            (.message("Not {label} today"), [], nil, "Not {label} today"),
        ] as [(ValueProblem, [String], String?, String)])
    func describesEachProblem(
        problem: ValueProblem, options: [String], nearest: String?, sentence: String
    ) {
        let said = ProblemWords.english.sentence(
            for: problem, label: "Host name", options: options, nearest: nearest)
        #expect(said == sentence)
    }

    @Test(arguments: [
        ("fr-CA", "Il manque «\u{A0}Port\u{A0}»"),
        ("ar", "لم تُدخَل قيمة لـ«\u{2068}Port\u{2069}»"),
        ("de-AT", "„Port“ fehlt"), ("ja", "「Port」が入力されていません"),
        ("nl", "“Port” is missing"),
    ])
    func usesTheNearestLocale(tag: String, sentence: String) throws {
        let words = ProblemWords(try #require(LocaleTag(tag)))
        #expect(words.sentence(for: ValueProblem(.required), label: "Port") == sentence)
    }

    @Test(arguments: [
        (1, "حرف واحد"), (2, "حرفين"), (3, "3 أحرف"), (11, "11 حرفًا"), (100, "100 حرف"),
    ])
    func arabicHasSixPluralForms(count: Int, ending: String) throws {
        let words = ProblemWords(try #require(LocaleTag("ar")))
        let problem = ValueProblem(.tooLong, ["maximum": String(count)])
        #expect(words.sentence(for: problem, label: "ا").hasSuffix(ending))
    }

    @Test(arguments: [
        ("Host name", "host name"), ("API key", "API key"), ("iPhone", "iPhone"),
        ("X axis", "X axis"), ("", ""),
    ])
    func lowersTheCaseOfALabelInsideASentence(label: String, inside: String) {
        #expect(ProblemWords.insideSentence(label) == inside)
    }

    @Test func shortensLongTypedText() {
        let problem = ValueProblem(.notAnOption, ["value": String(repeating: "x", count: 41)])
        let said = ProblemWords.english.sentence(for: problem, label: "Mode", options: ["A"])
        #expect(said == "Mode cannot be “\(String(repeating: "x", count: 39))…”. Choose A")
        #expect(ProblemWords.shortened(String(repeating: "x", count: 40)).count == 40)
    }

    @Test func requestsASecretAgain() {
        let missing = ValueProblem(.required)
        #expect(ProblemWords.english.sentence(for: missing, label: "'pin'") == "'pin' is missing")
        #expect(missing.description == "The value is missing.")
        #expect(ProblemWords.english.secretAgain(label: "Password") == "Enter password again")
    }

    /// Checks that parameters of a problem fill slots, but are not read as templates.
    @Test func doesNotReadTypedTextAsATemplate() {
        let problem = ValueProblem(.notAnOption, ["value": "{options}"])
        let said = ProblemWords.english.sentence(for: problem, label: "{value}", options: ["A"])
        #expect(said == "{value} cannot be “{options}”. Choose A")
    }
}
