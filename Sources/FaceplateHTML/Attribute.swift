/// An attribute of an element; its value is escaped when it is written.
///
/// There is no `style` and no `on...` attribute, because a strict content security policy forbids
/// them.
public struct Attribute: Sendable {
    @usableFromInline
    enum Form: Sendable {
        /// Not written: a Boolean attribute that is false.
        case absent
        /// Only the name: a Boolean attribute that is true.
        case bare
        case text
    }

    @usableFromInline
    enum Family: Sendable {
        case plain, aria, data
    }

    @usableFromInline let name: StaticString
    @usableFromInline let value: String
    @usableFromInline let family: Family
    @usableFromInline let form: Form

    @usableFromInline
    init(_ name: StaticString, _ value: String, family: Family = .plain) {
        self.name = name
        self.value = value
        self.family = family
        form = .text
    }

    @usableFromInline
    init(_ name: StaticString, _ isPresent: Bool) {
        self.name = name
        value = ""
        family = .plain
        form = isPresent ? .bare : .absent
    }

    @usableFromInline
    init(_ name: StaticString, keyword: StaticString) {
        self.init(name, keyword.description)
    }
}

// MARK: - Any element

extension Attribute {
    /// The classes, separated by spaces.
    @inlinable public static func `class`(_ text: String) -> Attribute { Attribute("class", text) }

    /// The name that links and labels refer to; it is unique on the page.
    @inlinable public static func id(_ text: String) -> Attribute { Attribute("id", text) }

    /// A hint shown on hover.
    @inlinable public static func title(_ text: String) -> Attribute { Attribute("title", text) }

    /// The language of the text, as a BCP 47 tag.
    @inlinable public static func lang(_ text: String) -> Attribute { Attribute("lang", text) }

    /// The direction of the text.
    @inlinable
    public static func dir(_ dir: Direction) -> Attribute {
        Attribute("dir", dir.rawValue)
    }

    /// Hides the element.
    @inlinable
    public static func hidden(_ isPresent: Bool) -> Attribute {
        Attribute("hidden", isPresent)
    }

    /// The position in the tab order: 0, or -1 to leave the element out.
    @inlinable
    public static func tabindex(_ number: Int) -> Attribute {
        Attribute("tabindex", String(number))
    }

    /// Moves the focus to this element when the page opens.
    @inlinable
    public static func autofocus(_ isPresent: Bool) -> Attribute {
        Attribute("autofocus", isPresent)
    }

    /// Allows or forbids the automatic translation of the text.
    @inlinable
    public static func translate(_ isWanted: Bool) -> Attribute {
        Attribute("translate", isWanted ? "yes" : "no")
    }

    /// The ARIA role.
    @inlinable
    public static func role(_ keyword: StaticString) -> Attribute {
        Attribute("role", keyword: keyword)
    }

    /// An ARIA attribute; `name` has no `aria-` prefix.
    @inlinable
    public static func aria(_ name: StaticString, _ value: String) -> Attribute {
        Attribute(name, value, family: .aria)
    }

    /// An ARIA attribute that refers to other elements; it is not written if `ids` is empty.
    public static func aria(_ name: StaticString, ids: [String]) -> Attribute {
        ids.isEmpty
            ? Attribute(name, false) : Attribute(name, ids.joined(separator: " "), family: .aria)
    }

    /// An ARIA attribute that is `true` or `false`; `name` has no `aria-` prefix.
    @inlinable
    public static func aria(_ name: StaticString, _ value: Bool) -> Attribute {
        Attribute(name, value ? "true" : "false", family: .aria)
    }

    /// A data attribute for JavaScript; `name` has no `data-` prefix.
    @inlinable
    public static func data(_ name: StaticString, _ value: String) -> Attribute {
        Attribute(name, value, family: .data)
    }
}

// MARK: - Links and resources

extension Attribute {
    /// The URL that a link leads to.
    @inlinable
    public static func href(_ reference: URLReference) -> Attribute {
        Attribute("href", reference.text)
    }

    /// The URL of the resource that is loaded.
    @inlinable
    public static func src(_ reference: URLReference) -> Attribute {
        Attribute("src", reference.text)
    }

    /// The purpose of the linked resource.
    @inlinable
    public static func rel(_ keyword: StaticString) -> Attribute {
        Attribute("rel", keyword: keyword)
    }

    /// The language of the linked page.
    @inlinable
    public static func hreflang(_ text: String) -> Attribute {
        Attribute("hreflang", text)
    }

    /// The window or frame that opens the linked page.
    @inlinable
    public static func target(_ keyword: StaticString) -> Attribute {
        Attribute("target", keyword: keyword)
    }

    /// The media that a resource is for, such as `(prefers-color-scheme: dark)`.
    @inlinable
    public static func media(_ keyword: StaticString) -> Attribute {
        Attribute("media", keyword: keyword)
    }

    /// Delays a script until the page is parsed.
    @inlinable
    public static func `defer`(_ isPresent: Bool) -> Attribute {
        Attribute("defer", isPresent)
    }

    /// The text alternative of an image.
    @inlinable public static func alt(_ text: String) -> Attribute { Attribute("alt", text) }

    /// The width in CSS pixels.
    @inlinable
    public static func width(_ number: Int) -> Attribute {
        Attribute("width", String(number))
    }

    /// The height in CSS pixels.
    @inlinable
    public static func height(_ number: Int) -> Attribute {
        Attribute("height", String(number))
    }

    /// The encoding of the page.
    @inlinable
    public static func charset(_ keyword: StaticString) -> Attribute {
        Attribute("charset", keyword: keyword)
    }

    /// The content of a `meta` element.
    @inlinable
    public static func content(_ text: String) -> Attribute {
        Attribute("content", text)
    }

    /// The header that a `meta` element represents.
    @inlinable
    public static func httpEquiv(_ keyword: StaticString) -> Attribute {
        Attribute("http-equiv", keyword: keyword)
    }

    /// The sizes of a linked icon.
    @inlinable
    public static func sizes(_ keyword: StaticString) -> Attribute {
        Attribute("sizes", keyword: keyword)
    }
}

// MARK: - Tables and dates

extension Attribute {
    /// A date, time or duration in machine-readable form.
    @inlinable
    public static func datetime(_ text: String) -> Attribute {
        Attribute("datetime", text)
    }

    /// The number of columns that a cell spans.
    @inlinable
    public static func colspan(_ number: Int) -> Attribute {
        Attribute("colspan", String(number))
    }

    /// The cells that a header cell applies to.
    @inlinable
    public static func scope(_ keyword: StaticString) -> Attribute {
        Attribute("scope", keyword: keyword)
    }

    /// Opens a `details` element.
    @inlinable
    public static func open(_ isPresent: Bool) -> Attribute {
        Attribute("open", isPresent)
    }
}
