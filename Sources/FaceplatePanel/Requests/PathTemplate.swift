/// The path of a route, in which a name in braces replaces one or more segments: `/api/settings/{key}`.
///
/// `{key}` is one segment that is not empty, `{page*}` is one or more such segments, and `{file+}` is the rest of the
/// path, whatever it is.
struct PathTemplate: Sendable {
    private enum Ending: Sendable {
        case none
        /// A fixed number of segments.
        case segments(Int)
        case manySegments
        case rest
    }

    /// The path as OpenAPI writes it.
    let text: String
    /// The names of the parameters.
    let parameters: [String]
    private let prefix: [UInt8]
    private let ending: Ending

    /// Creates a template; literal segments come before all parameters.
    init(_ text: String) {
        let start = text.firstIndex(of: "{") ?? text.endIndex
        let names = text[start...].split(separator: "/").map { $0.filter { !"{}*+".contains($0) } }
        prefix = Array(text[..<start].utf8)
        parameters = names
        self.text = text.filter { !"*+".contains($0) }
        ending =
            if names.isEmpty {
                .none
            } else if text.hasSuffix("*}") {
                .manySegments
            } else if text.hasSuffix("+}") {
                .rest
            } else {
                .segments(names.count)
            }
    }

    /// Returns the values of the parameters in a path; `nil` when the path is another one.
    func arguments(in path: String) -> [String]? {
        guard path.utf8.starts(with: prefix) else { return nil }
        let rest = path.utf8.dropFirst(prefix.count)
        switch ending {
        case .none: return rest.isEmpty ? [] : nil
        case .rest: return [String(Substring(rest))]
        case .segments, .manySegments:
            let segments = rest.split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            if case .segments(let count) = ending, segments.count != count { return nil }
            guard segments.allSatisfy({ !$0.isEmpty }) else { return nil }
            return segments.map { String(Substring($0)) }
        }
    }
}
