/// Checks that the minimum length is not greater than the maximum length.
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
