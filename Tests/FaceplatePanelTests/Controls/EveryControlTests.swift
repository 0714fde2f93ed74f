import Faceplate
import FaceplateSchema
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The claims about the row of every control, for each row of the table of samples.
///
/// The tests of one control, in the file of its name, are only about what the other controls do not do.
struct EveryControlTests {
    private static let help = #""itemHelp":"Why it matters.""#

    // MARK: - Names and descriptions

    @Test(arguments: ControlKind.allCases)
    func rowHasItsTitle(kind: ControlKind) async throws {
        let row = try await kind.panel(kind == .select ? "" : Self.help).shownRow()
        #expect(row.element != nil)
        let text = kind == .select ? row.page.element("l-k")?.text ?? "" : row.text
        // The title of a button is on it, at the end.
        #expect(kind == .button ? text.hasSuffix("Port") : text.hasPrefix("Port"), "\(text)")
        #expect(row.page.missingIDs == [])
    }

    @Test(arguments: ControlKind.settings)
    func titleAndHelpDescribeEachField(kind: ControlKind) async throws {
        let row = try await kind.panel(Self.help).shownRow()
        #expect(row.field != nil && !row.fields.isEmpty)
        for field in row.fields {
            #expect(field.name.lowercased().contains("port"), "\(field.name)")
        }
        // The help of a `select` group is that of each option.
        #expect(row.field?.description.contains("Why it matters.") == true)
    }

    // MARK: - Rows that cannot be changed

    /// Checks a row that shows its value and has nothing to change it.
    private func expectOnlyText(
        _ row: ShownRow, _ shown: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = row.value ?? row.text
        #expect(text.contains(shown), "\(text)", sourceLocation: sourceLocation)
        #expect(row.fields.isEmpty && row.sent.isEmpty, sourceLocation: sourceLocation)
        #expect(row.buttons == [] && !row.isModified, sourceLocation: sourceLocation)
        #expect(row.page.missingIDs == [], sourceLocation: sourceLocation)
    }

    /// Checks that another value is refused on each way in, and that the current one is not.
    private func expectRefusal(
        _ panel: TestPanel, _ kind: ControlKind, _ words: String, current: String?,
        another: (text: String, json: String)
    ) async throws {
        let value = panel.settings.value("k")
        let text = await panel.post(["k": another.text])
        #expect(text.status == 422 && text.text == "k: \(words)\n")
        let page = await panel.browse(["k": another.text])
        #expect(page.status == 422)
        #expect(ShownPage(page.text).row().problem == "Error: \(words)")
        let json = await panel.put(another.json)
        #expect(json.status == 422 && json.text.contains(words))
        if let current { #expect(await panel.put(current).status == 200) }
        #expect(panel.settings.revision == 0 && panel.settings.value("k") == value)
    }

    @Test(arguments: ControlKind.settings)
    func lockedRowHasItsValueAndTheReason(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel(isLocked: true)
        let row = await panel.shownRow()
        expectOnlyText(row, sample.inRow ?? sample.shown)
        let reason = "environment variable FACEPLATE_SET_K. Remove it to change the setting here"
        #expect(row.lock == "Set by \(reason).")
        #expect(!sample.isSecret || !row.text.contains(sample.text))
        try await expectRefusal(
            panel, kind, "Port is set by \(reason)", current: sample.isSecret ? nil : sample.json,
            another: (sample.anotherText, sample.anotherJSON))
    }

    @Test(arguments: ControlKind.settings.filter { !$0.sample.isAlwaysEditable })
    func readOnlyRowHasItsValueAndTheReason(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel(#""itemReadOnly":true"#)
        try await expectRefusal(
            panel, kind, "Port is read-only",
            current: sample.initial.0.isEmpty ? nil : sample.initial.0,
            another: (sample.text, sample.json))
        let empty = await panel.shownRow()
        #expect(empty.lock == "Read-only")
        expectOnlyText(empty, [.editTable, .editMap].contains(kind) ? "x" : sample.initial.1)
        // The program can still set it.
        try panel.setSample(of: kind)
        expectOnlyText(await panel.shownRow(), sample.inRow ?? sample.shown)
    }

    @Test(arguments: ControlKind.settings)
    func rowOfAReadOnlyViewerHasItsValue(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel {
            $0.identify = { _ in Requester(name: "ada", access: .view) }
        }
        try panel.setSample(of: kind)
        expectOnlyText(await panel.shownRow(), sample.inRow ?? sample.shown)
        #expect(await panel.put(sample.anotherJSON).status == 403)
    }

    // MARK: - Rejected values

    @Test(arguments: ControlKind.allCases)
    func rejectedTextIsReportedOnThePageAndAtItsField(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel(kind == .select ? "" : Self.help)
        let answer = await panel.browse(["k": sample.wrong])
        #expect(answer.status == 422 && panel.settings.revision == 0)
        let row = ShownPage(answer.text).row()
        let lines = row.page.root.inner.filter { $0.name == "li" && $0.text == sample.problem }
        #expect(lines.count == 1 && row.page.missingIDs == [])
        guard ControlKind.settings.contains(kind) else { return }
        #expect(row.problem == "Error: \(sample.problem)")
        #expect(lines[0].inner.map { $0["href"] } == ["#c-k"])
        let field = try #require(row.field)
        #expect(field.description.contains(sample.problem))
        #expect(field.description.contains("Why it matters.") || kind == .select)
        if sample.kept != nil { #expect(row.fields.count { $0.isInvalid } == 1) }
    }

    /// The controls whose own problem is about the whole value, and not about a part of it or its absence.
    private static let withOneField = ControlKind.settings.filter {
        $0.sample.kept != nil && ![.editList, .editTable, .editMap, .custom].contains($0)
    }

    @Test(arguments: withOneField)
    func messageOfTheSchemaReplacesTheReason(kind: ControlKind) async throws {
        var labels = LabelCatalog()
        labels.set("Ask the office", for: "K.problem", in: .english)
        let panel = try TestPanel.of(kind.schema(), labels: labels)
        let row = ShownPage(await panel.browse(["k": kind.sample.wrong]).text).row()
        #expect(row.problem == "Error: Ask the office")
    }

    @Test(arguments: ControlKind.settings)
    func rejectedTextStaysInItsField(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel()
        let row = ShownPage(await panel.browse(["k": sample.wrong]).text).row()
        if let kept = sample.kept {
            #expect(row.sent.contains { $0.value == kept }, "\(row.sent)")
        } else {
            // The field cannot contain the text, so that nothing is chosen, or the text is a secret.
            #expect(!row.sent.contains { $0.value == sample.wrong })
        }
        #expect(!sample.isSecret || !row.text.contains(sample.wrong))
    }

    @Test(arguments: ControlKind.settings)
    func typedTextStaysWhileAnotherFieldIsWrong(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel(others: TestPanel.item("switch", key: "other"))
        let answer = await panel.client.post(
            sample.fields + [("other", "x")], fields: [("accept", "text/html")])
        #expect(answer.status == 422 && panel.settings.revision == 0)
        let row = ShownPage(answer.text).row()
        if sample.isSentOnce {
            #expect(!row.sent.contains { $0.value == sample.text })
            return
        }
        #expect(row.problem == nil)
        for field in sample.fields {
            #expect(row.sent(field.name).contains(field.value), "\(row.sent)")
        }
    }

    // MARK: - Set values

    @Test(arguments: ControlKind.settings)
    func setValueHasAResetButton(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel()
        let untouched = await panel.shownRow()
        #expect(!untouched.isModified)
        try panel.setSample(of: kind)
        let row = await panel.shownRow()
        let button = sample.isSecret ? "Remove “Port”" : "Reset to \(sample.initial.1)"
        #expect(row.buttons.last == (kind == .editFile ? "Remove a.png" : button), "\(row.buttons)")
        #expect(row.isModified != sample.isSecret)
        #expect(await panel.browse(["_reset": "k"]).status == 303)
        #expect(panel.settings.value("k") == sample.initialValue)
        #expect(await panel.shownRow().buttons == untouched.buttons)
    }

    @Test(arguments: ControlKind.settings, ["en", "de", "fr", "ja", "ar"])
    func postingTheShownValueChangesNothing(kind: ControlKind, language: String) async throws {
        let panel = try kind.panel()
        try panel.setSample(of: kind)
        let stored = panel.settings.value("k")
        let form =
            await panel.shownRow(at: "/?lang=\(language)").sent
            + [("_locale", language), ("_revision", "1")]
        let fields = [(name: "accept", value: "text/html")]
        #expect(await panel.client.post(form, fields: fields).header("location") == "/?same=1")
        #expect(panel.settings.revision == 1 && panel.settings.value("k") == stored)
        // The page is old now; its field is still not a change.
        try panel.settings.applyAndWait(
            Batch(
                [Assignment("k", .json(ControlSample.json(kind.sample.anotherJSON)))],
                origin: .program))
        #expect(await panel.client.post(form, fields: fields).header("location") == "/?same=1")
        #expect(panel.settings.revision == 2)
    }

    // MARK: - Other pages

    @Test(arguments: ControlKind.allCases)
    func searchFindsTheControl(kind: ControlKind) async throws {
        let panel = try kind.panel()
        if ControlKind.settings.contains(kind) { try panel.setSample(of: kind) }
        #expect(await panel.shownRow(at: "/?q=port").element != nil)
        #expect(await panel.shownRow(at: "/?q=nowhere").element == nil)
    }

    @Test(arguments: ControlKind.allCases)
    func pageAsTextHasItsValue(kind: ControlKind) async throws {
        let sample = kind.sample
        let panel = try kind.panel()
        var note = ""
        if ControlKind.settings.contains(kind) {
            try panel.setSample(of: kind)
            note = sample.isSecret ? "" : " (Modified.)"
        }
        let text = await panel.page("/?view=text")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let value = sample.shown.isEmpty ? "" : ": \(sample.shown)"
        #expect(text.hasSuffix(" Port [k]\(value)\(note)"), "\(text)")
    }
}
