/// The target and the headers of one request in one flat buffer, checked while they are copied.
struct RequestHead: Sendable {
    /// The position of one header in `bytes`: its name in lower case, then its value.
    struct Field: Sendable {
        let start: Int
        let nameCount: Int
        let valueCount: Int
    }

    enum Expectation: Sendable { case none, `continue`, unknown }

    private(set) var bytes: [UInt8] = []
    private(set) var fields: [Field] = []
    private(set) var targetCount = 0

    private(set) var hasBadName = false
    private(set) var hasBadValue = false
    private(set) var hosts = 0
    private(set) var contentLengths = 0
    private(set) var contentLength: Int?
    private(set) var transferEncodings = 0
    private(set) var isChunked = false
    private(set) var expectation = Expectation.none

    init() {}

    init(target: UnsafeRawBufferPointer) {
        bytes.reserveCapacity(target.count + 768)
        bytes.append(contentsOf: target)
        targetCount = target.count
        fields.reserveCapacity(16)
    }

    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let start = bytes.count
        hasBadName = hasBadName || name.isEmpty
        for byte in name {
            hasBadName = hasBadName || !byte.isTokenByte
            bytes.append(byte.lowercased)
        }
        let value = value.trimmingBlanks
        var control = false
        var beyondASCII = false
        for byte in value {
            control = control || (byte < 0x20 && byte != 0x09) || byte == 0x7f
            beyondASCII = beyondASCII || byte >= 0x80
        }
        hasBadValue = hasBadValue || control
        if beyondASCII, String(validating: value, as: UTF8.self) == nil { hasBadValue = true }
        bytes.append(contentsOf: value)
        fields.append(Field(start: start, nameCount: name.count, valueCount: value.count))
        noteFraming(start: start, nameCount: name.count, value: value)
    }

    /// It compares the length of the name first, which is fast.
    private mutating func noteFraming(
        start: Int, nameCount: Int, value: UnsafeRawBufferPointer
    ) {
        switch nameCount {
        case 4 where nameIs("host", at: start):
            hosts += 1
        case 6 where nameIs("expect", at: start):
            expectation = value.isCaseless("100-continue") ? .continue : .unknown
        case 14 where nameIs("content-length", at: start):
            contentLengths += 1
            contentLength = value.decimal
        case 17 where nameIs("transfer-encoding", at: start):
            transferEncodings += 1
            isChunked = value.isCaseless("chunked")
        default:
            break
        }
    }

    private func nameIs(_ name: StaticString, at start: Int) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            let count = name.utf8CodeUnitCount
            guard let base = bytes.baseAddress, start + count <= bytes.count else { return false }
            return UnsafeBufferPointer(start: base + start, count: count)
                .elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: count))
        }
    }

    /// `name` is in lower case.
    func values(of name: String) -> [String] {
        fields.indices.compactMap { value(of: name, at: $0) }
    }

    /// `name` is in lower case.
    func firstValue(of name: String) -> String? {
        for index in fields.indices {
            if let value = value(of: name, at: index) { return value }
        }
        return nil
    }

    private func value(of name: String, at index: Int) -> String? {
        let field = fields[index]
        guard name.utf8.count == field.nameCount else { return nil }
        let valueStart = field.start + field.nameCount
        guard bytes[field.start..<valueStart].elementsEqual(name.utf8) else { return nil }
        // `Gate` has already checked that the bytes are UTF-8.
        return String(decoding: bytes[valueStart..<valueStart + field.valueCount], as: UTF8.self)
    }
}

extension UInt8 {
    /// The bytes of a `token` (RFC 9110 §5.6.2), one bit each: the bytes from 0, and those from 64.
    private static let tokenBits: (UInt64, UInt64) = (
        0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE
    )

    var isTokenByte: Bool {
        guard self < 0x80 else { return false }
        let bits = self < 64 ? Self.tokenBits.0 : Self.tokenBits.1
        return (bits >> UInt64(self & 63)) & 1 == 1
    }

    /// The byte in lower case; only ASCII letters change, as in header names.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }

    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    fileprivate var trimmingBlanks: UnsafeRawBufferPointer {
        var slice = self[...]
        while let first = slice.first, first.isBlank { slice.removeFirst() }
        while let last = slice.last, last.isBlank { slice.removeLast() }
        return UnsafeRawBufferPointer(rebasing: slice)
    }

    /// `word` is in lower case.
    fileprivate func isCaseless(_ word: StaticString) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return count == word.count && lazy.map(\.lowercased).elementsEqual(word)
    }

    fileprivate var decimal: Int? {
        guard !isEmpty else { return nil }
        var number = 0
        for byte in self {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(byte - 0x30))
            guard !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }
}
