extension Schema {
    /// The style sheet made of the styles in the schema; `nil` where there are none.
    public var styleSheet: String? { nil }
}
