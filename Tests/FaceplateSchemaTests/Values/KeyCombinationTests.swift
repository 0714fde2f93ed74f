import Testing

@testable import FaceplateSchema

struct KeyCombinationTests {
    private static func rules(_ notation: Schema.KeyNotation) -> TextRules {
        TextRules(form: .shortcut(notation), maximumLength: 64)
    }

    @Test(
        arguments: [
            ("Ctrl+Shift+P", "Ctrl+Shift+P", "ctrl+shift+p", "<Control><Shift>p"),
            ("shift + ctrl + p", "Ctrl+Shift+P", "ctrl+shift+p", "<Control><Shift>p"),
            ("<Shift><Primary>P", "Ctrl+Shift+P", "ctrl+shift+p", "<Control><Shift>p"),
            ("Control-Alt-Delete", "Ctrl+Alt+Delete", "ctrl+alt+delete", "<Control><Alt>Delete"),
            ("cmd+opt+Left", "Alt+Meta+Left", "alt+meta+left", "<Alt><Meta>Left"),
            ("Super+Return", "Meta+Enter", "meta+enter", "<Meta>Return"),
            ("f5", "F5", "f5", "F5"), ("F24", "F24", "f24", "F24"), ("x", "X", "x", "x"),
            ("Ctrl++", "Ctrl+Plus", "ctrl+plus", "<Control>plus"),
            ("Ctrl+-", "Ctrl+-", "ctrl+-", "<Control>minus"),
            ("<Control>minus", "Ctrl+-", "ctrl+-", "<Control>minus"), ("+", "Plus", "plus", "plus"),
            ("ctrl+,", "Ctrl+,", "ctrl+,", "<Control>comma"),
            ("Alt+pgdn", "Alt+PageDown", "alt+pagedown", "<Alt>Page_Down"),
            ("<Alt>Page_Up", "Alt+PageUp", "alt+pageup", "<Alt>Page_Up"),
            ("Ctrl+Space", "Ctrl+Space", "ctrl+space", "<Control>space"),
            ("Ctrl+Ctrl+7", "Ctrl+7", "ctrl+7", "<Control>7"),
            ("esc", "Escape", "escape", "Escape"),
            ("Ctrl+ö", "Ctrl+Ö", "ctrl+ö", "Ctrl+ö"), ("<", "<", "<", "less"), ("", "", "", ""),
        ])
    func storesEachSpellingInTheNotation(
        text: String, plus: String, lower: String, angle: String
    ) throws {
        for (notation, stored) in zip(Schema.KeyNotation.allCases, [plus, lower, angle]) {
            let rules = Self.rules(notation)
            let value = try rules.value(fromText: text, locale: nil)
            #expect(value == .text(stored))
            // GTK has no name for the letters of other alphabets here.
            guard !(notation == .angle && text.contains("ö")) else {
                #expect(rules.problem(with: value)?.code == .patternMismatch)
                continue
            }
            #expect(rules.problem(with: value) == nil)
            #expect(try rules.value(fromText: stored, locale: nil) == value)
        }
    }

    @Test(
        arguments: [
            "Ctrl", "Ctrl+", "Ctrl+Shift", "Ctrl+Hyper+P", "P+Ctrl", "PQ", "F0", "F25", "<Control>",
            "<Hyper>p", "<Control", "Ctrl+K Ctrl+S", "Page-Up", "⌘P",
        ])
    func rejectsOtherText(text: String) throws {
        for notation in Schema.KeyNotation.allCases {
            let rules = Self.rules(notation)
            let value = try rules.value(fromText: text, locale: nil)
            #expect(value == .text(text))
            #expect(rules.problem(with: value)?.code == .patternMismatch, "\(text)")
        }
    }

    @Test(arguments: [
        (Schema.KeyNotation.plus, "Port must match the format Ctrl+Shift+P or F5"),
        (.lower, "Port must match the format ctrl+shift+p or f5"),
        (.angle, "Port must match the format <Control><Shift>p or F5"),
    ])
    func namesAnExampleInTheNotation(notation: Schema.KeyNotation, sentence: String) throws {
        let problem = try #require(Self.rules(notation).problem(with: .text("x+y")))
        #expect(ProblemWords.english.sentence(for: problem, label: "Port") == sentence)
    }

    /// The pattern of the JSON Schema accepts all that the rules accept.
    @Test(arguments: Schema.KeyNotation.allCases)
    func describesItsValuesAsAPattern(notation: Schema.KeyNotation) throws {
        let pattern = try Pattern(TextForm.shortcut(notation).pattern)
        let keys = KeyCombination.Key.named.map { $0[0] } + KeyCombination.Key.functions
        for key in keys + ["a", "Z", "0", ",", "-", "`", "\\", "]", "^", "<"] {
            for held in ["", "Ctrl+", "Ctrl+Alt+Shift+Meta+"] {
                let text = try #require(KeyCombination(held + key)?.written(in: notation))
                #expect(pattern.matches(text), "\(text)")
            }
        }
        for text in ["", "Shift+Ctrl+P", "Ctrl", "<Shift><Control>p", "PQ", "Ctrl+"] {
            #expect(!pattern.matches(text), "\(text)")
        }
    }
}
