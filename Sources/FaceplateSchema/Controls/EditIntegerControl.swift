/// An integer, typed.
public struct EditInteger: NumberItem {
    /// The type of the bounds.
    public typealias Bound = Int
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an integer; without a default it has no value.
    public init(
        _ key: String? = nil, default value: Int? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(
            .editInteger, key, value.map { .integer(Int64($0)) }, file, line)
    }
}
