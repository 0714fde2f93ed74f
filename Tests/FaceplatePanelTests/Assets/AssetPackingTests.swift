import Testing

@testable import FaceplatePacking
@testable import FaceplatePanel

/// The style sheet and the script as browsers get them.
struct AssetPackingTests {
    private func packed(_ source: String, isScript: Bool = true) -> String {
        String(decoding: Packing.packed(Array(source.utf8), isScript: isScript), as: UTF8.self)
    }

    /// A source, the parts that must stay as they are, and the parts that browsers do not need.
    struct Case: Sendable, CustomTestStringConvertible {
        let source: String
        let stays: [String]
        let goes: [String]

        init(_ source: String, stays: [String], goes: [String] = []) {
            self.source = source
            self.stays = stays
            self.goes = goes
        }

        var testDescription: String { source }
    }

    private func check(_ example: Case, isScript: Bool) {
        let packed = packed(example.source, isScript: isScript)
        #expect(packed.utf8.count <= example.source.utf8.count + 1)
        for part in example.stays { #expect(packed.contains(part), "\(packed)") }
        for part in example.goes { #expect(!packed.contains(part), "\(packed)") }
    }

    @Test(
        arguments: [
            // A line end that ends a statement stays, others and the indentation go.
            Case("a\n  b\n", stays: ["a\nb"]), Case("a\n\n\nb", stays: ["a\nb"]),
            Case("f(\n  a,\n  b);\n", stays: ["f(a,b);"], goes: ["\n"]),
            Case("if (a) {\n  b;\n}\nc\n", stays: ["{b;}", "}c"]),
            Case("a = b\n  ? c\n  : d && e\n  || f;\n", stays: ["d && e"], goes: ["\n"]),
            Case(".a\n.b {\n  c: d;\n}\n:root {\n}\n", stays: [".a\n.b {", "}:root {"]),
            // Comments go, but not the rest of a line that only looks like one.
            Case("// why\na\n", stays: ["a\n"], goes: ["why"]),
            Case("  /* why */\na\n", stays: ["a\n"], goes: ["why"]),
            Case("a; // b;\nc\n", stays: ["a; // b;\nc"]),
            Case("url(http://a,\nb)", stays: ["url(http://a,\nb)"]), Case("", stays: []),
            Case("a::before,b::after{}\nc::marker{}", stays: ["a:before,b:after", "c::marker"]),
        ])
    func packingKeepsTheMeaningOfAStyleSheet(example: Case) { check(example, isScript: false) }

    @Test(
        arguments: [
            // Strings, patterns and the text of templates stay to the letter.
            Case(
                "f(\"a = b\", 'c, d', `e ${f(g, h)} = i`, j);\n",
                stays: ["\"a = b\"", "'c, d'", "`e ${f(g,h)} = i`"], goes: [" j"]),
            Case("a.replace(/ = /, b);\n", stays: ["/ = /,b"]),
            Case("a.replace(/[/ ] = /, b);\n", stays: ["/[/ ] = /,b"]),
            Case("a = b / c - d / e; // f = g\n", stays: ["b/c-d/e;// f = g"]),
            // A space between signs that would be one sign stays.
            Case("if (a + -b) {\n  return [c, d];\n}\n", stays: ["a+ -b"], goes: ["if (", ";"]),
            Case("a++ + ++b - c;\n", stays: ["a++ + ++b-c"]),
            // A slash in a string begins no pattern.
            Case("f(\"a/b\", c);\n", stays: ["f(\"a/b\",c)"]),
            Case("a = b\n  ? c\n  : d && e\n  || f;\n", stays: ["a=b"], goes: [" ", "f;\n"]),
            Case("a(() => {\n  b;\n  c;\n});\n", stays: ["b;c"], goes: [" ", "c;"]),
            // A parameter alone needs no brackets, except after `async`, which would become its name.
            Case("a((b) => c, (d, e) => f);\n", stays: ["b=>c", "(d,e)=>f"], goes: ["(b)"]),
            Case("a = async (b) => c;\n", stays: ["async(b)"]),
            Case("f({\n  a,\n});\ng(\n  b,\n);\n", stays: ["{a}", "g(b)"]),
            Case("b = [true, undefined, \"false\"];\n", stays: ["!0", "void 0", "\"false\""]),
            // Declarations that follow each other in the same block are one.
            Case("const a = 1;\nconst b = 2;\n", stays: ["a=1,b=2"], goes: ["const"]),
            Case("let a;\nlet b = 2;\nconst c = 3;\n", stays: ["a,b=2,c=3"]),
            Case(
                "const a = (b) => {\n  const c = 1;\n};\nconst d = 2;\n",
                stays: ["{let c=1},d=2"]),
            Case("const a = b\n  .c();\nconst d = 2;\n", stays: [".c(),d=2"]),
            Case("const a = 1;\nb();\nconst c = 2;\n", stays: ["let a=1;b();let c=2"]),
            Case("if (a) {\n  const b = 1;\n}\nconst c = 2;\n", stays: ["{let b=1}let c=2"]),
        ])
    func packingKeepsTheMeaningOfAScript(example: Case) { check(example, isScript: true) }

    /// The script of the page without its comments.
    private static let source = String(decoding: Asset.scriptSource, as: UTF8.self)
        .split(separator: "\n").filter { !$0.drop { $0 == " " }.starts(with: "//") }
        .joined(separator: "\n")

    /// The parts that the page compares, shows and looks up are those of the source, in the same order.
    @Test func noStringOfThePagesScriptIsChanged() {
        let packed = String(decoding: Asset.script.response.body, as: UTF8.self)
        func strings(_ script: String) -> [Substring] {
            script.matches(of: /"(?:[^"\\\n]|\\.)*"/).map(\.output)
        }
        #expect(strings(Self.source).count > 100)
        #expect(strings(packed) == strings(Self.source))
        #expect(packed.utf8.count < Self.source.utf8.count * 3 / 4)
    }

    /// A name that is a property anywhere in the script stays everywhere.
    @Test(
        arguments: [
            "a.name;", "f({ name });", "f({ a: 1, name });", "f({ name: 1 });",
            "a = ({ b, name = 1 }) => 2;", "f({\n  name,\n});",
        ])
    func leavesAnAmbiguousName(line: String) {
        #expect(packed("const name = 1;\n\(line)\n").starts(with: "let name=1"))
    }

    /// No word of the code is given to a name; a word of a string can be.
    @Test func givesTheShortestNameToTheMostUsedName() {
        let source = "let one = 1;\nlet two = 2;\nf(two, a, \"b\");\n"
        #expect(packed(source) == "let c=1,b=2;f(b,a,\"b\");")
    }

    @Test(arguments: ["f(...name);", "a ? name : b;", "name = 2;", "f(name);", "a = [name];"])
    func shortensANameUsedOnlyAsAName(line: String) {
        #expect(!packed("let name = 1;\n\(line)\n").contains("name"))
    }

    /// A word of a string, pattern or comment is no name; the code of a template is.
    @Test(arguments: [
        ("f(\"a name\", 'name', name);", "f(\"a name\",'name',a)"),
        ("f(`name ${name} ${{ d: name }} name`);", "f(`name ${a} ${{d:a}} name`)"),
        ("f(/[/]name/, name, g / name);", "f(/[/]name/,a,g/a)"),
        ("f(\"\\\"name\", name);", "f(\"\\\"name\",a)"),
    ])
    func shortensCodeOnly(line: String, packedLine: String) {
        let packed = packed("const name = 1; // a name's\n\(line)\n")
        #expect(packed.contains(packedLine), "\(packed)")
    }

    /// Parameters of arrow functions are names, too, unless they are taken apart.
    @Test(arguments: [
        ("f((name) => name + 1);", false), ("f((one, name = one) => name);", false),
        ("f(name => name);", false), ("f(({ name }) => name);", true),
    ])
    func shortensParameters(line: String, stays: Bool) {
        #expect(packed("\(line)\n").contains("name") == stays)
    }

    /// Every use of a shortened name becomes the same new name, and no other name does.
    @Test(
        arguments: [
            ("const oneName = 1;\nconst twoNames = oneName;\n", ["oneName", "twoNames"], 2),
            ("const name = 1;\nf(a, name, [b, name]);\n", ["name"], 1),
            (
                "const stateOf = (row) => row;\nlog(stateOf(1), ...stateOf(2));\n",
                ["stateOf", "row"], 2
            ),
            ("const aB = 1;\nlog(aBc, `${aB}`);\n", ["aB"], 1),
            // The second name of a declaration stays.
            ("let isA = 1, isB = 2;\nconst isC = isA + isB;\n", ["isA", "isC"], 2),
        ])
    func shortensNames(source: String, names: [String], count: Int) {
        let packed = packed(source)
        let words = packed.matches(of: /\w+/).map { String($0.output) }
        let original = source.matches(of: /\w+/).map { String($0.output) }
        for name in names { #expect(!words.contains(name), "\(packed)") }
        let made = words.filter { $0 != "let" && !original.contains($0) }
        #expect(Set(made).count == count)
        #expect(made.count == original.count(where: names.contains), "\(packed)")
        let others = Set(original).subtracting(names).subtracting(["const"])
        #expect(others.subtracting(words).isEmpty, "\(packed)")
    }

    /// A name that is also a property stays.
    @Test func leavesANameWithASecondMeaning() {
        #expect(packed("const isHeld = row.isHeld;\n").contains("let isHeld=row.isHeld"))
    }

    @Test func givesEachNameOfThePageAnotherShortName() {
        func words(_ script: [UInt8]) -> Set<String> {
            let isCode = Packing.codeBytes(of: script)
            let code = zip(script, isCode).map { $1 ? $0 : UInt8(ascii: " ") }
            return Set(
                String(decoding: code, as: UTF8.self).matches(of: /\w+/).map { String($0.output) })
        }
        let packed = Asset.script.response.body
        // Others take their places.
        let constants: Set<String> = ["const", "true", "false", "undefined"]
        let source = words(Array(Self.source.utf8)).subtracting(constants)
        #expect(
            words(packed).subtracting(["0", "1", "void"]).count
                == source.subtracting(["0", "1", "void"]).count)
        let text = String(decoding: packed, as: UTF8.self)
        #expect(!text.contains("stateOf") && text.contains("createHTML"))
    }

    @Test func shortensThePrivatePropertiesOfAStyleSheet() {
        let style = ".a{--slot:1;--fp-slot:2;--see:var(--slot);--slot-s:3}"
        #expect(
            String(
                decoding: Packing.shorteningProperties(
                    Array(style.utf8), besides: Array("x(\"--see\")".utf8)), as: UTF8.self)
                == ".a{--0:1;--fp-slot:2;--see:var(--0);--1:3}")
    }

    /// A short name can be one that a longer name would get.
    @Test func givesNoPropertyTheNameOfAnother() {
        #expect(
            String(
                decoding: Packing.shorteningProperties(
                    Array(".a{--0:1;--line:2;--tall:3;b:var(--0)}".utf8), besides: []),
                as: UTF8.self) == ".a{--0:1;--1:2;--2:3;b:var(--0)}")
    }
}
