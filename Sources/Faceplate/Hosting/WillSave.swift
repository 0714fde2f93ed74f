/// A save that is about to happen, as a `willSave` handler sees it.
public struct ProposedSave: Sendable {
    /// The changes, each setting once; a secret appears without its value.
    public let changes: [Change]
    /// The source of the request.
    public let origin: Origin
    /// A token's or the host's name for the requester.
    public let actor: String?
    /// The language of the sender, for the message of a veto; `nil` for a program, and for a command.
    public let locale: LocaleTag?
    /// The note that history would store.
    public let note: String?
    /// True when the batch is only checked, and nothing will be saved.
    ///
    /// A handler that changes something outside of the settings must not do so then.
    public let isDryRun: Bool
    /// The settings as they would be after the save.
    ///
    /// Their `revision` is still the current one: the number of the save is not known yet.
    public let snapshot: Snapshot

    /// Returns the change of one setting; `nil` if the setting stays unchanged.
    public func change(of key: String) -> Change? {
        let key = snapshot.schema.settingKey(of: key)
        return changes.first { $0.key == key }
    }
}

/// The program's objection to a save or to closing the panel, with a message.
public struct Veto: Sendable, Hashable, CustomStringConvertible {
    let reasons: [String: MessageTexts]
    let whole: MessageTexts?

    /// The messages in English if possible, one on each line.
    public var description: String {
        let words =
            [reason(in: nil)].compactMap(\.self)
            + reasons.sorted { $0.key < $1.key }.map { "'\($0)': \($1.text(in: nil))" }
        return words.joined(separator: "\n")
    }

    /// `nil` when all messages are about single settings.
    package func reason(in locale: LocaleTag?) -> String? { whole?.text(in: locale) }

    /// Rejects the save because of one setting; the message is shown next to it.
    ///
    /// - Parameter reason: one sentence for users, shown unchanged in every language.
    public static func key(_ key: String, _ reason: String) -> Veto { keys([key: reason]) }

    /// Rejects the save because of several settings; each message is shown next to its setting.
    ///
    /// - Parameter reasons: the messages by key, one sentence each, shown unchanged in every language.
    public static func keys(_ reasons: [String: String]) -> Veto {
        Veto(reasons: reasons.mapValues { MessageTexts($0) }, whole: nil)
    }

    /// Rejects the save because of one setting, with a message for each language.
    ///
    /// - Parameter reasons: the messages by locale, such as `["en": "It is taken.", "de": "Er ist vergeben."]`. Without
    ///   the language of the sender, the message in English is used, else the first one.
    public static func key(_ key: String, _ reasons: [String: String]) -> Veto {
        Veto(reasons: [key: MessageTexts(reasons)], whole: nil)
    }

    /// Rejects the save as a whole, with a message for each language.
    ///
    /// - Parameter reasons: the messages by locale, as in `key(_:_:)`.
    public static func all(_ reasons: [String: String]) -> Veto {
        Veto(reasons: [:], whole: MessageTexts(reasons))
    }

    /// Rejects the save as a whole; the message is shown next to each setting that it would change.
    ///
    /// A veto of `willClose` shows it once, at the top of the page.
    ///
    /// - Parameter reason: one sentence for users, shown unchanged in every language.
    public static func all(_ reason: String) -> Veto {
        Veto(reasons: [:], whole: MessageTexts(reason))
    }

    package func problems(_ changes: [Change], in locale: LocaleTag?) -> [KeyProblem] {
        if let reason = reason(in: locale) {
            return changes.map { KeyProblem(key: $0.key, problem: .message(reason)) }
        }
        return reasons.sorted { $0.key < $1.key }
            .map { KeyProblem(key: $0.key, problem: .message($0.value.text(in: locale))) }
    }
}

extension Settings {
    /// A handler that is called before each save from any source: a page, a script, the program, an import, an undo.
    ///
    /// It returns `nil` to agree, or a veto. An error that it throws rejects the save. It runs on a separate thread,
    /// may block within its limit, and must not wait for a thread that waits for the same save.
    public typealias SaveHandler = @Sendable (ProposedSave) async throws -> Veto?

    /// Calls `handler` before every save through these settings; a veto rejects the whole save.
    ///
    /// All handlers are called at the same time, and each has `limit` to answer. A handler that does not answer in time
    /// or throws rejects the save. Other changes can be saved in the meantime; if they alter the proposed save, the
    /// handlers are called again. Changes that a handler saves do not call handlers again.
    ///
    /// Saves are processed one at a time, in order. Readers do not wait. Saves of other processes do not wait either,
    /// and do not call the handlers.
    ///
    /// - Parameter limit: the maximum time for an answer.
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func willSave(
        within limit: Duration = .seconds(5), _ handler: @escaping SaveHandler
    ) -> Observation {
        let id = gate.add(handler, limit: limit)
        return Observation { [gate] in gate.remove(id) }
    }

    /// `nil` if it changes nothing, or is rejected before a handler is called.
    ///
    /// Call it on the queue.
    func proposal(_ batch: Batch) -> ProposedSave? {
        let snapshot = committed
        guard !isClosed, batch.isPermitted?(snapshot) ?? true,
            let plan = try? store.read({ reader in
                try ChangePlan(batch, on: snapshot, history: History(reader, snapshot))
            }), !plan.changes.isEmpty
        else { return nil }
        return ProposedSave(
            changes: plan.changes, origin: batch.reversal == nil ? batch.origin : .undo,
            actor: batch.actor, locale: batch.locale, note: plan.note, isDryRun: batch.isDryRun,
            snapshot: snapshot.applying(plan.changes, revision: snapshot.revision))
    }
}
