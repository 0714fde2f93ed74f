/// `{key}` is one segment that is not empty, `{page*}` is one or more such segments, and `{file+}` is the rest of the
/// path, whatever it is; literal segments can follow a `{key}`.
struct PathTemplate: Sendable {
    private enum Ending: Sendable {
        case none
        case segments([String?])
        case manySegments
        case rest
    }

    /// As OpenAPI writes it.
    let text: String
    let parameters: [String]
    private let prefix: [UInt8]
    private let ending: Ending

    init(_ text: String) {
        let start = text.firstIndex(of: "{") ?? text.endIndex
        let segments = text[start...].split(separator: "/").map {
            $0.hasPrefix("{") ? nil : String($0)
        }
        prefix = Array(text[..<start].utf8)
        parameters = text[start...].split(separator: "/").filter { $0.hasPrefix("{") }
            .map { $0.filter { !"{}*+".contains($0) } }
        self.text = text.filter { !"*+".contains($0) }
        ending =
            if segments.isEmpty {
                .none
            } else if text.hasSuffix("*}") {
                .manySegments
            } else if text.hasSuffix("+}") {
                .rest
            } else {
                .segments(segments)
            }
    }

    func arguments(in path: String) -> [String]? {
        guard path.utf8.starts(with: prefix) else { return nil }
        let rest = path.utf8.dropFirst(prefix.count)
        switch ending {
        case .none: return rest.isEmpty ? [] : nil
        case .rest: return [String(Substring(rest))]
        case .segments, .manySegments:
            let segments = rest.split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let found = segments.map { String(Substring($0)) }
            guard found.allSatisfy({ !$0.isEmpty }) else { return nil }
            guard case .segments(let expected) = ending else { return found }
            guard found.count == expected.count,
                zip(found, expected).allSatisfy({ $1 == nil || $0 == $1 })
            else { return nil }
            return zip(found, expected).filter { $1 == nil }.map(\.0)
        }
    }
}
