"""What is public is named where people read: in a guide, or in an example.

`public-names.txt` has the names that only signatures need. Names of a release are promises, so a new one belongs into a
guide. With RECORD_FIXTURES=1 the test writes the list again, and fails.
"""

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "Tests/public-names.txt"
MODULES = [
    "Faceplate", "FaceplateSchema", "FaceplatePanel", "FaceplateFiles", "FaceplateHTML", "FaceplateGenerator", "FaceplateImport",
    "FaceplateConfiguration", "FaceplateLifecycle", "FaceplateHTTPTypes", "FaceplateSync", "FaceplateTesting",
    "Microhttpd"]
# Guides that describe the inside, or what was.
INSIDE = {"Architecture.md", "ReleaseNotes.md"}
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))? )*public (?:static |final |mutating |nonmutating |override |convenience |indirect |prefix "
    r"|(?:internal|private|package)\(set\) )*(?:func|var|let|struct|class|enum|protocol|actor|typealias|associatedtype)\b"
    r" `?(\w+)", re.MULTILINE)


def words(text):
    return set(re.findall(r"\w+", text))


def named():
    """The words of code in guides and examples."""
    found = set()
    for path in [ROOT / "README.md", *sorted((ROOT / "Sources/Guides.docc").glob("**/*.md"))]:
        if path.name in INSIDE:
            continue
        text = path.read_text()
        for block in re.findall(r"```swift(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text):
            found |= words(block)
    for path in (ROOT / "Sources/Examples").glob("**/*.swift"):
        found |= words(path.read_text())
    return found


def public():
    for module in MODULES:
        for path in sorted((ROOT / "Sources" / module).glob("**/*.swift")):
            for match in DECLARATION.finditer(path.read_text()):
                yield f"{module}.{match[1]}"


def test_public_names_are_in_a_guide():
    guides = named()
    unnamed = sorted({name for name in public() if name.split(".")[1] not in guides})
    if os.environ.get("RECORD_FIXTURES") == "1":
        LIST.write_text("".join(f"{name}\n" for name in unnamed))
        raise AssertionError("recorded public-names.txt")
    known = LIST.read_text().split()
    added = sorted(set(unnamed) - set(known))
    assert not added, f"Name them in a guide, or make them 'package': {added}"
    gone = sorted(set(known) - set(unnamed))
    assert not gone, f"Remove them from public-names.txt: {gone}"
