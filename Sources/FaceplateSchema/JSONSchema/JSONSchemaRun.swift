/// One comparison of a value with a JSON Schema.
///
/// The work is limited, since a short schema can ask for billions of comparisons.
struct JSONSchemaRun {
    /// The first problem of a part, and the number of steps to its place.
    struct Failure {
        let problem: ValueProblem
        let depth: Int
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    private static let mostSteps = 5_000_000
    /// The parts that are open at the same time, which take space on the stack.
    private static let deepest = 400

    /// A problem without the value that has it.
    struct Fault: Hashable {
        let code: ValueProblem.Code
        let place: String?
        let part: String?

        init(_ problem: ValueProblem) {
            code = problem.code
            (place, part) = (problem.parameters["place"], problem.parameters["part"])
        }
    }

    private let nodes: [JSONSchemaCheck.Node]
    /// The faults that are not reported.
    private let known: Set<Fault>
    private(set) var steps = 0
    /// More than zero while a part only decides about others, so that its known faults count.
    private var tests = 0
    private var openParts = 0
    private var place: [Step] = []
    /// True when the work was too much, so that the result is not known.
    private(set) var isExhausted = false

    /// - Parameter steps: The steps of earlier runs, which share the limit.
    init(_ nodes: [JSONSchemaCheck.Node], except known: Set<Fault> = [], after steps: Int = 0) {
        self.nodes = nodes
        self.known = known
        self.steps = steps
    }

    mutating func failure(of value: Value, _ index: Int) -> Failure? {
        let node = nodes[index]
        openParts += 1
        defer { openParts -= 1 }
        guard count(8), openParts <= Self.deepest else {
            isExhausted = true
            return nil
        }
        if node.acceptsNothing { return new(failed(.doesNotFit)) }
        if let types = node.types, !types.contains(where: { Self.isType($0, value) }) {
            return new(failed(.wrongType, ["types": types.joined(separator: ", ")]))
        }
        if let failure = new(optionFailure(of: value, node)) { return failure }
        let own: Failure? =
            switch value {
            case .integer, .decimal: numberFailure(of: value, node)
            case .text(let text): textFailure(of: text, node)
            case .list(let elements): listFailure(of: elements, node)
            case .record(let parts): recordFailure(of: parts, node)
            case .boolean, .null: nil
            }
        return new(own) ?? new(combinedFailure(of: value, node))
    }

    /// `nil` for a known fault, behind which the check goes on.
    private func new(_ failure: Failure?) -> Failure? {
        failure.flatMap { tests == 0 && known.contains(Fault($0.problem)) ? nil : $0 }
    }

    private mutating func test(_ value: Value, _ part: Int) -> Failure? {
        tests += 1
        defer { tests -= 1 }
        return failure(of: value, part)
    }

    // MARK: - Scalars

    private static func isType(_ name: String, _ value: Value) -> Bool {
        switch (name, value) {
        case ("boolean", .boolean), ("string", .text), ("array", .list), ("object", .record),
            ("null", .null), ("number", .integer), ("number", .decimal), ("integer", .integer):
            true
        case ("integer", .decimal(let number)): number.fractionDigits == 0
        default: false
        }
    }

    private mutating func optionFailure(
        of value: Value, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        guard let options = node.options, count(options.count + Self.size(of: value)),
            !options.contains(value)
        else { return nil }
        return failed(
            .notAnOption,
            [
                "value": value.plainText,
                "choices": options.count > 6
                    ? "" : options.map(\.plainText).joined(separator: ", "),
            ])
    }

    private mutating func numberFailure(
        of value: Value, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        guard let number = value.number else { return nil }
        let kind: ValueProblem.Kind = number.fractionDigits == 0 ? .integer : .decimal
        var limits = ValueProblem.bounds(node.minimum?.description, node.maximum?.description)
        limits["value"] = number.description
        if let minimum = node.minimum, number < minimum { return failed(.tooSmall, limits, kind) }
        if let maximum = node.maximum, number > maximum { return failed(.tooLarge, limits, kind) }
        if let above = node.above, number <= above {
            return failed(.tooSmall, ["above": above.description], kind)
        }
        if let below = node.below, number >= below {
            return failed(.tooLarge, ["below": below.description], kind)
        }
        // The work grows with the number of digits.
        guard let step = node.multiple, count(1_000),
            !number.isWholeSteps(of: step, from: .zero)
        else { return nil }
        return failed(.notAStep, ["step": step.description], kind)
    }

    private mutating func textFailure(
        of text: String, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        if node.counts["minLength"] != nil || node.counts["maxLength"] != nil {
            let length = text.unicodeScalars.count
            guard count(length) else { return nil }
            let (least, most) = (node.counts["minLength"], node.counts["maxLength"])
            if length < least ?? 0 { return failed(.tooShort, Self.bounds(least, most)) }
            if length > most ?? .max { return failed(.tooLong, Self.bounds(least, most)) }
        }
        if let pattern = node.pattern, !matches(text, pattern) {
            return failed(.patternMismatch, ["pattern": pattern.source])
        }
        guard let form = node.form, count(text.utf8.count * 20), !form.accepts(text) else {
            return nil
        }
        return failed(.patternMismatch, form.problem.parameters)
    }

    private mutating func matches(_ text: String, _ pattern: Pattern) -> Bool {
        let result = pattern.search(text, within: Self.mostSteps - steps)
        return !count(result.steps) || result.isFound
    }

    private static func bounds(_ minimum: Int?, _ maximum: Int?) -> [String: String] {
        ValueProblem.bounds(minimum.map(String.init), maximum.map(String.init))
    }

    // MARK: - Lists

    private mutating func listFailure(
        of elements: [Value], _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        let (least, most) = (node.counts["minItems"], node.counts["maxItems"])
        if elements.count < least ?? 0 { return failed(.tooFew, Self.bounds(least, nil)) }
        if elements.count > most ?? .max { return failed(.tooMany, Self.bounds(nil, most)) }
        for (index, element) in elements.enumerated() {
            guard let part = index < node.prefix.count ? node.prefix[index] : node.items else {
                break
            }
            if nodes[part].acceptsNothing {
                return failed(.tooMany, ["maximum": String(index)])
            }
            if let failure = failure(of: element, part, in: .index(index)) { return failure }
        }
        if node.isUnique {
            var known: Set<Value> = []
            for element in elements {
                guard count(Self.size(of: element)) else { return nil }
                guard known.insert(element).inserted else {
                    return failed(.duplicate, ["value": element.plainText])
                }
            }
        }
        return node.contains.flatMap { containsFailure(of: elements, $0, node) }
    }

    private mutating func containsFailure(
        of elements: [Value], _ part: Int, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        let (least, most) = (node.counts["minContains"] ?? 1, node.counts["maxContains"])
        var found = 0
        for (index, element) in elements.enumerated() {
            place.append(.index(index))
            defer { place.removeLast() }
            if test(element, part) == nil { found += 1 }
        }
        return found < least || found > most ?? .max ? failed(.doesNotFit) : nil
    }

    // MARK: - Objects

    private mutating func recordFailure(
        of parts: [String: Value], _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        guard count(parts.count + node.required.count) else { return nil }
        for name in node.required where parts[name] == nil {
            if let failure = new(missing(name)) { return failure }
        }
        for (name, others) in node.dependentNames where parts[name] != nil {
            guard count(others.count) else { return nil }
            for other in others where parts[other] == nil {
                if let failure = new(missing(other)) { return failure }
            }
        }
        let (least, most) = (node.counts["minProperties"], node.counts["maxProperties"])
        if parts.count < least ?? 0 { return failed(.tooFew, Self.bounds(least, nil)) }
        if parts.count > most ?? .max { return failed(.tooMany, Self.bounds(nil, most)) }
        guard node.isAboutObjects || node.names != nil else { return nil }
        for (name, value) in parts.sorted(by: { $0.key < $1.key }) {
            if let names = node.names, test(.text(name), names) != nil {
                if let failure = new(failed(.unknownPart, ["part": name])) { return failure }
            }
            if let failure = new(partFailure(of: value, name, node)) { return failure }
        }
        return nil
    }

    private mutating func partFailure(
        of value: Value, _ name: String, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        var rules = node.properties[name].map { [$0] } ?? []
        for (pattern, part) in node.patterns where matches(name, pattern) { rules.append(part) }
        if rules.isEmpty, node.knowsNames, let others = node.others { rules = [others] }
        for part in rules {
            if nodes[part].acceptsNothing { return failed(.unknownPart, ["part": name]) }
            if let failure = failure(of: value, part, in: .name(name)) { return failure }
        }
        return nil
    }

    private mutating func missing(_ name: String) -> Failure {
        place.append(.name(name))
        defer { place.removeLast() }
        return failed(.missingPart)
    }

    // MARK: - Combinations

    private mutating func combinedFailure(
        of value: Value, _ node: JSONSchemaCheck.Node
    ) -> Failure? {
        for part in node.all {
            if let failure = failure(of: value, part) { return failure }
        }
        if case .record(let parts) = value {
            for (name, part) in node.dependentNodes where parts[name] != nil {
                if let failure = failure(of: value, part) { return failure }
            }
        }
        for (alternatives, most) in [(node.any, Int.max), (node.one, 1)] {
            guard let alternatives else { continue }
            let failures = alternatives.filter { !nodes[$0].acceptsNothing }
                .map { test(value, $0) }
            let fitting = failures.filter { $0 == nil }.count
            if fitting == 0 { return nearest(failures.compactMap(\.self)) }
            if fitting > most { return failed(.doesNotFit) }
        }
        if let not = node.not, test(value, not) == nil { return failed(.doesNotFit) }
        guard let condition = node.condition else { return nil }
        let part = test(value, condition) == nil ? node.then : node.otherwise
        return part.flatMap { failure(of: value, $0) }
    }

    /// Returns the failure of the alternative that the value seems to be.
    private func nearest(_ failures: [Failure]) -> Failure {
        let others = failures.filter { $0.problem.code != .wrongType || $0.depth > place.count }
        if others.isEmpty, !failures.isEmpty {
            var types: [String] = []
            for failure in failures {
                let names = failure.problem.parameters["types"]?.split(separator: ", ") ?? []
                for name in names.map(String.init) where !types.contains(name) {
                    types.append(name)
                }
            }
            return failed(.wrongType, ["types": types.joined(separator: ", ")])
        }
        if others.count == 1, let only = others.first { return only }
        let deepest = others.map(\.depth).max() ?? 0
        let nearest = others.filter { $0.depth == deepest }
        if deepest > place.count, nearest.count == 1, let only = nearest.first { return only }
        return failed(.doesNotFit)
    }

    // MARK: - Steps

    private mutating func failure(of value: Value, _ part: Int, in step: Step) -> Failure? {
        place.append(step)
        defer { place.removeLast() }
        return failure(of: value, part)
    }

    /// - Returns: False when the work is too much.
    private mutating func count(_ work: Int) -> Bool {
        steps += work
        if steps > Self.mostSteps { isExhausted = true }
        return !isExhausted
    }

    private static func size(of value: Value) -> Int {
        switch value {
        case .text(let text): 1 + text.utf8.count / 8
        case .list(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .record(let parts): parts.reduce(1) { $0 + 1 + size(of: $1.value) }
        default: 1
        }
    }

    private func failed(
        _ code: ValueProblem.Code, _ parameters: [String: String] = [:],
        _ kind: ValueProblem.Kind = .text
    ) -> Failure {
        var parameters = parameters
        if !place.isEmpty { parameters["place"] = placeText }
        return Failure(
            problem: ValueProblem(code, parameters, kind: kind), depth: place.count)
    }

    private var placeText: String {
        place.reduce(into: "") { text, step in
            switch step {
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
