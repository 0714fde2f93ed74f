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
            ("if (a + -b) {\n  return [c, d];\n}\n", "if(a + -b){return[c,d]}"),
            (
                "f(\"a = b\", 'c, d', `e ${f(g, h)} = i`, j);\n",
                "f(\"a = b\",'c, d',`e ${f(g, h)} = i`,j);"
            ),
            ("a.replace(/ = /, b);\n", "a.replace(/ = /, b);"),
            ("a(() => {\n  b;\n  c;\n});\n", "a(()=>{b;c});"),
            ("a((b) => c, (d, e) => f);\n", "a(b=>c,(d,e)=>f);"),
            ("a = async (b) => c;\n", "a=async(b)=>c;"),
        ])
    func leavesOutSignsThatAScriptDoesNotNeed(source: String, packed: String) {
        let bytes = Asset.packed(Array(source.utf8), isScript: true)
        #expect(String(decoding: bytes, as: UTF8.self) == packed)
    }

    @Test(
        arguments: [
            ("const a = 1;\nconst b = 2;\n", "const a=1,b=2;"),
            ("let a;\nlet b = 2;\nconst c = 3;\n", "let a,b=2;const c=3;"),
            (
                "const a = (b) => {\n  const c = 1;\n};\nconst d = 2;\n",
                "const a=b=>{const c=1},d=2;"
            ),
            ("const a = b\n  .c();\nconst d = 2;\n", "const a=b\n.c(),d=2;"),
            ("const a = 1;\nb();\nconst c = 2;\n", "const a=1;b();const c=2;"),
            ("if (a) {\n  const b = 1;\n}\nconst c = 2;\n", "if(a){const b=1}const c=2;"),
            ("const oneName = 1;\nconst twoNames = oneName;\n", "const $0=1,$1=$0;"),
            ("const one = 1;\nf(one);\n", "const $0=1;f($0);"),
        ])
    func joinsTheDeclarationsOfAScript(source: String, packed: String) {
        let bytes = Asset.packed(Array(source.utf8), isScript: true)
        #expect(String(decoding: bytes, as: UTF8.self) == packed)
    }

    /// A name that is a property, or a word in a string, anywhere in the script stays everywhere.
    @Test(
        arguments: [
            "a.name;", "f({ name });", "f({ a: 1, name });", "f({ name: 1 });",
            "a = ({ b, name = 1 }) => 2;",
            "f(\"a name\");", "f(`a ${name}`);", "a.replace(/name/, b);", "f({\n  name,\n});",
        ])
    func leavesANameThatCouldBeAnother(line: String) {
        let source = "const name = 1;\n\(line)\n"
        let packed = Asset.packed(Array(source.utf8), isScript: true)
        #expect(String(decoding: packed, as: UTF8.self).starts(with: "const name=1;"))
    }

    @Test(arguments: ["f(...name);", "a ? name : b;", "name = 2;", "f(name);", "a = [name];"])
    func shortensANameThatIsOnlyAName(line: String) {
        let source = "let name = 1;\n\(line)\n"
        let packed = Asset.packed(Array(source.utf8), isScript: true)
        #expect(!String(decoding: packed, as: UTF8.self).contains("name"))
    }

    @Test(
        arguments: [
            ("const otherName = 1;\notherName;\n", "const $0=1;$0;")
        ])
    func shortensNames(source: String, packed: String) {
        let bytes = Asset.packed(Array(source.utf8), isScript: true)
        #expect(String(decoding: bytes, as: UTF8.self) == packed)
    }
}
