import FaceplateTestSupport

/// Creates hostile inputs from valid ones; the same seed always creates the same input.
struct Mutator {
    private static let extremes = [
        "0", "-1", "1e308", "1e-308", "-0", "9223372036854775807", "9223372036854775808",
        "18446744073709551616", "0.1", "1E9999", "null", "true", "\"\"", "[]", "{}",
        "\"\\u0000\"", "\"\\ud800\"", "\u{FEFF}", "\u{202E}", "\r\n", "'", "<!--", "%", "%%", "&",
    ]
    /// Nested deeper than any reader may follow.
    private static let nests = [
        "[", "{\"not\":", "{\"a\":", "<array>", "<dict><key>a</key>", "(", "(?:",
    ]

    let samples: [[UInt8]]
    /// The quoted strings of all samples.
    private let words: [[UInt8]]

    init(samples: [[UInt8]]) {
        self.samples = samples
        var words: Set<[UInt8]> = []
        let quote = UInt8(ascii: "\"")
        for sample in samples {
            for (index, part) in sample.split(separator: quote, omittingEmptySubsequences: false)
                .enumerated() where !index.isMultiple(of: 2) && part.count < 64
            {
                words.insert([quote] + part + [quote])
            }
        }
        self.words = words.sorted { $0.lexicographicallyPrecedes($1) }
    }

    func input(seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed: seed)
        guard var bytes = samples.randomElement(using: &random) else { return [] }
        // Half of the inputs stay well formed, so that they reach more code.
        let isGentle = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            if isGentle { swapWords(&bytes, &random) } else { change(&bytes, &random) }
        }
        return bytes
    }

    /// Replaces one quoted string with another from the input or from a sample.
    private func swapWords(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let quote = UInt8(ascii: "\"")
        let quotes = places(of: quote, in: bytes)
        guard quotes.count > 3 else { return change(&bytes, &random) }
        func word(_ random: inout SplitMix) -> ClosedRange<Int> {
            let index = Int.random(in: 0..<quotes.count / 2, using: &random) * 2
            return quotes[index]...quotes[index + 1]
        }
        let (place, other) = (word(&random), word(&random))
        let isOwn = Int.random(in: 0..<4, using: &random) > 0
        let new = isOwn ? Array(bytes[other]) : words.randomElement(using: &random) ?? []
        replace(Range(place), of: &bytes, with: new)
    }

    private func change(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let range = range(of: bytes, &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[range.lowerBound % bytes.count] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: replace(range, of: &bytes, with: [])
        case 2:
            let end = range.upperBound
            replace(end..<end, of: &bytes, with: Array(bytes[range]))
        case 3:
            let count = Int.random(in: 1...2_000, using: &random)
            let nest = Array((Self.nests.randomElement(using: &random) ?? "[").utf8)
            var many: [UInt8] = []
            for _ in 0..<count { many += nest }
            replace(range.lowerBound..<range.lowerBound, of: &bytes, with: many)
        case 4:
            let other = samples.randomElement(using: &random) ?? []
            let part = Array(other[self.range(of: other, &random)])
            replace(range, of: &bytes, with: part)
        case 5: replaceWord(&bytes, with: words.randomElement(using: &random) ?? [], &random)
        case 6:
            let extreme = Array((Self.extremes.randomElement(using: &random) ?? "0").utf8)
            replaceWord(&bytes, with: extreme, &random)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: range.lowerBound)
        }
    }

    /// Returns up to 200 bytes from any position.
    private func range(of bytes: [UInt8], _ random: inout SplitMix) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...200, using: &random))
        return start..<end
    }

    /// Replaces a token between quotation marks, colons or commas.
    private func replaceWord(
        _ bytes: inout [UInt8], with word: [UInt8], _ random: inout SplitMix
    ) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let isEdge: (UInt8) -> Bool = { "\",:[]{}<>=&;".utf8.contains($0) }
        guard let first = bytes[start...].firstIndex(where: isEdge) else { return }
        let last = bytes[(first + 1)...].firstIndex(where: isEdge) ?? bytes.count
        let isQuoted = bytes[first] == UInt8(ascii: "\"")
        let end = isQuoted && last < bytes.count ? last + 1 : last
        replace((isQuoted ? first : first + 1)..<end, of: &bytes, with: word)
    }

    /// Works like `replaceSubrange`, which copies byte by byte in a build without optimization.
    private func replace(_ range: Range<Int>, of bytes: inout [UInt8], with new: [UInt8]) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count - range.count + new.count)
        result += bytes[..<range.lowerBound]
        result += new
        result += bytes[range.upperBound...]
        bytes = result
    }

    /// Returns the indices of a byte.
    private func places(of byte: UInt8, in bytes: [UInt8]) -> [Int] {
        bytes.withUnsafeBufferPointer { buffer in
            // A closure for each byte takes much longer in a build without optimization.
            var places: [Int] = []
            var index = 0
            while index < buffer.count {
                if buffer[index] == byte { places.append(index) }
                index += 1
            }
            return places
        }
    }
}
