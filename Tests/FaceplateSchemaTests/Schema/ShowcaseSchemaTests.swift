import Foundation
import Testing

@testable import FaceplateSchema

/// The sample `Schemas/showcase.json`, which uses all controls and attributes.
struct ShowcaseSchemaTests {
    private static let file = Result {
        try SchemaFile(path: Fixtures.schemas.appending(path: "showcase.json").path)
    }
    private let schema: Schema
    private let labels: LabelCatalog
    private let labelProblems: [SchemaFile.LabelProblem]

    init() throws {
        let file = try Self.file.get()
        schema = file.schema
        labels = file.labels
        labelProblems = file.labelProblems
    }

    /// Without a program that renders it, `custom` is JSON in a field, which shows nothing of what it is for.
    @Test(arguments: Control.all.filter { $0.kind != .custom })
    func hasEveryControl(_ control: Control) {
        #expect(schema.items.contains { $0.control == control })
    }

    @Test(arguments: SchemaAttribute.Scope.allCases)
    func usesEveryAttribute(of scope: SchemaAttribute.Scope) throws {
        let text = schema.canonicalJSON
        // The canonical form does not contain the attributes for editors.
        let names = SchemaAttribute.all(of: scope).map(\.name).filter { $0.first != "$" }
            .filter { $0 != "itemJSONSchema" }
        let unused = names.filter { !text.contains("\"\($0)\":") }
        #expect(unused == [])
    }

    @Test func everyLanguageHasTheSameLabels() throws {
        #expect(labelProblems.isEmpty)
        let english = Set(labels[.english].keys)
        #expect(english.count > 300)
        for locale in schema.locales { #expect(Set(labels[locale].keys) == english, "\(locale)") }
    }

    @Test func everyPageHasAtMost15Rows() {
        #expect((6...12).contains(schema.pages.count))
        #expect(schema.pages.contains { $0.path.count == 3 })
        for page in schema.pages {
            let count = page.groups.reduce(0) { $0 + $1.entries.count }
            #expect((1...15).contains(count), "\(page.path)")
        }
    }
}
