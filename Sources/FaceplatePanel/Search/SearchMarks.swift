import Faceplate
import FaceplateHTML

struct SearchMarks: Sendable {
    let words: [SearchWord]
    let advanced: String

    private static let mostBytes = 8 * 1024

    func note(of item: Schema.Item?) -> String? { item?.level == .advanced ? advanced : nil }

    static func write(_ text: String, _ marks: SearchMarks?, into html: inout Markup) {
        guard let marks, !marks.words.isEmpty, text.utf8.count <= mostBytes else {
            return html.text(text)
        }
        let characters = Array(text)
        var isFound = marks.found(in: characters)[...]
        var rest = characters[...]
        while let first = isFound.first {
            let run = isFound.prefix { $0 == first }.count
            let piece = String(rest.prefix(run))
            if first { html.element(.mark, text: piece) } else { html.text(piece) }
            isFound = isFound.dropFirst(run)
            rest = rest.dropFirst(run)
        }
    }

    private func found(in characters: [Character]) -> [Bool] {
        var folded: [UInt8] = []
        var starts: [Int] = []
        for character in characters {
            starts.append(folded.count)
            folded += SearchFolding.folded(String(character))
        }
        var isFound = Array(repeating: false, count: folded.count)
        for word in words {
            for range in word.ranges(in: folded) {
                for index in range { isFound[index] = true }
            }
        }
        return starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : folded.count
            return isFound[starts[index]..<end].contains(true)
        }
    }
}

extension SearchWord {
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while let start = next(in: text, index..<text.count) {
            let startsWord =
                start == 0 || !Self.isWordByte(text[start - 1]) || !Self.isWordByte(bytes[0])
            if startsWord || matchesInside { ranges.append(start..<start + bytes.count) }
            index = start + bytes.count
        }
        return ranges
    }
}
