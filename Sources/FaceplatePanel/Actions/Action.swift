public import Faceplate

/// Runs what a button, or a link without an address, does.
///
/// May take its time: it runs on no thread of the server.
public typealias ActionHandler = @Sendable (ActionRequest) async -> ActionResult

/// What an action works with.
public struct ActionRequest: Sendable {
    /// The key of what was pressed.
    public let key: String
    /// The item that was pressed.
    public let item: Schema.Item
    /// The values of the item's own group, what was just typed included; never a secret.
    public let values: [String: Value]
    /// All settings.
    public let snapshot: Snapshot
    /// The language of the person who pressed.
    public let locale: LocaleTag
    /// The state that the button is in; `nil` for one without states.
    public let state: String?
    /// Where the item stands in its group, from 0.
    public let position: Int
    /// Tells the person how far it is, while it runs.
    public let progress: ActionProgress
    let settings: Settings

    /// Makes a request as a press does; for handlers under test.
    public init(
        _ item: Schema.Item, settings: Settings, values: [String: Value] = [:],
        locale: LocaleTag = .english, progress: ActionProgress = ActionProgress()
    ) {
        key = item.key
        self.item = item
        self.values = values
        self.settings = settings
        snapshot = settings.snapshot
        self.locale = locale
        state = snapshot.state(of: item)
        position = snapshot.schema.position(of: item)
        self.progress = progress
    }

    /// What the program attached to the item (`itemData`).
    public var data: JSONValue? { item.data }

    /// A value of the item's own group as text; empty where there is none.
    public func text(_ key: String) -> String { values[key]?.plainText ?? "" }

    /// A secret in plain text, such as the password typed beside a sign-in button; `nil` while none
    /// is set.
    ///
    /// - Throws: `StoreError` where it cannot be read.
    public func secret(_ key: String) throws(StoreError) -> String? {
        try settings.secret(key)
    }
}

/// What came of an action: words to show, new values, or problems beside fields.
public struct ActionResult: Sendable {
    /// Shown at the top of the page; a general sentence where there is none.
    public var message: String?
    /// Whether it did not work; what was typed stays saved.
    public var isFailure: Bool
    /// Values to set, in one revision of origin `program`.
    public var values: [String: Value]
    /// Problems by the key of the item that each is shown at.
    public var problems: [String: String]
    /// The state that the button is in from now on; where `nil`, a success leads to the next of its
    /// states, and from the last to the first.
    public var state: String?

    /// Makes a result; one with problems counts as a failure.
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

    /// It worked.
    ///
    /// - Parameters:
    ///   - message: shown at the top of the page; a general sentence where there is none.
    ///   - state: the state that the button is in from now on.
    public static func success(
        _ message: String? = nil, state: String? = nil
    ) -> ActionResult {
        ActionResult(message: message, state: state)
    }

    /// It did not work, for this reason.
    public static func failure(_ message: String, problems: [String: String] = [:]) -> ActionResult
    {
        ActionResult(message: message, isFailure: true, problems: problems)
    }
}

extension Snapshot {
    /// The state that a button is in; `nil` for one without states.
    func state(of item: Schema.Item) -> String? {
        guard !item.states.isEmpty, let setting = schema.settings[item.key] else { return nil }
        return value(of: setting)?.plainText
    }
}
