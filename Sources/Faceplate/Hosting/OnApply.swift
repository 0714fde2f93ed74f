/// A save that the program applies, as an `onApply` handler sees it.
public struct AppliedSave: Sendable {
    /// The changes, each setting once; a secret appears without its value.
    public let changes: [Change]
    /// The revision of the save, or the newest one of several that a start applies again.
    public let revision: Int
    /// The source of that revision.
    public let origin: Origin
    /// A token's or the host's name for the requester.
    public let actor: String?
    /// True when the save undoes one that failed; then an error of the handler is only logged.
    public let isTakingBack: Bool
    /// The settings with the changes.
    public let snapshot: Snapshot

    /// Returns the change of one setting; `nil` if the setting stays unchanged.
    public func change(of key: String) -> Change? {
        let key = snapshot.schema.settingKey(of: key)
        return changes.first { $0.key == key }
    }
}

/// The reason why a program could not apply a save, for users.
public struct ApplyFailure: SpokenError, Hashable {
    private let texts: MessageTexts

    /// One sentence: in English, if the failure has several languages.
    public var reason: String { texts.text(in: nil) }

    /// The reason.
    public var description: String { reason }

    /// Creates a failure whose reason is shown unchanged in every language.
    ///
    /// Only the first 500 characters of the reason are used, in one line.
    public init(_ reason: String) { self.init(["": reason]) }

    /// Creates a failure with a reason for each language: `["en": "It is taken.", "de": "Er ist vergeben."]`.
    ///
    /// The sender of the change reads it in their language, and history keeps the one in English, else the first one.
    public init(_ reasons: [String: String]) { texts = MessageTexts(reasons.mapValues(Self.line)) }

    private static func line(_ reason: String) -> String {
        let line = reason.prefix(2_000).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return String(line.prefix(500))
    }

    /// Returns the reason in a language.
    public func message(in locale: LocaleTag) -> String { texts.text(in: locale) }
}

extension Settings {
    /// A handler that applies a save to the program or the machine.
    ///
    /// It throws `ApplyFailure`, or another error, if that fails. It runs on a separate thread, and may block within its
    /// limit. Saves that it makes itself are not applied by handlers.
    public typealias ApplyHandler = @Sendable (AppliedSave) async throws -> Void

    /// Calls `handler` after each save, and takes the save back if the handler throws or exceeds `limit`.
    ///
    /// The response to the requester waits for the handler. A save that fails is undone in a revision of its
    /// own, with the reason in its note, and the requester receives `ApplyError.refused` with the code `undone`. The
    /// handler is then called once more, with the restoring changes. Values of secrets cannot be restored.
    ///
    /// Saves are applied one at a time, in order, and later ones wait. Revisions of other processes
    /// and ends of values that were set for a time are applied, too.
    /// The storage records the newest revision that was applied. Those after it, such as one whose handler ran when the
    /// process was killed, are applied together when the first handler is added: call it after the settings are opened,
    /// on a thread that may block. Only one process may apply the saves of a storage.
    ///
    /// - Parameter limit: The maximum time of one call.
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func onApply(
        within limit: Duration = .seconds(30), _ handler: @escaping ApplyHandler
    ) -> Observation {
        let (id, isFirst) = gate.add(applying: handler, limit: limit)
        if isFirst {
            // The observation lasts as long as the settings: without handlers, it does nothing.
            _ = observe { [weak self] revision in
                guard let self, revision.isExternal || revision.origin == .expiry,
                    !gate.appliers.isEmpty
                else { return }
                gate.put(.revision(revision), self)
            }
            resumeApplying()
        }
        return Observation { [gate] in gate.remove(applying: id) }
    }
}
