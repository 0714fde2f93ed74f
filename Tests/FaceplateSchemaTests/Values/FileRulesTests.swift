import Testing

@testable import FaceplateSchema

struct FileRulesTests {
    private let rules = FileRules(maximumSize: 3, types: ["image/*", "text/plain", ".pem"])

    private static func value(_ name: String, _ type: String, _ data: String = "") -> Value {
        .record(["name": .text(name), "type": .text(type), "data": .text(data)])
    }

    @Test(arguments: [
        ("a.png", "a.png"), ("/etc/x/a.png", "a.png"), (#"C:\b\a.png"#, "a.png"),
        (" a b.png ", "a b.png"), (".png", ".png"), ("a/b\\c", "c"),
        (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
    ])
    func keepsTheLastPartOfAPath(name: String, kept: String) throws {
        #expect(
            try rules.value(name: name, type: "image/png", bytes: [])
                == Self.value(kept, "image/png"))
    }

    @Test(arguments: [
        ("", ValueProblem(.notAFile, ["name": ""])), ("a/", ValueProblem(.notAFile, ["name": ""])),
        ("..", ValueProblem(.notAFile, ["name": ".."])),
        ("a/.", ValueProblem(.notAFile, ["name": "."])),
        ("a\u{0}", ValueProblem(.controlCharacter, ["position": "2"])),
        ("a\tb", ValueProblem(.controlCharacter, ["position": "2"])),
        ("\u{85}b\u{9F}c", ValueProblem(.controlCharacter, ["position": "2"])),
        (
            String(repeating: "é", count: 128),
            ValueProblem(.notAFile, ["name": String(repeating: "é", count: 128)])
        ),
    ])
    func rejectsOtherNames(name: String, problem: ValueProblem) throws {
        #expect(throws: problem) { try rules.value(name: name, type: "image/png", bytes: []) }
        let json = Self.value(name, "image/png").json
        #expect(throws: problem) { try rules.value(fromJSON: json) }
    }

    @Test(arguments: [
        ("Image/PNG", "image/png"), ("text/plain; charset=utf-8", "text/plain"),
        ("text/plain ;a", "text/plain"), ("", "application/octet-stream"),
        ("text", "application/octet-stream"), ("a/b/c", "application/octet-stream"),
        ("a /b", "application/octet-stream"), ("/b", "application/octet-stream"),
        ("text/<b>", "application/octet-stream"), ("a/\r\nb", "application/octet-stream"),
        ("a/\(String(repeating: "b", count: 126))", "application/octet-stream"),
    ])
    func acceptsWellFormedMediaTypes(type: String, kept: String) throws {
        let value = try FileRules(maximumSize: 3).value(name: "a", type: type, bytes: [])
        #expect(value == Self.value("a", kept))
    }

    @Test(arguments: [
        ("a", "image/svg+xml", true), ("a", "text/plain", true), ("A.PEM", "a/b", true),
        ("a", "text/html", false), ("a.pem.txt", "a/b", false), ("a", "imagex/png", false),
        ("pem", "", false),
    ])
    func acceptsMediaTypesAndEndings(name: String, type: String, isAccepted: Bool) throws {
        let value = try FileRules(maximumSize: 3).value(name: name, type: type, bytes: [])
        let problem = rules.problem(with: value)
        #expect((problem == nil) == isAccepted)
        if !isAccepted {
            #expect(problem?.code == .fileType)
            #expect(problem?.parameters["types"] == "image/*, text/plain, .pem")
            let error = #expect(throws: ValueProblem.self) {
                try rules.value(name: name, type: type, bytes: [])
            }
            #expect(error == problem)
        }
    }

    @Test(arguments: [(2, true), (3, true), (4, false)])
    func checksTheSizeInBytes(size: Int, isAccepted: Bool) throws {
        let bytes = Array(repeating: UInt8(7), count: size)
        let value = try FileRules(maximumSize: 9).value(name: "a", type: "image/png", bytes: bytes)
        let problem = ValueProblem(.tooLargeFile, ["size": String(size), "maximum": "3"])
        #expect(rules.problem(with: value) == (isAccepted ? nil : problem))
        if isAccepted {
            #expect(try rules.value(name: "a", type: "image/png", bytes: bytes) == value)
        } else {
            #expect(throws: problem) {
                try rules.value(name: "a", type: "image/png", bytes: bytes)
            }
        }
        let file = try #require(FileRules.file(of: value))
        #expect(file.name == "a" && file.type == "image/png" && file.bytes == bytes)
    }

    @Test func writesTheRecordAsText() throws {
        let text = #"{"data":"Zm9v","name":"x/a.png","type":"IMAGE/png"}"#
        let value = try rules.value(fromText: text, locale: nil)
        #expect(value == Self.value("a.png", "image/png", "Zm9v"))
        #expect(
            try rules.value(fromText: rules.fieldText(of: value, locale: nil), locale: nil) == value
        )
    }

    @Test(arguments: [
        ("", ValueProblem.Code.required), (" \n", .required), ("a.png", .notAFile),
        ("[]", .notAFile), ("null", .notAFile), (#"{"name": "a", "type": "a/b"}"#, .notAFile),
        (#"{"name": "a", "type": "a/b", "data": 5}"#, .notAFile),
        (#"{"name": "a", "type": "a/b", "data": "Zg"}"#, .notAFile),
        (#"{"name": "a", "type": "a/b", "data": "Zh=="}"#, .notAFile),
        (#"{"name": "a", "type": "a/b", "data": "", "size": 0}"#, .unknownPart),
    ])
    func rejectsOtherText(text: String, code: ValueProblem.Code) {
        let error = #expect(throws: ValueProblem.self) {
            try rules.value(fromText: text, locale: nil)
        }
        #expect(error?.code == code)
    }

    @Test(arguments: [
        Value.text("a"), .list([]), .record([:]), .record(["name": "a", "type": "b", "data": 5]),
    ])
    func rejectsValuesThatAreNotFiles(value: Value) {
        #expect(rules.problem(with: value) == ValueProblem(.notAFile))
        #expect(FileRules.file(of: value) == nil)
    }
}
