import FaceplateCryptography

/// A style sheet or script of the page.
///
/// Its URL contains its digest, so that browsers can cache it forever.
struct Asset: Sendable {
    /// The panel's own style sheet, as stored in the binary: its parts, joined.
    static let style = Asset(
        "panel", "css",
        packed(
            joined(
                PackageResources.tokens_css, PackageResources.frame_css, PackageResources.rows_css,
                PackageResources.pages_css)))
    /// The script of the page: its parts, joined into one module in the order in which they need each other.
    static let script = Asset(
        "panel", "js",
        packed(
            joined(
                PackageResources.rows_js, PackageResources.updates_js, PackageResources.saving_js,
                PackageResources.input_js), isScript: true))
    static let all = [style, script]

    let path: String
    let response: PanelResponse

    /// Creates an asset from its content.
    ///
    /// - Parameter ending: The file name extension: `css` or `js`.
    init(_ name: String, _ ending: String, _ bytes: [UInt8]) {
        path = "\(Self.folder)\(name).\(Self.digest(of: bytes)).\(ending)"
        let type = ending == "css" ? "text/css" : "text/javascript"
        response = PanelResponse(
            200, type: "\(type); charset=utf-8", bytes, caching: .forever)
    }

    private static func joined(_ parts: [UInt8]...) -> [UInt8] {
        // The last line of a part can lack its end.
        Array(parts.joined(separator: [0x0A]))
    }

    /// Returns a source without the parts that browsers do not need.
    ///
    /// It removes indentation, comment lines, spaces around the operators of JavaScript, and line ends that separate
    /// nothing. Names of the script become shorter.
    static func packed(_ source: [UInt8], isScript: Bool = false) -> [UInt8] {
        let lines = source.split(separator: 0x0A).map { $0.drop { $0 == 0x20 } }
            .filter { !isComment($0) }
            .map { isScript ? tight($0) : $0 }
        var packed: [UInt8] = []
        for (line, next) in zip(lines, lines.dropFirst() + [[]]) {
            packed += line
            let isEnded = line.elementsEqual("}".utf8)
            let goesOn =
                line.last.map(Array("{(,;".utf8).contains) == true
                || (isScript ? ["?", ":", "&&", "||"] : ["? ", ": ", "&& ", "|| "])
                    .contains { next.starts(with: $0.utf8) }
            // A comment at the end of a line ends with the line.
            let isNeeded = !isEnded && !goesOn || !line.ranges(of: Array("//".utf8)).isEmpty
            if isNeeded { packed.append(0x0A) }
        }
        return isScript ? shortened(packed) : packed
    }

    /// Returns a script with short names in place of its own names in camel case, as in `stateOf`.
    ///
    /// A name that is also a property, or is next to a quotation mark, stays unchanged.
    private static func shortened(_ script: [UInt8]) -> [UInt8] {
        let words = script.split { !isLetter($0) }
        var wanted: Set<ArraySlice<UInt8>> = []
        for (first, second) in zip(words, words.dropFirst())
        where second.startIndex == first.endIndex + 1 && second.contains(where: isCapital) {
            if first.elementsEqual("const".utf8) || first.elementsEqual("let".utf8) {
                wanted.insert(second)
            }
        }
        for word in words where wanted.contains(word) {
            let before = script[..<word.startIndex].suffix(3)
            let isProperty = before.last == UInt8(ascii: ".") && !before.elementsEqual("...".utf8)
            let marks = [before.last, script[word.endIndex...].first].compactMap(\.self)
            if isProperty || marks.contains(where: "\"'`#-".utf8.contains) {
                wanted.remove(word)
            }
        }
        // In the order of the script, so that the same source is always packed alike.
        var names: [ArraySlice<UInt8>: [UInt8]] = [:]
        var short: [UInt8] = []
        var end = script.startIndex
        for word in words where wanted.contains(word) {
            let name = names[word] ?? Array("$\(String(names.count, radix: 36))".utf8)
            names[word] = name
            short += script[end..<word.startIndex] + name
            end = word.endIndex
        }
        return short + script[end...]
    }

    private static func isCapital(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
        default: false
        }
    }

    /// Returns a line of JavaScript without spaces around its operators.
    ///
    /// Strings stay unchanged, and so does a line with a slash, which can contain a regular expression.
    private static func tight(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard !line.contains(UInt8(ascii: "/")) else { return line }
        // Plus and minus are not in the list: two of them must not become one operator.
        let signs = Array("=*<>!&|?:,;(){}[]".utf8)
        var tight: [UInt8] = []
        var quote: UInt8?
        for (byte, next) in zip(line, line.dropFirst() + [0x0A]) {
            if let end = quote {
                if byte == end { quote = nil }
            } else if "\"'`".utf8.contains(byte) {
                quote = byte
            } else if byte == 0x20, signs.contains(next) || tight.last.map(signs.contains) == true {
                continue
            }
            tight.append(byte)
        }
        return tight[...]
    }

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.isEmpty || line.starts(with: Array("//".utf8))
            || line.starts(with: Array("/*".utf8)) && line.suffix(2).elementsEqual("*/".utf8)
    }

    static let folder = "/assets/"

    /// The segments of the asset's URL.
    var segments: [String] { path.split(separator: "/").map(String.init) }

    /// Returns a digest that identifies a content: 12 hexadecimal digits.
    static func digest(of bytes: [UInt8]) -> String {
        SHA256Digest.of(bytes).prefix(6).hexadecimal
    }
}
