import FaceplateSchema
import FaceplateTestSupport
import Testing

@testable import FaceplateDocument

/// A change of text, and the text after it.
struct DocumentCase: Sendable, CustomTestStringConvertible {
    let format: DocumentFormat
    let before: String
    let path: DocumentPath
    /// As JSON; `nil` to remove the value.
    let value: String?
    let after: String

    init(
        _ format: DocumentFormat, _ before: String, _ path: DocumentPath, _ value: String?,
        _ after: String
    ) {
        (self.format, self.before, self.path, self.value, self.after) =
            (format, before, path, value, after)
    }

    var testDescription: String { "\(format) \(before) \(path) \(value ?? "removed")" }
}

struct DocumentTests {
    static let cases: [DocumentCase] = [
        // The spelling of the value before stays where it can.
        .init(.json, "{ \"a\" : 1 } // x\n", ["a"], "2", "{ \"a\" : 2 } // x\n"),
        .init(.json, "{\"a\": {\"b\": [1,  2]}}", ["a", "b", 1], "3", "{\"a\": {\"b\": [1,  3]}}"),
        .init(.yaml, "a: 'x' # note\n", ["a"], #""it's""#, "a: 'it''s' # note\n"),
        .init(.yaml, "a: \"x\"\n", ["a"], #""y""#, "a: \"y\"\n"),
        .init(.yaml, "a: x\n", ["a"], #""true""#, "a: \"true\"\n"),
        .init(.yaml, "a: x\n", ["a"], #""on""#, "a: \"on\"\n"),
        .init(.yaml, "a: 0x1F\r\nb: é\r\n", ["b"], #""ü""#, "a: 0x1F\r\nb: ü\r\n"),
        .init(.yaml, "a: |\n  one\n  two\nb: 1\n", ["a"], #""x\ny\n""#, "a: |\n  x\n  y\nb: 1\n"),
        .init(.yaml, "a: &n 1\nb: 3\n", ["a"], "2", "a: &n 2\nb: 3\n"),
        .init(.yaml, "a: &n 1\nb: *n\n", ["a"], "2", "a: &n 2\nb: 1\n"),
        .init(.yaml, "a: &n 1\nb: *n\n", ["b"], "2", "a: &n 1\nb: 2\n"),
        .init(.yaml, "a: &n # x\n  1\nb: *n\n", ["a"], "2", "a: &n # x\n  2\nb: 1\n"),
        .init(.yaml, "a: 1\nb: 2\n", [], "{}", ""),
        .init(.yaml, "a: [x, y]\n", ["a"], #"["a?", "y"]"#, "a: [\"a?\", y]\n"),
        .init(.yaml, "a: [1, 2] # c\n", ["a"], "[1, 3, 4]", "a: [1, 3, 4] # c\n"),
        .init(.yaml, "a:\nb: 1\n", ["a"], "5", "a: 5\nb: 1\n"),
        .init(.toml, "a = 'x' # c\n", ["a"], #""y""#, "a = 'y' # c\n"),
        .init(.toml, "a = 1.5\n", ["a"], "2", "a = 2.0\n"),
        .init(.toml, "a = 1_000\n", ["a"], "2000", "a = 2000\n"),
        .init(.toml, "a = 2024-01-02\n", ["a"], #""2024-01-03""#, "a = 2024-01-03\n"),
        .init(
            .toml, "a = 2024-01-02 03:04\n", ["a"], #""2024-01-02T03:05""#,
            "a = 2024-01-02T03:05\n"),
        .init(.toml, "t = { x.y = 1, z = 2 }\n", ["t", "x", "y"], "3", "t = { x.y = 3, z = 2 }\n"),
        .init(.ini, "[a]\nb = x ; y\n", ["a", "b"], #""z""#, "[a]\nb = z\n"),
        .init(.environment, "A='x' # c\n", ["A"], #""y z""#, "A='y z' # c\n"),
        .init(.environment, "A=\"$B\"/c # c\n", ["A"], #""y z""#, "A=\"y z\" # c\n"),
        .init(.environment, "export A=x\n", ["A"], #""y z""#, "export A='y z'\n"),
        // A list changes where it differs.
        .init(
            .yaml, "a:\n- x # one\n- y # two\n", ["a"], #"["x", "z", "w"]"#,
            "a:\n- x # one\n- z # two\n- w\n"),
        .init(.yaml, "a:\n  - x\n  - y # two\n", ["a"], #"["y"]"#, "a:\n  - y # two\n"),
        .init(.yaml, "a:\n- x\n", ["a"], "[]", "a: []\n"),
        .init(
            .toml, "a = [\n  1, # one\n  2,\n]\n", ["a"], "[1, 2, 3]",
            "a = [\n  1, # one\n  2,\n  3,\n]\n"),
        .init(.json, "[\n  1\n]", [0], "2", "[\n  2\n]"),
        .init(
            .toml, "[[a]]\nb = 1\n\n[c]\nd = 1\n", ["a"], #"[{"b": 1}, {"b": 2}]"#,
            "[[a]]\nb = 1\n\n[[a]]\nb = 2\n\n[c]\nd = 1\n"),
        // A new value is where the others are.
        .init(.json, "{\n  \"a\": 1 // x\n}\n", ["b"], "2", "{\n  \"a\": 1, // x\n  \"b\": 2\n}\n"),
        .init(.json, "{\n\t\"a\": 1,\n}\n", ["b"], "2", "{\n\t\"a\": 1,\n\t\"b\": 2,\n}\n"),
        .init(.json, "{\"a\":1}", ["b", "c"], "2", "{\"a\":1, \"b\": {\"c\": 2}}"),
        .init(.json, "", ["a"], "1", "{\n  \"a\": 1\n}\n"),
        .init(.yaml, "a:\n    b: 1\n# end\n", ["a", "c"], "2", "a:\n    b: 1\n    c: 2\n# end\n"),
        .init(.yaml, "a:\n    b: 1\n", ["c", "d"], "2", "a:\n    b: 1\nc:\n    d: 2\n"),
        .init(.yaml, "# only\n", ["a"], "[1]", "# only\na:\n  - 1\n"),
        .init(.yaml, "a: {b: 1}\n", ["a", "c"], "2", "a: {b: 1, c: 2}\n"),
        .init(.yaml, "a: {}\nb: 1\n", ["a", "c"], "2", "a: {c: 2}\nb: 1\n"),
        .init(.yaml, "a: # none\nb: 1\n", ["a", "c"], "2", "a: # none\n  c: 2\nb: 1\n"),
        .init(.json, "{\"a\": {}}", ["a", "b", "c"], "2", "{\"a\": {\"b\": {\"c\": 2}}}"),
        .init(.json, "{\"a\": null}", ["a", "c"], "2", "{\"a\": {\"c\": 2}}"),
        .init(.json, "{\"a\": {}}", ["a", "c"], "2", "{\"a\": {\"c\": 2}}"),
        .init(
            .yaml, "x: &x {a: 1}\ny:\n  <<: *x\n  b: 2\n", ["y", "a"], "3",
            "x: &x {a: 1}\ny:\n  <<: *x\n  b: 2\n  a: 3\n"),
        .init(
            .toml, "a = 1\n\n# of t\n[t]\nb = 1\n", ["c"], "2",
            "a = 1\nc = 2\n\n# of t\n[t]\nb = 1\n"),
        .init(.toml, "# of t\n[t]\nb = 1\n", ["c"], "2", "c = 2\n\n# of t\n[t]\nb = 1\n"),
        .init(.toml, "[t]\nb.c = 1\n", ["t", "b", "d"], "2", "[t]\nb.c = 1\nb.d = 2\n"),
        .init(.toml, "t = { a = 1 }\n", ["t", "b"], "2", "t = { a = 1, b = 2 }\n"),
        .init(.toml, "[t.u]\na = 1\n", ["t", "b"], "2", "[t]\nb = 2\n\n[t.u]\na = 1\n"),
        .init(.ini, "[a]\nb=1\n", ["a", "c"], #""2""#, "[a]\nb=1\nc=2\n"),
        .init(.ini, "[a]\nb=1\n", ["c"], #""2""#, "c=2\n\n[a]\nb=1\n"),
        .init(.environment, "A=1\n", ["B"], #""2""#, "A=1\nB=2\n"),
        // A removed value leaves its comments.
        .init(.json, "{\n  \"a\": 1, // x\n  \"b\": 2\n}", ["b"], nil, "{\n  \"a\": 1 // x\n}"),
        .init(.json, "{\"a\": 1, \"b\": 2}", ["a"], nil, "{\"b\": 2}"),
        .init(.yaml, "a: 1 # x\nb: 2\n", ["a"], nil, "# x\nb: 2\n"),
        .init(.yaml, "a:\n  b:\n    c: 1\nd: 2\n", ["a", "b", "c"], nil, "d: 2\n"),
        .init(.yaml, "- a: 1\n  b: 2\n", [0, "a"], nil, "- b: 2\n"),
        .init(.yaml, "- a: 1\n", [0, "a"], nil, "- {}\n"),
        .init(.toml, "[a]\nb = 1 # x\n\n[c]\nd = 1\n", ["a", "b"], nil, "# x\n\n[c]\nd = 1\n"),
        .init(.toml, "t = { z = 2, x.y = 1 }\n", ["t", "x", "y"], nil, "t = { z = 2 }\n"),
        .init(.ini, "[a]\nb=1\nc=2\n", ["a", "b"], nil, "[a]\nc=2\n"),
        .init(.environment, "A=1\nB=2 # x\n", ["B"], nil, "A=1\n# x\n"),
    ]

    /// Each change gives this text, and the undo gives the text from before.
    @Test(arguments: cases)
    func changesOnlyItsValue(row: DocumentCase) throws {
        let before = try Document(reading: Array(row.before.utf8), as: row.format)
        var document = before
        let edit: DocumentEdit
        if let value = row.value {
            edit = try document.set(JSONReader.read(value), at: row.path)
        } else {
            edit = try document.remove(at: row.path)
        }
        #expect(String(decoding: document.bytes, as: UTF8.self) == row.after)
        let isTakenBack = document.undo(edit)
        #expect(isTakenBack)
        #expect(document.bytes == before.bytes)
    }

    @Test(
        arguments: [
            (
                .yaml, "a: [., +-5, -.5, 1., +1, 1e3, 0o17, 0644, 12:30, '+ 5', 1_0]\n",
                #"{"a":[".","+-5",-0.5,1,1,1e3,15,"0644","12:30","+ 5","1_0"]}"#
            ),
            (
                .yaml, "a: [+ 5, .inf, 0x, 0x-1, .e5, -, yes, ~, True, 70..100, 1.2.3, 1e]\n",
                #"{"a":["+ 5",".inf","0x","0x-1",".e5","-","yes",null,true,"70..100","1.2.3","1e"]}"#
            ),
            (
                .yaml, "a: [!x 5, !x '5', !!str 5, !!float 5, !!int x]\n",
                #"{"a":[5,"5","5",5,"x"]}"#
            ),
            (
                .toml, "a = [07:30, 2024-01-02t03:04:05z, 2024-01-02 03:04:05.6+07:00]\n",
                #"{"a":["07:30","2024-01-02T03:04:05Z","2024-01-02T03:04:05.6+07:00"]}"#
            ),
            (.toml, "a = {b.c = 1, b.d = {e.f = 2}}\n", #"{"a":{"b":{"c":1,"d":{"e":{"f":2}}}}}"#),
            (
                .toml, "a = \"\\e\\u00e9\"\nb = [99999999999999999999, 1.10, 0xf_f]\n",
                #"{"a":"\u001bé","b":[99999999999999999999,1.10,255]}"#
            ),
            (
                .environment, "A='x'\"y\\n\"z # c\nB=x\"y\" z\nC='a' b\\\n",
                #"{"A":"xy\nz","B":"x\"y\" z","C":"a b\\"}"#
            ),
            (
                .ini, "a = 1\n[s]\nb = 2\n[t]\n[s] ; x\nc = 3\n",
                #"{"a":"1","s":{"b":"2","c":"3"},"t":{}}"#
            ),
        ] as [(DocumentFormat, String, String)])
    func readsValues(format: DocumentFormat, text: String, json: String) throws {
        let document = try Document(reading: Array(text.utf8), as: format)
        #expect(try JSONWriter().text(document.value) == JSONWriter().text(JSONReader.read(json)))
    }

    @Test(
        arguments: [
            (.json, "{\"a\": 1", "line 1, column 8"),
            (.json, "{\"a\": 1, \"a\": 2}", "line 1, column 10"),
            (.json, "{\n'a': 1}", "line 2, column 1"), (.json, "{} x", "line 1, column 4"),
            (.yaml, "a: 1\na: 2\n", "line 2, column 1"), (.yaml, "a: [1\nb: 2\n", "line 2, column"),
            (.yaml, "a: *x\n", "line 1, column 4"),
            (.yaml, "a: 1\n---\nb: 2\n", "several documents"),
            (.yaml, "a: \u{0}\n", "line 1"), (.toml, "a = 1\na = 2\n", "line 2, column 1"),
            (.toml, "[a]\n[a]\n", "line 2"), (.toml, "a = \"x\n", "line 1, column 5"),
            (.toml, "a = 08\n", "line 1, column 5"), (.ini, "[a\n", "line 1"),
            (.ini, "a\n", "line 1"),
            (.environment, "A\n", "line 1"), (.environment, "A='x\n", "line 1, column 3"),
            (.toml, "a = 1\r2\n", "line 1, column 6"), (.ini, "a\u{1} = 1\n", "line 1, column 2"),
            (.json, "{\"a\": \u{0}}", "line 1, column 7"),
            (.json, String(repeating: "[", count: 100), "levels"),
            (.yaml, String(repeating: "[", count: 100), "levels"),
        ] as [(DocumentFormat, String, String?)])
    func saysWhereItCannotBeRead(format: DocumentFormat, text: String, place: String?) {
        do throws(DocumentError) {
            _ = try Document(reading: Array(text.utf8), as: format)
            #expect(place == nil)
        } catch {
            #expect(error.description.contains(place ?? "nothing"))
        }
    }

    /// A value can be a secret.
    @Test(
        arguments: [
            (.json, "{\"a\": s3cret}"), (.json, "{\"a\": \"s3cret}"), (.toml, "a = s3cret\n"),
            (.toml, "a = \"s3cret\n"), (.yaml, "a: \"s3cret\n"), (.yaml, "a: *s3cret\n"),
            (.environment, "A='s3cret\n"),
        ] as [(DocumentFormat, String)])
    func errorsDoNotRepeatValues(format: DocumentFormat, text: String) {
        do throws(DocumentError) {
            _ = try Document(reading: Array(text.utf8), as: format)
            Issue.record("It was read.")
        } catch {
            #expect(!error.description.contains("s3cret"))
        }
    }

    @Test func aliasesAreBounded() {
        var text = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
        for level in 1..<20 {
            let names = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
            text += "a\(level): &a\(level) [\(names)]\n"
        }
        #expect(throws: DocumentError.self) { try Document(reading: Array(text.utf8), as: .yaml) }
    }

    @Test(
        arguments: [
            (.toml, "a = 1\n", ["a"], "null"), (.environment, "A=1\n", ["A", "b"], "1"),
            (.json, "{\"a\": 1}", ["a", "b"], "1"), (.ini, "[a]\nb=1\n", ["a", "c", "d"], "1"),
        ] as [(DocumentFormat, String, DocumentPath, String)])
    func refusesWhatTheFormatCannotHold(
        format: DocumentFormat, text: String, path: DocumentPath, value: String
    ) throws {
        var document = try Document(reading: Array(text.utf8), as: format)
        let json = try JSONReader.read(value)
        #expect(throws: DocumentError.self) { _ = try document.set(json, at: path) }
        #expect(document.bytes == Array(text.utf8))
    }

    private static let samples: [(DocumentFormat, String)] = [
        (
            .json,
            "// head\n{\n  \"a\": 1, // one\n  \"b\": {\"c\": [1, 2, 3], \"d\": true},\n  /* of e */\n  \"e\": \"x\",\n}\n"
        ),
        (
            .yaml,
            "# head\na: 1 # one\nb:\n  # of c\n  c:\n    - 1\n    - x # two\n  d: 'y'\nf: [1, {g: 2}]\ne: |\n  text\n"
        ),
        (
            .toml,
            "# head\na = 1 # one\n\n# of b\n[b]\nc = [1, 2] # two\nd = 'x'\n\n[b.f]\ng = true\n\n[[h]]\ni = 1\n"
        ),
        (.ini, "; head\na = 1\n\n[b]\n# of c\nc = x\nd = y\n"),
        (.environment, "# head\nA=1\nexport B='x' # two\n"),
    ]

    /// Thousands of changes: the tree is as intended, no comment is lost, and undone in reverse, the bytes return.
    @Test(arguments: samples.indices)
    func randomChangesLoseNothing(index: Int) throws {
        let (format, text) = Self.samples[index]
        var generator = SplitMix(seed: UInt64(index) + 1)
        let start = try Document(reading: Array(text.utf8), as: format)
        let values: [JSONValue] =
            format.hasOnlyText
            ? ["x", "a b", "it's", "5", ""]
            : [1, -7, true, "x", "two words: #3", "on", [1, "y"], [], ["k": "v"], "a\nb"]
        for _ in 0..<40 {
            var document = start
            var edits: [DocumentEdit] = []
            for _ in 0..<50 {
                let path = Self.path(in: document.root, &generator)
                let comments = document.commentTexts
                let edit: DocumentEdit
                do throws(DocumentError) {
                    if Bool.random(using: &generator), document.node(at: path) != nil {
                        edit = try document.remove(at: path)
                    } else {
                        let value = values.randomElement(using: &generator) ?? 1
                        edit = try document.set(value, at: path)
                    }
                } catch {
                    continue
                }
                for comment in Set(comments) {
                    let before = comments.count { $0 == comment }
                    let after = document.commentTexts.count { $0 == comment }
                    #expect(
                        after >= before,
                        "\(comment): \(String(decoding: document.bytes, as: UTF8.self))")
                }
                edits.append(edit)
            }
            #expect(edits.count > 10)
            for edit in edits.reversed() {
                let isTakenBack = document.undo(edit)
                #expect(isTakenBack)
            }
            #expect(document.bytes == start.bytes)
        }
    }

    private static func path(
        in root: DocumentNode, _ generator: inout SplitMix
    ) -> DocumentPath {
        var path: DocumentPath = []
        var node = root
        while true {
            let names = node.members.filter { !$0.isInherited }.map(\.name)
            if names.isEmpty || Int.random(in: 0..<6, using: &generator) == 0 {
                return path + [.name(["n", "m", "a.b"].randomElement(using: &generator) ?? "n")]
            }
            let name = names.randomElement(using: &generator) ?? ""
            path.append(.name(name))
            guard let next = node.child(.name(name)), !next.members.isEmpty,
                Int.random(in: 0..<3, using: &generator) > 0
            else { return path }
            node = next
        }
    }

    /// Damaged text is read or rejected, and never crashes.
    @Test(arguments: samples.indices)
    func readsDamagedText(index: Int) {
        let (format, text) = Self.samples[index]
        var generator = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default:
                    bytes.insert(
                        contentsOf: "[]{}\"':#-\n=".utf8.randomElement(using: &generator).map {
                            [$0]
                        } ?? [], at: place)
                }
                if bytes.isEmpty { break }
            }
            guard var document = try? Document(reading: bytes, as: format) else { continue }
            _ = try? document.set("x", at: ["n", "m"])
            _ = try? document.remove(at: ["a"])
        }
    }
}
