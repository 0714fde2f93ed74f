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
    "Sources/FaceplateCLI/A.swift": ['let help = "Who asks is told of the words."'],
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
        'let text = "What is kept"',
        "/// The name, which\n/// what a wrapped sentence goes on with",
    ],
    "Sources/FaceplateCLI/A.swift": ['let key = "words"', "let words = told(kept)"],
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
def test_a_phrase_that_is_hard_to_read_is_refused(tmp_path, name, text):
    result = run(tmp_path, name, text)
    assert result.returncode == 1, result.stdout
    assert result.stdout.startswith(f"{name}:"), result.stdout


@pytest.mark.parametrize("name, text", [(name, text) for name, texts in ACCEPTED.items() for text in texts])
def test_everything_else_is_accepted(tmp_path, name, text):
    result = run(tmp_path, name, text)
    assert result.returncode == 0, result.stdout
