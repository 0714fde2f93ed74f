/// The encoding, UTF-8 or UTF-16, is detected.
enum StringsDecoding {
    static func scalars(of bytes: [UInt8]) throws(LabelFileError) -> [Unicode.Scalar] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return try checked(decode(bytes.dropFirst(3), by: UTF8()))
        }
        let body = Array(bytes.dropFirst(2))
        if bytes.starts(with: [0xFF, 0xFE]) { return try sixteen(body, isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try sixteen(body, isLittle: false) }
        // UTF-16 without a byte order mark: every file starts with an ASCII character, and no text
        // with NUL.
        if bytes.count >= 2, (bytes[0] == 0) != (bytes[1] == 0) {
            return try sixteen(bytes, isLittle: bytes[1] == 0)
        }
        return try checked(decode(bytes[...], by: UTF8()))
    }

    private static func sixteen(
        _ bytes: [UInt8], isLittle: Bool
    ) throws(LabelFileError) -> [Unicode.Scalar] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        let scalars = try checked(decode(units, by: UTF16()))
        if bytes.count % 2 == 1 {
            throw .at(
                scalars.count, in: scalars, "The file is UTF-16, but ends within a character.")
        }
        return scalars
    }

    private static func decode<Codec: UnicodeCodec>(
        _ units: some Sequence<Codec.CodeUnit>, by codec: Codec
    ) throws(LabelFileError) -> [Unicode.Scalar] {
        var (codec, units) = (codec, units.makeIterator())
        var scalars: [Unicode.Scalar] = []
        while true {
            switch codec.decode(&units) {
            case .scalarValue(let scalar): scalars.append(scalar)
            case .emptyInput: return scalars
            case .error:
                let name = Codec.self == UTF8.self ? "UTF-8" : "UTF-16"
                throw .at(
                    scalars.count, in: scalars,
                    "The file is not valid \(name) here. Save it as UTF-8.")
            }
        }
    }

    /// NUL characters remain when UTF-16 was converted as if it were another encoding.
    private static func checked(
        _ scalars: [Unicode.Scalar]
    ) throws(LabelFileError) -> [Unicode.Scalar] {
        guard let index = scalars.firstIndex(of: "\0") else { return scalars }
        throw .at(
            index, in: scalars,
            "There is a NUL character. The file looks like UTF-16 that a conversion damaged: "
                + "save the original as UTF-8.")
    }
}

extension LabelFileError {
    /// CR, LF and CRLF each end a line.
    static func at(
        _ index: Int, in scalars: [Unicode.Scalar], _ message: String
    ) -> LabelFileError {
        var (line, column) = (1, 1)
        for (place, scalar) in scalars[..<index].enumerated() {
            let isBreak = scalar == "\n" && (place == 0 || scalars[place - 1] != "\r")
            if isBreak || scalar == "\r" {
                line += 1
                column = 1
            } else if scalar != "\n" {
                column += 1
            }
        }
        return LabelFileError(line: line, column: column, message: message)
    }
}
