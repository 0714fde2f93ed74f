import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct FormPostTests {
    private static let json = #"""
        [{"groupKey":"g","items":[
            {"itemKey":"on","itemControlType":"switch"},
            {"itemKey":"name","itemControlType":"edit_text","itemRenamedFrom":["title"]},
            {"itemKey":"secret","itemControlType":"edit_password","itemRenamedFrom":["word"]},
            {"itemKey":"go","itemControlType":"button"},
            {"itemKey":"run","itemControlType":"link"},
            {"itemKey":"far","itemControlType":"link","itemURL":"/far"},
            {"itemKey":"note","itemControlType":"text"}]},
         {"groupKey":"theme","items":[
            {"itemKey":"light","itemControlType":"select"},
            {"itemKey":"dark","itemControlType":"select"}]}]
        """#

    private static func post(_ form: TestPanel.Fields) throws -> FormPost {
        try FormPost(
            form.map { FormField(name: $0.key, value: $0.value) },
            schema: SchemaReader.read(Array(json.utf8), name: "test"))
    }

    /// Returns the assignments as `key=text`, `key reset` and `key clear`.
    private static func wishes(_ post: FormPost) -> [String] {
        post.assignments.map { assignment in
            switch assignment.input {
            case .text(let text, _): "\(assignment.key)=\(text)"
            case .reset: "\(assignment.key) reset"
            case .clear: "\(assignment.key) clear"
            default: "\(assignment.key) ?"
            }
        }
    }

    @Test(
        arguments: [
            ([:], []), (["on": "YES"], ["on=YES"]),
            (["on": "NO", "on": "YES"], ["on=YES"]),
            (["on": "NO", "name": "a", "on": "YES"], ["on=YES", "name=a"]),
            (["name": "b", "on": "1"], ["name=b", "on=1"]),
            (["_reset": "on", "on": "YES"], ["on=YES", "on reset"]),
            (["_clear": "secret", "secret": "x"], ["secret=x", "secret clear"]),
            (["_reset": "a", "_clear": "b", "_reset": "c"], ["a reset", "b clear", "c reset"]),
            (["_revision": "1", "_locale": "fr", "_dry_run": "0"], []),
            (["theme": "dark", "light": "YES"], ["theme=dark", "light=YES"]),
            (["nope": "x", "note": "y"], ["nope=x", "note=y"]), (["go": "press"], []),
        ] as [(TestPanel.Fields, [String])])
    func assignsInTheOrderSentAndResetsLast(form: TestPanel.Fields, wishes: [String]) throws {
        #expect(try Self.wishes(Self.post(form)) == wishes)
    }

    @Test(
        arguments: [
            ([:], nil), (["_revision": "7"], 7), (["_revision": "0"], 0),
            (["_revision": "2", "_revision": "2"], 2),
        ] as [(TestPanel.Fields, Int?)])
    func readsTheRevision(form: TestPanel.Fields, revision: Int?) throws {
        #expect(try Self.post(form).revision == revision)
    }

    @Test(arguments: ["", "x", "-1", "1.5", " 1", "9223372036854775808", "1e3", "٣"])
    func rejectsAnInvalidRevision(text: String) {
        #expect(
            throws: FormError(
                status: 400, message: "'_revision' must be the number of a revision, like 7.")
        ) { try Self.post(["_revision": text]) }
    }

    @Test(
        arguments: [
            ([:], false), (["_dry_run": "1"], true), (["_dry_run": "true"], true),
            (["_dry_run": "0"], false), (["_dry_run": "1", "_dry_run": "1"], true),
        ] as [(TestPanel.Fields, Bool)])
    func readsTheDryRunField(form: TestPanel.Fields, isDryRun: Bool) throws {
        #expect(try Self.post(form).options.isDryRun == isDryRun)
    }

    @Test(arguments: ["", "yes", "2", "YES"])
    func rejectsAnInvalidDryRunField(text: String) {
        #expect(throws: FormError(status: 400, message: "'_dry_run' must be 1 or 0.")) {
            try Self.post(["_dry_run": text])
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["_locale": "fr"], "fr"), (["_locale": "pt_br"], "pt-BR"),
            (["_locale": "ar", "_locale": "ar"], "ar"), (["_locale": "no such"], nil),
        ] as [(TestPanel.Fields, String?)])
    func readsTheLanguage(form: TestPanel.Fields, locale: String?) throws {
        #expect(try Self.post(form).locale?.description == locale)
    }

    /// Forms with special fields that contradict each other, and the error message that names them.
    static let contradictions: [(form: TestPanel.Fields, sentence: String)] = [
        (["_undo": "1", "_undo": "2"], "'_undo' is sent twice with different values. Send one."),
        (
            ["_undo": "1", "_undo": "1:on"],
            "'_undo' is sent twice with different values. Send one."
        ),
        (
            ["_restore": "1", "_restore": "2"],
            "'_restore' is sent twice with different values. Send one."
        ),
        (
            ["_revision": "1", "on": "YES", "_revision": "2"],
            "'_revision' is sent twice with different values. Send one."
        ),
        (
            ["_dry_run": "1", "_dry_run": "0"],
            "'_dry_run' is sent twice with different values. Send one."
        ),
        (
            ["_preview": "1", "_preview": "check"],
            "'_preview' is sent twice with different values. Send one."
        ),
        (
            ["_locale": "en", "_locale": "ar"],
            "'_locale' is sent twice with different values. Send one."
        ),
        (
            ["_confirm": "go", "_confirm": "run"],
            "'_confirm' is sent twice with different values. Send one."
        ),
        (["_undo": "1", "_restore": "1"], "'_undo' and '_restore' exclude each other. Send one."),
        (
            ["_restore": "1", "_undo": "1:on"],
            "'_undo' and '_restore' exclude each other. Send one."
        ),
        (
            ["_review": "1", "_preview": "1"],
            "'_preview' and '_review' exclude each other. Send one."
        ),
        (["_preview": "zzz"], "'_preview' must be 1 or 'check'."),
        (["_review": "zzz"], "'_review' must be 1 or 0."),
        (["_done": ""], "'_done' must be 1 or 0."),
        (["_typed": "x"], "'_typed' must be 1 or 0."),
        (["_keeps": "x"], "'_keeps' must be 1 or 0."),
        (["_sync": "later"], "'_sync' must be 'now'."),
    ]

    @Test(arguments: contradictions)
    func rejectsContradictoryAndInvalidFields(_ row: (form: TestPanel.Fields, sentence: String)) {
        #expect(throws: FormError(status: 400, message: row.sentence)) {
            try Self.post(row.form)
        }
    }

    @Test func acceptsRepeatedFields() throws {
        let post = try Self.post(["_reset": "on", "_reset": "name", "_clear": "secret"])
        #expect(Self.wishes(post) == ["on reset", "name reset", "secret clear"])
        #expect(try Self.post(["_undo": "1", "_undo": "1"]).reversal != nil)
        #expect(try !Self.post(["_done": "0"]).isDone)
    }

    @Test
    func readsValuesInALanguageSentAfterThem() throws {
        let post = try Self.post(["name": "1", "_locale": "fr"])
        #expect(post.assignments == [Assignment("name", .text("1", locale: LocaleTag("fr")))])
    }

    @Test(
        arguments: [
            ("_revison", "_revision"), ("_rest", "_reset"), ("_Reset", "_reset"),
            ("_dryrun", "_dry_run"),
            ("_csrf", nil), ("_", nil), ("_action", nil),
        ] as [(String, String?)])
    func rejectsUnknownReservedFields(name: String, nearest: String?) throws {
        #expect(
            try Self.post([name: "x"]).problems
                == [KeyProblem(key: name, problem: ValueProblem(.unknownKey), nearest: nearest)])
    }

    @Test(
        arguments: [
            (["go": "press"], "go"), (["run": "press"], "run"),
            (["go": "press", "run": "press"], "run"),
            (["on": "YES"], nil),
        ] as [(TestPanel.Fields, String?)])
    func findsThePressedButton(form: TestPanel.Fields, key: String?) throws {
        let post = try Self.post(form)
        #expect(post.pressed?.key == key)
        #expect(post.problems.isEmpty)
    }

    @Test(arguments: [["go": "x"], ["run": ""], ["far": "press"]] as [TestPanel.Fields])
    func rejectsInvalidPresses(form: TestPanel.Fields) throws {
        let post = try Self.post(form)
        #expect(post.pressed == nil)
        #expect(post.problems.map(\.problem.code) == [.notAnAction])
    }

    @Test
    func keepsTypedTextButNoSecret() throws {
        let post = try Self.post([
            "on": "NO", "on": "YES", "title": "old key", "secret": "hunter2", "light": "YES",
            "theme": "dark", "nope": "x", "go": "press",
        ])
        #expect(
            post.typed.mapValues { $0.texts.last } == [
                "on": "YES", "name": "old key", "theme": "dark",
            ])
    }

    /// A page of before a change of the schema sends former keys.
    @Test
    func mapsReservedFieldsOfFormerKeysAndOptions() throws {
        let post = try Self.post([
            "_revision": "9", "_revision[title]": "1", "_revision[dark]": "2",
            "_keep[title]": "mine", "_keep[light]": "theirs", "_keep[gone]": "mine",
            "_for[title]": "2h",
            "_for[dark]": "1h", "secret": "hunter2", "_clear": "word", "_remove": "title[0]",
        ])
        #expect(post.revisions == ["name": 1, "theme": 2])
        // A reversal can concern a key that the schema no longer has.
        #expect(post.choices == ["name": .mine, "theme": .theirs, "gone": .mine])
        #expect(post.lifetimes == ["name": .seconds(7_200), "theme": .seconds(3_600)])
        #expect(post.typedSecrets.isEmpty && post.edited == "name")
        #expect(post.problems.isEmpty)
    }

    /// A menu of times can have an option for no time.
    @Test
    func replacesAnEarlierTimeWithAnEmptyOne() throws {
        #expect(try Self.post(["_for[title]": "2h", "_for[name]": ""]).lifetimes.isEmpty)
    }

    @Test(arguments: [("on", ValueProblem.Code.notAList), ("nope", .unknownKey)])
    func rejectsAnAdditionToOtherSettings(key: String, code: ValueProblem.Code) throws {
        #expect(try Self.post(["_add": key]).problems.map(\.problem.code) == [code])
    }

    @Test(arguments: ["on", "name", "secret"])
    func rejectsAFileForOtherSettings(key: String) async throws {
        let panel = try TestPanel.of(Self.json)
        let response = await Self.sendFile(key, to: panel)
        #expect(response.status == 422)
        #expect(response.text.contains(#""key":"\#(key)","code":"not_text""#))
        #expect(panel.settings.revision == 0)
    }

    private static func sendFile(_ key: String, to panel: TestPanel) async -> PanelResponse {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"\(key)\"; filename=\"a\"\r\n\r\nx"
            + "\r\n--b--\r\n"
        return await panel.client.send(
            SimpleRequest(
                "POST", "/",
                fields: [
                    ("host", "localhost"), ("content-type", "multipart/form-data; boundary=b"),
                    ("accept", "application/json"),
                ],
                body: Array(body.utf8)))
    }

    @Test
    func reportsAFileForAnUnknownSetting() async throws {
        let response = await Self.sendFile("nam", to: try TestPanel.of(Self.json))
        #expect(response.text.contains("No setting is named nam. Did you mean name?"))
    }

    @Test(arguments: [
        "", "k", ":", "k:", ":up", "k:UP", "k:up:up", "k:left", "k: up", "k:up ",
    ])
    func rejectsAnInvalidStep(text: String) {
        #expect(
            throws: FormError(
                status: 400,
                message: "'_step' must be a key with ':up' or ':down', like 'volume:up'.")
        ) { try Self.post(["_step": text]) }
    }

    @Test
    func countsSteps() throws {
        let post = try Self.post(["_step": "a:up", "a": "1", "_step": "a:up", "_step": "b:down"])
        let steps = post.assignments.map { assignment -> String in
            guard case .form(let fields) = assignment.input else { return "" }
            return "\(assignment.key) \(fields.texts) \(fields.steps)"
        }
        #expect(steps == [#"a ["1"] 2"#, "b [] -1"])
    }
}
