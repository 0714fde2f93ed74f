public import Faceplate

/// What a declaration in Swift brings along for a press.
struct PressHandler: Sendable {
    let press: ActionHandler
}

extension Button {
    /// Declares it with what it does.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        onPress handler: @escaping ActionHandler
    ) {
        self = Button(key, file: file, line: line).onPress(handler)
    }

    /// What it does when it is pressed; an action of the panel's configuration wins.
    public func onPress(_ handler: @escaping ActionHandler) -> Self {
        handled(by: PressHandler(press: handler))
    }
}

extension Link {
    /// Declares a row without an address with what it does.
    public init(
        _ key: String, file: String = #fileID, line: Int = #line,
        onSelect handler: @escaping ActionHandler
    ) {
        self = Link(key, file: file, line: line).onSelect(handler)
    }

    /// What it does when it is selected; an action of the panel's configuration wins.
    public func onSelect(_ handler: @escaping ActionHandler) -> Self {
        handled(by: PressHandler(press: handler))
    }
}
