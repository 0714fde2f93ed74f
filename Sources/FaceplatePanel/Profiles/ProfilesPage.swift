import Faceplate
import FaceplateHTML

struct ProfilesPage: PagePart {
    let context: PageContext
    let profiles: [Profile]
    var status: StatusLine = .nothing
    /// Of a switch that was just made.
    var news: News?
    var rejected: (asked: SaveProfile, problem: ProfileError)?

    var markup: Markup {
        let title = words[.profilesTitle]
        let problems = [rejected?.problem].compactMap(\.self).map(words.shown)
        var frame = PageFrame(
            context: context, title: title, isError: rejected != nil, way: .profiles)
        frame.result = ResultBar(
            context: context, status: status, news: news, problems: problems)
        return frame.markup(reserving: 4_096 + profiles.count * 256) { html in
            ErrorSummary.render(problems, context, into: &html)
            heading(title, "sets", &html)
            html.element(.p, .class("lead"), text: words[.profilesText])
            HistoryForm.render(context, revision: context.snapshot.revision, into: &html)
            list(&html)
            html.element(.div, .class("folds")) { html in
                if context.rights.mayEdit { form(&html) }
                if !profiles.isEmpty { comparison(&html) }
            }
        }
    }

    private func list(_ html: inout Markup) {
        if profiles.isEmpty { return html.element(.p, text: words[.profilesNone]) }
        let source = context.overview.map {
            OverviewSource(profiles: profiles, revision: $0.revision)
        }
        let active = source.flatMap { ActiveProfile($0, context) }
        html.element(.div, .class("box lines")) { html in
            for profile in profiles {
                ProfileRow(
                    context: context, profile: profile, isActive: profile.name == active?.name
                ).render(&html)
            }
        }
        html.staticMarkup("\n")
    }

    private func fold(
        _ title: PageWord, isOpen: Bool, _ html: inout Markup, content: (inout Markup) -> Void
    ) {
        html.element(.details, .class("group"), .open(isOpen)) { html in
            html.element(.summary) { $0.element(.h2, text: words[title]) }
            content(&html)
        }
    }

    private func comparison(_ html: inout Markup) {
        fold(.profileCompareFold, isOpen: false, &html) { html in
            ComparisonForm(context: context, names: profiles.map(\.name)).render(&html)
        }
    }

    // MARK: - Saving

    private func form(_ html: inout Markup) {
        fold(.profileNew, isOpen: rejected != nil || profiles.isEmpty, &html, content: saving)
    }

    private func saving(_ html: inout Markup) {
        html.element(
            .form, .method(.post), .action(context.base.path("profiles")), .autocomplete("off")
        ) { html in
            html.locale(of: context)
            html.element(.div, .class("box")) { html in
                ProfileFields.render(
                    words, (SaveProfile.argumentField, rejected?.asked.argument ?? ""),
                    (SaveProfile.details.formName, rejected?.asked.details ?? ""), into: &html)
                TransferFields.row(
                    "settings", words[.profileSettings], kind: "choice", into: &html
                ) { choice(&$0) }
            }
            html.element(.p, .class("do")) { html in
                if case .exists? = rejected?.problem {
                    html.element(
                        .button, .name(SaveProfile.replace.formName), .value("1"),
                        text: words[.profileReplace])
                }
                html.element(.button, .class("pri"), text: words[.profileSave])
            }
        }
    }

    private func choice(_ html: inout Markup) {
        html.element(.select, .id("c-settings"), .name(SaveProfile.keys.formName)) { html in
            html.element(.option, .value(""), text: words[.profileChanged])
            html.options(
                context.savableGroups.map { ($0, context.labels.title(of: $0).text) },
                chosen: rejected?.asked.keys?.last)
        }
    }
}

extension PageWords {
    func shown(_ problem: ProfileError) -> ShownProblem {
        ShownProblem(
            key: SaveProfile.argumentField, code: problem.code, sentence: sentence(for: problem))
    }
}

enum ProfileFields {
    typealias Field = (name: String, value: String)

    static func render(
        _ words: PageWords, _ name: Field, _ description: Field, into html: inout Markup
    ) {
        let fields = [
            ("name", name, PageWord.profileName, Profile.longestName),
            ("description", description, .profileDescription, Profile.longestDescription),
        ]
        for (id, field, label, length) in fields {
            TransferFields.row(id, words[label], kind: "edit_text", into: &html) { html in
                html.void(
                    .input, .type(.text), .id("c-\(id)"), .name(field.name), .dir(.auto),
                    .maxlength(length), .required(id == "name"), .value(field.value))
            }
        }
    }
}

extension PageContext {
    fileprivate var savableGroups: [String] {
        let savable = Set(
            schema.settings.filter {
                !$0.isSecret && !$0.isReadOnly && !$0.isHidden && $0.control != .button
            }.map(\.groupKey))
        return schema.groups.map(\.key).filter(savable.contains)
    }
}
