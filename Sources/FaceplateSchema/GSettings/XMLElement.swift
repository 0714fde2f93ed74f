/// An element of XML with the elements and the text in it.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    /// The place in the file, for `XMLReader.error(_:at:)`.
    let start: Int
    private(set) var elements: [XMLElement] = []
    /// Without the text of the elements inside.
    private(set) var text = ""

    func elements(_ name: String) -> [XMLElement] { elements.filter { $0.name == name } }

    func text(of name: String) -> String? { elements(name).first?.text }

    fileprivate init(_ tag: XMLScanner.Tag, _ attributes: [String: String]) {
        name = tag.name
        self.attributes = attributes
        start = tag.start
    }

    fileprivate mutating func add(_ text: String) { self.text += text }

    fileprivate mutating func add(_ element: XMLElement) { elements.append(element) }
}

/// Reads a file of XML; its size and depth are limited.
struct XMLReader {
    private static let maximumDepth = 32
    private static let mostElements = 50_000

    private var scanner: XMLScanner
    private var budget = PropertyListBudget(values: mostElements)

    init(_ bytes: [UInt8]) throws(PropertyListError) {
        scanner = XMLScanner(try PropertyListReader.scalars(of: bytes))
    }

    /// Returns the root.
    mutating func document() throws(PropertyListError) -> XMLElement {
        try scanner.skipProlog()
        let root = try element(try scanner.tag(), depth: 1)
        try scanner.skipSpace()
        guard scanner.isAtEnd else {
            throw scanner.error("There is text after the end of <\(root.name)>.")
        }
        return root
    }

    func error(_ message: String, at element: XMLElement) -> PropertyListError {
        scanner.error(message, at: element.start)
    }

    private mutating func element(
        _ tag: XMLScanner.Tag, depth: Int
    ) throws(PropertyListError) -> XMLElement {
        guard depth <= Self.maximumDepth else {
            throw scanner.error(
                "Elements are more than \(Self.maximumDepth) levels deep.", at: tag.start)
        }
        if budget.countValue() != nil {
            throw scanner.error("There are over \(Self.mostElements) elements.", at: tag.start)
        }
        guard !tag.isClosing else {
            throw scanner.error("Found \(tag.shown), which closes nothing.", at: tag.start)
        }
        guard let attributes = tag.attributes else {
            throw scanner.error(
                "The attributes of <\(tag.name)> are not written as name=\"value\".", at: tag.start)
        }
        var element = XMLElement(tag, attributes)
        guard !tag.isEmpty else { return element }
        while true {
            element.add(try scanner.text(of: tag))
            let next = try scanner.tag()
            guard next.isClosing else {
                element.add(try self.element(next, depth: depth + 1))
                continue
            }
            guard next.name == tag.name else {
                throw scanner.error(
                    "Found \(next.shown), where </\(tag.name)> was expected.", at: next.start)
            }
            return element
        }
    }
}
