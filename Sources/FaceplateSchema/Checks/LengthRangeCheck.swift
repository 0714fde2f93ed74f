/// A text can be long enough and short enough at once.
struct LengthRangeCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            guard let minimum = item.node.count("itemMinimumLength"),
                let maximum = item.node.count("itemMaximumLength"), minimum > maximum
            else { return nil }
            return item.node.problem(
                "itemMaximumLength",
                "The longest text (\(maximum)) is shorter than the shortest (\(minimum)).")
        }
    }
}
