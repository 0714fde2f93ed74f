public import Testing

/// Says which features of `rows.tsv` a test shows: `@Test(.seed("S1.6"))`.
///
/// `Scripts/test --seeds` finds them in the source; at run time the trait does nothing.
public struct SeedTrait: TestTrait, SuiteTrait {
    /// The rows: `S1.6`.
    public let rows: [String]
}

extension Trait where Self == SeedTrait {
    /// The test, or each of a suite, shows these features.
    public static func seed(_ rows: String...) -> Self { SeedTrait(rows: rows) }
}
