import Faceplate
import FaceplateDocument
import FaceplateSchema

/// The rules of a program's JSON Schema that are about several settings, compared with its files.
///
/// A file can break the same rules as before.
struct DocumentRules {
    private let problem: ValueProblem

    /// `nil` if the files with the changes are accepted, or have no other problems than before.
    init?(_ check: JSONSchemaCheck?, before: [Document], after: [Document]) {
        guard let check, let value = Self.value(of: after),
            let former = Self.value(of: before),
            let problem = check.problem(with: value, since: former),
            problem.code != .tooComplex
        else { return nil }
        self.problem = problem
    }

    /// The reason for the setting that is missing, or for those of the changed ones that the problem is in, or for all
    /// of these.
    ///
    /// A page sends a refused change again together with the setting that it needs.
    func veto(of changed: [String: DocumentPath], among all: [String: DocumentPath]) -> Veto {
        let reason =
            "The schema of the file does not allow it: "
            + problem.withoutRejectedValue.sentence(about: "the file")
        let place = problem.parameters["place"] ?? ""
        func words(_ path: DocumentPath) -> String { Document.words(path) }
        let other = all.first { key, path in
            !place.isEmpty && changed[key] == nil && words(path) == place
        }
        if let other { return .key(other.key, reason) }
        let near = changed.filter { _, path in
            !place.isEmpty && (place.hasPrefix(words(path)) || words(path).hasPrefix(place))
        }
        return .keys((near.isEmpty ? changed : near).mapValues { _ in reason })
    }

    /// Later files win; `nil` for files that have only text.
    private static func value(of documents: [Document]) -> Value? {
        guard !documents.contains(where: \.format.hasOnlyText) else { return nil }
        return documents.reduce(.record([:])) { whole, document in
            whole.flatMap { whole in
                document.value.isNull
                    ? whole : Value(json: document.value).map { Self.merged(whole, $0) }
            }
        }
    }

    private static func merged(_ earlier: Value, _ later: Value) -> Value {
        guard case .record(let one) = earlier, case .record(let two) = later else { return later }
        return .record(one.merging(two, uniquingKeysWith: merged))
    }
}
