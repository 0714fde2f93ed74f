import FaceplateAddress
import FaceplateSchema

/// Variables in values are not expanded.
enum EnvironmentValues {
    static func read(
        _ bytes: [UInt8]
    ) throws(ValuesFileError) -> [(key: String, value: String)] {
        var text = try ValuesText(bytes)
        var found: [(key: String, value: String)] = []
        var keys = UniqueKeys()
        while !text.isAtEnd {
            text.skipBlanks()
            guard !text.isAtLineEnd, text.peek != UInt8(ascii: "#") else {
                text.skipToLineEnd()
                text.skipLineEnd()
                continue
            }
            if text.starts(with: "export ") {
                text.index += 7
                text.skipBlanks()
            }
            let start = text.index
            while let byte = text.peek, isName(byte) { text.index += 1 }
            let key = text.text(start..<text.index)
            guard !key.isEmpty, text.peek == UInt8(ascii: "=") else {
                throw text.error("This is no KEY=value.", at: start)
            }
            text.index += 1
            try keys.insert(key, at: start, in: text)
            found.append((key, try value(&text)))
        }
        return found
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "._-".utf8.contains(byte)
    }

    private static func value(_ text: inout ValuesText) throws(ValuesFileError) -> String {
        var result: [UInt8] = []
        while let byte = text.peek, !text.isAtLineEnd {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): try quoted(&text, byte, &result)
            case 0x20, 0x09:
                text.skipBlanks()
                guard text.isAtLineEnd || text.peek == UInt8(ascii: "#") else {
                    throw text.error("A value with spaces needs quotation marks.")
                }
                text.skipToLineEnd()
            case UInt8(ascii: "\\") where !text.isLineEnd(text.index + 1):
                result.append(text.bytes[text.index + 1])
                text.index += 2
            case UInt8(ascii: "\\"): throw text.error("A value ends with a backslash.")
            default:
                result.append(byte)
                text.index += 1
            }
        }
        text.skipLineEnd()
        return String(decoding: result, as: UTF8.self)
    }

    private static func quoted(
        _ text: inout ValuesText, _ mark: UInt8, _ result: inout [UInt8]
    ) throws(ValuesFileError) {
        let start = text.index
        text.index += 1
        while let byte = text.peek {
            if byte == mark {
                text.index += 1
                return
            }
            if text.isAtLineEnd {
                text.skipLineEnd()
                result.append(0x0A)
                continue
            }
            if mark == UInt8(ascii: "\""), byte == UInt8(ascii: "\\"), let next = text.peek(1),
                "\"\\$`".utf8.contains(next)
            {
                result.append(next)
                text.index += 2
                continue
            }
            result.append(byte)
            text.index += 1
        }
        throw text.error("A value has no end: a quotation mark is missing.", at: start)
    }
}

enum INIValues {
    /// The first one has no name.
    struct Section {
        let name: String
        var values: [(key: String, value: String)] = []
    }

    static func read(_ bytes: [UInt8]) throws(ValuesFileError) -> [Section] {
        var text = try ValuesText(bytes)
        var sections = [Section(name: "")]
        var keys = UniqueKeys()
        var names: [String: UniqueKeys] = [:]
        while !text.isAtEnd {
            text.skipBlanks()
            let start = text.index
            text.skipToLineEnd()
            let line = text.trimmed(start..<text.index)
            text.skipLineEnd()
            guard let first = line.first.map({ text.bytes[$0] }), first != UInt8(ascii: ";"),
                first != UInt8(ascii: "#")
            else { continue }
            if first == UInt8(ascii: "[") {
                guard line.count > 2, text.bytes[line.upperBound - 1] == UInt8(ascii: "]") else {
                    throw text.error("The name of a section must end with ].", at: start)
                }
                names[sections[sections.count - 1].name] = keys
                let name = text.text(text.trimmed(line.lowerBound + 1..<line.upperBound - 1))
                // Taken out, because a second reference would copy all keys with each section.
                keys = names.removeValue(forKey: name) ?? UniqueKeys()
                sections.append(Section(name: name))
                continue
            }
            let pair = try pair(text, line)
            try keys.insert(pair.key, at: start, in: text)
            sections[sections.count - 1].values.append(pair)
        }
        return sections
    }

    /// A value can be a color such as `#c03`, or a list or object in JSON.
    private static func checkComment(
        _ text: ValuesText, _ range: Range<Int>
    ) throws(ValuesFileError) {
        let marks = [UInt8(ascii: ";"), UInt8(ascii: "#")]
        guard
            let mark = range.first(where: {
                marks.contains(text.bytes[$0]) && ($0 == range.lowerBound || text.isBlank($0 - 1))
            })
        else { return }
        let bytes = text.bytes[range]
        let isColor =
            bytes.first == UInt8(ascii: "#") && (4...9).contains(bytes.count)
            && bytes.dropFirst().allSatisfy { $0.hexadecimalValue != nil }
        let isJSON =
            [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes.first)
            && (try? JSONReader.read(Array(bytes))) != nil
        guard isColor || isJSON else {
            throw text.error(
                "A comment after a value is not read. Write it on its own line, or the value in quotation marks.",
                at: mark)
        }
    }

    private static func pair(
        _ text: ValuesText, _ line: Range<Int>
    ) throws(ValuesFileError) -> (key: String, value: String) {
        let bytes = text.bytes[line]
        guard
            let sign = bytes.firstIndex(of: UInt8(ascii: "="))
                ?? bytes.firstIndex(of: UInt8(ascii: ":")), sign > line.lowerBound
        else { throw text.error("This is not key = value.", at: line.lowerBound) }
        let key = text.text(text.trimmed(line.lowerBound..<sign))
        let range = text.trimmed(sign + 1..<line.upperBound)
        guard range.first.map({ text.bytes[$0] }) == UInt8(ascii: "\"") else {
            try checkComment(text, range)
            return (key, text.text(range))
        }
        guard let value = (try? JSONReader.read(Array(text.bytes[range])))?.string else {
            throw text.error(
                "A value in quotation marks must be written like a string in JSON.",
                at: range.lowerBound)
        }
        return (key, value)
    }
}
