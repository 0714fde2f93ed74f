package import FaceplateSchema

/// The steps to a value of a document, from the outside in.
package typealias DocumentPath = [DocumentStep]

package enum DocumentStep: Hashable, Sendable, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
{
    case name(String)
    case index(Int)

    package init(stringLiteral value: String) { self = .name(value) }
    package init(integerLiteral value: Int) { self = .index(value) }
}

/// A value of a document and its place in the text.
package struct DocumentNode: Sendable {
    package enum Content: Sendable {
        case scalar(JSONValue)
        case list([DocumentNode])
        case map([Member])
    }

    package struct Member: Sendable {
        package let name: String
        /// The start of the name, with its quotation marks.
        let start: Int
        var nameEnd = 0
        package var node: DocumentNode
        /// True when it is written elsewhere, and only seen here.
        package internal(set) var isInherited = false
    }

    /// The way in which a value is written.
    enum Spelling: Sendable {
        case plain, singleQuoted, doubleQuoted
        /// Several lines as they are, with an indentation, or between three quotation marks.
        case literal
        case multilineSingle, multilineDouble
        /// In brackets.
        case flow
        /// By indentation.
        case block
        /// Nothing is written.
        case missing
        /// A reference to another place.
        case alias
        /// A date or time of TOML.
        case moment
        /// By headers and lines of TOML, or by a section of INI.
        case table
    }

    package var content: Content
    /// The bytes of the value; of a table, those of its header.
    package var range: Range<Int>
    var spelling: Spelling
    /// The bytes of a value without quotation marks; of an alias, those of the value that it names.
    var plain: Range<Int>?
    /// True for a value of YAML with a tag of a program, which gives it another meaning.
    package internal(set) var hasForeignTag = false

    init(_ content: Content, _ range: Range<Int>, _ spelling: Spelling) {
        self.content = content
        self.range = range
        self.spelling = spelling
        plain = spelling == .plain ? range : nil
    }

    var isEmpty: Bool {
        switch content {
        case .scalar: true
        case .list(let elements): elements.isEmpty
        case .map(let members): members.isEmpty
        }
    }

    package var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .list(let nodes): .array(nodes.map(\.value))
        case .map(let members): .object(members.map { ($0.name, $0.node.value) })
        }
    }

    package var members: [Member] {
        if case .map(let members) = content { members } else { [] }
    }

    package var elements: [DocumentNode] {
        if case .list(let nodes) = content { nodes } else { [] }
    }

    /// True for a table of TOML that is not in one place: by headers, or by names with dots.
    var isSpread: Bool {
        spelling == .table && range.isEmpty == false && (!elements.isEmpty || !members.isEmpty)
    }

    package var isNull: Bool {
        if case .scalar(let value) = content { value.isNull } else { false }
    }

    /// The levels of lists and maps.
    var height: Int {
        switch content {
        case .scalar: 0
        case .list(let nodes): 1 + (nodes.lazy.map(\.height).max() ?? 0)
        case .map(let members): 1 + (members.lazy.map(\.node.height).max() ?? 0)
        }
    }

    /// The end of the last part.
    var end: Int {
        switch content {
        case .scalar: range.upperBound
        case .list(let nodes):
            spelling == .flow
                ? range.upperBound : max(range.upperBound, nodes.map(\.end).max() ?? 0)
        case .map(let members):
            spelling == .flow || spelling == .alias
                ? range.upperBound
                : max(
                    range.upperBound,
                    members.lazy.filter { !$0.isInherited }.map(\.node.end).max() ?? 0)
        }
    }

    package func child(_ step: DocumentStep) -> DocumentNode? {
        switch (step, content) {
        case (.name(let name), .map(let members)):
            return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.node
        case (.index(let index), .list(let nodes)):
            return nodes.indices.contains(index) ? nodes[index] : nil
        default: return nil
        }
    }
}

extension JSONValue {
    /// Returns true when both mean the same: the order of members does not count, and neither does the way in which a
    /// number is written.
    package func means(_ other: JSONValue) -> Bool {
        switch (content, other.content) {
        case (.number(let left), .number(let right)):
            if left == right { return true }
            guard let one = ExactDecimal(left.text), let two = ExactDecimal(right.text) else {
                return false
            }
            return one == two
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
        case (.object(let left), .object(let right)):
            guard left.members.count == right.members.count else { return false }
            let names = Dictionary(
                right.members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { $1 })
            return left.members.allSatisfy { names[Array($0.name.utf8)]?.means($0.value) ?? false }
        default: return self == other
        }
    }

    /// Returns the tree with another value at a path; `nil` takes it out, with the objects that become empty.
    func replacing(_ path: ArraySlice<DocumentStep>, with value: JSONValue?) -> JSONValue? {
        guard let step = path.first else { return value }
        let rest = path.dropFirst()
        switch step {
        case .name(let name):
            var members = object?.members ?? []
            let index = members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
            let old =
                index.map { members[$0].value }
                ?? (rest.first.map { _ in JSONValue.object([JSONObject.Member]()) })
            let new = rest.isEmpty ? value : old?.replacing(rest, with: value)
            if let new {
                let member = JSONObject.Member(name: name, value: new)
                if let index { members[index] = member } else { members.append(member) }
            } else if let index {
                members.remove(at: index)
                if members.isEmpty { return nil }
            }
            return .object(members)
        case .index(let index):
            var elements = array ?? []
            guard elements.indices.contains(index) else { return self }
            if rest.isEmpty {
                if let value { elements[index] = value } else { elements.remove(at: index) }
            } else {
                elements[index] =
                    elements[index].replacing(rest, with: value) ?? [:]
            }
            return .array(elements)
        }
    }
}
