/// A search compares a term with all others, so it looks for a single error in linear time; `NearestWord` counts all
/// errors between two names, for messages.
struct SearchVocabulary: Sendable {
    /// A typing error in a shorter word often makes another valid one.
    private static let fewestLetters = 5
    /// The length from which a term can also match the beginning of a longer word.
    private static let fewestOfBeginning = 6
    private static let mostLetters = 40

    private var scalars: [UInt32] = []
    private var words: [Range<Int>] = []
    /// The indices of the texts that contain each word.
    private var places: [[Int]] = []

    init(_ bytes: [UInt8], _ ranges: [Range<Int>]) {
        var known: [[UInt8]: Int] = [:]
        for (place, range) in ranges.enumerated() {
            for word in bytes[range].split(whereSeparator: { !SearchWord.isWordByte($0) })
            where (Self.fewestLetters - 1...160).contains(word.count) {
                if let index = known[Array(word)] {
                    places[index].append(place)
                    continue
                }
                known[Array(word)] = words.count
                let start = scalars.count
                scalars += Self.scalars(word)
                words.append(start..<scalars.count)
                places.append([place])
            }
        }
    }

    private static func scalars(_ bytes: some Sequence<UInt8>) -> [UInt32] {
        String(decoding: Array(bytes), as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// An error is a missing, added or different letter, or two exchanged letters.
    func similar(to word: SearchWord) -> [Int: SearchWord] {
        let wanted = Self.scalars(word.bytes)
        guard (Self.fewestLetters...Self.mostLetters).contains(wanted.count) else { return [:] }
        let isWhole = wanted.count < Self.fewestOfBeginning
        var similar: [Int: SearchWord] = [:]
        for (index, range) in words.enumerated() where range.count >= wanted.count - 1 {
            guard !isWhole || range.count <= wanted.count + 1, isSimilar(wanted, range, isWhole)
            else { continue }
            let known = String(
                String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
            for place in places[index] where similar[place] == nil {
                similar[place] = SearchWord(Array(known.utf8))
            }
        }
        return similar
    }

    private func isSimilar(_ wanted: [UInt32], _ range: Range<Int>, _ isWhole: Bool) -> Bool {
        let known = scalars[range]
        var same = 0
        while same < wanted.count, same < known.count,
            wanted[same] == known[range.lowerBound + same]
        {
            same += 1
        }
        func isRest(_ ours: Int, _ theirs: Int) -> Bool {
            guard same + ours <= wanted.count, same + theirs <= known.count else { return false }
            let rest = wanted[(same + ours)...]
            let other = known.dropFirst(same + theirs)
            return isWhole ? other.elementsEqual(rest) : other.starts(with: rest)
        }
        if isRest(1, 1) || isRest(1, 0) || isRest(0, 1) { return true }
        guard same + 1 < wanted.count, same + 1 < known.count else { return false }
        let place = range.lowerBound + same
        return wanted[same] == known[place + 1] && wanted[same + 1] == known[place] && isRest(2, 2)
    }
}
