import Faceplate
import FaceplateHTML
import Foundation

/// In a narrow window it is the bar at the bottom: overview, search, changes, and a menu with the rest, which opens
/// without JavaScript, too.
struct PageFoot: PagePart {
    enum Way {
        case overview, changes, profiles, transfer
    }

    struct States: Equatable {
        /// Of a change that the reader may see; `nil` if it is not known.
        let change: Date?
        private let moment: String
        let profile: String?

        init(_ context: PageContext) {
            change = context.overview?.lastChanges(1, context).first?.revision.time
            moment = change.map(context.shortMoment) ?? ""
            profile = context.overview?.active(context)?.name
        }

        /// Only how long ago it was is out of date soon.
        func moment(_ context: PageContext, _ html: inout Markup) {
            guard let change else { return }
            guard context.ago(change) != nil else { return html.text(moment) }
            html.element(.time, .datetime(RevisionTime.text(change)), text: moment)
        }
    }

    let context: PageContext
    let states: States
    var current: Way?

    func render(_ html: inout Markup) {
        html.element(
            .nav, .class("ways"), .id("ways"), .aria("label", words[.panelWays])
        ) { html in
            way(.overview, "home on-thin", context.base.path(), .overview, &html)
            way(nil, "seek on-thin", .fragment("q"), .searchWay, &html)
            way(.changes, "past", context.base.path("changes"), .changes, &html) { html in
                if states.change != nil { state(&html) { states.moment(context, &$0) } }
            }
            rest("on-wide", &html)
            menu(&html)
        }
        html.staticMarkup("\n")
    }

    func languages(_ html: inout Markup) {
        guard context.locales.count > 1 else { return }
        html.element(.nav, .class("tongues"), .aria("label", words[.localeHeading])) { html in
            html.element(.ul) { html in
                for locale in context.locales { language(locale, &html) }
            }
        }
    }

    private func way(
        _ way: Way?, _ look: String, _ address: URLReference, _ word: PageWord,
        _ html: inout Markup, state: (inout Markup) -> Void = { _ in }
    ) {
        var attributes: [Attribute] = [.class("way \(look)"), .href(address)]
        if let way, way == current { attributes.append(.aria("current", "page")) }
        html.element(.a, attributes: attributes) { html in
            html.element(.span, text: words[word])
            state(&html)
        }
    }

    /// A narrow window has no room for it.
    private func state(
        _ html: inout Markup, _ more: [Attribute] = [], content: (inout Markup) -> Void
    ) {
        html.text(" ")
        html.element(
            .span, attributes: [.class("state")] + more, content: content)
    }

    private func rest(_ place: String, _ html: inout Markup) {
        way(
            .profiles, "sets \(place)", context.base.path("profiles"), .profilesTitle, &html
        ) { html in
            if let profile = states.profile { state(&html, [.dir(.auto)]) { $0.text(profile) } }
        }
        // The page of imports leads to that of exports.
        let mayEdit = context.rights.mayEdit
        way(
            .transfer, "swap \(place)", context.base.path(mayEdit ? "import" : "export"),
            mayEdit ? .transfer : .exportTitle, &html)
        guard context.hasSignIn else { return }
        html.element(
            .form, .class(place), .method(.post),
            .action(context.base.path(SignInField.outPath))
        ) { html in
            html.element(.button, .class("way out"), text: words[.signOut])
        }
    }

    /// In a narrow window it has the rest of the ways, too.
    private func menu(_ html: inout Markup) {
        let hasLanguages = context.locales.count > 1
        html.element(
            .details, .class(hasLanguages ? "of lang" : "of lang on-thin")
        ) { html in
            html.element(.summary, .class("way")) { html in
                html.element(.span, .class("on-wide"), text: words[.localeHeading])
                state(&html, [.lang(context.locale.description)]) {
                    $0.text(LanguageName.of(context.locale))
                }
                html.element(.span, .class("on-thin"), text: words[.moreWays])
            }
            html.element(.div, .class("menu")) { html in
                rest("on-thin", &html)
                guard hasLanguages else { return }
                html.element(.p, .class("sub on-thin"), text: words[.localeHeading])
                html.element(.ul) { html in
                    for locale in context.locales { language(locale, &html) }
                }
            }
        }
    }

    private var searched: [(name: String, value: String)] {
        context.search.map { [(SearchQuery.parameter, $0.query.text)] } ?? []
    }

    private func language(_ locale: LocaleTag, _ html: inout Markup) {
        let tag = locale.description
        var attributes: [Attribute] = [
            .href(.query(searched + [("lang", tag)])), .lang(tag),
        ]
        if locale.isRightToLeft != context.locale.isRightToLeft {
            attributes.append(.dir(locale.isRightToLeft ? .rtl : .ltr))
        }
        if locale == context.locale { attributes.append(.aria("current", "true")) }
        html.element(.li) { html in
            html.element(.a, attributes: attributes, text: LanguageName.of(locale))
        }
    }
}
