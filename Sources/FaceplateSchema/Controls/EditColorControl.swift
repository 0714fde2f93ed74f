/// A color: `#1a73e8`.
public struct EditColor: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a color; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editColor, key, value.map(Value.text), file, line)
    }

    /// Allows translucent colors, with eight digits: `#1a73e880`.
    ///
    /// Without it, a color with transparency is rejected.
    public func alpha(_ isAllowed: Bool = true) -> Self {
        with("itemAlpha", JSONValue(.boolean(isAllowed)))
    }
}
