/// Colours, lengths and fonts, as Swift declares them.
///
/// `[.mainColor: "#0b5cad", .textColor: .pair(light: "#fff", dark: "#000"), .rowHeight: "3rem"]`.
public struct WrittenStyle: Sendable, ExpressibleByDictionaryLiteral {
    let json: JSONValue

    /// What a style may say something about.
    public struct Member: Sendable, Hashable {
        let name: String

        private init(_ member: StyleMember) { name = member.rawValue }

        /// What a row or button stands on.
        public static let backgroundColor = Self(.backgroundColor)
        /// The words of a button.
        public static let textColor = Self(.textColor)
        /// Titles.
        public static let mainColor = Self(.mainColor)
        /// Explanations.
        public static let secondaryColor = Self(.secondaryColor)
        /// What is chosen.
        public static let selectedColor = Self(.selectedColor)
        /// What is pointed at.
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
        /// How round corners are.
        public static let cornerRadius = Self(.cornerRadius)
        /// How high a row is at the least.
        public static let rowHeight = Self(.rowHeight)
    }

    /// A colour, length or font as CSS writes it, or a colour for the light and one for the dark.
    public struct Text: Sendable, ExpressibleByStringLiteral {
        let json: JSONValue

        /// Takes a text of CSS.
        public init(_ text: String) { json = JSONValue(.string(text)) }
        /// Takes a text of CSS.
        public init(stringLiteral text: String) { self.init(text) }

        private init(json: JSONValue) { self.json = json }

        /// One colour on light pages, and another on dark ones.
        public static func pair(light: String, dark: String) -> Self {
            Self(json: ["light": JSONValue(.string(light)), "dark": JSONValue(.string(dark))])
        }
    }

    /// Makes a style of its members.
    public init(dictionaryLiteral members: (Member, Text)...) {
        json = JSONValue(
            .object(JSONObject(members.map { .init(name: $0.0.name, value: $0.1.json) })))
    }
}
