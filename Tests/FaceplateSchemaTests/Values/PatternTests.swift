import FaceplateSchema
import Testing

struct PatternTests {
    private func matching(_ source: String, _ texts: [String]) throws -> [String] {
        let pattern = try Pattern(source)
        return texts.filter(pattern.matches)
    }

    @Test(
        arguments: [
            // The pattern, strings that match, strings that do not.
            ("", ["", "a"], []), ("b", ["b", "abc"], ["", "a", "B"]),
            ("^b$", ["b"], ["ab", "bb", ""]),
            ("a|b|", ["", "c"], []), ("^(a|bc|)$", ["a", "bc", ""], ["abc", "b"]),
            ("^a*$", ["", "aaa"], ["ab"]), ("^a+?$", ["a", "aa"], [""]),
            ("^a?b$", ["b", "ab"], ["aab"]),
            ("^a{2}$", ["aa"], ["a", "aaa"]), ("^a{2,}$", ["aa", "aaaa"], ["a"]),
            ("^a{1,3}?$", ["a", "aaa"], ["", "aaaa"]), ("^a{0}$", [""], ["a"]),
            ("^a{0,1}b$", ["b", "ab"], ["aab"]),
            ("^(?!x-)", ["a", "", "ax-"], ["x-", "x-a"]),
            ("^(?!(x|y[)])$)(?=[a-z]).+$", ["xx", "a", "y"], ["x", "y)", "X", ""]),
            ("^(?![.0-9]).", ["a", "é."], ["./x", "1", ""]),
            ("^(?:ab)+$", ["ab", "abab"], ["aba"]),
            ("^(?<year>\\d{4})-(?<_m$1>\\d\\d)$", ["2024-01"], ["24-01"]),
            ("^(a*)*$", ["", "aaa"], ["b"]), ("^(a|b?)+c$", ["c", "abc"], ["ad"]),
            ("^(|a)+$", ["", "aa"], ["b"]),
            (".", ["a", "é", "\u{301}"], ["", "\n", "\r", "\u{2028}", "\u{2029}"]),
            ("^.$", ["😀", "\u{85}"], ["\r\n", "e\u{301}"]), ("^..$", ["e\u{301}", "🇫🇷"], ["é"]),
            ("^é$", ["é"], ["e\u{301}"]), ("a$", ["ba"], ["a\n"]), ("^b", ["bc"], ["a\nb"]),
            ("^(){1000000}$", [""], ["a"]), ("^(?:(){0,1000000}){1000000}$", [""], ["a"]),
            ("^$|^x$", ["", "x"], ["y"]),
            ("$^", [""], ["a"]), ("^(?:^)*(\\b)+a", ["a"], ["-a"]), ("a^b", [], ["ab", "a\nb"]),
            ("^/,:;<=>@_`~'\"#%&! -$", ["/,:;<=>@_`~'\"#%&! -"], []),
        ] as [(String, [String], [String])])
    func matches(source: String, yes: [String], no: [String]) throws {
        #expect(try matching(source, yes + no) == yes)
    }

    @Test(
        arguments: [
            ("[abc]", ["b"], ["d", ""]), ("[^abc]", ["d", "\n"], ["a", ""]),
            ("^[a-c]+$", ["abc"], ["d", "-"]),
            ("^[-a]+$", ["-a"], ["b"]), ("^[a-]+$", ["-a"], ["b"]), ("[]", [], ["", "a"]),
            ("[^]", ["a", "\n"], [""]),
            ("[\\]\\\\\\-]", ["]", "\\", "-"], ["a"]), ("^[\\d.]+$", ["1.5"], ["1,5"]),
            ("[\\b]", ["\u{8}"], ["b"]),
            ("[^\\d\\s]", ["a"], ["1", " "]), ("[\\D]", ["a"], ["1"]),
            ("[\\W]", ["-"], ["a", "_"]),
            (
                "[$^.*+?()|{}]", ["$", "^", ".", "*", "+", "?", "(", ")", "|", "{", "}"],
                ["a", "\\"]
            ),
            ("[[]", ["["], ["]"]), ("[à-ü]", ["é"], ["e"]), ("[😀-😂]", ["😁"], ["😄", "a"]),
            ("[+--]", [",", "-"], ["."]),
        ] as [(String, [String], [String])])
    func matchesClasses(source: String, yes: [String], no: [String]) throws {
        #expect(try matching(source, yes + no) == yes)
    }

    @Test(
        arguments: [
            ("^\\d$", ["0", "9"], ["a", "٣"]), ("^\\D$", ["a", "٣"], ["0"]),
            ("^\\w$", ["a", "Z", "0", "_"], ["é", "-", "ſ"]),
            ("^\\W$", ["é", "-"], ["a"]),
            (
                "^\\s$", [" ", "\t", "\n", "\u{B}", "\u{A0}", "\u{FEFF}", "\u{3000}", "\u{2028}"],
                ["a", "\u{85}", "\u{200B}"]
            ),
            ("^\\S$", ["a", "\u{85}"], [" "]),
            ("\\bcat\\b", ["cat", "a cat.", "-cat-"], ["cats", "_cat"]),
            ("a\\Bb", ["ab"], ["a b"]), ("\\B", ["", "aa", "- "], ["a"]),
            ("\\b", ["a"], ["", "--"]),
            ("^\\t\\n\\v\\f\\r\\0$", ["\t\n\u{B}\u{C}\r\0"], []),
            ("^\\cA\\cz$", ["\u{1}\u{1A}"], []),
            ("^\\x41\\u00e9\\u{1F600}\\uD83D\\uDE00$", ["Aé😀😀"], []),
            ("^\\.\\*\\/\\-\\@\\_$", [".*/-@_"], []),
            ("^\\p{L}+$", ["aéЖ中"], ["a1"]), ("^\\p{Lu}\\p{Ll}$", ["Éa", "Жж"], ["aa"]),
            ("^\\P{L}$", ["1"], ["a"]),
            ("^\\p{Nd}$", ["1", "٣"], ["½", "a"]), ("^\\p{N}$", ["½", "Ⅷ"], ["a"]),
            ("^\\p{P}$", ["!", "«", "_"], ["+", "a"]),
            ("^\\p{S}$", ["+", "€", "©"], ["!"]), ("^\\p{Z}$", [" ", "\u{2028}"], ["\t"]),
            ("^\\p{gc=Sc}$", ["€"], ["+"]),
            ("^\\p{General_Category=Uppercase_Letter}$", ["A"], ["a"]),
            ("^\\p{LC}$", ["a", "A", "ǅ"], ["中"]),
            ("^[\\p{L}\\p{M} '-]+$", ["Jean-Luc d'Été", "e\u{301}"], ["a1"]),
            ("^[^\\P{L}a]$", ["b"], ["a", "1"]),
            ("^\\p{Cc}$", ["\u{1}", "\u{85}"], ["a"]),
            ("^\\p{C}$", ["\u{1}", "\u{E000}", "\u{200B}"], ["a"]),
        ] as [(String, [String], [String])])
    func matchesEscapes(source: String, yes: [String], no: [String]) throws {
        #expect(try matching(source, yes + no) == yes)
    }

    @Test(
        arguments: [
            // Typical patterns.
            (
                "^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}$", ["a.b+c@d-e.fr"],
                ["a@b", "@b.fr", "a@b.c d"]
            ),
            (
                "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$",
                ["127.0.0.1", "255.255.255.255"], ["256.1.1.1", "1.2.3"]
            ),
            ("^#?([a-fA-F0-9]{6}|[a-fA-F0-9]{3})$", ["#fff", "A0b1C2"], ["#ffff"]),
            ("^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$", ["2024-02-29"], ["2024-13-01"]),
            ("^https?:\\/\\/[^\\s/$.?#].[^\\s]*$", ["https://a.b/c"], ["ftp://a", "http://"]),
            ("^[a-z0-9]+(?:-[a-z0-9]+)*$", ["a-b-c1"], ["a--b", "-a", "A"]),
        ] as [(String, [String], [String])])
    func matchesCommonPatterns(source: String, yes: [String], no: [String]) throws {
        #expect(try matching(source, yes + no) == yes)
    }

    @Test func comparesBySource() throws {
        #expect(try Pattern("a") == Pattern("a"))
        #expect(try Pattern("a") != Pattern("(a)"))
        #expect(try Pattern("\u{E9}") != Pattern("e\u{301}"))
    }
}
