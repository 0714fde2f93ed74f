import Faceplate
import FaceplateHTML

struct ProfileRow: PagePart {
    /// The most settings of a profile that the page can save again.
    private static let mostSaved = 50
    private static let mostNamed = 3

    let context: PageContext
    let profile: Profile
    let isActive: Bool

    private var address: URLReference { context.base.path("profiles", profile.name) }

    /// Without the settings that the viewer may not see.
    private var keys: [String] {
        profile.content(in: context.schema).entries.map(\.setting.key)
    }

    /// Of those that have another value now.
    private var differing: [String] {
        profile.assignments(in: context.snapshot).map(\.key)
    }

    func render(_ html: inout Markup) {
        let (keys, differing) = (keys, differing)
        html.element(.div, .class("line")) { html in
            html.element(.span, .class(isActive ? "badge on" : "badge set")) { _ in }
            html.element(.div, .class("t")) { html in
                html.element(.a, .href(address)) { $0.element(.bdi, text: profile.name) }
                if isActive {
                    html.text(" ")
                    html.element(.span, .class("tag"), text: words[.profileInUse])
                }
                html.element(.p, .class("help")) { note(keys, differing, &$0) }
            }
            html.element(.div, .class("do")) { buttons(keys, differing, &$0) }
        }
    }

    private func note(_ keys: [String], _ differing: [String], _ html: inout Markup) {
        html.text(words.counted(.settingCount, keys.count) + ", ")
        html.text(
            differing.isEmpty
                ? words[.profileAllSame] : words.counted(.profileDiffer, differing.count))
        if !differing.isEmpty {
            let names = differing.prefix(Self.mostNamed).map(texts.label)
            let rest = differing.count - names.count
            html.text(
                ": " + context.problemWords.enumerated(names) + (rest > 0 ? " (+\(rest))" : ""))
        }
        html.text(" · ")
        html.moment(
            profile.time,
            words.text(.profileTime, ["time": context.moment(profile.time)]), in: context)
        guard !profile.details.isEmpty else { return }
        html.text(" · ")
        html.element(.bdi, text: profile.details)
    }

    private func buttons(_ keys: [String], _ differing: [String], _ html: inout Markup) {
        html.element(
            .a, .class("btn quiet"), .href(address),
            .aria("label", words.text(.profileCompareLabel, ["value": profile.name])),
            text: words[.profileDiff])
        guard context.rights.mayEdit, !differing.isEmpty else { return }
        // A profile with withheld settings cannot be saved without them.
        let canSave = keys.count <= Self.mostSaved && !context.view.isLimited
        if isActive, canSave { update(keys, &html) } else { change(&html) }
    }

    private func update(_ keys: [String], _ html: inout Markup) {
        html.element(.form, .method(.post), .action(context.base.path("profiles"))) { html in
            html.locale(of: context)
            html.hidden(SaveProfile.argumentField, profile.name)
            for key in keys { html.hidden(SaveProfile.keys.formName, key) }
            html.element(
                .button, .name(SaveProfile.replace.formName), .value("1"),
                .aria("label", words.text(.profileUpdateLabel, ["value": profile.name])),
                text: words[.profileUpdate])
        }
    }

    private func change(_ html: inout Markup) {
        html.element(.form, .method(.post), .action(address)) { html in
            html.locale(of: context)
            html.hidden(ProfileForm.revision, String(context.snapshot.revision))
            html.element(
                .button, .name(ImportQuery.applyField), .value("all"),
                .aria("label", words.text(.profileSwitchTo, ["value": profile.name])),
                text: words[.profileSwitch])
        }
    }
}
