/// Writes JSON in a stable form: the same value always results in the same bytes.
package struct JSONWriter: Sendable {
    package enum Layout: Sendable {
        /// One line without spaces.
        case compact
        /// Two spaces per level and one line per member.
        case indented
    }

    package enum MemberOrder: Sendable {
        case asGiven
        /// Sorted by the bytes of the names, as in the canonical form.
        case sorted
    }

    private let layout: Layout
    private let order: MemberOrder

    package init(_ layout: Layout = .compact, order: MemberOrder = .asGiven) {
        self.layout = layout
        self.order = order
    }

    package func bytes(_ value: JSONValue) -> [UInt8] {
        var out: [UInt8] = []
        // Enough for most values and responses, which then need no second allocation.
        out.reserveCapacity(128)
        write(value, level: 0, into: &out)
        return out
    }

    package func text(_ value: JSONValue) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }

    private func write(_ value: JSONValue, level: Int, into out: inout [UInt8]) {
        switch value.content {
        case .null: out += "null".utf8
        case .boolean(let value): out += (value ? "true" : "false").utf8
        case .number(let number): out += number.text.utf8
        case .string(let text): Self.write(text, into: &out)
        case .array(let elements):
            list(elements, "[", "]", level: level, into: &out) { element, out in
                write(element, level: level + 1, into: &out)
            }
        case .object(let object):
            let members =
                order == .asGiven
                ? object.members
                : object.members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            list(members, "{", "}", level: level, into: &out) { member, out in
                Self.write(member.name, into: &out)
                out += (layout == .compact ? ":" : ": ").utf8
                write(member.value, level: level + 1, into: &out)
            }
        }
    }

    private func list<T>(
        _ elements: [T], _ open: String, _ close: String, level: Int, into out: inout [UInt8],
        _ write: (T, inout [UInt8]) -> Void
    ) {
        out += open.utf8
        for (index, element) in elements.enumerated() {
            if index > 0 { out += ",".utf8 }
            newLine(level + 1, into: &out)
            write(element, &out)
        }
        if !elements.isEmpty { newLine(level, into: &out) }
        out += close.utf8
    }

    private func newLine(_ level: Int, into out: inout [UInt8]) {
        guard layout == .indented else { return }
        out.append(0x0A)
        out += repeatElement(0x20, count: level * 2)
    }

    private static func write(_ text: String, into out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            // Without an exit from the loop, many bytes are compared at a time.
            var escapes: UInt8 = 0
            for byte in bytes { escapes |= isEscaped(byte) ? 1 : 0 }
            if escapes == 0 {
                out.append(contentsOf: bytes)
            } else {
                for byte in bytes { write(byte, into: &out) }
            }
        }
        out.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func write(_ byte: UInt8, into out: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            out.append(UInt8(ascii: "\\"))
            out.append(byte)
        case 0x0A: out += "\\n".utf8
        case 0x0D: out += "\\r".utf8
        case 0x09: out += "\\t".utf8
        case 0..<0x20, 0x7F:
            out += "\\u00".utf8
            out += byte.hexadecimal.utf8
        default: out.append(byte)
        }
    }
}
