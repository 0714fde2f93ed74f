/// The name of an element that can have content.
public struct Element: Sendable {
    @usableFromInline let name: StaticString

    /// True when HTML parsers drop a newline directly after the start tag.
    @usableFromInline let dropsFirstNewline: Bool

    @usableFromInline
    init(_ name: StaticString, dropsFirstNewline: Bool = false) {
        self.name = name
        self.dropsFirstNewline = dropsFirstNewline
    }
}

/// The name of an element that never has content.
public struct VoidElement: Sendable {
    @usableFromInline let element: Element

    @usableFromInline
    init(_ name: StaticString) {
        element = Element(name)
    }
}

/// The name of the script element.
///
/// It is a separate type, so that no text can be written inside it.
public struct ScriptElement: Sendable {
    @usableFromInline let element: Element

    @usableFromInline
    init(_ name: StaticString) {
        element = Element(name)
    }

    /// A script that is loaded from its `src`.
    public static var script: ScriptElement { ScriptElement("script") }
}

// MARK: - The page

extension Element {
    /// The root of the page.
    @inlinable public static var html: Element { Element("html") }

    /// The metadata of the page.
    @inlinable public static var head: Element { Element("head") }

    /// The title of the page; contains only text.
    @inlinable public static var title: Element { Element("title") }

    /// The visible content of the page.
    @inlinable public static var body: Element { Element("body") }

    /// An introduction to the page or to a section.
    @inlinable public static var header: Element { Element("header") }

    /// A block of navigation links.
    @inlinable public static var nav: Element { Element("nav") }

    /// Hidden markup that JavaScript copies into the page.
    @inlinable public static var template: Element { Element("template") }

    /// A dialog over the page, opened by JavaScript.
    @inlinable public static var dialog: Element { Element("dialog") }

    /// The main content of the page.
    @inlinable public static var main: Element { Element("main") }

    /// The end of the page or of a section.
    @inlinable public static var footer: Element { Element("footer") }

    /// A section of the page with a title.
    @inlinable public static var section: Element { Element("section") }

    /// A block without a meaning.
    @inlinable public static var div: Element { Element("div") }

    /// A paragraph.
    @inlinable public static var p: Element { Element("p") }

    /// A heading of the first level.
    @inlinable public static var h1: Element { Element("h1") }

    /// A heading of the second level.
    @inlinable public static var h2: Element { Element("h2") }

    /// A heading of the third level.
    @inlinable public static var h3: Element { Element("h3") }

    /// A heading of the fourth level.
    @inlinable public static var h4: Element { Element("h4") }
}

// MARK: - Text

extension Element {
    /// A link.
    @inlinable public static var a: Element { Element("a") }

    /// Important text.
    @inlinable public static var strong: Element { Element("strong") }

    /// Emphasized text.
    @inlinable public static var em: Element { Element("em") }

    /// A side comment.
    @inlinable public static var small: Element { Element("small") }

    /// Text that draws attention without being important.
    @inlinable public static var b: Element { Element("b") }

    /// Text in a different voice or mood.
    @inlinable public static var i: Element { Element("i") }

    /// Text with an annotation that is not spoken, such as a spelling mistake.
    @inlinable public static var u: Element { Element("u") }

    /// Text that is no longer correct.
    @inlinable public static var s: Element { Element("s") }

    /// Subscript.
    @inlinable public static var sub: Element { Element("sub") }

    /// Superscript.
    @inlinable public static var sup: Element { Element("sup") }

    /// A quotation within a sentence.
    @inlinable public static var q: Element { Element("q") }

    /// The title of a work.
    @inlinable public static var cite: Element { Element("cite") }

    /// An abbreviation.
    @inlinable public static var abbr: Element { Element("abbr") }

    /// A run of text without a meaning.
    @inlinable public static var span: Element { Element("span") }

    /// A fragment of code.
    @inlinable public static var code: Element { Element("code") }

    /// The output of a program.
    @inlinable public static var samp: Element { Element("samp") }

    /// Keyboard input.
    @inlinable public static var kbd: Element { Element("kbd") }

    /// Text marked as relevant, such as a search hit.
    @inlinable public static var mark: Element { Element("mark") }

    /// A date or time.
    @inlinable public static var time: Element { Element("time") }

    /// Text whose direction is isolated from the text around it.
    @inlinable public static var bdi: Element { Element("bdi") }

    /// A result.
    @inlinable public static var output: Element { Element("output") }

    /// Preformatted text: white space is preserved.
    @inlinable public static var pre: Element { Element("pre", dropsFirstNewline: true) }

    /// A quotation.
    @inlinable public static var blockquote: Element { Element("blockquote") }
}

// MARK: - Lists and tables

extension Element {
    /// A numbered list.
    @inlinable public static var ol: Element { Element("ol") }

    /// A list.
    @inlinable public static var ul: Element { Element("ul") }

    /// An item of a list.
    @inlinable public static var li: Element { Element("li") }

    /// A list of terms and their descriptions.
    @inlinable public static var dl: Element { Element("dl") }

    /// A term in a description list.
    @inlinable public static var dt: Element { Element("dt") }

    /// The description of a term.
    @inlinable public static var dd: Element { Element("dd") }

    /// A table.
    @inlinable public static var table: Element { Element("table") }

    /// The title of a table.
    @inlinable public static var caption: Element { Element("caption") }

    /// The header rows of a table.
    @inlinable public static var thead: Element { Element("thead") }

    /// The body rows of a table.
    @inlinable public static var tbody: Element { Element("tbody") }

    /// A row of a table.
    @inlinable public static var tr: Element { Element("tr") }

    /// A header cell of a table.
    @inlinable public static var th: Element { Element("th") }

    /// A cell of a table.
    @inlinable public static var td: Element { Element("td") }
}

// MARK: - Forms

extension Element {
    /// A form.
    @inlinable public static var form: Element { Element("form") }

    /// A group of controls.
    @inlinable public static var fieldset: Element { Element("fieldset") }

    /// The title of a group of controls.
    @inlinable public static var legend: Element { Element("legend") }

    /// The label of a control.
    @inlinable public static var label: Element { Element("label") }

    /// A button.
    @inlinable public static var button: Element { Element("button") }

    /// A choice of one or more options.
    @inlinable public static var select: Element { Element("select") }

    /// A titled group of options.
    @inlinable public static var optgroup: Element { Element("optgroup") }

    /// An option; contains only text.
    @inlinable public static var option: Element { Element("option") }

    /// Suggestions for an input field.
    @inlinable public static var datalist: Element { Element("datalist") }

    /// A multiline text field; see ``Markup/textarea(_:value:)``.
    @inlinable public static var textarea: Element { Element("textarea", dropsFirstNewline: true) }

    /// The progress of a task.
    @inlinable public static var progress: Element { Element("progress") }

    /// An amount within known limits.
    @inlinable public static var meter: Element { Element("meter") }
}

// MARK: - Collapsible parts

extension Element {
    /// A collapsible part of the page.
    @inlinable public static var details: Element { Element("details") }

    /// The visible heading of a collapsed `details`.
    @inlinable public static var summary: Element { Element("summary") }
}

// MARK: - Without content

extension VoidElement {
    /// A piece of metadata about the page.
    @inlinable public static var meta: VoidElement { VoidElement("meta") }

    /// A resource of the page, such as its style sheet.
    @inlinable public static var link: VoidElement { VoidElement("link") }

    /// An input field.
    @inlinable public static var input: VoidElement { VoidElement("input") }

    /// A line break.
    @inlinable public static var br: VoidElement { VoidElement("br") }

    /// A thematic break.
    @inlinable public static var hr: VoidElement { VoidElement("hr") }

    /// An image.
    @inlinable public static var img: VoidElement { VoidElement("img") }
}
