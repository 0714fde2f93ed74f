/// A link to a URL, or without a URL a row that runs an action.
public struct Link: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a link.
    public init(
        _ key: String, to address: String? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.link, key, nil, file, line)
        if let address { self = with("itemURL", address) }
    }

    /// Sets the symbol at the end of the row.
    public func accessory(_ mark: Schema.Accessory) -> Self { with("itemAccessory", mark.rawValue) }
}
