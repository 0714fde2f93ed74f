struct BoundsCheck: SchemaCheck {
    static let mostFractionDigits = 99

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item in
            bounds(of: item) + item.bounds.flatMap { conditional($0, of: item) }
                + [step(of: item), counts(of: item)].compactMap(\.self) + sizes(of: item)
        }
    }

    // MARK: - Types

    private func bounds(of item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let form = item.kind?.definition.traits.bounds else { return [] }
        let misfits = ["itemMinimum", "itemMaximum"].compactMap { name in
            item.node.object[name].flatMap { misfit($0, form, name, item) }
        }
        return misfits.isEmpty ? [crossed(item, form)].compactMap(\.self) : misfits
    }

    /// Each must be a value that the item accepts: bounds under a condition only narrow those that it always has.
    private func conditional(
        _ bounds: SchemaDocument.Node, of item: SchemaDocument.Item
    ) -> [SchemaProblem] {
        let names = ["itemMinimum", "itemMaximum"].filter { bounds.object[$0] != nil }
        guard !names.isEmpty else {
            return [bounds.problem(nil, "Bounds need 'itemMinimum' or 'itemMaximum'.")]
        }
        let misfits = self.bounds(of: item.varied(by: bounds))
        guard misfits.isEmpty, self.bounds(of: item).isEmpty, let rules = item.rules else {
            return misfits
        }
        return names.compactMap { name in
            guard let json = bounds.object[name] else { return nil }
            do throws(ValueProblem) {
                let value = try rules.value(fromJSON: json)
                guard let problem = rules.problem(with: value) else { return nil }
                throw problem
            } catch {
                let words = ProblemWords.english.sentence(for: error, label: "It")
                return bounds.problem(name, "The bound does not fit the item: \(words).")
            }
        }
    }

    private func misfit(
        _ json: JSONValue, _ form: BoundForm, _ name: String, _ item: SchemaDocument.Item
    ) -> SchemaProblem? {
        // `AttributeShapeCheck` reports values of other types.
        guard json.number != nil || json.string != nil, !form.isMet(by: json) else { return nil }
        return item.node.problem(name, "Expected \(form.words), not \(json.described()).")
    }

    // MARK: - Order

    private func crossed(_ item: SchemaDocument.Item, _ form: BoundForm) -> SchemaProblem? {
        guard let minimum = item.node.object["itemMinimum"],
            let maximum = item.node.object["itemMaximum"], form.isCrossed(minimum, maximum)
        else { return nil }
        func text(_ json: JSONValue) -> String { json.string ?? JSONWriter().text(json) }
        return item.node.problem(
            "itemMaximum",
            "The maximum (\(text(maximum))) is below the minimum (\(text(minimum))).")
    }

    private func step(of item: SchemaDocument.Item) -> SchemaProblem? {
        guard let json = item.node.object["itemStep"],
            let form = item.kind?.definition.traits.bounds
        else { return nil }
        if let misfit = misfit(json, form, "itemStep", item) { return misfit }
        guard let step = json.number.flatMap({ ExactDecimal($0.text) }), step <= .zero else {
            return nil
        }
        return item.node.problem(
            "itemStep", "A step must be more than 0, not \(JSONWriter().text(json)).")
    }

    // MARK: - Counts

    private func counts(of item: SchemaDocument.Item) -> SchemaProblem? {
        let minimum = item.node.count("itemMinimumCount") ?? 0
        guard let maximum = item.node.count("itemMaximumCount"), minimum > maximum else {
            return nil
        }
        return item.node.problem(
            "itemMaximumCount",
            "The most elements (\(maximum)) are fewer than the fewest (\(minimum)).")
    }

    private func sizes(of item: SchemaDocument.Item) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        if let size = item.node.count("itemMaximumSize"), size > EditFileControl.largestSize {
            problems.append(
                item.node.problem(
                    "itemMaximumSize",
                    "A file may have \(EditFileControl.largestSize) bytes at most, not \(size)."))
        }
        if let digits = item.node.count("itemFractionDigits"), digits > Self.mostFractionDigits {
            problems.append(
                item.node.problem(
                    "itemFractionDigits",
                    "A number may have \(Self.mostFractionDigits) digits behind the point at most, "
                        + "not \(digits)."))
        }
        return problems
    }
}

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

struct DefaultValueCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item in
            ([item] + item.defaults.map(item.varied)).compactMap(problem)
        }
    }

    private func problem(with item: SchemaDocument.Item) -> SchemaProblem? {
        // `AttributeShapeCheck` reports null.
        guard let json = item.node.object["itemValue"], let kind = item.kind, !json.isNull
        else { return nil }
        return kind.definition.problem(withDefault: json, of: item)
    }
}

struct ControlOwnCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item in
            item.kind?.definition.problems(with: item) ?? []
        }
    }
}
