import Faceplate
import FaceplateHTML

/// It shows nothing of the settings.
struct SignInPage: PagePart {
    let context: PageContext
    let access: Panel.Access
    var problem: String?
    /// The page to show afterwards, as ``ReturnPlace`` writes it; `nil` for the first one.
    var place: String?

    var markup: Markup {
        var frame = PageFrame(
            context: context, title: words[.signIn], isError: problem != nil)
        frame.isBare = true
        return frame.markup(reserving: 2_048) { html in
            if access == .password {
                form(&html)
            } else {
                html.element(.div, .class("sign")) { html in
                    heading(&html)
                    if let problem { html.element(.p, .class("err"), text: problem) }
                    html.element(.p, text: words[.signInByLink])
                }
            }
        }
    }

    private func heading(_ html: inout Markup) {
        Picture.render(panel: context, into: &html)
        html.element(
            .h1, text: words.text(.signInTo, ["panel": context.labels.panelTitle.text]))
    }

    private func form(_ html: inout Markup) {
        html.element(
            .form, .class("sign"), .method(.post),
            .action(context.base.path(SignInField.path))
        ) { html in
            heading(&html)
            // Password managers store a password for a name.
            html.void(
                .input, .type(.text), .name("username"), .value(context.schema.key),
                .autocomplete("username"), .hidden(true))
            if let place {
                html.hidden(SignInField.place, place)
            }
            html.element(.label, .for("c-password"), text: words[.signInPassword])
            field(&html)
            if let problem {
                html.element(.p, .class("err"), .id("e-password"), text: problem)
            }
            html.element(.button, .class("pri"), text: words[.signIn])
        }
    }

    private func field(_ html: inout Markup) {
        var attributes: [Attribute] = [
            .type(.password), .id("c-password"), .name(SignInField.password),
            .autocomplete("current-password"), .required(true), .autofocus(true),
        ]
        if problem != nil {
            attributes += [.aria("invalid", "true"), .aria("describedby", "e-password")]
        }
        html.void(.input, attributes: attributes)
    }
}

enum SignInField {
    static let path = "sign-in"
    static let outPath = "sign-out"
    static let password = "password"
    static let link = "link"
    static let place = "to"
    /// Marks the second request of a browser that came from another site.
    static let again = "again"
}

/// The page of the panel that a person wanted to see before the sign-in, as text in a URL.
enum ReturnPlace {
    static func text(_ request: RequestContext) -> String? {
        guard request.method == "GET" || request.method == "HEAD" else { return nil }
        let path = String(request.path.dropFirst(request.base.text.count))
        let text = path + (request.query.map { "?" + $0 } ?? "")
        return text == "/" || text.isEmpty ? nil : text
    }

    /// The first page for all other text; built from parts, so that it cannot lead to another site.
    static func address(_ text: String?, _ base: BasePath) -> URLReference {
        guard let text else { return base.path() }
        let (path, query) = text.halves(at: "?")
        let route = Route(path)
        guard route.isKnown, route.isPage, ![.signIn, .signOut].contains(route.name) else {
            return base.path()
        }
        let fields = try? FormDecoder.decodeURLEncoded((query ?? "").utf8, fieldLimit: 100)
        return base.path(
            segments: path.split(separator: "/").map(String.init),
            query: (fields ?? []).map { ($0.name, $0.value) })
    }
}
