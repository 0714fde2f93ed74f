import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct PatternErrorTests {
    private static let categories = """
        Supported are general categories, such as L, Lu, Ll, M, N, Nd, P, S and Z; scripts and \
        other properties are not.
        """
    private static let size = """
        The pattern is too large: with its counts written out it has more than 20000 steps. Use \
        smaller counts.
        """
    private static let escapes = """
        Supported are \\d \\w \\s \\b \\p{...}, their opposites, \\t \\n \\v \\f \\r \\0 \\cX \
        \\xHH \\uHHHH \\u{...}, and a backslash before punctuation.
        """
    private static let lookAround = """
        Look-around is not supported, so that matching takes linear time. Supported are groups \
        '(...)', '(?:...)' and '(?<name>...)'.
        """
    private static let groups = """
        Unknown kind of group. Supported are '(...)', '(?:...)' and '(?<name>...)'.
        """
    private static let reference = """
        Back-references are not supported, so that matching takes linear time.
        """
    private static let counts = """
        A count is '{n}', '{n,}' or '{n,m}'. Write '\\{' for the character itself.
        """
    private static let range = """
        A range goes from one character to another. Write '\\-' for the character '-'.
        """
    private static let pair = "The escape is half of a UTF-16 pair, which text cannot contain."

    @Test(
        arguments: [
            ("a)", 2, "')' closes no group. Write '\\)' for the character itself."),
            ("é(a", 2, "The group that opens here is never closed."),
            ("a[b", 2, "The class that opens here is never closed."),
            ("[^", 1, "The class that opens here is never closed."),
            ("*a", 1, "There is nothing before '*' that could be repeated."),
            ("a|?", 3, "There is nothing before '?' that could be repeated."),
            ("a**", 3, "There is nothing before '*' that could be repeated."),
            ("a{2}{3}", 5, "Write '\\{' for the character '{' itself."),
            ("^*", 2, "'^', '$', '\\b' and '\\B' cannot be repeated."),
            ("{", 1, "Write '\\{' for the character '{' itself."),
            ("a]", 2, "Write '\\]' for the character ']' itself."), ("a{", 2, counts),
            ("a{,3}", 2, counts), ("a{1", 2, counts), ("a{1,2", 2, counts), ("a{x}", 2, counts),
            ("a{3,2}", 2, "In '{n,m}' the first number is the smaller one."),
            ("a(?=b)", 2, lookAround), ("^(?!a)b|c", 2, lookAround),
            ("^" + String(repeating: "(?!a)", count: 9), 2, lookAround),
            ("^(?!a)b(?=c)", 2, lookAround), ("(?!b)", 1, lookAround), ("(?<=b)", 1, lookAround),
            ("(?<!b)", 1, lookAround), ("(?i:a)", 1, groups), ("(?<1a>b)", 1, groups),
            ("(?<>b)", 1, groups), ("(?P<n>b)", 1, groups), ("(?", 1, groups), ("(?<n", 1, groups),
            ("(a)\\1", 4, reference), ("\\k<n>", 1, reference),
            ("a\\", 3, "The pattern ends after '\\'. Write '\\\\' for the character itself."),
            ("\\y", 1, "Unknown escape '\\y'. " + escapes),
            ("\\x4", 1, "Unknown escape '\\x'. " + escapes),
            ("\\u12", 1, "Unknown escape '\\u'. " + escapes),
            ("\\u{}", 1, "Unknown escape '\\u'. " + escapes),
            ("\\u{110000}", 1, "Unknown escape '\\u'. " + escapes),
            ("\\01", 1, "Unknown escape '\\0'. " + escapes),
            ("\\c1", 1, "Unknown escape '\\c'. " + escapes),
            ("[\\B]", 2, "Unknown escape '\\B'. " + escapes),
            ("[\\1]", 2, "Unknown escape '\\1'. " + escapes),
            ("\\u{D800}", 1, "Unknown escape '\\u'. " + escapes),
            ("\\uD83D", 1, pair), ("\\uDE00", 1, pair), ("\\uD83D\\u0041", 1, pair),
            ("[a-\\d]", 2, range), ("[\\w-z]", 2, range),
            ("[z-a]", 2, "The range ends before it starts."),
            (
                "\\p{Script=Latin}", 1,
                "Unknown category 'Script=Latin'. " + categories
            ),
            ("\\pL", 1, "A category is written '\\p{...}', such as '\\p{L}'."),
            ("a\\p{L", 2, "A category is written '\\p{...}', such as '\\p{L}'."),
            (
                "a(b{20000}){2}", 3,
                size
            ),
            (
                "((a{1000}){1000}){1000}", 3,
                size
            ),
            (
                "a{99999999999999999999999}", 1,
                size
            ),
        ] as [(String, Int, String)])
    func hasTheExpectedMessage(source: String, column: Int, message: String) {
        #expect(throws: PatternError(column: column, message: message)) { try Pattern(source) }
    }

    @Test func limitsTheDepthOfGroups() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
        }
        #expect(try Pattern(nested(100)).matches("a"))
        let error = PatternError(column: 101, message: "Groups are more than 100 deep.")
        #expect(throws: error) { try Pattern(nested(101)) }
    }

    @Test func limitsTheSize() throws {
        #expect(try Pattern("^a{19998}").matches(String(repeating: "a", count: 19998)))
        #expect(throws: PatternError.self) { try Pattern("^a{19999}") }
    }

    /// Checks that a pattern matches the same inside a group, and that errors have a position in the pattern.
    @Test func readsRandomPatternsOrReportsAPosition() throws {
        var random = SplitMix(seed: 5)
        let parts = [
            "(", ")", "[", "]", "{", "}", "{2}", "{0,3}", "*", "+", "?", "|", "^", "$", ".", "\\",
            "\\b", "\\d", "\\p{L}", "\\u", "D83D", "-", ",", "a", "b", "é", "(?:", "(?<n>", "1",
        ]
        let text = "aab 1é-"
        var found: Set<Bool> = []
        for _ in 0..<5000 {
            let count = Int.random(in: 0..<14, using: &random)
            let source = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
                .joined()
            let isFound: Bool
            do throws(PatternError) {
                isFound = try Pattern(source).matches(text)
            } catch {
                let end = source.unicodeScalars.count + 1
                #expect((1...end).contains(error.column), "\(source): \(error)")
                continue
            }
            found.insert(isFound)
            #expect(try Pattern("(?:\(source))").matches(text) == isFound, "\(source)")
        }
        #expect(found == [true, false])
    }
}
