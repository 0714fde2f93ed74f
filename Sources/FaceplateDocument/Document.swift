package import FaceplateSchema

/// A configuration file: its text, and the tree of values with their places in it.
///
/// A change replaces only the bytes of the value, or inserts or removes the lines of one. Everything else stays as it
/// was written: comments, order, quotation marks, indentation, line ends.
package struct Document: Sendable {
    /// In bytes; a longer file is not read.
    package static let maximumSize = 4 * 1024 * 1024
    static let maximumDepth = 64
    static let mostValues = 200_000
    /// A list or map with more differences is written again.
    private static let mostSteps = 128

    package let format: DocumentFormat
    package private(set) var root: DocumentNode
    let text: DocumentText
    let comments: [Range<Int>]

    package var bytes: [UInt8] { text.bytes }

    /// The comments, as they are written.
    package var commentTexts: [String] { comments.map(text.string) }

    package var value: JSONValue { root.value }

    /// Reads a file.
    ///
    /// - Parameter maximumSize: The largest number of bytes, for files that are not changed.
    /// - Throws: `DocumentError` with the line and column of the first problem, without any value of the file, which can
    ///   be a secret.
    package init(
        reading bytes: [UInt8], as format: DocumentFormat, maximumSize: Int = Self.maximumSize
    ) throws(DocumentError) {
        guard bytes.count <= maximumSize else {
            throw DocumentError("The file has over \(maximumSize / 1024 / 1024) MiB.")
        }
        let text = DocumentText(bytes: bytes)
        if String(validating: bytes, as: UTF8.self) == nil {
            throw text.error("The file is not valid UTF-8.", at: Self.firstInvalid(bytes))
        }
        // Strings of JSON are checked with their escapes.
        if format != .json, let control = text.firstControl {
            throw text.error("A control character must be written as an escape.", at: control)
        }
        let reading = try format.syntax.read(text)
        self.format = format
        self.text = text
        root = reading.root
        comments = reading.comments
    }

    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            place += String(scalar).utf8.count
        }
        return place
    }

    package func node(at path: DocumentPath) -> DocumentNode? {
        path.reduce(root as DocumentNode?) { $0?.child($1) }
    }

    package func position(of node: DocumentNode) -> TextPosition {
        text.position(node.range.lowerBound)
    }

    /// Returns text without quotation marks as it is written, also for an alias of it; `nil` for other values.
    package func plainText(of node: DocumentNode) -> String? {
        node.plain.map { node.value.string ?? text.string($0) }
    }

    // MARK: - Changing

    /// Sets a value; missing parents are added.
    ///
    /// - Throws: `DocumentError` if the format cannot hold the value there; nothing is changed then.
    package mutating func set(
        _ value: JSONValue, at path: DocumentPath
    ) throws(DocumentError) -> DocumentEdit {
        try edit(path, value) { (draft) throws(DocumentError) in
            var steps = Self.mostSteps
            try draft.change(path, to: value, &steps)
        }
    }

    /// Removes a value, and the maps that become empty by that.
    ///
    /// - Throws: `DocumentError` if it is not written at this place; nothing is changed then.
    package mutating func remove(at path: DocumentPath) throws(DocumentError) -> DocumentEdit {
        try edit(path, nil) { (draft) throws(DocumentError) in
            try draft.takeOut(path)
        }
    }

    private mutating func edit(
        _ path: DocumentPath, _ value: JSONValue?,
        _ body: (inout Document) throws(DocumentError) -> Void
    ) throws(DocumentError) -> DocumentEdit {
        var draft = self
        try body(&draft)
        let intended =
            self.value.replacing(path[...], with: value) ?? .object([JSONObject.Member]())
        if !draft.value.means(intended) {
            // References to the changed place get its former value.
            var steps = Self.mostSteps
            try draft.change([], to: intended, &steps)
        }
        guard draft.value.means(intended), draft.comments.count >= comments.count else {
            throw DocumentError(
                "The file cannot be changed at '\(Self.words(path))': the text around it is "
                    + "written in a way that does not allow it.")
        }
        let edit = DocumentEdit(path, value, from: self, to: draft.text.bytes)
        self = draft
        return edit
    }

    /// Returns a path as text, with dots between its steps.
    package static func words(_ path: DocumentPath) -> String {
        path.map { step in
            switch step {
            case .name(let name): name
            case .index(let index): String(index + 1)
            }
        }.joined(separator: ".")
    }

    mutating func apply(_ replacement: Replacement) throws(DocumentError) {
        var bytes = text.bytes
        bytes.replaceSubrange(replacement.range, with: replacement.text.utf8)
        do throws(DocumentError) {
            self = try Document(reading: bytes, as: format)
        } catch {
            throw DocumentError(
                "The file cannot contain the value: with it, the text could not be read.")
        }
    }

    private func parents(of path: DocumentPath) -> [DocumentNode] {
        var parents: [DocumentNode] = []
        var node = root
        for step in path {
            parents.append(node)
            guard let next = node.child(step) else { break }
            node = next
        }
        return parents
    }

    private mutating func change(
        _ path: DocumentPath, to value: JSONValue, _ steps: inout Int
    ) throws(DocumentError) {
        guard let node = node(at: path) else { return try add(value, at: path) }
        guard !node.value.means(value) || isInherited(path) else { return }
        if isInherited(path) { return try add(value, at: path) }
        let syntax = format.syntax
        let staysTable = value.array.map { !$0.isEmpty && $0.allSatisfy { $0.object != nil } }
        if node.isSpread, !(node.elements.isEmpty ? value.object != nil : staysTable == true) {
            // A table or list by headers is no single place, so that it is removed and written again.
            try takeOut(path, prunes: false)
            return try add(value, at: path)
        }
        switch (node.content, value.content) {
        case (.map(let members), .object(let object)) where node.spelling != .alias:
            // A part that is only seen here cannot be taken out.
            for member in members where object[member.name] == nil {
                guard spend(&steps) else { break }
                try takeOut(path + [.name(member.name)], prunes: false)
            }
            for member in object.members {
                let place = path + [.name(member.name)]
                guard self.node(at: place)?.value.means(member.value) != true else { continue }
                guard spend(&steps) else { break }
                try change(place, to: member.value, &steps)
            }
        case (.list(let nodes), .array(let values)) where node.spelling != .alias:
            let old = nodes.map(\.value)
            let limit = min(old.count, values.count)
            let first = (0..<limit).first { !old[$0].means(values[$0]) } ?? limit
            let last =
                (0..<(limit - first)).first {
                    !old[old.count - 1 - $0].means(values[values.count - 1 - $0])
                } ?? (limit - first)
            let (oldEnd, newEnd) = (old.count - last, values.count - last)
            let shared = min(oldEnd, newEnd)
            for index in first..<max(shared, first) {
                guard spend(&steps) else { break }
                try change(path + [.index(index)], to: values[index], &steps)
            }
            for index in (shared..<max(oldEnd, shared)).reversed() {
                guard spend(&steps) else { break }
                try takeOut(path + [.index(index)], prunes: false)
            }
            for index in shared..<max(newEnd, shared) {
                guard spend(&steps), let container = self.node(at: path) else { break }
                try apply(
                    syntax.insert(
                        values[index], named: nil, at: index, into: container, path, self))
            }
        default:
            try apply(syntax.replace(node, in: parents(of: path), with: value, self))
        }
        guard let now = self.node(at: path), !now.value.means(value), steps <= 0 else { return }
        try apply(syntax.replace(now, in: parents(of: path), with: value, self))
    }

    private func spend(_ steps: inout Int) -> Bool {
        steps -= 1
        return steps > 0
    }

    private func isInherited(_ path: DocumentPath) -> Bool {
        guard case .name(let name)? = path.last, let parent = node(at: path.dropLast()) else {
            return false
        }
        return parent.members.first { $0.name == name }?.isInherited ?? false
    }

    /// Adds a value with the parents that are missing.
    private mutating func add(
        _ value: JSONValue, at path: DocumentPath
    ) throws(DocumentError) {
        var count = path.count - 1
        while count > 0, node(at: Array(path.prefix(count))) == nil { count -= 1 }
        let parentPath = Array(path.prefix(count))
        guard let parent = node(at: parentPath) else { return }
        let missing = path.dropFirst(count)
        var inner = value
        for step in missing.dropFirst().reversed() {
            guard case .name(let name) = step else {
                throw DocumentError("There is no list at '\(Self.words(path))'.")
            }
            inner = .object([(name, inner)])
        }
        guard case .name(let name)? = missing.first else {
            throw DocumentError("There is no entry '\(Self.words(path))'.")
        }
        switch parent.content {
        case .map(let members) where parent.spelling != .alias:
            try apply(
                format.syntax.insert(
                    inner, named: name, at: members.count, into: parent, parentPath, self))
        case _ where parent.isNull || parent.spelling == .alias && !parent.members.isEmpty:
            let whole = parent.value.object?.members ?? []
            try apply(
                format.syntax.replace(
                    parent, in: parents(of: parentPath),
                    with: .object(
                        whole.filter { $0.name != name } + [.init(name: name, value: inner)]), self)
            )
        default:
            throw DocumentError(
                "'\(Self.words(parentPath))' is a value in the file, so that it cannot have "
                    + "'\(name)' in it.")
        }
    }

    /// - Parameter prunes: True to take out the maps that would be empty, too.
    private mutating func takeOut(
        _ path: DocumentPath, prunes: Bool = true
    ) throws(DocumentError) {
        var path = path
        while prunes, path.count > 1, case .name? = path.last,
            case .name? = path.dropLast().last, let parent = node(at: path.dropLast()),
            parent.members.count == 1
        {
            path.removeLast()
        }
        guard let step = path.last, let container = node(at: path.dropLast()),
            container.child(step) != nil
        else { throw DocumentError("There is no '\(Self.words(path))' in the file.") }
        let index: Int
        switch step {
        case .index(let position):
            // Without an element, there would be no list.
            if container.isSpread, container.elements.count == 1 {
                let list = Array(path.dropLast())
                try takeOut(list, prunes: false)
                return try add(.array([]), at: list)
            }
            index = position
        case .name(let name):
            index = container.members.firstIndex { $0.name == name } ?? 0
            guard !container.members[index].isInherited else {
                throw DocumentError(
                    "'\(Self.words(path))' comes from another part of the file, so that it cannot "
                        + "be removed here.")
            }
        }
        // A value of another place is written here first.
        if container.spelling == .alias {
            let parentPath = path.dropLast()
            let value =
                container.value.replacing([step], with: nil) ?? .object([JSONObject.Member]())
            return try apply(
                format.syntax.replace(
                    container, in: parents(of: Array(parentPath)), with: value, self))
        }
        try apply(
            format.syntax.remove(index, of: container, in: parents(of: path.dropLast()), self))
    }
}
