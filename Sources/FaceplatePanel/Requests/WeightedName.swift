import Faceplate

/// A part of `Accept` or `Accept-Encoding` (RFC 9110, section 12.4.2): a name, and how much a client wants it.
struct WeightedName {
    /// The media type or encoding, in any case: `text/html`.
    private let name: ArraySlice<UInt8>
    /// In thousandths: 1,000 when none is sent, 0 for a form that is not accepted.
    let weight: Int

    init(_ part: ArraySlice<UInt8>) {
        var rest = part
        name = Self.word(&rest)
        var weight: Int?
        while weight == nil, !rest.isEmpty {
            let word = Self.word(&rest)
            if word.starts(with: "q=".utf8) || word.starts(with: "Q=".utf8) {
                weight = Self.thousandths(word.dropFirst(2))
            }
        }
        self.weight = weight ?? 1_000
    }

    /// `name` is in lower case.
    func isNamed(_ name: StaticString) -> Bool {
        self.name.count == name.utf8CodeUnitCount
            && name.withUTF8Buffer { name in
                zip(self.name, name).allSatisfy {
                    $0 == $1 || $0.isCapitalLetter && $0 | 0x20 == $1
                }
            }
    }

    private static func word(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var word = rest.prefix { $0 != UInt8(ascii: ";") }
        rest = rest.dropFirst(word.count + 1)
        while let first = word.first, first == 0x20 || first == 0x09 { word.removeFirst() }
        while let last = word.last, last == 0x20 || last == 0x09 { word.removeLast() }
        return word
    }

    /// In thousandths; malformed text counts as no weight: 1,000.
    private static func thousandths(_ text: ArraySlice<UInt8>) -> Int {
        let zero = UInt8(ascii: "0")
        guard let whole = text.first, whole == zero || whole == zero + 1 else { return 1_000 }
        let decimals = text.dropFirst(2)
        guard text.count < 2 || text[text.startIndex + 1] == UInt8(ascii: "."),
            decimals.count <= 3, decimals.allSatisfy(\.isDigit), whole == zero
        else { return 1_000 }
        return (decimals + repeatElement(zero, count: 3 - decimals.count))
            .reduce(0) { $0 * 10 + Int($1 - zero) }
    }
}
