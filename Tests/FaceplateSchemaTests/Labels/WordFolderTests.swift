import Foundation
import Testing

@testable import FaceplateSchema

/// The catalogs that a host adds.
struct WordFolderTests {
    /// A temporary folder with files.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appending(path: "words-\(UUID())").path

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (name, text) in files {
                let url = URL(filePath: "\(path)/\(name)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Returns the texts, and the problems without the path of the folder.
        func read() -> (tables: WordTables<ProblemWord>, problems: [String]) {
            var folder = WordFolder(path, kinds: ["Page", "Problems"])
            let added = folder.read(ProblemWord.self)
            return (
                WordTables(adding: added),
                folder.problems.map {
                    $0.replacing("\(path)/", with: "").replacing(path, with: "DIR")
                }
            )
        }
    }

    private static let nl = LocaleTag("nl") ?? .english

    @Test func addALanguage() throws {
        let folder = try Folder([
            "Problems/nl.strings": """
            "missing" = "Vul {Label} in";
            "max" = "{Label} mag hoogstens {max} tekens hebben";
            "max.plural.one" = "{Label} mag hoogstens {max} teken hebben";
            "amountMinutes" = "{n} minuten"; "amountMinutes.plural.one" = "{n} minuut";
            "dateFormat" = "d MMMM y";
            """
        ])
        let (tables, problems) = folder.read()
        #expect(problems == [])
        #expect(tables.locales.map(\.description) == ["en", "fr", "ar", "de", "ja", "nl"])
        #expect(tables.addedLocales == [Self.nl])
        let words = ProblemWords(Self.nl, in: tables)
        #expect(words.sentence(for: ValueProblem(.required), label: "Poort") == "Vul Poort in")
        let short = ValueProblem(.tooLong, ["maximum": "1"])
        #expect(words.sentence(for: short, label: "Poort") == "Poort mag hoogstens 1 teken hebben")
        #expect(words.durations.text(seconds: ExactDecimal(60)) == "1 minuut")
        #expect(words.dates.text(of: "2026-11-20") == "20 november 2026")
        // A missing text is in English.
        let locked = words.sentence(for: ValueProblem(.readOnly), label: "Poort")
        #expect(locked == "Poort is read-only")
        #expect(words.durations.text(seconds: ExactDecimal(7_200)) == "2 hours")
        // Others are unchanged.
        let shipped = ProblemWords(Self.nl)
        #expect(
            shipped.sentence(for: ValueProblem(.required), label: "Port") == "“Port” is missing")
    }

    @Test func replaceTextOfTheProgram() throws {
        let folder = try Folder([
            "Problems/en.strings": #""missing" = "Please enter {label}";"#,
            "Problems/de-CH.strings": #""missing" = "Bitte {Label} eingeben";"#,
        ])
        let (tables, problems) = folder.read()
        #expect(problems == [])
        func sentence(_ tag: String, _ code: ValueProblem.Code) throws -> String {
            ProblemWords(try #require(LocaleTag(tag)), in: tables).sentence(
                for: ValueProblem(code), label: "Host name")
        }
        #expect(try sentence("en-GB", .required) == "Please enter host name")
        #expect(try sentence("en", .readOnly) == "Host name is read-only")
        #expect(try sentence("de-CH", .required) == "Bitte Host name eingeben")
        // The other texts of a variant are those of its language.
        #expect(try sentence("de-CH", .readOnly) == sentence("de", .readOnly))
    }

    @Test(
        arguments: [
            (
                "\n\"misssing\" = \"x\";",
                "2: No text is named 'misssing'. Did you mean 'missing'?"
            ),
            (
                #""missing" = "Vul {Lable} in";"#,
                "1: 'missing' has no slot {Lable}. Its slots are {Label}, {label}."
            ),
            (
                #""notenabled" = "x";"#,
                "1: No text is named 'notenabled'. Did you mean 'notEnabled'?"
            ),
            (
                #""unitDays" = "{n} dagen";"#,
                "1: 'unitDays' has no slot {n}. It has no slots."
            ),
            (
                #""missing" = "Vul {Label in";"#,
                "1: A brace in 'missing' is not closed or not opened."
            ),
            (
                #""max" = "x"; "max.plural.fewer" = "y";"#,
                "1: 'fewer' is not a plural category. Possible are zero, one, two, few, many and other."
            ),
            (
                #""max.plural.one" = "{max}";"#,
                "1: 'max' has plural forms, but no general form: write \"max\" too."
            ),
            (
                "\"missing\" = \"a\";\n\"missing\" = \"b\";",
                "2: 'missing' is written twice; the last one counts."
            ),
            (
                #""dateFormat" = "YYYY-MM";"#,
                "1: 'YYYY-MM' is not a date format: 'YYYY' is the year that a week belongs to, wrong "
                    + "around New Year. Write 'yyyy' for the year of the date."
            ),
            (
                #""missing" = "a""#,
                "1: Found the end of the file after 'missing', where ';' was expected."
            ),
            (
                "\n\n\"missing\" = \"a",
                "3: The \" that opens the text of 'missing' here is never closed."
            ),
        ])
    func reportAFault(text: String, problem: String) throws {
        let (tables, problems) = try Folder(["Problems/nl.strings": text]).read()
        #expect(problems == ["Problems/nl.strings:" + problem])
        // The text of the program is used instead, unless the last of two counts.
        let sentence = ProblemWords(Self.nl, in: tables).sentence(
            for: ValueProblem(.required), label: "Port")
        #expect(sentence == (problem.hasSuffix("counts.") ? "b" : "“Port” is missing"))
    }

    /// Its pages would be in English.
    @Test(arguments: [
        ("", []), (#""missing" = "x""#, []), (#""misssing" = "x";"#, []),
        (#""misssing" = "x"; "missing" = "Vul in";"#, [nl]),
    ])
    func offerOnlyLanguagesWithText(text: String, locales: [LocaleTag]) throws {
        let tables = try Folder(["Problems/nl.strings": text]).read().tables
        #expect(tables.addedLocales == locales)
    }

    @Test func reportFilesThatAreNotCatalogs() throws {
        let folder = try Folder([
            "page/nl.strings": "", "nl.strings": "", "Problems/dutch.strings": "",
            "Problems/nl.xcstrings": "", "Problems/more/nl.strings": "", "README.md": "",
            ".git/x": "", "Problems/notes.txt": "",
        ])
        let name =
            "The name is not a language and '.strings', like 'nl.strings' or 'pt-BR.strings'."
        #expect(
            folder.read().problems == [
                "nl.strings: Catalogs of texts are in the folders 'Page' and 'Problems'.",
                "page: Catalogs of texts are in the folders 'Page' and 'Problems'. "
                    + "Did you mean 'Page'?",
                "Problems/dutch.strings: \(name)", "Problems/more: \(name)",
                "Problems/nl.xcstrings: \(name)",
            ])
        #expect(
            try Folder([:]).read().problems
                == ["DIR: It has none of the folders 'Page' and 'Problems'."])
        #expect(
            WordFolder("/nowhere", kinds: ["Page"]).problems
                == ["/nowhere: It is not a folder that can be read."])
    }

    /// Cuts and damages a catalog at each place; the texts stay usable.
    @Test func aDamagedCatalogNeverCrashes() throws {
        let catalog = Array(
            #"/* é */ "max" = "{max} \U00e9"; "max.plural.one" = '{Label}'; unitDays = "d\n";"#
                .utf8)
        for place in catalog.indices {
            for byte in [nil, 0, 0x22, 0x5C, 0x7B, 0xFF] as [UInt8?] {
                var bytes = catalog
                if let byte { bytes[place] = byte } else { bytes.removeSubrange(place...) }
                let added = (try? WordFile<ProblemWord>(bytes).checked().phrases) ?? [:]
                let words = ProblemWords(Self.nl, in: WordTables(adding: [Self.nl: added]))
                let problem = ValueProblem(.tooLong, ["maximum": "1"])
                #expect(!words.sentence(for: problem, label: "x").isEmpty)
                #expect(words.text(.missing, ["Label": "x"]) == "“x” is missing")
            }
        }
    }
}
