import Faceplate
import FaceplateHTML
import FaceplateImport

/// The page that reads a file of values, and shows its changes before they are saved.
struct ImportPage {
    /// The result of a file, with the file encrypted for the next post.
    struct Preview {
        let result: ImportResult
        /// The part of the outcome that the viewer may see.
        let changes: [Change]
        /// The rejected values, without names of withheld settings.
        let refused: [ImportTrial.Refused]
        let file: String
        let hasSealedSecrets: Bool
        /// The number of settings that others have changed since an earlier preview of the file.
        let conflicts: Int
    }

    let context: PageContext
    var preview: Preview?
    /// The reason why a file is not accepted.
    var problem: String?

    private var words: PageWords { context.words }
    private var texts: ChangeWords { ChangeWords(context: context) }

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: words[.importTitle], isError: problem != nil)
        return frame.markup(reserving: 8_192) { html in
            let problems = problem.map {
                ShownProblem(key: "_file", code: "malformed", sentence: $0, nearest: nil)
            }
            ErrorSummary.render([problems].compactMap(\.self), context, into: &html)
            html.element(.h1, text: words[.importTitle])
            if let preview {
                groups(preview, &html)
            } else {
                form(&html)
            }
        }
    }

    // MARK: - The file

    private func form(_ html: inout Markup) {
        html.element(.p, text: words[.importText])
        html.element(
            .form, .method(.post), .action(context.base.path("import")),
            .enctype("multipart/form-data"), .autocomplete("off")
        ) { html in
            html.element(.div, .class("box")) { html in
                TransferFields.row(
                    "file", words[.importFile], kind: "edit_file", into: &html
                ) { html in
                    html.void(.input, .type(.file), .id("c-file"), .name(PostedImport.fileField))
                }
                TransferFields.row(
                    "text", words[.importPaste], kind: "edit_multiline", into: &html
                ) { html in
                    html.textarea(
                        .id("c-text"), .name(PostedImport.textField), .rows(8), .dir(.ltr),
                        value: "")
                }
                TransferFields.format(words, isRequired: false, into: &html)
            }
            locale(&html)
            html.element(.p, .class("do")) { html in
                html.element(.button, .class("pri"), text: words[.importShow])
            }
        }
    }

    private func locale(_ html: inout Markup) {
        html.void(.input, .type(.hidden), .name("_locale"), .value(context.locale.description))
    }

    // MARK: - The changes

    private func groups(_ preview: Preview, _ html: inout Markup) {
        let (result, plan) = (preview.result, preview.result.trial.plan)
        let refused = preview.refused
        if preview.conflicts > 0 {
            let count = preview.conflicts
            html.element(
                .p, .class("warn"), .role("alert"),
                text: words.text(.conflictHeading, ["count": String(count)], count: count))
        }
        if preview.changes.isEmpty { html.element(.p, text: words[.unchanged]) }
        if !refused.isEmpty { html.element(.p, text: words[.importRefusedText]) }
        if preview.hasSealedSecrets { html.element(.p, text: words[.importSealed]) }
        group(.importChanged, preview.changes.count, &html) { html in
            for change in preview.changes { html.element(.li) { texts.line(change, into: &$0) } }
        }
        group(.importRefused, refused.count, &html) { html in
            for refusal in refused { html.element(.li, text: sentence(refusal)) }
        }
        group(.importUnknown, plan.unknown.count, &html) { html in
            for unknown in plan.unknown.prefix(Self.mostShown) {
                html.element(.li) { html in
                    html.element(.bdi, text: ProblemWords.shortened(unknown.key))
                    if let nearest = visible(unknown.nearest) {
                        html.text(" · " + words.text(.searchNearest, ["label": nearest]))
                    }
                }
            }
        }
        group(.importSame, result.unchanged.count, &html) { labels(result.unchanged, &$0) }
        let untouched = result.untouched.filter { visible($0) != nil }
        group(.importSkipped, untouched.count, &html) { labels(untouched, &$0) }
        answers(preview, &html)
    }

    /// The most unknown keys that are listed; a file can have any number.
    private static let mostShown = 200

    private func group(
        _ heading: PageWord, _ count: Int, _ html: inout Markup, _ items: (inout Markup) -> Void
    ) {
        guard count > 0 else { return }
        html.element(.h2, text: words.text(heading, ["count": String(count)]))
        html.element(.div, .class("box revs")) { html in
            html.element(.ul, content: items)
        }
        html.staticMarkup("\n")
    }

    private func labels(_ keys: [String], _ html: inout Markup) {
        for key in keys { html.element(.li, text: texts.label(key)) }
    }

    /// Returns a key that the viewer may see.
    private func visible(_ key: String?) -> String? {
        key.flatMap {
            context.schema.isWithheld($0, in: context.rights.withheld) ? nil : $0
        }
    }

    private func sentence(_ refused: ImportTrial.Refused) -> String {
        switch refused {
        case .misfit(let refusal):
            "\(ProblemWords.shortened(refusal.source)): \(refusal.message)"
        case .problem(let problem): context.sentence(for: problem)
        case .withheld(let key):
            words.text(.notAllowed, ["key": ProblemWords.shortened(key)])
        }
    }

    private func answers(_ preview: Preview, _ html: inout Markup) {
        html.element(
            .form, .method(.post), .action(context.base.path("import")),
            .enctype("multipart/form-data"), .autocomplete("off")
        ) { html in
            locale(&html)
            html.element(.p, .class("do")) { html in
                html.element(
                    .a, .class("btn"), .href(context.base.path("import")), text: words[.cancel])
                guard !preview.changes.isEmpty else { return }
                html.void(
                    .input, .type(.hidden), .name(PostedImport.sealedField),
                    .value(preview.file))
                let isPartial = !preview.refused.isEmpty
                html.element(
                    .button, .class("pri"), .name(PostedImport.applyField),
                    .value(isPartial ? "partial" : "all"),
                    text: words[isPartial ? .importPartial : .importApply])
            }
        }
    }
}
