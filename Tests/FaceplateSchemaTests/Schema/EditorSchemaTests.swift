import Foundation
import Testing

@testable import FaceplateSchema

/// The parts of `Schemas/faceplate.schema.json` that the definitions of the controls determine.
///
/// With `RECORD_FIXTURES=1` the test writes the file again, and fails.
struct EditorSchemaTests {
    private static let file = Fixtures.schemas.appending(path: "faceplate.schema.json")

    @Test func fileEqualsTheDefinitions() throws {
        let text = String(decoding: try Fixtures.bytes(Self.file), as: UTF8.self)
        let wanted = EditorSchema.text(replacing: text)
        if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
            try Data(wanted.utf8).write(to: Self.file)
            Issue.record("recorded faceplate.schema.json")
        }
        #expect(text == wanted)
    }

    @Test(arguments: EditorSchema.definitions.map(\.name))
    func fileHasEachDefinition(name: String) throws {
        let text = String(decoding: try Fixtures.bytes(Self.file), as: UTF8.self)
        #expect(text.contains("\n    \"\(name)\": {\n"))
    }

    @Test(arguments: ControlKind.allCases)
    func eachControlAndAttributeHasADescription(kind: ControlKind) {
        let summaries =
            [kind.definition.summary] + kind.definition.attributes.map(\.summary)
        for summary in summaries {
            #expect(summary.hasSuffix(".") && !summary.contains("\n"), "\(summary)")
        }
    }
}
