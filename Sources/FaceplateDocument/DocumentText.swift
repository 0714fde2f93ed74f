import FaceplateSchema

/// The text of a document, by bytes of UTF-8.
struct DocumentText: Sendable {
    let bytes: [UInt8]

    static let newline = UInt8(ascii: "\n")

    /// The line end of the file.
    var lineEnd: String {
        guard let index = bytes.firstIndex(of: Self.newline), index > 0,
            bytes[index - 1] == UInt8(ascii: "\r")
        else { return "\n" }
        return "\r\n"
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The start of the line that contains an offset.
    func lineStart(_ offset: Int) -> Int {
        (bytes[..<offset].lastIndex(of: Self.newline)).map { $0 + 1 } ?? 0
    }

    /// The end of the line, before its line end.
    func contentEnd(_ offset: Int) -> Int {
        let end = bytes[offset...].firstIndex(of: Self.newline) ?? bytes.count
        return end > offset && end < bytes.count && bytes[end - 1] == UInt8(ascii: "\r")
            ? end - 1 : end
    }

    /// The start of the next line, or the end of the text.
    func nextLine(_ offset: Int) -> Int {
        (bytes[offset...].firstIndex(of: Self.newline)).map { $0 + 1 } ?? bytes.count
    }

    /// The blanks at the start of the line.
    func indentation(_ offset: Int) -> String {
        let start = lineStart(offset)
        let end = bytes[start...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
        return string(start..<end)
    }

    /// The number of bytes before an offset in its line.
    func column(_ offset: Int) -> Int { offset - lineStart(offset) }

    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }

    func hasNewline(_ range: Range<Int>) -> Bool { bytes[range].contains(Self.newline) }

    /// The first offset at or after another that is no blank.
    func skippingBlanks(_ offset: Int) -> Int {
        bytes[offset...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
    }

    func position(_ offset: Int) -> TextPosition {
        let offset = min(offset, bytes.count)
        let line = bytes[..<offset].count { $0 == Self.newline } + 1
        let start = min(max(lineStart(offset), contentStart), offset)
        let column = bytes[start..<offset].count { $0 & 0xC0 != 0x80 } + 1
        return TextPosition(line: line, column: column)
    }

    /// The start behind a byte order mark.
    var contentStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// The first character that is neither text, a tab nor a part of a line end.
    var firstControl: Int? {
        bytes.indices.first { index in
            switch bytes[index] {
            case 0x09, Self.newline: false
            case 0x0D: index + 1 == bytes.count || bytes[index + 1] != Self.newline
            case 0..<0x20, 0x7F: true
            default: false
            }
        }
    }

    func error(_ message: String, at offset: Int) -> DocumentError {
        DocumentError(message, at: position(offset))
    }

    func repeated(_ name: String, _ first: Int, at offset: Int) -> DocumentError {
        error("The name \(name.quotedName) is used at \(position(first)), too.", at: offset)
    }

    func tooDeep(at offset: Int) -> DocumentError {
        error("Values are nested over \(Document.maximumDepth) levels deep.", at: offset)
    }

    func tooMany(at offset: Int) -> DocumentError {
        error("The file has over \(Document.mostValues) values.", at: offset)
    }
}

extension String {
    /// The start of a name, in quotation marks for a message.
    package var quotedName: String {
        let start = String(UnicodeScalarView(unicodeScalars.prefix(64)))
        return "'\(start)\(unicodeScalars.count > 64 ? "…" : "")'"
    }
}

/// A range of bytes that another text replaces.
struct Replacement {
    let range: Range<Int>
    let text: String

    init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = text
    }
}

/// The result of a reader.
struct DocumentReading: Sendable {
    var root: DocumentNode
    /// In the order of the text.
    var comments: [Range<Int>]
}

/// How a format is read, and how values are written in it.
///
/// A replacement is correct for the text that was read. The document reads the result again, and compares it with what
/// was intended.
protocol DocumentSyntax: Sendable {
    func read(_ text: DocumentText) throws(DocumentError) -> DocumentReading

    /// Replaces a value.
    ///
    /// - Parameter parents: The containers of the value, from the outside in.
    func replace(
        _ node: DocumentNode, in parents: [DocumentNode], with value: JSONValue,
        _ document: Document
    ) throws(DocumentError) -> Replacement

    /// Adds a member at the end of a map, or an element of a list before the one at `index`.
    func insert(
        _ value: JSONValue, named name: String?, at index: Int, into container: DocumentNode,
        _ path: DocumentPath, _ document: Document
    ) throws(DocumentError) -> Replacement

    /// Removes a member or an element.
    func remove(
        _ index: Int, of container: DocumentNode, in parents: [DocumentNode], _ document: Document
    ) throws(DocumentError) -> Replacement
}

extension DocumentText {
    /// Returns what stays of a range that is removed: its comments, each on a line of its own.
    func comments(_ comments: [Range<Int>], in range: Range<Int>, indentation: String) -> String {
        comments.filter { range.contains($0.lowerBound) }
            .map { indentation + string($0) + lineEnd }.joined()
    }
}
