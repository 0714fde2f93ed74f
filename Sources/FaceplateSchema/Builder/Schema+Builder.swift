extension Schema {
    /// Makes a schema of what Swift declares, checked like one in JSON.
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
    ///   - panel: what concerns the whole panel.
    ///   - name: the key of a panel that names none.
    ///   - controls: the program's own controls.
    ///   - groups: the groups of the first page.
    /// - Throws: `SchemaError` with every problem, each at the file and line of what declared it.
    public init(
        _ panel: PanelAttributes = PanelAttributes(), name: String = "panel",
        controls: [any CustomControl] = [], file: String = #fileID, line: Int = #line,
        @GroupsBuilder groups: () -> [FaceplateSchema.Group]
    ) throws(SchemaError) {
        var whole = panel
        whole = whole.with("groups", .list(groups().map(\.declaration)))
        var assembly = Assembly()
        let json = assembly.json(whole.declaration)
        self = try assembly.explaining { () throws(SchemaError) in
            // Names that are there twice and what nests too deep are found as in a file.
            let bytes = JSONWriter().bytes(json)
            _ = try SchemaReader.json(of: bytes, file: nil)
            return try SchemaReader.read(
                json, name: name, file: nil, controls: controls, handlers: assembly.handlers)
        }
    }
}

extension Declaration {
    /// As a schema has it.
    package func json() -> JSONValue {
        var assembly = Assembly()
        return assembly.json(self)
    }
}

extension Declared {
    /// What a schema in JSON would have in its place.
    public var json: JSONValue { declaration.json() }

    /// What the program does about it and what stands in it, by key.
    package var handlers: [String: [any Sendable]] {
        var assembly = Assembly()
        _ = assembly.json(declaration)
        return assembly.handlers
    }
}

/// Makes the JSON of declarations, each at its line, and remembers which stands where.
private struct Assembly {
    /// The column of a position counts them, from 1.
    private var declarations: [Declaration] = []
    private(set) var handlers: [String: [any Sendable]] = [:]

    mutating func json(_ declaration: Declaration) -> JSONValue {
        declarations.append(declaration)
        let position = TextPosition(line: declaration.place.line, column: declarations.count)
        if let key = declaration.key, !declaration.handlers.isEmpty {
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

    /// Tells problems by what was declared instead of a place in JSON.
    func explaining<T>(_ body: () throws(SchemaError) -> T) throws(SchemaError) -> T {
        do {
            return try body()
        } catch {
            throw SchemaError(problems: error.problems.map(explained))
        }
    }

    private func explained(_ problem: SchemaProblem) -> SchemaProblem {
        guard let first = declarations.first else { return problem }
        let index = problem.position.column - 1
        let isPlaced = problem.path != "$" && declarations.indices.contains(index)
        let declaration = isPlaced ? declarations[index] : first
        return SchemaProblem(
            path: declaration.name + Self.attribute(problem.path),
            position: TextPosition(line: declaration.place.line, column: 1),
            message: problem.message, file: declaration.place.file)
    }

    /// What stands behind the last group, item or column in a path: `.itemMaximum`.
    private static func attribute(_ path: String) -> String {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        let lists = ["groups[", "items[", "itemColumns[", "itemElement"]
        let last = parts.lastIndex { part in lists.contains { part.hasPrefix($0) } } ?? 0
        return parts[(last + 1)...].map { "." + $0 }.joined()
    }
}

extension JSONValue {
    /// The same value, all of it at one place.
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
