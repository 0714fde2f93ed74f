import FaceplateSchema
import Testing

struct LabelCatalogTests {
    private let french = LocaleTag("fr") ?? .english

    @Test func keepsTextsByLocale() {
        var catalog = LabelCatalog()
        catalog.set("Ports", for: "PORT", in: french)
        catalog.set("Port", for: "PORT", in: .english)
        catalog.set("Name", for: "NAME", in: .english)
        #expect(catalog.locales == [.english, french])
        #expect(catalog[.english] == ["PORT": "Port", "NAME": "Name"])
        #expect(catalog[french] == ["PORT": "Ports"])
    }

    @Test func isEmptyAtFirst() {
        #expect(LabelCatalog().locales.isEmpty)
        #expect(LabelCatalog()[.english].isEmpty)
    }

    @Test func prefersTheTextOfTheMergedCatalog() {
        var catalog = LabelCatalog()
        catalog.set("old", for: "A", in: .english)
        catalog.set("kept", for: "B", in: .english)
        var other = LabelCatalog()
        other.set("new", for: "A", in: .english)
        other.set("neuf", for: "A", in: french)
        catalog.merge(other)
        #expect(catalog[.english] == ["A": "new", "B": "kept"])
        #expect(catalog[french] == ["A": "neuf"])
    }

    @Test func reportsThePositionOfAnError() {
        let error = LabelFileError(line: 3, column: 7, message: "Found ';'.")
        #expect("\(error)" == "line 3, column 7: Found ';'.")
    }
}
