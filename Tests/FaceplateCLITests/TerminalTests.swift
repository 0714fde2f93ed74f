import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateCLI

/// How results look at a terminal; `test_terminal.py` runs the command at one.
struct TerminalTests {
    @Test(
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
        ])
    func usesColorsOnlyAtATerminalThatAllowsThem(
        isTerminal: Bool, environment: [String: String], hasColors: Bool
    ) {
        let terminal = Terminal(isTerminal: isTerminal, environment)
        #expect(terminal.hasColors == hasColors)
        #expect(terminal.styled("a", .red) == (hasColors ? "\u{1B}[31ma\u{1B}[0m" : "a"))
    }

    @Test(
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 min ago"), (3_599, "59 min ago"),
            (3_600, "1 h ago"), (86_399, "23 h ago"), (86_400, "1 day ago"),
            (2_591_999, "29 days ago"), (2_592_000, "2001-01-01"), (-1, "2001-01-31"),
        ])
    func roundsTheAgeOfAChange(seconds: Int, text: String) {
        // 2001-01-31, 00:00 UTC.
        let now = Date(timeIntervalSinceReferenceDate: 30 * 86_400)
        let date = now.addingTimeInterval(-TimeInterval(seconds))
        #expect(Terminal.age(of: date, now: now) == text)
    }

    @Test func writesTimesInUTCToAPipe() {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        #expect(Terminal(isTerminal: false, [:]).time(date) == "2001-01-01T00:00:00.000Z")
    }

    /// The mark is below the place, in long lines too.
    @Test(
        arguments: [
            ("ab\ncd", 2, 2, ["  2 | cd", "    |  ^"]),
            ("a\tb", 1, 3, ["  1 | a b", "    |   ^"]),
            ("a\u{1B}b\r\n", 1, 1, ["  1 | a b", "    | ^"]),
            ("a", 2, 1, []), ("a", 0, 1, []), ("\n", 1, 1, []),
            (
                String(repeating: "x", count: 50) + "y", 1, 51,
                [
                    "  1 | ..." + String(repeating: "x", count: 40) + "y",
                    "    |    " + String(repeating: " ", count: 40) + "^",
                ]
            ),
            (
                String(repeating: "z", count: 91), 1, 1,
                ["  1 | " + String(repeating: "z", count: 90) + "...", "    | ^"]
            ),
        ])
    func marksThePositionInAnExcerpt(text: String, line: Int, column: Int, shown: [String]) throws {
        let workspace = try Workspace()
        let path = workspace.path(try workspace.write(text, to: "x.json"))
        let excerpt = SourceExcerpt(path: path)
        #expect(excerpt.text(of: problem(line, column)) == shown)
    }

    private func problem(_ line: Int, _ column: Int, path: String = "$[0]") -> SchemaProblem {
        SchemaProblem(
            path: path, position: TextPosition(line: line, column: column), message: "wrong")
    }

    @Test func showsNoExcerptForAProblemOfTheWholeFile() throws {
        let workspace = try Workspace()
        let path = workspace.path(try workspace.write("[]", to: "x.json"))
        #expect(SourceExcerpt(path: path).text(of: problem(1, 1, path: "$")) == [])
    }

    @Test func showsAnExcerptAtTheEndOfALongFile() throws {
        let workspace = try Workspace()
        let text = String(repeating: "\n", count: 99_999) + "ab"
        let path = workspace.path(try workspace.write(text, to: "x.json"))
        #expect(
            SourceExcerpt(path: path).text(of: problem(100_000, 2)).first == "  100000 | ab")
    }

    @Test func showsNoExcerptOfAnUnreadableFile() throws {
        let excerpt = SourceExcerpt(path: try Workspace().path("none.json"))
        #expect(excerpt.text(of: problem(1, 1)) == [])
    }
}
