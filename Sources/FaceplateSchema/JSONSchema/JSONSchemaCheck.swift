/// A JSON Schema that values are compared with.
///
/// Drafts 4 to 2020-12 are read. `$ref` stays inside the document. Patterns that need look-around, `unevaluated…` and
/// `$dynamicRef` are not checked; `gaps` lists them.
package struct JSONSchemaCheck: Sendable {
    /// Only the checked keywords, in the form of 2020-12; it needs no other document.
    package let json: JSONValue
    let faults: [JSONSchemaRules.Fault]
    let gaps: [JSONSchemaRules.Fault]
    let nodes: [Node]
    /// False if it is too large, or refers to itself without an end.
    let isUsable: Bool

    /// - Parameters:
    ///   - part: A part with references relative to the document; `nil` for the document itself.
    ///   - most: With more parts, it is too large.
    init(
        _ part: JSONValue? = nil, of document: JSONSchemaDocument,
        most: Int = JSONSchemaRules.mostParts
    ) {
        let rules = JSONSchemaRules(part, of: document, most: most)
        var reader = JSONSchemaNodeReader(rules.json)
        reader.read()
        json = rules.json
        nodes = reader.nodes
        gaps = rules.gaps + reader.gaps
        var faults = rules.faults
        if rules.isTooLarge {
            let message = "It has more than \(most) parts."
            faults.append(.init(place: "#", message: message))
        }
        if let place = reader.endless {
            faults.append(.init(place: place, message: "It refers to itself without an end."))
        }
        isUsable = !rules.isTooLarge && reader.endless == nil
        self.faults = faults
    }

    var acceptsAll: Bool { json == [:] || json == true }

    /// A panel reads the same schema several times: to check it, to build it, and after each change of its file.
    private struct Recent {
        static let mostParts = 20_000

        var checks: [JSONValue: JSONSchemaCheck] = [:]
        var parts = 0
    }

    private static let recent = Locked(Recent())

    package init(_ json: JSONValue) {
        if let known = Self.recent.withLock({ $0.checks[json] }) {
            self = known
            return
        }
        self.init(of: JSONSchemaDocument(json))
        let check = self
        Self.recent.withLock { recent in
            recent.parts += check.nodes.count
            if recent.parts > Recent.mostParts { recent = Recent() }
            recent.checks[json] = check
        }
    }

    /// The JSON for use inside another document: with an address of its own, to which its references are relative.
    var embedded: JSONValue {
        guard let members = json.object?.members, json.object?["$defs"] != nil else { return json }
        // FNV-1a: equal schemas have the same address in each run of the program.
        let hash = JSONWriter().text(json).utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let id = JSONValue.text("urn:faceplate:" + String(hash, radix: 16))
        return .object([("$id", id)] + members.map { ($0.name, $0.value) })
    }

    /// Returns the first problem with a value; `nil` if the value is accepted.
    ///
    /// The parameter `place` of the problem is the place inside the value, such as `rooms[2].name`.
    package func problem(with value: Value) -> ValueProblem? {
        var steps = 0
        return problem(with: value, except: [], &steps)
    }

    private static let mostFaults = 32

    /// Returns the first problem with a value that a former value did not have.
    ///
    /// `nil` if each problem is a former one, or if the former value has very many problems.
    package func problem(with value: Value, since former: Value) -> ValueProblem? {
        var steps = 0
        guard let problem = problem(with: value, except: [], &steps) else { return nil }
        var known: Set<JSONSchemaRun.Fault> = []
        while let fault = self.problem(with: former, except: known, &steps) {
            guard fault.code != .tooComplex, known.count < Self.mostFaults,
                known.insert(.init(fault)).inserted
            else { return nil }
        }
        return known.isEmpty ? problem : self.problem(with: value, except: known, &steps)
    }

    private func problem(
        with value: Value, except known: Set<JSONSchemaRun.Fault>, _ steps: inout Int
    ) -> ValueProblem? {
        var run = JSONSchemaRun(nodes, except: known, after: steps)
        let failure = run.failure(of: value, 0)
        steps = run.steps
        return run.isExhausted ? ValueProblem(.tooComplex) : failure?.problem
    }
}

extension JSONSchemaCheck: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left.json == right.json }
}

extension JSONSchemaCheck {
    /// The rules of one part; other parts by their position in `nodes`.
    struct Node: Sendable {
        var acceptsNothing = false
        var types: [String]?
        var options: [Value]?
        var minimum: ExactDecimal?
        var maximum: ExactDecimal?
        var above: ExactDecimal?
        var below: ExactDecimal?
        var multiple: ExactDecimal?
        var counts: [String: Int] = [:]
        var pattern: Pattern?
        var form: TextForm?
        var isUnique = false
        var prefix: [Int] = []
        var items: Int?
        var contains: Int?
        var properties: [String: Int] = [:]
        var patterns: [(pattern: Pattern, node: Int)] = []
        /// False if a pattern of names cannot be read: then a name without rules can be one that it matches.
        var knowsNames = true
        var others: Int?
        var names: Int?
        var required: [String] = []
        var dependentNames: [(name: String, others: [String])] = []
        var dependentNodes: [(name: String, node: Int)] = []
        var all: [Int] = []
        var any: [Int]?
        var one: [Int]?
        var not: Int?
        var condition: Int?
        var then: Int?
        var otherwise: Int?

        /// The parts that are about the same value.
        var sameValue: [Int] {
            all + (any ?? []) + (one ?? []) + dependentNodes.map(\.node)
                + [not, condition, then, otherwise].compactMap(\.self)
        }

        /// True if it has rules for the parts of an object.
        var isAboutObjects: Bool {
            !properties.isEmpty || !patterns.isEmpty || others != nil || !required.isEmpty
        }
    }
}

/// Reads the rules of 2020-12 that `JSONSchemaRules` writes.
struct JSONSchemaNodeReader {
    private(set) var nodes: [JSONSchemaCheck.Node] = []
    private(set) var gaps: [JSONSchemaRules.Fault] = []
    private let root: JSONValue
    private var definitions: [String: Int] = [:]
    private var waiting: [(node: Int, json: JSONValue, place: String)] = []

    init(_ root: JSONValue) { self.root = root }

    mutating func read() {
        _ = node(root, "#")
        while let next = waiting.popLast() {
            let node = read(next.json, next.place)
            nodes[next.node] = node
        }
    }

    /// The place of a part that refers to itself about the same value; `nil` when no part does.
    var endless: String? {
        // 0: not visited, 1: open, 2: visited.
        var states = [Int](repeating: 0, count: nodes.count)
        for start in nodes.indices where states[start] == 0 {
            var open = [(node: start, isEnd: false)]
            while let (node, isEnd) = open.popLast() {
                if isEnd {
                    states[node] = 2
                    continue
                }
                guard states[node] == 0 else { continue }
                states[node] = 1
                open.append((node, true))
                for next in nodes[node].sameValue {
                    if states[next] == 1 {
                        let name = definitions.first { $0.value == next }?.key
                        return name.map { "#/$defs/\($0)" } ?? "#"
                    }
                    open.append((next, false))
                }
            }
        }
        return nil
    }

    private mutating func node(_ json: JSONValue, _ place: String) -> Int {
        nodes.append(JSONSchemaCheck.Node())
        waiting.append((nodes.count - 1, json, place))
        return nodes.count - 1
    }

    private mutating func node(_ json: JSONValue?, named name: String, _ place: String) -> Int? {
        json.map { node($0, "\(place)/\(name)") }
    }

    private mutating func nodes(_ json: JSONValue?, _ place: String) -> [Int]? {
        guard let list = json?.array else { return nil }
        return list.map { node($0, place) }
    }

    private mutating func node(referredTo reference: String) -> Int? {
        let name = String(reference.dropFirst("#/$defs/".count))
        if let node = definitions[name] { return node }
        guard let json = root.object?["$defs"]?.object?[name] else { return nil }
        let node = node(json, reference)
        definitions[name] = node
        return node
    }

    private mutating func read(_ json: JSONValue, _ place: String) -> JSONSchemaCheck.Node {
        var node = JSONSchemaCheck.Node()
        node.acceptsNothing = json == false
        guard let object = json.object else { return node }
        if let type = object["type"] { node.types = (type.array ?? [type]).compactMap(\.string) }
        node.options =
            object["const"].map { [$0] }?.compactMap { Value(part: $0) }
            ?? object["enum"]?.array?.compactMap { Value(part: $0) }
        if object["const"] != nil, let options = object["enum"]?.array {
            node.options = node.options?.filter(options.compactMap { Value(part: $0) }.contains)
        }
        readScalars(object, &node, place)
        readLists(object, &node, place)
        readObjects(object, &node, place)
        if let reference = object["$ref"]?.string {
            node.all += [self.node(referredTo: reference)].compactMap(\.self)
        }
        node.all += nodes(object["allOf"], place) ?? []
        node.any = nodes(object["anyOf"], place)
        node.one = nodes(object["oneOf"], place)
        node.not = self.node(object["not"], named: "not", place)
        node.condition = self.node(object["if"], named: "if", place)
        if node.condition != nil {
            node.then = self.node(object["then"], named: "then", place)
            node.otherwise = self.node(object["else"], named: "else", place)
        }
        return node
    }

    private mutating func readScalars(
        _ object: JSONObject, _ node: inout JSONSchemaCheck.Node, _ place: String
    ) {
        node.minimum = object["minimum"]?.decimal
        node.maximum = object["maximum"]?.decimal
        node.above = object["exclusiveMinimum"]?.decimal
        node.below = object["exclusiveMaximum"]?.decimal
        node.multiple = object["multipleOf"]?.decimal
        for name in [
            "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains",
            "minProperties", "maxProperties",
        ] {
            node.counts[name] = object[name]?.number?.integer.flatMap { Int(exactly: $0) }
        }
        node.pattern = object["pattern"]?.string.flatMap { pattern($0, "\(place)/pattern") }
        node.form = object["format"]?.string.flatMap(Self.form)
    }

    private static func form(_ name: String) -> TextForm? {
        Schema.TextFormat(rawValue: name)?.form
    }

    private mutating func pattern(_ source: String, _ place: String) -> Pattern? {
        do throws(PatternError) {
            return try Pattern(source)
        } catch {
            gaps.append(
                .init(
                    place: place,
                    message: "The pattern cannot be used, at column \(error.column) of it: "
                        + error.message))
            return nil
        }
    }

    private mutating func readLists(
        _ object: JSONObject, _ node: inout JSONSchemaCheck.Node, _ place: String
    ) {
        node.isUnique = object["uniqueItems"] == true
        node.prefix = nodes(object["prefixItems"], "\(place)/prefixItems") ?? []
        node.items = self.node(object["items"], named: "items", place)
        node.contains = self.node(object["contains"], named: "contains", place)
    }

    private mutating func readObjects(
        _ object: JSONObject, _ node: inout JSONSchemaCheck.Node, _ place: String
    ) {
        func members(_ name: String) -> [JSONObject.Member] { object[name]?.object?.members ?? [] }
        for member in members("properties") {
            node.properties[member.name] = self.node(
                member.value, "\(place)/properties/\(member.name)")
        }
        for member in members("patternProperties") {
            let place = "\(place)/patternProperties/\(member.name)"
            let part = self.node(member.value, place)
            if let pattern = pattern(member.name, place) {
                node.patterns.append((pattern, part))
            } else {
                node.knowsNames = false
            }
        }
        node.others = self.node(
            object["additionalProperties"], named: "additionalProperties", place)
        node.names = self.node(object["propertyNames"], named: "propertyNames", place)
        node.required = object["required"]?.array?.compactMap(\.string) ?? []
        for member in members("dependentRequired") {
            let others = member.value.array?.compactMap(\.string) ?? []
            node.dependentNames.append((member.name, others))
        }
        for member in members("dependentSchemas") {
            let part = self.node(member.value, "\(place)/dependentSchemas/\(member.name)")
            node.dependentNodes.append((member.name, part))
        }
    }
}
