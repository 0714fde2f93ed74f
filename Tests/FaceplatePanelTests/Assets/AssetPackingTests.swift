import Testing

@testable import FaceplatePanel

/// The style sheet and the script as browsers get them.
struct AssetPackingTests {
    private func packed(_ source: String, isScript: Bool = true) -> String {
        String(decoding: Asset.packed(Array(source.utf8), isScript: isScript), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("a\n  b\n", "a\nb\n"), ("f(\n  a,\n  b);\n", "f(a,b);"),
            ("if (a) {\n  b;\n}\nc\n", "if (a) {b;}c\n"),
            ("a = b\n  ? c\n  : d && e\n  || f;\n", "a = b? c: d && e|| f;"),
            (".a\n.b {\n  c: d;\n}\n:root {\n}\n", ".a\n.b {c: d;}:root {}"),
            ("a = {\n  b,\n};\nc\n", "a = {b,};c\n"), (".a{b:c}\n.d{e:f}\n", ".a{b:c}.d{e:f}"),
            ("// why\na\n", "a\n"), ("  /* why */\na\n", "a\n"), ("a; // b;\nc\n", "a; // b;\nc\n"),
            ("url(http://a,\nb)", "url(http://a,\nb)\n"), ("a\n\n\nb", "a\nb\n"), ("", ""),
        ])
    func leavesOutWhatNoBrowserNeeds(source: String, packed: String) {
        #expect(self.packed(source, isScript: false) == packed)
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
        #expect(self.packed(source) == packed)
    }

    @Test(
        arguments: [
            ("const a = 1;\nconst b = 2;\n", "let a=1,b=2;"),
            ("let a;\nlet b = 2;\nconst c = 3;\n", "let a,b=2,c=3;"),
            (
                "const a = (b) => {\n  const c = 1;\n};\nconst d = 2;\n",
                "let a=b=>{let c=1},d=2;"
            ),
            ("const a = b\n  .c();\nconst d = 2;\n", "let a=b\n.c(),d=2;"),
            ("const a = 1;\nb();\nconst c = 2;\n", "let a=1;b();let c=2;"),
            ("if (a) {\n  const b = 1;\n}\nconst c = 2;\n", "if(a){let b=1}let c=2;"),
            ("const oneName = 1;\nconst twoNames = oneName;\n", "let $0=1,$1=$0;"),
            ("const name = 1;\nf(a, name, [b, name]);\n", "let $0=1;f(a,$0,[b,$0]);"),
            ("const a = true;\nb = [undefined, \"false\"];\n", "let a=!0;b=[void 0,\"false\"];"),
            ("f({\n  a,\n});\ng(\n  b,\n);\n", "f({a});g(b);"),
        ])
    func joinsTheDeclarationsOfAScript(source: String, packed: String) {
        #expect(self.packed(source) == packed)
    }

    /// A name that is a property, or a word in a string, anywhere in the script stays everywhere.
    @Test(
        arguments: [
            "a.name;", "f({ name });", "f({ a: 1, name });", "f({ name: 1 });",
            "a = ({ b, name = 1 }) => 2;",
            "f(\"a name\");", "f(`a ${name}`);", "a.replace(/name/, b);", "f({\n  name,\n});",
        ])
    func leavesANameThatCouldBeAnother(line: String) {
        #expect(packed("const name = 1;\n\(line)\n").starts(with: "let name=1"))
    }

    @Test(arguments: ["f(...name);", "a ? name : b;", "name = 2;", "f(name);", "a = [name];"])
    func shortensANameThatIsOnlyAName(line: String) {
        #expect(!packed("let name = 1;\n\(line)\n").contains("name"))
    }

    @Test(
        arguments: [
            ("const one = 1;\nf(one);\n", "let $0=1;f($0);"),
            ("const otherName = 1;\notherName;\n", "let $0=1;$0;"),
            (
                "const stateOf = (row) => row;\nlog(stateOf(1), ...stateOf(2));\n",
                "let $0=row=>row;log($0(1),...$0(2));"
            ),
            // A name that is also a property, or part of a string, stays.
            ("const isHeld = row.isHeld;\n", "let isHeld=row.isHeld;"),
            ("const goTo = 1;\nlog(\"goTo\", goTo);\n", "let goTo=1;log(\"goTo\",goTo);"),
            ("const aB = 1;\nlog(aBc, `${aB}`);\n", "let $0=1;log(aBc,`${$0}`);"),
            // The second name of a declaration stays.
            (
                "let isA = 1, isB = 2;\nconst isC = isA + isB;\n",
                "let $0=1,isB=2,$1=$0 + isB;"
            ),
        ])
    func shortensNames(source: String, packed: String) {
        #expect(self.packed(source) == packed)
    }

    @Test func noTwoNamesOfThePageBecomeOne() {
        let script = String(decoding: Asset.script.response.body, as: UTF8.self)
        let made = script.matches(of: /let (\$[0-9a-z]+)=/).map { String($0.1) }
        #expect(made.count > 40 && Set(made).count > 40)
        #expect(!script.contains("stateOf") && script.contains("createHTML"))
    }

    @Test func shortensThePrivatePropertiesOfAStyleSheet() {
        let style = ".a{--slot:1;--fp-slot:2;--see:var(--slot);--slot-s:3}"
        #expect(
            String(
                decoding: Asset.shorteningProperties(
                    Array(style.utf8), besides: Array("x(\"--see\")".utf8)), as: UTF8.self)
                == ".a{--0:1;--fp-slot:2;--see:var(--0);--1:3}")
    }
}
