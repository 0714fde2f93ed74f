/// A switch: on or off.
public struct Switch: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a switch; the default is off.
    public init(
        _ key: String? = nil, default value: Bool? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.switch, key, value.map(Value.boolean), file, line)
    }
}
