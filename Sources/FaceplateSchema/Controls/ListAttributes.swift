/// The attributes of items whose value is a list.
enum ListAttributes {
    static let counts = [
        AttributeDefinition("itemMinimumCount", .count(from: 0), "The fewest elements of a list."),
        AttributeDefinition("itemMaximumCount", .count(from: 1), "The most elements of a list."),
    ]
}
