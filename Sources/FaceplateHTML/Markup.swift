/// HTML under construction, stored as UTF-8 bytes.
///
/// All text and attribute values are escaped when they are written, so a value cannot become a tag.
/// Only ``staticMarkup(_:)`` writes raw markup, and it accepts only literals of the program.
///
/// ```swift
/// var page = Markup()
/// page.doctype()
/// page.element(.html, .lang("en")) { page in
///     page.element(.title, text: name)
///     page.element(.p, .class("note"), text: note)
/// }
/// ```
public struct Markup: Sendable {
    private var buffer: ByteBuffer

    /// A copy of the bytes written so far: well-formed UTF-8.
    public var bytes: [UInt8] { buffer.bytes }

    /// Without a copy; leaves the markup empty.
    package mutating func takeBytes() -> [UInt8] { buffer.take() }

    /// The number of bytes written so far.
    public var byteCount: Int { buffer.count }

    /// The buffer is valid only during the call.
    package func withBytes<T>(from start: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        buffer.withBytes(from: start, body)
    }

    /// `start` must be a former ``byteCount`` between two elements, and no element may be open.
    package func part(from start: Int) -> Markup {
        var part = Markup()
        part.buffer = buffer.part(from: start)
        return part
    }

    /// `count` must be a former ``byteCount`` between two elements, so that no element loses its end.
    package mutating func truncate(to count: Int) {
        buffer.truncate(to: count)
    }

    /// Creates empty markup.
    ///
    /// - Parameter capacity: The number of bytes to reserve. Reserve the expected size of a page to
    ///   avoid copies while the buffer grows.
    public init(reservingCapacity capacity: Int = 0) {
        buffer = ByteBuffer(reservingCapacity: capacity)
    }

    /// Writes `<!DOCTYPE html>`.
    public mutating func doctype() {
        write("<!DOCTYPE html>")
    }

    /// Writes escaped text.
    ///
    /// Parsers read the same text, except that NUL and noncharacters, which HTML cannot contain,
    /// are replaced with U+FFFD.
    public mutating func text(_ text: String) {
        buffer.write(room: text.utf8.count * Cursor.longestEscape) { $0.putEscaped(text) }
    }

    /// Appends markup that was built separately.
    public mutating func append(_ markup: Markup) {
        buffer.append(markup.buffer)
    }

    /// Writes raw markup.
    ///
    /// This is the only function that does not escape. A `StaticString` is a literal of the
    /// program, so no outside text can get here.
    public mutating func staticMarkup(_ text: StaticString) {
        write(text)
    }
}

// MARK: - Elements

extension Markup {
    /// Writes an element, with the content that the closure writes.
    ///
    /// If the closure throws, the end tag is missing: discard the markup.
    @inlinable
    public mutating func element(
        _ element: Element, _ attributes: Attribute..., content: (inout Markup) throws -> Void
    ) rethrows {
        open(element, attributes)
        guardFirstNewline(of: element)
        try content(&self)
        close(element)
    }

    /// Writes an element with an array of attributes, and the content that the closure writes.
    @inlinable
    public mutating func element(
        _ element: Element, attributes: [Attribute], content: (inout Markup) throws -> Void
    ) rethrows {
        open(element, attributes)
        guardFirstNewline(of: element)
        try content(&self)
        close(element)
    }

    /// Writes an element that contains only text.
    @inlinable
    public mutating func element(
        _ element: Element, _ attributes: Attribute..., text content: String
    ) {
        open(element, attributes)
        close(element, after: content)
    }

    /// Writes an element that contains only text, with an array of attributes.
    @inlinable
    public mutating func element(
        _ element: Element, attributes: [Attribute], text content: String
    ) {
        open(element, attributes)
        close(element, after: content)
    }

    /// Writes an empty element, with its end tag.
    @inlinable
    public mutating func element(_ element: Element, _ attributes: Attribute...) {
        open(element, attributes)
        close(element)
    }

    /// Writes an empty element, with its end tag and an array of attributes.
    @inlinable
    public mutating func element(_ element: Element, attributes: [Attribute]) {
        open(element, attributes)
        close(element)
    }

    /// Writes an element that never has content; it has no end tag.
    @inlinable
    public mutating func void(_ element: VoidElement, _ attributes: Attribute...) {
        open(element.element, attributes)
    }

    /// Writes an element that never has content, with an array of attributes.
    @inlinable
    public mutating func void(_ element: VoidElement, attributes: [Attribute]) {
        open(element.element, attributes)
    }

    /// Writes a script element without content.
    ///
    /// Scripts are loaded from `src` and never written inline.
    @inlinable
    public mutating func element(_ element: ScriptElement, _ attributes: Attribute...) {
        open(element.element, attributes)
        close(element.element)
    }

    /// Writes a `textarea` that shows `value`, and preserves a leading newline.
    @inlinable
    public mutating func textarea(_ attributes: Attribute..., value: String) {
        open(.textarea, attributes)
        close(.textarea, after: value)
    }

    /// Writes a `textarea` that shows `value`, with an array of attributes.
    @inlinable
    public mutating func textarea(attributes: [Attribute], value: String) {
        open(.textarea, attributes)
        close(.textarea, after: value)
    }
}

// MARK: - Tags

extension Markup {
    @usableFromInline
    mutating func open(_ element: Element, _ attributes: [Attribute]) {
        var room = element.name.utf8CodeUnitCount + 2
        for attribute in attributes { room += attribute.room }
        buffer.write(room: room) { cursor in
            cursor.put(UInt8(ascii: "<"))
            cursor.put(element.name)
            for attribute in attributes { cursor.put(attribute) }
            cursor.put(UInt8(ascii: ">"))
        }
    }

    @usableFromInline
    mutating func close(_ element: Element) {
        buffer.write(room: element.name.utf8CodeUnitCount + 3) { $0.putEnd(of: element) }
    }

    @usableFromInline
    mutating func close(_ element: Element, after content: String) {
        let room = content.utf8.count * Cursor.longestEscape + element.name.utf8CodeUnitCount + 4
        buffer.write(room: room) { cursor in
            if element.dropsFirstNewline, content.utf8.first == UInt8(ascii: "\n") {
                cursor.put(UInt8(ascii: "\n"))
            }
            cursor.putEscaped(content)
            cursor.putEnd(of: element)
        }
    }

    /// Writes the newline that parsers drop after `<pre>` and `<textarea>`.
    @usableFromInline
    mutating func guardFirstNewline(of element: Element) {
        if element.dropsFirstNewline { write("\n") }
    }

    private mutating func write(_ text: StaticString) {
        buffer.write(room: text.utf8CodeUnitCount) { $0.put(text) }
    }
}

extension Attribute {
    fileprivate var room: Int {
        // The longest text around name and value is ` aria-` and `=""`.
        name.utf8CodeUnitCount + value.utf8.count * Cursor.longestEscape + 9
    }
}

extension Cursor {
    fileprivate mutating func put(_ attribute: Attribute) {
        guard attribute.form != .absent else { return }
        switch attribute.family {
        case .plain: put(UInt8(ascii: " "))
        case .aria: put(" aria-")
        case .data: put(" data-")
        }
        put(attribute.name)
        guard attribute.form == .text else { return }
        put(UInt8(ascii: "="))
        put(UInt8(ascii: "\""))
        putEscaped(attribute.value)
        put(UInt8(ascii: "\""))
    }

    fileprivate mutating func putEnd(of element: Element) {
        put(UInt8(ascii: "<"))
        put(UInt8(ascii: "/"))
        put(element.name)
        put(UInt8(ascii: ">"))
    }
}
