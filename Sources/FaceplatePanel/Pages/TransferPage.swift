import Faceplate
import FaceplateHTML
import FaceplateImport

struct TransferPage: PagePart {
    /// As it was sent, without its file, which a browser does not send back.
    struct Typed {
        var text = ""
        var format: ValuesFormat?
    }

    /// With the file encrypted for the next post.
    struct Preview {
        let result: TransferResult
        let file: String
        let hasSealedSecrets: Bool
    }

    let context: PageContext
    var typed = Typed()
    var preview: Preview?
    var problem: String?

    var markup: Markup {
        let mayImport = context.rights.mayEdit
        let title = words[preview != nil ? .importTitle : mayImport ? .transferTitle : .exportTitle]
        let frame = PageFrame(
            context: context, title: title, isError: problem != nil, way: .transfer)
        return frame.markup(reserving: 8_192) { html in
            heading(title, "swap", &html)
            if let preview { return groups(preview, &html) }
            if mayImport { section(.importTitle, .importText, &html, form: importForm) }
            section(
                mayImport ? .exportTitle : nil, .exportNote, &html, form: exportForm)
        }
    }

    private func section(
        _ title: PageWord?, _ text: PageWord, _ html: inout Markup,
        form: (inout Markup) -> Void
    ) {
        html.element(.section, .class("group")) { html in
            if let title { html.element(.h2, text: words[title]) }
            html.element(.p, .class("head"), text: words[text])
            form(&html)
        }
        html.staticMarkup("\n")
    }

    // MARK: - The forms

    private func importForm(_ html: inout Markup) {
        html.element(
            .form, .id("import"), .method(.post), .action(context.base.path("import")),
            .enctype("multipart/form-data"), .autocomplete("off")
        ) { html in
            html.element(.div, .class("box")) { html in
                // The page shows text again; a file has to be chosen again.
                let ofText = typed.text.isEmpty ? nil : problem
                let ofFile = typed.text.isEmpty ? problem : nil
                TransferFields.row(
                    "file", words[.importFile], kind: "edit_file", isField: true,
                    problem: ofFile, into: &html
                ) { html in
                    html.void(
                        .input,
                        attributes: [
                            .type(.file), .id("c-file"), .name(PostedImport.fileField),
                        ] + TransferFields.wrong("file", ofFile))
                }
                TransferFields.row(
                    "text", words[.importPaste], kind: "edit_multiline",
                    problem: ofText, into: &html
                ) { html in
                    html.textarea(
                        attributes: [
                            .id("c-text"), .name(PostedImport.textField), .rows(8), .dir(.ltr),
                        ] + TransferFields.wrong("text", ofText), value: typed.text)
                }
                TransferFields.format(
                    words, isRequired: false, chosen: typed.format?.rawValue, into: &html)
            }
            html.locale(of: context)
            html.element(.p, .class("do")) { html in
                html.element(.button, .class("pri"), text: words[.importShow])
            }
        }
    }

    private func exportForm(_ html: inout Markup) {
        html.element(
            .form, .id("export"), .method(.get), .action(context.base.path("export"))
        ) { html in
            html.element(.div, .class("box")) { html in
                TransferFields.format(words, isRequired: true, into: &html)
                TransferFields.flag(ExportQuery.changed.name, words[.exportChanged], into: &html)
                TransferFields.flag(ExportQuery.portable.name, words[.exportPortable], into: &html)
                TransferFields.flag(ExportQuery.comments.name, words[.exportComments], into: &html)
            }
            html.element(.p, .class("do")) { html in
                html.element(.button, text: words[.exportButton])
            }
        }
    }

    // MARK: - The changes

    private func groups(_ preview: Preview, _ html: inout Markup) {
        TransferGroups(
            context: context, result: preview.result, someRefused: .importRefusedText,
            allRefused: .importRefusedAll,
            notes: preview.hasSealedSecrets ? [.importSealed] : []
        ).render(&html)
        answers(preview, &html)
    }

    private func answers(_ preview: Preview, _ html: inout Markup) {
        html.element(
            .form, .method(.post), .action(context.base.path("import")),
            .enctype("multipart/form-data"), .autocomplete("off")
        ) { html in
            html.locale(of: context)
            answers(cancelingTo: context.base.path("import"), &html) { html in
                guard !preview.result.changes.isEmpty else { return }
                html.hidden(PostedImport.sealedField, preview.file)
                let isWhole = preview.result.refused.isEmpty
                html.element(
                    .button, .class("pri"), .name(ImportQuery.applyField),
                    .value(preview.result.wish),
                    text: words[isWhole ? .importApply : .importPartial])
            }
        }
    }
}
