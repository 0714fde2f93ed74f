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

    /// Makes a result; one with problems counts as a failure.
    public init(
        message: String? = nil, isFailure: Bool = false, values: [String: Value] = [:],
        problems: [String: String] = [:]
    ) {
        self.message = message
        self.isFailure = isFailure
        self.values = values
        self.problems = problems
    }

    /// It worked.
    public static func success(_ message: String? = nil) -> ActionResult {
        ActionResult(message: message)
    }

    /// It did not work, for this reason.
    public static func failure(_ message: String, problems: [String: String] = [:]) -> ActionResult
    {
        ActionResult(message: message, isFailure: true, problems: problems)
    }
}
