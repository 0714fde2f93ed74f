import FaceplateSchema
import Testing

@testable import FaceplateGenerator

/// Tests Swift names and expressions.
struct SwiftNameTests {
    @Test(
        arguments: [
            ("display_hide_nsfw", "displayHideNsfw", "DisplayHideNsfw"),
            ("log-level", "logLevel", "LogLevel"), ("a.b_c-d", "aBCD", "ABCD"),
            ("LogLevel", "logLevel", "LogLevel"), ("URL", "url", "URL"),
            ("URLSession", "urlSession", "URLSession"), ("X", "x", "X"),
            ("2fa", "_2fa", "_2fa"), ("a__b", "aB", "AB"), ("a.", "a", "A"),
            ("v2.1", "v2_1", "V2_1"), ("2.4", "_2_4", "_2_4"),
            ("h\u{E9}t\u{E9}", "hT", "HT"), ("\u{65E5}", "", ""), ("", "", ""),
        ])
    func convertsKeysToNames(key: String, member: String, type: String) {
        #expect(SwiftName.member(key) == member)
        #expect(SwiftName.type(key) == type)
    }

    /// The keywords of declarations, statements and expressions in the reference of the language.
    @Test(
        arguments: [
            "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue",
            "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
            "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
            "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
            "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
            "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
            "while",
        ])
    func escapesKeywordsAndRejectsThemAsTypeNames(word: String) {
        #expect(SwiftName.quoted(word) == "`\(word)`")
        #expect(!SwiftName.isTypeName(word))
    }

    /// Backquotes do not make names of these.
    @Test(arguments: ["init", "self", "Self", "Type", "Protocol"])
    func avoidsNamesWithASpecialMeaning(word: String) {
        #expect(SwiftName.avoiding([], word) == "\(word)_")
        #expect(SwiftName.avoiding([], "in") == "in" && SwiftName.avoiding(["a"], "a") == "a_")
    }

    @Test(
        arguments: [
            ("0", "0"), ("3.14", "3.14"), ("-0.5", "-0.5"), ("1e30", "1e+30"),
            ("1e400", "Double.greatestFiniteMagnitude"),
            ("-1e400", "-Double.greatestFiniteMagnitude"),
            ("9223372036854775808", "9.223372036854776e+18"),
        ])
    func writesNumbersAsLiterals(number: String, literal: String) throws {
        #expect(SwiftLiteral.double(try #require(ExactDecimal(number))) == literal)
    }

    @Test(
        arguments: [
            ("0", ".seconds(0)"), ("90", ".seconds(90)"), ("1.5", ".milliseconds(1500)"),
            ("-0.000002", ".microseconds(-2)"), ("0.000000003", ".nanoseconds(3)"),
            ("1000000000000000", ".seconds(1000000000000000)"),
        ])
    func writesDurationsAsLiterals(seconds: String, literal: String) throws {
        #expect(SwiftLiteral.duration(try #require(ExactDecimal(seconds))) == literal)
    }

    @Test(arguments: [
        ("a\"b\\", #""a\"b\\""#), ("a\u{301}", #""a\u{301}""#), ("\r\n\t", #""\r\n\t""#),
        ("\u{202E}x", #""\u{202E}x""#), ("\\(x)", #""\\(x)""#), ("日本", "\"日本\""),
    ])
    func escapesTextInLiterals(_ text: String, _ literal: String) {
        #expect(SwiftLiteral.text(text) == literal)
    }

    @Test func writesValuesAsExpressions() {
        let value = Value.record([
            "b": .list([.integer(1), .boolean(true)]), "a": .text("\u{0}"),
        ])
        #expect(
            SwiftLiteral.value(value)
                == #".record(["a": .text("\u{0}"), "b": .list([.integer(1), .boolean(true)])])"#)
        #expect(SwiftLiteral.value(.record([:])) == ".record([:])")
    }
}
