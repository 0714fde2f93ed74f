enum HTMLControl: ControlDefinition {
    static let summary = "A read-only text block with emphasis, lists and links."
    static let attributes: [AttributeDefinition] = []
    static let traits = ControlTraits(holdsValue: false)
    static var item: any ItemDeclaration.Type { HTML.self }
}

/// A read-only text block with emphasis, lists and links; its text is the subtitle.
public struct HTML: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the text block.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.html, key, nil, file, line)
    }
}
