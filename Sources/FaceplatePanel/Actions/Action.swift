public import Faceplate
import Foundation

/// A handler that runs the action of a button, or of a link without a URL.
///
/// It runs in its own task, one run of a button at a time, without a limit. The task is cancelled when the server
/// stops. The response to the user waits for `actionPatience` at most; then a page shows the progress. An error that it
/// throws becomes the message of a failure, by `SpokenError.message(in:)`, its `errorDescription` or its description.
public typealias ActionHandler = @Sendable (ActionRequest) async throws -> ActionResult

/// The input of an action.
public struct ActionRequest: Sendable {
    /// The key of the pressed item.
    public let key: String
    /// The item that was pressed.
    public let item: Schema.Item
    /// The values of the settings in the item's group, including those sent with the press; never a secret.
    ///
    /// They are saved already. Settings without a value are missing.
    public let values: [String: Value]
    /// The inputs of the button (`itemInputs`), by their keys; an input may be a secret.
    ///
    /// It is checked by the schema, with the defaults of inputs that were not sent, and not stored.
    public let inputs: [String: Value]
    /// The settings when the action started.
    public let snapshot: Snapshot
    /// The language of the user who pressed.
    public let locale: LocaleTag
    /// The current state of the button; `nil` for a button without states.
    public let state: String?
    /// The part of the row that was pressed, by its name in ``ControlRenderer/parts``; `nil` for the row as a whole.
    public let part: String?
    /// The position of the item in its group, from 0.
    public let position: Int
    /// Reports to the user how far the action has come.
    public let progress: ActionProgress
    /// The settings of the panel, which the action can change: `try await request.settings.set("port", to: 80)`.
    ///
    /// Each save is a revision of its own; the page shows only those of `ActionResult.values` with the result.
    public let settings: Settings

    /// Creates the request that a press of an item makes; for tests of handlers.
    ///
    /// - Parameters:
    ///   - part: The part of the row that is pressed; `nil` for the row as a whole.
    ///   - inputs: The inputs of the button; they are not checked.
    ///   - values: The values of the item's group; they are not saved.
    public init(
        _ item: Schema.Item, part: String? = nil, settings: Settings,
        inputs: [String: Value] = [:], values: [String: Value] = [:], locale: LocaleTag = .english,
        progress: ActionProgress = ActionProgress()
    ) {
        key = item.key
        self.part = part
        self.item = item
        self.inputs = inputs
        self.values = values
        self.settings = settings
        snapshot = settings.snapshot
        self.locale = locale
        state = snapshot.state(of: item)
        position = snapshot.schema.position(of: item)
        self.progress = progress
    }

    /// The data that the program attached to the item (`itemData`).
    public var data: JSONValue? { item.data }

    /// Returns a value of the item's group as text; empty when `values` has no such key.
    public func text(_ key: String) -> String { values[key]?.plainText ?? "" }

    /// Returns an input as text; empty when it was left out.
    public func input(_ key: String) -> String { inputs[key]?.plainText ?? "" }

    /// Returns a secret in plain text, such as the password typed next to a sign-in button; `nil` when it is not set.
    ///
    /// It reads the store, and may wait for a write. Do not show or log the result.
    ///
    /// - Throws: `StoreError` if the secret cannot be read.
    public func secret(_ key: String) throws(StoreError) -> String? {
        try settings.secret(key)
    }
}

/// The result of an action: a message to show, new values, or problems next to fields.
public struct ActionResult: Sendable {
    /// The message at the top of the page; `nil` for a general message.
    public var message: String?
    /// A Boolean value that indicates whether the action failed; values sent with the press stay saved.
    public var isFailure: Bool
    /// The values to set, in one revision of origin `program`, by the key of the setting.
    ///
    /// They are saved even if `isFailure` is true. If one of them is rejected, none is saved, and the action counts as
    /// failed.
    public var values: [String: Value]
    /// The problems to show, by the key of the item that each is shown at.
    ///
    /// Each is one sentence, shown unchanged in every language.
    public var problems: [String: String]
    /// The next state of the button; `nil` to advance after a success, from the last state to the first.
    public var state: String?
    /// The message by language, until it is known which one is shown.
    private var messages: MessageTexts?

    /// Creates a result; a result with problems counts as a failure.
    ///
    /// The message is shown unchanged in every language: use `ActionRequest.locale` to choose the text, or
    /// `success(_:state:)` and `failure(_:problems:)` with text for each.
    public init(
        message: String? = nil, isFailure: Bool = false, values: [String: Value] = [:],
        problems: [String: String] = [:], state: String? = nil
    ) {
        self.state = state
        self.message = message
        self.isFailure = isFailure
        self.values = values
        self.problems = problems
    }

    /// Returns the result of an action that succeeded.
    ///
    /// - Parameters:
    ///   - message: The message at the top of the page; `nil` for a general message.
    ///   - state: The next state of the button; `nil` for the state after the current one.
    public static func success(
        _ message: String? = nil, state: String? = nil
    ) -> ActionResult {
        ActionResult(message: message, state: state)
    }

    /// Returns the result of an action that succeeded, with a message for each language.
    ///
    /// - Parameter messages: The messages by locale, such as `["en": "It rings.", "de": "Es klingelt."]`. Without the
    ///   language of who pressed, the message in English is used, else the first one.
    public static func success(
        _ messages: [String: String], state: String? = nil
    ) -> ActionResult {
        var result = ActionResult(state: state)
        result.messages = MessageTexts(messages)
        return result
    }

    /// Returns the result of an action that failed, with the reason.
    ///
    /// The response is 422 if the client still waits for it. The values that were sent with the press stay saved.
    ///
    /// - Parameters:
    ///   - message: The reason, one sentence for users.
    ///   - problems: The problems to show next to items, by key.
    public static func failure(_ message: String, problems: [String: String] = [:]) -> ActionResult
    {
        ActionResult(message: message, isFailure: true, problems: problems)
    }

    /// Returns the result of an action that failed, with the reason in each language, as in `success(_:state:)`.
    public static func failure(
        _ messages: [String: String], problems: [String: String] = [:]
    ) -> ActionResult {
        var result = ActionResult(isFailure: true, problems: problems)
        result.messages = MessageTexts(messages)
        return result
    }
}

extension ActionResult {
    init(_ error: any Error, in locale: LocaleTag) {
        let words =
            (error as? any SpokenError)?.message(in: locale)
            ?? (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        self = .failure(error is CancellationError ? "The action was stopped." : words)
    }

    /// Returns the message that a user of this language reads; `nil` for a general one.
    public func message(in locale: LocaleTag) -> String? {
        message ?? messages?.text(in: locale)
    }

    func spoken(in locale: LocaleTag) -> ActionResult {
        var result = self
        result.message = message(in: locale)
        return result
    }
}

extension Snapshot {
    func state(of item: Schema.Item) -> String? {
        guard !item.states.isEmpty, let setting = schema.settings[item.key] else { return nil }
        return value(of: setting)?.plainText
    }
}

/// The progress of an action, for the user who waits.
///
/// Any thread can report progress, at any rate; only the newest report is shown.
public final class ActionProgress: Sendable {
    struct Report: Sendable, Equatable {
        /// From 0 to 1; `nil` when it is unknown.
        var fraction: Double?
        var message: String?
    }

    private let state = Locked(Report())

    /// Creates the progress of an action that has just started; for tests of handlers.
    public init() {}

    /// Reports how far the action has come.
    ///
    /// - Parameters:
    ///   - fraction: The progress from 0 to 1; values outside are clamped; `nil` when it is unknown.
    ///   - message: The text for the user, such as `Copying 3 of 7`; `nil` for no text.
    public func report(_ fraction: Double?, message: String? = nil) {
        let known = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        state.withLock { $0 = Report(fraction: known, message: message) }
    }

    /// Reports how many of several equal steps are done: `press.progress(3, of: 10)`.
    public func callAsFunction(_ count: Int, of total: Int, message: String? = nil) {
        report(total > 0 ? Double(count) / Double(total) : nil, message: message)
    }

    var report: Report { state.withLock { $0 } }
}
