/// The name of an element that may have content.
public struct Element: Sendable {
    @usableFromInline let name: StaticString

    /// Whether readers drop a newline straight after the start tag.
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

/// The name of the script element, which is a type of its own so that no text can be put inside.
public struct ScriptElement: Sendable {
    @usableFromInline let element: Element

    @usableFromInline
    init(_ name: StaticString) {
        element = Element(name)
    }

    /// A script loaded by its `src`.
    public static var script: ScriptElement { ScriptElement("script") }
}

// MARK: - The page

extension Element {
    /// The root of the page.
    @inlinable public static var html: Element { Element("html") }

    /// What is about the page.
    @inlinable public static var head: Element { Element("head") }

    /// The title of the page; holds only text.
    @inlinable public static var title: Element { Element("title") }

    /// What the page shows.
    @inlinable public static var body: Element { Element("body") }

    /// Introduces the page or a section.
    @inlinable public static var header: Element { Element("header") }

    /// A block of links to move around.
    @inlinable public static var nav: Element { Element("nav") }

    /// Markup that is not shown, for a script to take from.
    @inlinable public static var template: Element { Element("template") }

    /// A question over the page, which a script opens.
    @inlinable public static var dialog: Element { Element("dialog") }

    /// The main content of the page.
    @inlinable public static var main: Element { Element("main") }

    /// Closes the page or a section.
    @inlinable public static var footer: Element { Element("footer") }

    /// A titled part of the page.
    @inlinable public static var section: Element { Element("section") }

    /// A block without meaning of its own.
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

    /// Stressed text.
    @inlinable public static var em: Element { Element("em") }

    /// A side comment.
    @inlinable public static var small: Element { Element("small") }

    /// Text set apart, without importance.
    @inlinable public static var b: Element { Element("b") }

    /// Text in another voice.
    @inlinable public static var i: Element { Element("i") }

    /// Text with a mark that is not spoken, such as of a misspelling.
    @inlinable public static var u: Element { Element("u") }

    /// Text that no longer holds.
    @inlinable public static var s: Element { Element("s") }

    /// Text set lower.
    @inlinable public static var sub: Element { Element("sub") }

    /// Text set higher.
    @inlinable public static var sup: Element { Element("sup") }

    /// A quotation within a sentence.
    @inlinable public static var q: Element { Element("q") }

    /// The title of a work.
    @inlinable public static var cite: Element { Element("cite") }

    /// An abbreviation.
    @inlinable public static var abbr: Element { Element("abbr") }

    /// A run of text without meaning of its own.
    @inlinable public static var span: Element { Element("span") }

    /// A fragment of code.
    @inlinable public static var code: Element { Element("code") }

    /// What a program writes.
    @inlinable public static var samp: Element { Element("samp") }

    /// What is typed on a keyboard.
    @inlinable public static var kbd: Element { Element("kbd") }

    /// Text marked as relevant, such as a search hit.
    @inlinable public static var mark: Element { Element("mark") }

    /// A date or time.
    @inlinable public static var time: Element { Element("time") }

    /// Text whose direction is kept apart from its surroundings.
    @inlinable public static var bdi: Element { Element("bdi") }

    /// A result.
    @inlinable public static var output: Element { Element("output") }

    /// Text whose white space is kept.
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

    /// An entry of a list.
    @inlinable public static var li: Element { Element("li") }

    /// A list of terms and what they mean.
    @inlinable public static var dl: Element { Element("dl") }

    /// A term of such a list.
    @inlinable public static var dt: Element { Element("dt") }

    /// What a term means.
    @inlinable public static var dd: Element { Element("dd") }

    /// A table.
    @inlinable public static var table: Element { Element("table") }

    /// The title of a table.
    @inlinable public static var caption: Element { Element("caption") }

    /// The head rows of a table.
    @inlinable public static var thead: Element { Element("thead") }

    /// The body rows of a table.
    @inlinable public static var tbody: Element { Element("tbody") }

    /// A row of a table.
    @inlinable public static var tr: Element { Element("tr") }

    /// A head cell of a table.
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

    /// An option; holds only text.
    @inlinable public static var option: Element { Element("option") }

    /// Suggestions for a text field.
    @inlinable public static var datalist: Element { Element("datalist") }

    /// A field of many lines; see ``Markup/textarea(_:value:)``.
    @inlinable public static var textarea: Element { Element("textarea", dropsFirstNewline: true) }

    /// How far a task has come.
    @inlinable public static var progress: Element { Element("progress") }

    /// An amount within known limits.
    @inlinable public static var meter: Element { Element("meter") }
}

// MARK: - Parts that open

extension Element {
    /// A part that can be opened.
    @inlinable public static var details: Element { Element("details") }

    /// What a closed `details` shows.
    @inlinable public static var summary: Element { Element("summary") }
}

// MARK: - Without content

extension VoidElement {
    /// A fact about the page.
    @inlinable public static var meta: VoidElement { VoidElement("meta") }

    /// A resource of the page, such as its style sheet.
    @inlinable public static var link: VoidElement { VoidElement("link") }

    /// A field.
    @inlinable public static var input: VoidElement { VoidElement("input") }

    /// A line break.
    @inlinable public static var br: VoidElement { VoidElement("br") }

    /// A change of subject.
    @inlinable public static var hr: VoidElement { VoidElement("hr") }

    /// A picture.
    @inlinable public static var img: VoidElement { VoidElement("img") }
}
