"""Scripts/words finds what the house does not write, where people read it, and nothing else."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

REFUSED = {
    "Sources/A/A.swift": [
        "/// What the panel shows.",
        "/// Whether it is open.",
        "/// - Parameter name: Where it is.",
        "    // The value is kept.",
        "/// A part that is withheld.\n///\n/// Who may see it decides.",
    ],
    "Sources/FaceplateCLI/A.swift": [
        'let help = "Who asks is told of the words."',
        'let help = """\n    Prints what was kept \\\n    since then.\n    """',
    ],
    "Sources/A/Messages.swift": [
        'throw error("\'\\(key)\' does not take \'\\(name)\'.")',
        'throw error("\'\\(path(of: "a (b)"))\' is no folder.")',
        'throw error("It holds " + kind)',
        'throw error("The value is "\n    + "taken back.")',
        'throw error(#"The file is kept in "\\#(folder)"."#)',
        'case .text: "a text"',
        'note("Whether it is there depends on itself.")',
        'log("sharing: the folder is gone")',
        'let labels = """\n    "KEY" = "Put back the words";\n    """',
    ],
    "Sources/A/Words/Page/en.strings": [
        '"goBack" = "It goes back to {value}";',
        '"key" = "What was saved is stored.";',
        '"color" = "{Label} must be a colour";',
    ],
    "Public/a.js": [
        'show("The value was refused.");',
        "show('It holds two values');",
        "show(`It is no number`);",
    ],
    "Schemas/a.schema.json": [
        '"description": "The words above the rows."',
        '"description": "Whether the group is open."',
    ],
    "Tests/ATests/ATests.swift": [
        "@Test func aFileThatCannotBeReadIsSaid() {",
        "    func whatIsKeptCannotBeChanged(name: String) {",
    ],
    "Tests/A/test_a.py": ["def test_a_name_that_is_none_is_refused():"],
    "A.md": [
        "The values are kept.",
        "What is refused stays.",
        "- Where nothing is set, the default is used.",
        "| a | Of a list, the first counts. |",
        "It is there at the most once.",
        "## What is stored",
    ],
    "Schemas/en.lproj/a.strings": ['"KEY" = "Ask somebody.";'],
}

ACCEPTED = {
    "Sources/A/A.swift": [
        "/// The part of a revision that this viewer may see.",
        "/// Calls `kept` and `told`.",
        "/// The name, which\n/// what a wrapped sentence goes on with",
    ],
    "Sources/FaceplateCLI/A.swift": ['let key = "words"', "let words = told(kept)"],
    "Sources/A/Messages.swift": [
        'let name = "undone"',
        'let markup = "<p>The words are kept</p>"',
        'run("SELECT words FROM kept WHERE held")',
        'throw error("There is no file \'\\(kept)\'.")',
        'throw error("It is no longer valid.")',
        'let pattern = #"kept{2} or told"#',
        'let code = "words = kept + told"',
        '// The `undone` case\nlet a = 1 /* "It is kept." */',
    ],
    "Sources/A/Words/Page/en.strings": ['"kept" = "There is no filter {filter}.";'],
    "Sources/A/Words/Page/de.strings": ['"kept" = "told and kept";'],
    "Public/a.js": ['// It is "kept as words" here.', 'find(".kept .words");', 'const kept = "words";'],
    "Schemas/a.schema.json": ['"$comment": "kept as words"', '"title": "The words"'],
    "Tests/ATests/ATests.swift": ["@Test func reportsAnUnreadableFile() {", 'let text = "The words are kept"'],
    "Tests/A/test_a.py": ["def test_reports_an_unreadable_file():", 'TEXT = "It is said"'],
    "Tests/A/en.strings": ['"key" = "It is kept";'],
    "A.md": ["```text\nWhat is kept\n```", "Use `kept` and ``Panel/kept``.", "See what follows."],
    "Schemas/en.lproj/a.strings": ['"WHAT_IS_KEPT" = "History";'],
    "Schemas/de.lproj/a.strings": ['"KEY" = "told";'],
}


def run(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")
    return subprocess.run([ROOT / "Scripts/words", name], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("name, text", [(name, text) for name, texts in REFUSED.items() for text in texts])
def test_rejects_phrases_that_are_hard_to_read(tmp_path, name, text):
    result = run(tmp_path, name, text)
    assert result.returncode == 1, result.stdout
    assert result.stdout.startswith(f"{name}:"), result.stdout


@pytest.mark.parametrize("name, text", [(name, text) for name, texts in ACCEPTED.items() for text in texts])
def test_accepts_other_text(tmp_path, name, text):
    result = run(tmp_path, name, text)
    assert result.returncode == 0, result.stdout
