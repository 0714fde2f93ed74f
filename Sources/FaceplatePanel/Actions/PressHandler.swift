public import Faceplate

/// The action of an item that is declared in Swift.
struct PressHandler: Sendable {
    let press: ActionHandler
}

extension Button {
    /// Creates a button with its action.
    ///
    /// - Parameter handler: See ``ActionHandler`` for its thread and limits. An action in the panel's configuration
    ///   replaces it.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        onPress handler: @escaping ActionHandler
    ) {
        self = Button(key, file: file, line: line).onPress(handler)
    }

    /// Sets the action of the button; an action in the panel's configuration takes precedence.
    public func onPress(_ handler: @escaping ActionHandler) -> Self {
        handled(by: PressHandler(press: handler))
    }
}

extension Link {
    /// Creates a row without a URL, with its action.
    ///
    /// - Parameter handler: See ``ActionHandler`` for its thread and limits. An action in the panel's configuration
    ///   replaces it.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        onSelect handler: @escaping ActionHandler
    ) {
        self = Link(key, file: file, line: line).onSelect(handler)
    }

    /// Sets the action of the row; an action in the panel's configuration takes precedence.
    public func onSelect(_ handler: @escaping ActionHandler) -> Self {
        handled(by: PressHandler(press: handler))
    }
}
