import Faceplate
import FaceplateHTML
import FaceplateImport

/// The page of one profile: the changes that a switch would make, with the button that makes them.
struct ProfilePage: PagePart {
    let context: PageContext
    let profile: Profile
    let result: TransferResult
    let rejected: (asked: ChangeProfile, problem: ProfileError)?

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: profile.name, isError: rejected != nil, way: .profiles)
        return frame.markup(reserving: 4_096 + result.changes.count * 256) { html in
            let problems = [rejected?.problem].compactMap(\.self).map(words.shown)
            ErrorSummary.render(problems, context, into: &html)
            heading(profile.name, "sets", isName: true, &html)
            if !profile.details.isEmpty { html.element(.p, .dir(.auto), text: profile.details) }
            TransferGroups(
                context: context, result: result, someRefused: .profileRefusedText,
                allRefused: .profileRefusedAll, noChange: .profileSame
            ).render(&html)
            answers(&html)
            if context.rights.mayEdit { editor(&html) }
        }
    }

    private var address: URLReference { context.base.path("profiles", profile.name) }

    private func answers(_ html: inout Markup) {
        html.element(.form, .method(.post), .action(address), .autocomplete("off")) { html in
            html.locale(of: context)
            html.hidden(ProfileForm.revision, String(result.revision))
            answers(cancelingTo: context.base.path("profiles"), &html) { html in
                guard context.rights.mayEdit, !result.changes.isEmpty else { return }
                let isWhole = result.refused.isEmpty
                html.element(
                    .button, .class("pri"), .name(ImportQuery.applyField), .value(result.wish),
                    text: words[isWhole ? .profileSwitch : .profilePartial])
            }
        }
    }

    private func editor(_ html: inout Markup) {
        html.element(.h2, text: words[.profileRename])
        html.element(.form, .method(.post), .action(address), .autocomplete("off")) { html in
            html.locale(of: context)
            html.element(.div, .class("box")) { html in
                ProfileFields.render(
                    words,
                    (ChangeProfile.newName.formName, rejected?.asked.newName ?? profile.name),
                    (ChangeProfile.details.formName, rejected?.asked.details ?? profile.details),
                    into: &html)
            }
            html.element(.p, .class("do")) { html in
                html.element(
                    .a, .class("btn"),
                    .href(
                        context.base.path("profiles", profile.name, query: [("remove", "1")])),
                    text: words[.profileRemove])
                html.element(
                    .button, .name(ProfileForm.rename), .value("1"), text: words[.save])
            }
        }
    }
}

struct RemoveProfilePage: PagePart {
    let context: PageContext
    let profile: Profile

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: words[.profileRemove], way: .profiles)
        let address = context.base.path("profiles", profile.name)
        return frame.markup(reserving: 4_096) { html in
            heading(words[.profileRemove], "sets", &html)
            html.element(.div, .class("confirm")) { html in
                html.element(.p) { html in
                    html.sentence(
                        words.phrase(.profileRemoveAsk), ["value": profile.name], context)
                }
                html.element(.form, .method(.post), .action(address), .autocomplete("off")) {
                    html in
                    html.element(.a, .class("btn"), .href(address), text: words[.cancel])
                    html.element(
                        .button, .class("danger"), .name(ProfileForm.remove), .value("1"),
                        text: words[.profileRemove])
                }
            }
        }
    }
}
