/// Colors, lengths and fonts in Swift source.
///
/// `[.mainColor: "#0b5cad", .textColor: .pair(light: "#fff", dark: "#000"), .rowHeight: "3rem"]`.
public struct ItemStyle: Sendable, ExpressibleByDictionaryLiteral {
    let json: JSONValue

    /// A property that a style can set.
    public struct Member: Sendable, Hashable {
        let name: String

        private init(_ member: StyleMember) { name = member.rawValue }

        /// The background of rows and buttons.
        public static let backgroundColor = Self(.backgroundColor)
        /// The text of buttons.
        public static let textColor = Self(.textColor)
        /// The color of titles.
        public static let mainColor = Self(.mainColor)
        /// The color of explanations.
        public static let secondaryColor = Self(.secondaryColor)
        /// The color of selected elements.
        public static let selectedColor = Self(.selectedColor)
        /// The color of the element under the pointer.
        public static let highlightedColor = Self(.highlightedColor)
        /// The font of titles.
        public static let mainFont = Self(.mainFont)
        /// The font of explanations.
        public static let secondaryFont = Self(.secondaryFont)
        /// The space above.
        public static let top = Self(.top)
        /// The space below.
        public static let bottom = Self(.bottom)
        /// The space at the start of a line.
        public static let leading = Self(.leading)
        /// The space at the end of a line.
        public static let trailing = Self(.trailing)
        /// The radius of corners.
        public static let cornerRadius = Self(.cornerRadius)
        /// The minimum height of a row.
        public static let rowHeight = Self(.rowHeight)
    }

    /// A color, length or font in CSS syntax, or a pair of colors for light and dark pages.
    public struct Text: Sendable, ExpressibleByStringLiteral {
        let json: JSONValue

        /// Creates a value from CSS.
        public init(_ text: String) { json = JSONValue.text(text) }
        /// Creates a value from CSS.
        public init(stringLiteral text: String) { self.init(text) }

        private init(json: JSONValue) { self.json = json }

        package static func pair(light: String, dark: String) -> Self {
            Self(json: ["light": .text(light), "dark": .text(dark)])
        }
    }

    /// Creates a style from its properties.
    public init(dictionaryLiteral members: (Member, Text)...) {
        json = JSONValue.object(members.map { .init(name: $0.0.name, value: $0.1.json) })
    }
}
