import Foundation
import Testing

@testable import FaceplateSchema

/// The test suite of JSON Schema, in a folder that `FACEPLATE_JSON_SCHEMA_TESTS` names.
struct JSONSchemaSuiteTests {
    static let folder = ProcessInfo.processInfo.environment["FACEPLATE_JSON_SCHEMA_TESTS"]

    /// Files of the suite whose rules are not checked, or checked in another way: see the guide JSONSchemas.
    static let unchecked: Set<String> = [
        "dynamicRef", "format", "refRemote", "unevaluatedItems", "unevaluatedProperties",
        "vocabulary",
    ]

    @Test(.enabled(if: folder != nil), arguments: ["draft7", "draft2020-12"])
    func agreesWithTheSuite(draft: String) throws {
        let root = URL(filePath: Self.folder ?? "").appending(path: "tests/\(draft)")
        var passed = 0
        var failed: [String] = []
        var other = 0
        var reports: [String] = []
        for name in Fixtures.names(in: root) {
            let file = try JSONReader.read(
                Fixtures.bytes(root.appending(path: name + ".json")))
            let before = (passed, failed.count, other)
            for group in file.array ?? [] {
                let schema = try #require(group.object?["schema"])
                let version = JSONValue.text(
                    draft == "draft7"
                        ? "http://json-schema.org/draft-07/schema#"
                        : "https://json-schema.org/draft/2020-12/schema")
                let members = schema.object?.members.map { ($0.name, $0.value) } ?? []
                let dated: JSONValue =
                    schema.object == nil || schema.object?["$schema"] != nil
                    ? schema : .object([("$schema", version)] + members)
                let check = JSONSchemaCheck(dated)
                for test in group.object?["tests"]?.array ?? [] {
                    let data = try #require(test.object?["data"])
                    let isValid = Value(part: data).map { check.problem(with: $0) == nil } ?? false
                    if isValid == (test.object?["valid"] == true) {
                        passed += 1
                    } else if Self.unchecked.contains(name) || !check.gaps.isEmpty {
                        other += 1
                    } else {
                        let words = [group, test].compactMap { $0.object?["description"]?.string }
                        failed.append("\(name): \(words.joined(separator: ": "))")
                    }
                }
            }
            let here = (passed - before.0, failed.count - before.1, other - before.2)
            let rest = here.2 == 0 ? "" : " (\(here.2) not checked)"
            reports.append("\(name) \(here.0)/\(here.0 + here.1)\(rest)")
        }
        print("\(draft): \(passed) passed, \(failed.count) failed, \(other) not checked")
        print(reports.joined(separator: ", "))
        #expect(failed == [])
    }
}
