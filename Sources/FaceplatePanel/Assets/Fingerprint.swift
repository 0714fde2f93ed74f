/// Not cryptographic: it names versions of a page in entity tags, where SHA-256 took a third of the time of rendering
/// the page.
enum Fingerprint {
    /// For fingerprints that only this process can compute.
    static let secretSeed = UInt64.random(in: .min ... .max)
    // The fractional parts of pi and of the golden ratio: odd, and without a pattern.
    static let seed: UInt64 = 0x243F_6A88_85A3_08D3
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The same in each process.
    static func of(_ bytes: [UInt8]) -> String {
        text(bytes.withUnsafeBytes { number(of: $0) })
    }

    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `before` is the fingerprint of what comes before the bytes.
    static func number(of bytes: UnsafeRawBufferPointer, after before: UInt64 = seed) -> UInt64 {
        var hash = before
        var offset = 0
        while offset + 16 <= bytes.count {
            let first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            let product = (first ^ hash).multipliedFullWidth(by: second &+ hash &+ seed)
            hash = product.high ^ product.low
            offset += 16
        }
        if offset + 8 <= bytes.count {
            hash = folded(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
        hash = folded(hash ^ rest)
        return folded(hash ^ UInt64(bytes.count))
    }

    static func number(of first: UInt64, and second: UInt64) -> UInt64 {
        folded(folded(first) ^ second)
    }

    /// The two halves of the product, so that each bit of `number` reaches each bit of the result.
    private static func folded(_ number: UInt64) -> UInt64 {
        let product = (number &+ seed).multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
