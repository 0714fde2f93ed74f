import Faceplate
import FaceplateHTML

struct ComparisonPage: PagePart {
    let context: PageContext
    let form: ComparisonForm
    /// The part that the viewer may see.
    let comparison: ProfileComparison

    var markup: Markup {
        let title = words[.profilesCompare]
        let frame = PageFrame(context: context, title: title, way: .profiles)
        return frame.markup(reserving: 4_096 + comparison.differences.count * 256) { html in
            heading(title, "sets", &html)
            form.render(&html)
            differences(&html)
            let unknown = comparison.unknown
            TransferGroups.unknown(unknown.map { ($0, nil) }, words, &html)
        }
    }

    private func differences(_ html: inout Markup) {
        let found = comparison.differences
        guard !found.isEmpty else { return html.element(.p, text: words[.profileAlike]) }
        html.element(.p) { html in
            html.sentence(words.phrase(.profileSides), form.sides, context)
        }
        TransferGroups.group(words, .profileDifferences, found.count, &html) { html in
            for difference in found {
                html.element(.li) { texts.line(difference, into: &$0) }
            }
        }
    }
}

struct ComparisonForm: PagePart {
    struct Wish {
        let name: String
        /// `nil` to compare the current values with the profile.
        let other: String?

        init?(_ query: [FormField]) {
            guard let name = query[ComparisonForm.name] else { return nil }
            self.name = name
            other = query[ComparisonForm.other].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    static let name = "compare"
    static let other = ComparisonQuery.other.name

    let context: PageContext
    let names: [String]
    var wish: Wish?

    var sides: [String: String] {
        let name = wish?.name ?? ""
        return wish?.other.map { ["old": name, "new": $0] }
            ?? ["old": words[.profileCurrent], "new": name]
    }

    func render(_ html: inout Markup) {
        html.element(.form, .method(.get), .action(context.base.path("profiles"))) { html in
            html.element(.div, .class("box")) { html in
                TransferFields.row(
                    Self.name, words[.profileFirst], kind: "choice", into: &html
                ) { html in select(Self.name, wish?.name, &html) }
                TransferFields.row(
                    Self.other, words[.profileWith], kind: "choice", into: &html
                ) { html in select(Self.other, wish?.other, first: words[.profileCurrent], &html) }
            }
            html.element(.p, .class("do")) { html in
                html.element(.button, text: words[.profileDiff])
            }
        }
    }

    private func select(
        _ name: String, _ chosen: String?, first: String? = nil, _ html: inout Markup
    ) {
        html.element(.select, .id("c-\(name)"), .name(name)) { html in
            if let first { html.element(.option, .value(""), text: first) }
            for each in names {
                html.element(
                    .option, .value(each), .selected(each == chosen), .dir(.auto), text: each)
            }
        }
    }
}
