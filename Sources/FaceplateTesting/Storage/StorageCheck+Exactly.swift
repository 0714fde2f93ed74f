import Faceplate
import Foundation

extension StorageCheck {
    /// Compares bytes, because `==` also accepts strings that are canonically equivalent.
    func require<Record: Encodable>(
        _ record: Record, isExactly expected: Record, _ what: String
    ) throws {
        let (bytes, wanted) = (try Self.bytes(record), try Self.bytes(expected))
        guard bytes != wanted else { return }
        let place = zip(bytes, wanted).prefix { $0 == $1 }.count
        try require(
            false,
            "\(what) is \(Self.words(bytes, around: place)), and should be "
                + "\(Self.words(wanted, around: place)).")
    }

    private static func bytes(_ record: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Array(try encoder.encode(record))
    }

    /// The text around a position, with non-ASCII characters escaped, so that similar strings differ.
    private static func words(_ bytes: [UInt8], around place: Int) -> String {
        let range = max(0, place - 60)..<min(bytes.count, place + 120)
        let text = String(decoding: bytes[range], as: UTF8.self)
        return (range.lowerBound > 0 ? "…" : "")
            + text.unicodeScalars
            .map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
            + (range.upperBound < bytes.count ? "…" : "")
    }
}

/// A state whose unordered parts are sorted, so that equal states encode to equal bytes.
struct ExactState: Encodable {
    private let state: StoredState
    private let retired: [String]
    private let parked: [String: StoredState.Parked]

    init(_ state: StoredState) {
        var rest = state
        rest.retired = []
        rest.parked = [:]
        self.state = rest
        retired = state.retired.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        parked = Dictionary(
            state.parked.map { ("\($0)", $1) }, uniquingKeysWith: { first, _ in first })
    }
}
