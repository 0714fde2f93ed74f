import FaceplateCryptography
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate
@testable import FaceplateSchema

/// Every error has a sentence, however it is printed.
struct SpokenErrorTests {
    private static let errors: [(any Error, String)] = [
        (
            ApplyError.refused([
                KeyProblem(key: "volume", problem: .message("It goes to eleven.")),
                KeyProblem(
                    key: "port",
                    problem: ValueProblem(
                        .tooLarge, ["value": "70000", "maximum": "65535"], kind: .integer)),
                KeyProblem(key: "prt", problem: ValueProblem(.unknownKey), nearest: "port"),
            ]),
            "It goes to eleven.\n'port' must be 65535 or fewer.\n"
                + "No setting is named 'prt'. Did you mean 'port'?"
        ),
        (ApplyError.refused([]), "The change was rejected."),
        (
            ApplyError.conflict([
                KeyConflict(
                    key: "port", theirs: .value(80), revision: 3, origin: nil, time: nil,
                    mine: .onDefault)
            ]),
            "'port' was changed in revision 3: it is 80 now."
        ),
        (
            ApplyError.conflict([]), "The revision that the change is based on does not exist."
        ),
        (ApplyError.store(.closed), "The settings were closed."),
        (StoreError(.full, "The disk is full."), "The disk is full."),
        (ApplyFailure("The port is taken."), "The port is taken."),
        (ValueProblem(.required), "The value is missing."),
        (ProfileError.tooMany, "There are 100 profiles already. Remove one first."),
        (
            PreferencesError(problems: [.init(property: "P.a", key: "a", description: "It is so.")]
            ),
            "It is so."
        ),
        (
            JSONError(position: TextPosition(line: 1, column: 2), message: "No."),
            "line 1, column 2: No."
        ),
        (AmountFailure.tooLarge, "The amount is too large."),
        (RegularFile.Refusal.missing, "There is no such file."),
        (
            AuthenticatedCipher.Failure.authentication,
            "The bytes were encrypted with another key, or changed since."
        ),
    ]

    @Test(arguments: errors.indices)
    func isTheSameInEveryDescription(index: Int) {
        let (error, words) = Self.errors[index]
        #expect("\(error)" == words)
        #expect(String(describing: error) == words)
        #expect(error.localizedDescription == words)
    }

    @Test(arguments: ["en", "de", "xx"])
    func rejectionsAreInTheLanguageOfTheReader(locale: String) throws {
        let error = ApplyError.refused([
            KeyProblem(
                key: "port",
                problem: ValueProblem(
                    .tooLarge, ["value": "70000", "maximum": "65535"], kind: .integer))
        ])
        let tag = try #require(LocaleTag(locale))
        #expect((error.message(in: tag) == error.description) == (locale != "de"))
        #expect(error.message(in: tag).hasSuffix("."))
    }

    @Test func everyLanguageHasARejection() {
        let problem = KeyProblem(key: "port", problem: ValueProblem(.readOnly))
        for locale in ProblemWords.locales {
            let message = problem.message(in: locale)
            #expect(message.contains("port") && message.last?.isLetter == false, "\(message)")
        }
    }

    /// Each type of an error in the sources is a `SpokenError`, or is made one where Foundation is known.
    @Test func everyErrorOfThePackageHasAMessage() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        let declaration = try Regex(#"(?:struct|enum|class) (\w+): ([^{]*)\{"#)
        let extended = try Regex(#"extension (?:\w+\.)*(\w+): (?:SpokenError|LocalizedError)"#)
        var (mute, given, count): ([String], Set<String>, Int) = ([], [], 0)
        for case let path as String in files where path.hasSuffix(".swift") {
            // The command line and the examples print their errors themselves.
            if path.hasPrefix("FaceplateCLI/") || path.hasPrefix("Examples/") { continue }
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            given.formUnion(
                text.matches(of: extended).compactMap { $0.output[1].substring.map(String.init) })
            for match in text.matches(of: declaration) {
                let parents = (match.output[2].substring ?? "").split { !$0.isLetter }
                let name = String(match.output[1].substring ?? "")
                if parents.contains("SpokenError") { count += 1 }
                if parents.contains("Error"), !parents.contains("SpokenError") { mute.append(name) }
            }
        }
        #expect(count > 25 && given.count >= 4)
        #expect(mute.filter { !given.contains($0) } == [])
    }

    private struct Volume: Preferences {
        @Setting var volume = 1
        @Setting var secretive = "a"
    }

    @Test func aRejectionAndTheLogHaveTheMessage() throws {
        let log = RecordedLog()
        let settings = try Settings.inMemory(
            Make.schema(
                Make.panel(
                    #"volume edit_integer "itemValue": 1"#,
                    #"secretive choice "itemOptions": ["a", "b"], "itemValue": "a""#)),
            logger: log.logger)
        defer { settings.close() }
        settings.willSave { save in
            save.change(of: "volume") == nil ? nil : .key("volume", "It goes to eleven.")
        }
        let properties = try Volume(settings)
        properties.volume = 12
        #expect(properties.$volume.refusal.map { "\($0)" } == "It goes to eleven.")
        #expect(properties.$volume.refusal?.localizedDescription == "It goes to eleven.")
        #expect(log.lines.contains("a property was not set: It goes to eleven."))
        properties.secretive = "planted-1f3a"
        #expect(
            properties.$secretive.refusal != nil && !log.details.contains { $0.contains("planted") }
        )
    }

    @Test func publicValuesAreReadable() throws {
        let json: JSONValue = ["a": [1, "x", nil]]
        #expect("\(json)" == #"{"a":[1,"x",null]}"#)
        let old: JSONValue = 7
        // The body of a `migrate:` closure.
        #expect(old.number.map { "\($0)" } == "7")
        #expect("\(Value.record(["b": 2, "a": .text("x")]))" == #"{"a":"x","b":2}"#)
        #expect("\(Veto.keys(["b": "No.", "a": "Nor this."]))" == "'a': Nor this.\n'b': No.")
        #expect("\(Veto.all("Not now."))" == "Not now.")
        let several = Veto.key("a", ["de": "Nein.", "en": "No."])
        for (locale, words) in [("de-AT", "Nein."), ("en", "No."), ("fr", "No."), (nil, "No.")] {
            let problems = several.problems([], in: locale.flatMap { LocaleTag($0) })
            #expect(problems.map(\.description) == [words])
        }
        let change = Change(key: "port", old: .value(80), new: .onDefault)
        #expect("\(change)" == "'port' from 80 to (default)")
        #expect(
            "\(Outcome(revision: 3, changes: [change]))"
                == "revision 3: 'port' from 80 to (default)")
        #expect("\(Outcome(revision: 3, changes: []))" == "revision 3, no changes")
        #expect(
            "\(ParkedValue(key: "a", value: ["set": true], reason: "Why.", revision: 1, isSecret: true))"
                == "'a': (secret): Why.")
        #expect("\(EvolutionPlan())" == "No changes.")
        #expect("\(KeyProblem(key: "a", problem: ValueProblem(.required)))" == "'a' is missing.")
    }
}
