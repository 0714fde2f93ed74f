import Faceplate
import FaceplateHTML
import FaceplateSchema

/// The texts of a panel in all languages: those of the program, and those that its host adds.
final class PanelWords: Sendable {
    static let shipped = PanelWords(page: PageWord.shipped, problems: ProblemWord.shipped)

    let page: WordTables<PageWord>
    let problems: WordTables<ProblemWord>
    /// The problems of the added catalogs.
    let faults: [String]
    /// The parts of pages that JavaScript shows, by language; they are rendered once.
    let scriptParts = Locked<[LocaleTag: Markup]>([:])

    private init(
        page: WordTables<PageWord>, problems: WordTables<ProblemWord>, faults: [String] = []
    ) {
        self.page = page
        self.problems = problems
        self.faults = faults
    }

    /// A later folder replaces texts of an earlier one.
    static func adding(_ folders: [String]) -> PanelWords {
        guard !folders.isEmpty else { return shipped }
        var page: [LocaleTag: [PageWord: Phrase]] = [:]
        var problems: [LocaleTag: [ProblemWord: Phrase]] = [:]
        var faults: [String] = []
        for path in folders {
            var folder = WordFolder(path, kinds: [PageWord.folder, ProblemWord.folder])
            page.merge(folder.read(PageWord.self)) { $0.merging($1) { $1 } }
            problems.merge(folder.read(ProblemWord.self)) { $0.merging($1) { $1 } }
            faults += folder.problems
        }
        return PanelWords(
            page: WordTables(adding: page), problems: WordTables(adding: problems), faults: faults)
    }

    /// The languages that only the host has, which pages offer.
    var addedLocales: [LocaleTag] {
        let locales = page.addedLocales
        return locales + problems.addedLocales.filter { !locales.contains($0) }
    }
}
