/// A button that runs an action.
public struct Button: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a button.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.button, key, nil, file, line)
    }

    /// Sets the role.
    public func role(_ role: Schema.Role) -> Self { with("itemRole", role.rawValue) }

    /// Sets the states; the first is the initial state.
    ///
    /// The state is stored like a setting, and users change it only through the action: after a
    /// success, the next state follows, unless the result names one.
    public func states(_ states: WrittenState...) -> Self {
        with("itemStates", JSONValue(.array(states.map(\.json))))
    }
}
