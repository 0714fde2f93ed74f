/// Checks that bounds have the type of the value, and that the minimum is not greater than the maximum.
struct BoundsCheck: SchemaCheck {
    /// The maximum number of digits after the decimal point that an item can set.
    static let mostFractionDigits = 99

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.flatMap { item in
            bounds(of: item) + step(of: item) + counts(of: item) + sizes(of: item)
        }
    }

    // MARK: - Types

    /// The type of a control's bounds: its description and its test.
    private struct Kind {
        let words: String
        let isMet: (JSONValue) -> Bool

        init(_ words: String, _ isMet: @escaping (JSONValue) -> Bool) {
            self.words = words
            self.isMet = isMet
        }

        init(_ words: String, text isMet: @escaping (String) -> Bool) {
            self.init(words) { $0.string.map(isMet) ?? false }
        }
    }

    private func kind(of item: SchemaDocument.Item) -> Kind? {
        switch item.control {
        case .editInteger: Kind("a whole number") { $0.number?.integer != nil }
        case .editDecimal, .slider, .stepper:
            Kind("a number") { $0.number.flatMap { ExactDecimal($0.text) } != nil }
        case .editDate: Kind("a date like '2026-11-20'") { CivilDate($0) != nil }
        case .editTime: Kind("a time like '07:30'") { ClockTime($0) != nil }
        case .editDatetime:
            Kind("a date with a time like '2026-11-20T07:30'") { CivilTime($0) != nil }
        case .editDuration:
            Kind("a number of seconds, or a length of time like '1h30m'") {
                (try? DurationRules().value(fromJSON: $0)) != nil
            }
        default: nil
        }
    }

    private func bounds(of item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let kind = kind(of: item) else { return [] }
        let misfits = ["itemMinimum", "itemMaximum"].compactMap { name in
            item.node.object[name].flatMap { misfit($0, kind, name, item) }
        }
        return misfits.isEmpty ? crossed(item) : misfits
    }

    private func misfit(
        _ json: JSONValue, _ kind: Kind, _ name: String, _ item: SchemaDocument.Item
    ) -> SchemaProblem? {
        // `AttributeShapeCheck` reports values of other types.
        guard json.number != nil || json.string != nil, !kind.isMet(json) else { return nil }
        let found = json.string.map { "'\($0)'" } ?? JSONWriter().text(json)
        return item.node.problem(name, "Expected \(kind.words), not \(found).")
    }

    // MARK: - Order

    private func crossed(_ item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let minimum = item.node.object["itemMinimum"],
            let maximum = item.node.object["itemMaximum"]
        else { return [] }
        func text(_ json: JSONValue) -> String { json.string ?? JSONWriter().text(json) }
        func problem(_ isCrossed: Bool?) -> [SchemaProblem] {
            guard isCrossed == true else { return [] }
            return [
                item.node.problem(
                    "itemMaximum",
                    "The maximum (\(text(maximum))) is below the minimum (\(text(minimum))).")
            ]
        }
        func isCrossed<Bound: Comparable>(_ read: (JSONValue) -> Bound?) -> Bool? {
            guard let least = read(minimum), let greatest = read(maximum) else { return nil }
            return least > greatest
        }
        return switch item.control {
        case .editDate: problem(isCrossed { $0.string.flatMap(CivilDate.init) })
        // A range of times can cross midnight: from 22:00 to 06:00.
        case .editTime: []
        case .editDatetime: problem(isCrossed { $0.string.flatMap(CivilTime.init) })
        case .editDuration: problem(isCrossed { SettingRules.seconds($0) })
        default: problem(isCrossed { $0.number.flatMap { ExactDecimal($0.text) } })
        }
    }

    private func step(of item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let json = item.node.object["itemStep"], let kind = kind(of: item) else { return [] }
        if let misfit = misfit(json, kind, "itemStep", item) { return [misfit] }
        guard let step = json.number.flatMap({ ExactDecimal($0.text) }), step <= .zero else {
            return []
        }
        return [
            item.node.problem(
                "itemStep", "A step must be more than 0, not \(JSONWriter().text(json)).")
        ]
    }

    // MARK: - Counts

    private func counts(of item: SchemaDocument.Item) -> [SchemaProblem] {
        let node = item.node
        let minimum = node.count("itemMinimumCount") ?? 0
        if let maximum = node.count("itemMaximumCount"), minimum > maximum {
            return [
                node.problem(
                    "itemMaximumCount",
                    "The most elements (\(maximum)) are fewer than the fewest (\(minimum)).")
            ]
        }
        let options = SettingRules.optionValues(of: item).count
        guard item.control == .choices, node.boolean("itemOptionsProvided") != true,
            options > 0, minimum > options
        else { return [] }
        return [
            node.problem(
                "itemMinimumCount", "There are only \(options) options to choose \(minimum) of.")
        ]
    }

    private func sizes(of item: SchemaDocument.Item) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        if let size = item.node.count("itemMaximumSize"), size > SettingRules.largestFileSize {
            problems.append(
                item.node.problem(
                    "itemMaximumSize",
                    "A file may have \(SettingRules.largestFileSize) bytes at most, not \(size)."))
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

/// Checks that all items accept their own default.
struct DefaultValueCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            // `AttributeShapeCheck` reports null.
            guard let json = item.node.object["itemValue"], let control = item.control,
                !json.isNull
            else { return nil }
            switch control {
            case .editPassword:
                return json.string?.isEmpty == true
                    ? nil
                    : item.node.problem(
                        "itemValue", "A secret has no default: everyone can read the schema.")
            case .select:
                return BooleanRules.boolean(json) == nil
                    ? item.node.problem("itemValue", "Expected true, false, \"YES\" or \"NO\".")
                    : nil
            default:
                return problem(json, of: item)
            }
        }
    }

    private func problem(_ json: JSONValue, of item: SchemaDocument.Item) -> SchemaProblem? {
        guard let rules = SettingRules.of(item) else { return nil }
        do throws(ValueProblem) {
            let value = try rules.value(fromJSON: json)
            // An empty default of a required text is valid: no user has entered a value yet.
            guard let problem = rules.problem(with: value),
                problem.code != .required || !value.isEmpty
            else { return nil }
            throw problem
        } catch {
            let words = ProblemWords.english.sentence(
                for: error, label: item.key ?? "The default",
                options: SettingRules.optionValues(of: item).map(\.plainText))
            return item.node.problem("itemValue", "The default does not fit: \(words).")
        }
    }
}
