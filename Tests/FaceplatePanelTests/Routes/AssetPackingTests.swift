import Testing

@testable import FaceplatePanel

struct AssetPackingTests {
    @Test(
        arguments: [
            ("a\n  b\n", "a\nb\n"), ("f(\n  a,\n  b);\n", "f(a,b);"),
            ("if (a) {\n  b;\n}\nc\n", "if (a) {b;}c\n"),
            ("a = b\n  ? c\n  : d && e\n  || f;\n", "a = b? c: d && e|| f;"),
            (".a\n.b {\n  c: d;\n}\n:root {\n}\n", ".a\n.b {c: d;}:root {}"),
            ("a = {\n  b,\n};\nc\n", "a = {b,};c\n"),
            ("// why\na\n", "a\n"), ("  /* why */\na\n", "a\n"), ("a; // b;\nc\n", "a; // b;\nc\n"),
            ("url(http://a,\nb)", "url(http://a,\nb)\n"), ("a\n\n\nb", "a\nb\n"), ("", ""),
        ])
    func leavesOutWhatNoBrowserNeeds(source: String, packed: String) {
        #expect(String(decoding: Asset.packed(Array(source.utf8)), as: UTF8.self) == packed)
    }

    @Test(
        arguments: [
            ("a = b\n  ? c\n  : d && e\n  || f;\n", "a=b?c:d&&e||f;"),
            ("if (a + -b) {\n  return [c, d];\n}\n", "if(a + -b){return[c,d];}"),
            (
                "f(\"a = b\", 'c, d', `e ${f(g, h)} = i`, j);\n",
                "f(\"a = b\",'c, d',`e ${f(g, h)} = i`,j);"
            ),
            ("a.replace(/ = /, b);\n", "a.replace(/ = /, b);"),
        ])
    func leavesOutTheSpacesAroundSignsOfAScript(source: String, packed: String) {
        let bytes = Asset.packed(Array(source.utf8), isScript: true)
        #expect(String(decoding: bytes, as: UTF8.self) == packed)
    }
}
