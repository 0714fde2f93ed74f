enum TextControl: ControlDefinition {
    static let summary = "A read-only text block."
    static let attributes: [AttributeDefinition] = []
    static let traits = ControlTraits(holdsValue: false)
    static var item: any ItemDeclaration.Type { Text.self }
}

/// A read-only text block; its text is the subtitle.
public struct Text: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the text block.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.text, key, nil, file, line)
    }
}
