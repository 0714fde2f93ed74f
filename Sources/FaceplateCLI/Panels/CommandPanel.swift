import Faceplate
import FaceplateImport
import FaceplatePanel
import FaceplateSchema
import Foundation

/// The panel that a command reads and changes: the one in a database, or one that runs at a URL.
///
/// A snapshot of a panel at a URL has a schema without conditions and labels. Calls can block.
protocol CommandPanel: AnyObject, Sendable {
    /// The path of the database or the URL, for messages.
    var place: String { get }
    /// The path of the database; `nil` for a panel at a URL, and for settings in memory.
    var path: String? { get }
    /// The newest known settings.
    var snapshot: Snapshot { get }

    /// Returns the time of the last change of a setting that is set.
    func time(ofLastChangeOf key: String) throws -> Date?

    /// Returns the keys of the settings that a search finds, best match first, and the problems of its text.
    func search(_ text: String) throws -> (keys: [String], problems: [String])

    /// Returns the newest revisions that a condition chooses.
    ///
    /// - Parameter choose: Returns the revision as it is shown; `nil` to leave it out.
    func scanRevisions(
        before: Int?, limit: Int, of key: String?, choosing choose: (Revision) -> Revision?
    ) throws -> RevisionScan

    /// Returns one change of a revision with its values, also large ones; `nil` if the history does not have it.
    func change(of key: String, in revision: Int) throws -> Change?

    /// Returns the number of the oldest retained revision; `nil` before the first change.
    func oldestRevision() throws -> Int?

    /// Applies a batch, whose assignments are text, JSON or resets.
    func apply(_ batch: Batch) async throws(ApplyError) -> Outcome

    /// Runs an operation.
    func perform<Asked: SettingsOperation>(_ asked: Asked) throws -> Asked.Result

    /// Returns a secret for a comparison.
    func secret(_ setting: Schema.Setting) throws -> ComparedSecret

    /// Adds the encrypted secrets to exported values.
    func seal(_ values: inout ExportedValues, passPhrase: String) throws

    /// Returns the file of exported values.
    ///
    /// - Parameter commented: The query of the same export with comments, for a panel whose snapshot has no labels;
    ///   `nil` for a file without them.
    func text(
        of values: ExportedValues, as format: ValuesFormat,
        commented query: [(name: String, value: String)]?
    ) throws -> String

    /// Calls a handler for each new revision, in order.
    func observe(_ handler: @escaping @Sendable (Revision) -> Void) -> Settings.Observation

    /// Calls a handler when the values or the schema may have changed.
    func onNews(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation

    /// Calls a handler when no further changes can be observed.
    func onEnd(_ handler: @escaping @Sendable () -> Void)

    /// The reason why no further changes can be observed; `nil` before that.
    var ending: Failure? { get }

    func close()
}

/// A secret of one side of a comparison.
enum ComparedSecret: Equatable {
    case notSet
    case value(String)
    /// Set, with a value that the panel does not send.
    case unknown
}

extension CommandPanel {
    /// The revisions from now on, in order.
    func revisions() -> AsyncStream<Revision> {
        AsyncStream { continuation in
            let observation = observe { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

/// The panel in a database, or in memory.
extension Settings: CommandPanel {
    var place: String { path ?? "" }
    var ending: Failure? { nil }

    func time(ofLastChangeOf key: String) throws -> Date? { try lastChange(of: key)?.time }

    func change(of key: String, in revision: Int) throws -> Change? {
        try history.change(of: key, in: revision)
    }

    func search(_ text: String) throws -> (keys: [String], problems: [String]) {
        let (query, snapshot) = (SearchQuery(text), snapshot)
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        let locale = snapshot.schema.fallbackLocale(with: snapshot.labels)
        return (index.keys(query, in: snapshot, locale: locale), index.problems(query))
    }

    func scanRevisions(
        before: Int?, limit: Int, of key: String?, choosing choose: (Revision) -> Revision?
    ) throws -> RevisionScan {
        try scanRevisions(
            before: before, limit: limit, of: key, among: .max, choosing: choose)
    }

    func perform<Asked: SettingsOperation>(_ asked: Asked) throws -> Asked.Result {
        try asked.run(in: self)
    }

    func secret(_ setting: Schema.Setting) throws -> ComparedSecret {
        try secret(setting.key).map(ComparedSecret.value) ?? .notSet
    }

    func seal(_ values: inout ExportedValues, passPhrase: String) throws {
        try values.seal(from: self, passPhrase: passPhrase)
    }

    func text(
        of values: ExportedValues, as format: ValuesFormat,
        commented query: [(name: String, value: String)]?
    ) throws -> String { values.text(as: format) }

    func onEnd(_ handler: @escaping @Sendable () -> Void) {}
}
