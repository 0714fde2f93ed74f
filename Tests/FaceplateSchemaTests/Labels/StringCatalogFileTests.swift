import FaceplateSchema
import Testing

struct StringCatalogFileTests {
    private func problem(_ text: String) -> String {
        do throws(LabelFileError) {
            _ = try StringCatalogFile.parse(Array(text.utf8))
            return "none"
        } catch {
            return "\(error)"
        }
    }

    private func wrapped(_ localizations: String) -> String {
        #"{"strings": {"K": {"localizations": \#(localizations)}}}"#
    }

    @Test func readsEachLocale() throws {
        let catalog = try StringCatalogFile.parse(
            Array(
                """
                {
                  "sourceLanguage": "en", "version": "1.0",
                  "strings": {
                    "PORT": {
                      "comment": "A number", "extractionState": "manual",
                      "localizations": {
                        "en": {"stringUnit": {"state": "translated", "value": "Port"}},
                        "pt-BR": {"stringUnit": {"state": "needs_review", "value": "Porta"}},
                        "de": {"stringUnit": {"state": "new", "value": ""}}
                      }
                    },
                    "FILES": {
                      "localizations": {
                        "en": {"variations": {"plural": {
                          "one": {"stringUnit": {"state": "translated", "value": "%d file"}},
                          "other": {"stringUnit": {"state": "translated", "value": "%d files"}}
                        }}},
                        "fr": {"variations": {"device": {"other": {"variations": {"plural": {
                          "other": {"stringUnit": {"value": "%d fichiers"}}
                        }}}}}},
                        "it": {"stringSet": {"values": []}}
                      }
                    },
                    "UNUSED": {}
                  }
                }
                """.utf8))
        #expect(catalog.locales.map(\.description) == ["en", "fr", "pt-BR"])
        #expect(
            catalog[.english] == [
                "PORT": "Port", "FILES": "{count} files", "FILES.plural.one": "{count} file",
                "FILES.plural.other": "{count} files",
            ])
        #expect(
            LocaleTag("fr").map { catalog[$0] } == [
                "FILES": "{count} fichiers", "FILES.plural.other": "{count} fichiers",
            ])
        #expect(LocaleTag("pt-BR").map { catalog[$0] } == ["PORT": "Porta"])
    }

    /// An empty text can be a translation: there is no word in that language.
    @Test(arguments: [("translated", ["K": ""]), ("needs_review", ["K": ""]), ("new", [:])])
    func leavesOutEmptyTextInStateNew(state: String, texts: [String: String]) throws {
        let catalog = try StringCatalogFile.parse(
            Array(wrapped(#"{"en": {"stringUnit": {"state": "\#(state)", "value": ""}}}"#).utf8))
        #expect(catalog[.english] == texts)
    }

    @Test func insertsSubstitutions() throws {
        let catalog = try StringCatalogFile.parse(
            Array(
                wrapped(
                    #"""
                    {"en": {"stringUnit": {"value": "Kept for %#@days@ at most"},
                      "substitutions": {"days": {"argNum": 1, "formatSpecifier": "lld",
                        "variations": {"plural": {
                          "one": {"stringUnit": {"value": "%arg day"}},
                          "other": {"stringUnit": {"value": "%arg days"}}}}}}}}
                    """#
                ).utf8))
        #expect(
            catalog[.english] == [
                "K": "Kept for {count} days at most",
                "K.plural.one": "Kept for {count} day at most",
                "K.plural.other": "Kept for {count} days at most",
            ])
    }

    @Test func insertsSubstitutionsInEveryPluralForm() throws {
        func substitution(_ forms: [(category: String, text: String)]) -> String {
            let units = forms.map {
                #""\#($0.category)": {"stringUnit": {"value": "\#($0.text)"}}"#
            }
            return #"{"variations": {"plural": {\#(units.joined(separator: ", "))}}}"#
        }
        let days = substitution([("one", "%arg day"), ("other", "%arg days")])
        let rooms = substitution([("few", "few rooms"), ("other", "rooms")])
        let catalog = try StringCatalogFile.parse(
            Array(
                wrapped(
                    #"""
                    {"en": {"stringUnit": {"value": "%#@days@ in %#@rooms@"},
                      "substitutions": {"days": \#(days), "rooms": \#(rooms)}}}
                    """#
                ).utf8))
        #expect(
            catalog[.english] == [
                "K": "{count} days in rooms",
                "K.plural.one": "{count} day in rooms",
                "K.plural.few": "{count} days in few rooms",
                "K.plural.other": "{count} days in rooms",
            ])
    }

    /// Xcode keeps a substitution whose place was deleted from the text.
    @Test func anUnusedSubstitutionChangesNothing() throws {
        func substitution(_ unit: String) -> String {
            #"{"variations": {"plural": {"other": {"stringUnit": {"value": "%arg \#(unit)"}}}}}"#
        }
        let catalog = try StringCatalogFile.parse(
            Array(
                wrapped(
                    #"""
                    {"en": {"stringUnit": {"value": "Kept for %#@days@"}, "substitutions": {
                      "days": \#(substitution("days")), "rooms": \#(substitution("rooms"))}}}
                    """#
                ).utf8))
        let text = "Kept for {count} days"
        #expect(catalog[.english] == ["K": text, "K.plural.other": text])
    }

    @Test(
        arguments: [
            ("%lld files", "{count} files"), ("%1$d of %2$d", "{count} of %2$d"),
            ("%@ s", "{count} s"), ("100%", "100%"), ("%% off", "%% off"), ("none", "none"),
        ])
    func marksThePlaceholderOfTheNumber(text: String, named: String) throws {
        let catalog = try StringCatalogFile.parse(
            Array(
                wrapped(
                    #"{"en":{"variations":{"plural":{"other":{"stringUnit":{"value":"\#(text)"}}}}}}"#
                ).utf8))
        #expect(catalog[.english]["K"] == named)
    }

    @Test func rejectsAnUnknownPluralCategory() {
        #expect(
            problem(
                wrapped(
                    #"{"en":{"variations":{"plural":{"single":{"stringUnit":{"value":"a"}},"#
                        + #""other":{"stringUnit":{"value":"b"}}}}}}"#)
            ).hasSuffix(
                "'single' is not a plural category. Possible are zero, one, two, few, many and other."
            ))
    }

    @Test(arguments: [
        ("[]", "line 1, column 1: A string catalog is an object with 'strings'."),
        ("{}", "line 1, column 1: A string catalog is an object with 'strings'."),
        (#"{"strings": 1}"#, "line 1, column 13: 'strings' is of type number, not an object."),
        (
            #"{"strings": {"K": 1}}"#,
            "line 1, column 19: The key 'K' is of type number, not an object."
        ),
    ])
    func reportsMissingPartsOfTheFile(text: String, expected: String) {
        #expect(problem(text) == expected)
    }

    @Test(arguments: [
        ("[]", "'localizations' is of type array, not an object."),
        (#"{"English": {}}"#, "'English' is not a language tag. Write one such as 'pt-BR'."),
        (#"{"en": {"stringUnit": {}}}"#, "The 'stringUnit' of 'K' has no text in 'value'."),
        (
            #"{"en": {"variations": {"plural": {"one": {}}}}}"#,
            "The variations of 'K' have none for 'other'."
        ),
    ])
    func reportsMissingPartsOfALocalization(localizations: String, expected: String) {
        #expect(problem(wrapped(localizations)).hasSuffix(": " + expected))
    }

    @Test func reportsThePositionOfAJSONError() {
        #expect(problem("{\n  x").hasPrefix("line 2, column 3: "))
    }
}
