extension Schema {
    /// Creates a schema from declarations in Swift, after the same checks as for JSON.
    ///
    /// ```swift
    /// let schema = try Schema {
    ///     Group("network") {
    ///         Switch("proxy")
    ///         EditInteger("port", default: 8080).range(1...65535).visible(when: .is("proxy"))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - panel: the attributes of the whole panel.
    ///   - name: the key of a panel that does not set one.
    ///   - controls: the custom controls of the app.
    ///   - groups: the groups of the first page.
    /// - Throws: `SchemaError` with all problems, each at the file and line of the declaration.
    public init(
        _ panel: PanelAttributes = PanelAttributes(), name: String = "panel",
        controls: [any CustomControl] = [], file: String = #fileID, line: Int = #line,
        @GroupsBuilder groups: () -> [FaceplateSchema.Group]
    ) throws(SchemaError) {
        let whole = panel.with("groups", .list(groups().map(\.declaration)))
        var assembly = Assembly()
        let json = assembly.json(whole.declaration)
        do {
            // Reading the JSON text finds duplicate names and JSON that is nested too deeply.
            let bytes = JSONWriter().bytes(json)
            _ = try SchemaReader.json(of: bytes, file: nil)
            self = try SchemaReader.read(
                json, name: name, file: nil, controls: controls, handlers: assembly.handlers)
        } catch {
            throw SchemaError(problems: error.problems.map(assembly.explained))
        }
    }
}

extension Schema {
    /// The name of the handlers of a panel as a whole, which is not a key.
    package static let panelHandlers = ""
}

extension Declaration {
    package func json() -> JSONValue {
        var assembly = Assembly()
        return assembly.json(self)
    }
}

extension Declared {
    /// The declaration as the JSON of a schema.
    public var json: JSONValue { declaration.json() }

    package var handlers: [String: [any Sendable]] {
        var assembly = Assembly()
        _ = assembly.json(declaration)
        return assembly.handlers
    }
}

/// Creates the JSON of declarations, and records which declaration each value comes from.
private struct Assembly {
    /// The declarations in order; the column of a JSON position is an index into them, counted from 1.
    private var declarations: [Declaration] = []
    private(set) var handlers: [String: [any Sendable]] = [:]

    mutating func json(_ declaration: Declaration) -> JSONValue {
        declarations.append(declaration)
        let position = TextPosition(line: declaration.place.line, column: declarations.count)
        let isPanel = declarations.count == 1
        if let key = declaration.key ?? (isPanel ? Schema.panelHandlers : nil),
            !declaration.handlers.isEmpty
        {
            handlers[key, default: []] += declaration.handlers
        }
        var members: [JSONObject.Member] = []
        for (name, part) in declaration.parts {
            let value: JSONValue =
                switch part {
                case .json(let json): json.placed(at: position)
                case .one(let declaration): json(declaration)
                case .list(let list): JSONValue(.array(list.map { json($0) }), at: position)
                }
            members.append(JSONObject.Member(name: name, value: value, at: position))
        }
        return JSONValue(.object(JSONObject(members)), at: position)
    }

    /// Returns a problem with the path and position of a declaration in place of those of the JSON.
    func explained(_ problem: SchemaProblem) -> SchemaProblem {
        guard let first = declarations.first else { return problem }
        let index = problem.position.column - 1
        let isPlaced = problem.path != "$" && declarations.indices.contains(index)
        let declaration = isPlaced ? declarations[index] : first
        return SchemaProblem(
            path: declaration.name + Self.attribute(problem.path),
            position: TextPosition(line: declaration.place.line, column: 1),
            message: problem.message, file: declaration.place.file)
    }

    /// Returns the part of a path after the last group, item or column: `.itemMaximum`.
    private static func attribute(_ path: String) -> String {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        let lists = ["groups[", "items[", "itemColumns[", "itemInputs[", "itemElement"]
        let last = parts.lastIndex { part in lists.contains { part.hasPrefix($0) } } ?? 0
        return parts[(last + 1)...].map { "." + $0 }.joined()
    }
}

extension JSONValue {
    fileprivate func placed(at position: TextPosition) -> JSONValue {
        switch content {
        case .array(let elements):
            JSONValue(.array(elements.map { $0.placed(at: position) }), at: position)
        case .object(let object):
            JSONValue(
                .object(
                    JSONObject(
                        object.members.map {
                            .init(name: $0.name, value: $0.value.placed(at: position), at: position)
                        })), at: position)
        default: JSONValue(content, at: position)
        }
    }
}

/// A result builder for the entries of a group, with `if`, `for` and lists that functions return.
public typealias ItemsBuilder = ListBuilder<any GroupEntry>

/// A result builder for the groups of a page, with `if`, `for` and lists that functions return.
public typealias GroupsBuilder = ListBuilder<Group>

extension ListBuilder where Element == Group {
    /// An item outside of a group.
    @available(*, unavailable, message: "An item belongs to a group: Group(\"general\") { … }.")
    public static func buildExpression(_ item: some GroupEntry) -> [Group] { [] }
}

extension ListBuilder where Element == any GroupEntry {
    /// A group in a group.
    @available(*, unavailable, message: "A group belongs to a page or a schema, not to a group.")
    public static func buildExpression(_ group: Group) -> [any GroupEntry] { [] }
}

/// A result builder for a list, with `if`, `for` and lists that functions return.
@resultBuilder
public enum ListBuilder<Element> {
    /// One element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    /// Elements that a function returns.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    /// No elements.
    public static func buildBlock() -> [Element] { [] }
    /// The first of several elements.
    public static func buildPartialBlock(first: [Element]) -> [Element] { first }
    /// Adds the next element to those before it.
    public static func buildPartialBlock(
        accumulated: [Element], next: [Element]
    ) -> [Element] { accumulated + next }
    /// An `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    /// An `if` branch.
    public static func buildEither(first: [Element]) -> [Element] { first }
    /// An `else` branch.
    public static func buildEither(second: [Element]) -> [Element] { second }
    /// A `for` loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] {
        elements.flatMap(\.self)
    }
    /// An `if #available` condition.
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}
