import Foundation

/// A part of the project that reads outside input.
enum Reader: String, CaseIterable {
    case json, schema, condition, strings, xcstrings, plist, gschema, bundle, values, yaml, toml,
        lines,
        form,
        multipart, head

    /// The files and folders in Sources that implement the reader.
    var sources: [String] {
        switch self {
        case .json: ["FaceplateSchema/JSON"]
        case .schema: ["FaceplateSchema/Schema", "FaceplateSchema/Checks"]
        case .condition: ["FaceplateSchema/Rules"]
        case .strings:
            [
                "FaceplateSchema/Labels/StringsFile.swift",
                "FaceplateSchema/Labels/StringsParser.swift",
                "FaceplateSchema/Labels/StringsDecoding.swift",
            ]
        case .xcstrings: ["FaceplateSchema/Labels/StringCatalogFile.swift"]
        case .plist: ["FaceplateSchema/PropertyLists"]
        case .gschema: ["FaceplateSchema/GSettings"]
        case .bundle: ["FaceplateImport"]
        case .values: ["FaceplateImport/Values"]
        case .yaml:
            ["YAMLEvents", "YAMLReader", "YAMLScalar"].map { "FaceplateDocument/\($0).swift" }
        case .toml:
            ["TOMLReader", "TOMLReader+Values"].map { "FaceplateDocument/\($0).swift" }
        case .lines:
            [
                "FaceplateDocument/LineSyntax.swift",
                "FaceplateImport/ValuesFiles/DocumentValues.swift",
            ]
        case .form:
            [
                "FaceplatePanel/Forms/FormDecoder.swift", "FaceplatePanel/Forms/FormPost.swift",
                "FaceplatePanel/Forms/FormPost+Contradictions.swift",
                "FaceplatePanel/Forms/FormPost+Reversal.swift",
                "FaceplatePanel/Forms/Submission.swift",
            ]
        case .multipart:
            [
                "FaceplatePanel/Forms/MultipartReader.swift",
                "FaceplatePanel/Forms/ParameterisedHeader.swift",
            ]
        case .head:
            ["Gate", "HeadLayout", "RequestHead", "RequestTarget"].map {
                "Microhttpd/\($0).swift"
            }
        }
    }

    /// Returns the samples that the inputs are derived from.
    func samples(root: URL) throws -> [[UInt8]] {
        switch self {
        case .json, .schema:
            try Self.files(
                root, ["Tests/Fixtures/Valid", "Tests/Fixtures/Invalid", "Schemas"], "json"
            ).filter { $0.count < 50_000 }
        case .condition:
            [
                #""switch""#, #"{"not":"switch"}"#,
                #"{"all":["switch",{"key":"number","atLeast":3}]}"#,
                #"{"any":[{"key":"text","equals":"a"},{"key":"number","in":[1,2,null]}]}"#,
                #"{"not":{"any":[{"key":"many","contains":1},{"key":"time","atMost":"07:30"}]}}"#,
                #"{"key":"span","atMost":"1h","atLeast":60}"#, #"{"key":"text","isEmpty":true}"#,
            ].map { Array($0.utf8) }
        case .strings: try Self.files(root, ["Schemas/en.lproj", "Schemas/ar.lproj"], "strings")
        case .xcstrings:
            [
                Array(
                    #"""
                    {"sourceLanguage": "en", "version": "1.0", "strings": {
                      "A": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Ä"}},
                        "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld day"}},
                          "other": {"stringUnit": {"value": "%lld days"}}}}}}},
                      "B": {"extractionState": "manual", "shouldTranslate": false}}}
                    """#.utf8)
            ]
        case .plist, .bundle, .values:
            try Self.files(root, ["Tests/Fixtures/SettingsBundles"], "plist")
                + [Array(#"{ A = (1, "b", <0aff>); "c d" = { e = YES; }; }"#.utf8), Self.binary]
        case .gschema:
            [
                "<schemalist><enum id='e'><value nick='a' value='0'/></enum><!-- c --><schema id='a.b' path='/a/'>"
                    + "<key name='k' enum='e'><default>'a'</default><summary>S &amp; T</summary></key>"
                    + "<key name='l' type='a{s(iv)}'><default>{'a': (1, <[0x1, 2]>)}</default></key>"
                    + "<child name='c' schema='d'/></schema><schema id='d' extends='a.b'>"
                    + "<override name='k'>'a'</override></schema></schemalist>"
            ].map { Array($0.utf8) }
        case .yaml:
            [
                "# A file of values\nswitch: true\ntext: 'It''s'\nnumber: &n 1.5\nmany: [1, 2]\nlist:\n  - 1\n  - 0x2\n",
                "rows:\n  - a: \"x\\n\\u00e9\"\n    b: no\n  - {a: y, b: ~}\njson: {<<: &m {a: [1, {b: c}]}, d: *m, e: !!str 1}\n",
                "---\ntext: |\n  one\n   two\n\nword: >-\n  three\n  four\ntime: 07:30\n...\n",
            ].map { Array($0.utf8) }
        case .toml:
            [
                "switch = true\ntext = \"a\\u00e9\"\nnumber = 1_000.5e1\nmany = [1, 2, ]\ntime = 07:30:00\n",
                "[json]\na.\"b c\" = 'd'\ne = { f = 1, g = [ [ ] ] }\n[[rows]]\na = \"x\"\nb = false\n[[rows]]\n",
                "text = \"\"\"\none \\\n  two\"\"\"\nword = '''a\nb'''\ndate = 2026-02-28\nlist = [0x1, 0o2, 0b1]\n",
            ].map { Array($0.utf8) }
        case .lines:
            [
                "# A file\n[g]\nswitch = yes\ntext = \"a;b\"\n; more\n[g]\nnumber=1,5\n",
                "export SWITCH=true\nTEXT='it is'\nNUMBER=\"1.5\"\nMANY=[1,2]\nJSON={\"a\":1}\n",
            ].map { Array($0.utf8) }
        case .form:
            [
                Array(
                    "_revision=0&_locale=de&text=a%20b&many=1&many=2&rows%5B0%5D%5Ba%5D=x&rows%5B1%5D%5Ba%5D=y"
                        .utf8),
                Array(
                    "_add=rows&_move=rows%5B1%5D:up&_step=number:up&number=1.234,5&_undo=1:text"
                        .utf8),
                Array("time=07:30&date=2026-02-30&span=1h&span%5Bunit%5D=min&color=%23fff".utf8),
                Array("json=%7B%22a%22:%5B1,2%5D%7D&_preview=check&_keep%5Btext%5D=mine".utf8),
            ]
        case .multipart:
            [
                Array(
                    "--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\na\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\u{89}PNG\r\n--b--\r\n"
                        .utf8)
            ]
        case .head:
            [
                "GET /?rev=1&q=a%20b HTTP/1.1\r\nHost: localhost\r\nAccept: text/html;q=0.9, */*;q=0.1\r\n"
                    + "Accept-Language: de-AT, sr-Latn;q=0.5\r\nIf-None-Match: \"a\", W/\"b\"\r\n\r\n",
                "GET /changes?key=text&before=9 HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: a=b; c=\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 6\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nIf-Match: \"0\"\r\n\r\ntext=a",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n"
                    + "\r\n6;x=y\r\ntext=a\r\n0\r\nX-A: b\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n",
            ].map { Array($0.utf8) }
        }
    }

    /// A small binary property list: `{"a": [1, "b"]}`.
    private static let binary: [UInt8] =
        Array("bplist00".utf8)
        + [0xD1, 1, 2, 0x51, 0x61, 0xA2, 3, 4, 0x10, 1, 0x51, 0x62, 8, 11, 13, 16, 18]
        + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0, 0, 0, 0, 20]

    private static func files(
        _ root: URL, _ folders: [String], _ ending: String
    ) throws -> [[UInt8]] {
        var files: [String] = []
        for folder in folders {
            let path = root.appending(path: folder).path
            let names = FileManager.default.enumerator(atPath: path)
            while let name = names?.nextObject() as? String {
                if name.hasSuffix("." + ending) { files.append(path + "/" + name) }
            }
        }
        return try files.sorted().map { Array(try Data(contentsOf: URL(filePath: $0))) }
    }
}
