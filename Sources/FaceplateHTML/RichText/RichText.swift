/// Formatted text from an outside source, such as a schema, made safe to show.
///
/// The HTML that is read is never copied to the page. It is parsed into a tree of known elements,
/// and the tree is written like all other markup. The tree contains paragraphs, headings, lists,
/// tables, quotations, links and inline formatting, with `lang` and `dir`. It contains nothing that
/// loads, runs or styles.
///
/// Reading never fails and takes time in proportion to the length. At most 64 KiB are read, and
/// elements nest at most 32 levels deep.
public struct RichText: Sendable {
    enum Node: Sendable {
        case text(String)
        case void(VoidElement)
        case element(Element, [Attribute], [Node])
    }

    static let longestInput = 64 * 1024

    static let deepest = 32

    /// One sentence for each removed part, such as an element, an attribute or the URL of a link.
    ///
    /// At most 20 different sentences, in the order of the text.
    public let problems: [String]

    let nodes: [Node]

    /// Reads HTML: the content of a `body`, valid or not.
    public init(_ html: String) {
        var problems = RichTextProblems()
        var bytes = Array(html.utf8.prefix(RichText.longestInput + 1))
        if bytes.count > RichText.longestInput {
            problems.add("All beyond 64 KiB is left out.")
            // Remove all bytes of a character that the limit cuts.
            bytes.removeLast()
            while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
            if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
        }
        var reader = RichTextReader(bytes)
        var builder = RichTextBuilder(problems)
        while let token = reader.next() { builder.add(token) }
        nodes = builder.finish()
        self.problems = builder.problems.sentences
    }

    /// Writes the text as HTML.
    public func render(into html: inout Markup) {
        RichText.write(nodes, into: &html)
    }

    /// The text without formatting, with a space between the texts of different blocks.
    public var plainText: String {
        var blocks = [""]
        RichText.addText(of: nodes, to: &blocks)
        return blocks.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func addText(of nodes: [Node], to blocks: inout [String]) {
        for node in nodes {
            switch node {
            case .text(let text): blocks[blocks.count - 1] += text
            case .void: blocks.append("")
            case .element(let element, _, let children):
                let isInline = RichElement(tag: "\(element.name)")?.role == .inline
                if !isInline { blocks.append("") }
                addText(of: children, to: &blocks)
                if !isInline { blocks.append("") }
            }
        }
    }

    static func write(_ nodes: [Node], into html: inout Markup) {
        for node in nodes {
            switch node {
            case .text(let text): html.text(text)
            case .void(let element): html.void(element)
            case .element(let element, let attributes, let children):
                html.element(element, attributes: attributes) { write(children, into: &$0) }
            }
        }
    }
}

struct RichTextProblems: Sendable {
    private static let most = 20

    private(set) var sentences: [String] = []

    mutating func add(_ sentence: String) {
        guard sentences.count < Self.most, !sentences.contains(sentence) else { return }
        sentences.append(sentence)
    }

    mutating func add(_ token: String, _ words: String) {
        guard sentences.count < Self.most else { return }
        let shown = token.unicodeScalars.prefix(40).map { $0.isASCII && $0.value < 0x20 ? " " : $0 }
        add("'\(String(String.UnicodeScalarView(shown)))' \(words)")
    }
}
