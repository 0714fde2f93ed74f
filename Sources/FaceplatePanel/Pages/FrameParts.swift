import Faceplate
import FaceplateHTML

/// Everything that head, search and footer of a page depend on, in addition to its face and the path of the panel.
struct FrameState: Equatable {
    let title: String
    let isError: Bool
    let refresh: String?
    let isBare: Bool
    let mayEdit: Bool
    let locales: [LocaleTag]
    let hasSignIn: Bool
    /// The paths of the style sheets and of the script, which change with their content.
    let assets: [String]
}

/// The parts of a page around its content that depend on no setting.
final class FrameParts: Sendable {
    /// The state that the parts were written for; `nil` for parts that are used once.
    let state: FrameState?
    let head: Markup
    let skipLink: Markup
    /// The name of the panel, and the search.
    let brand: Markup
    let footer: Markup

    init(state: FrameState?, head: Markup, skipLink: Markup, brand: Markup, footer: Markup) {
        self.state = state
        self.head = head
        self.skipLink = skipLink
        self.brand = brand
        self.footer = footer
    }

    var byteCount: Int {
        head.byteCount + skipLink.byteCount + brand.byteCount + footer.byteCount
    }
}
