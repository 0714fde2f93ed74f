package import FaceplateSchema

/// A change of a document, which can be undone so that the former bytes return.
package struct DocumentEdit: Sendable, Hashable {
    /// The bytes around the change by which its place is found again.
    private static let contextSize = 48

    package let path: DocumentPath
    /// The value before; `nil` if there was none.
    package let before: JSONValue?
    /// The value after; `nil` if it was removed.
    package let after: JSONValue?
    /// The innermost object that was there, if it had no members, or was `null`.
    fileprivate let emptyPlace: Place?
    private let offset: Int
    private let oldBytes: [UInt8]
    private let newBytes: [UInt8]
    private let leading: [UInt8]
    private let trailing: [UInt8]

    fileprivate struct Place: Hashable {
        let path: DocumentPath
        let value: JSONValue
    }

    init(_ path: DocumentPath, _ after: JSONValue?, from document: Document, to new: [UInt8]) {
        self.path = path
        before = document.node(at: path)?.value
        self.after = after
        let inner = path.indices.reversed().lazy.map { Array(path[..<$0]) }
            .compactMap { path in document.node(at: path).map { (path, $0) } }.first
        emptyPlace = inner.flatMap { path, node in
            node.isEmpty ? Place(path: path, value: node.value) : nil
        }
        let old = document.bytes
        let limit = min(old.count, new.count)
        var start = (0..<limit).first { old[$0] != new[$0] } ?? limit
        // A character of several bytes changes as a whole.
        while start > 0,
            start < old.count && old[start] & 0xC0 == 0x80
                || start < new.count && new[start] & 0xC0 == 0x80
        {
            start -= 1
        }
        var same =
            (0..<(limit - start)).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
            ?? (limit - start)
        while same > 0, old[old.count - same] & 0xC0 == 0x80 { same -= 1 }
        offset = start
        oldBytes = Array(old[start..<(old.count - same)])
        newBytes = Array(new[start..<(new.count - same)])
        leading = Array(old[max(0, start - Self.contextSize)..<start])
        trailing = Array(old[(old.count - same)...].prefix(Self.contextSize))
    }

    /// In bytes.
    package var size: Int { oldBytes.count + newBytes.count + leading.count + trailing.count }

    /// The replacements that might undo the change, the most likely first.
    fileprivate func candidates(in bytes: [UInt8]) -> [Replacement] {
        let contexts =
            [(leading.count, trailing.count)]
            + [32, 16, 8, 4].flatMap { [($0, $0), ($0, 0), (0, $0)] }
        var known: Set<Int> = []
        var found: [Replacement] = []
        // A file that the change made empty has no other place.
        if bytes.isEmpty { return [Replacement(0..<0, String(decoding: oldBytes, as: UTF8.self))] }
        for (before, after) in contexts {
            let lead = leading.suffix(before)
            let pattern = lead + newBytes + trailing.prefix(after)
            guard !pattern.isEmpty else { continue }
            for place in Self.places(of: Array(pattern), in: bytes, near: offset - lead.count) {
                let start = place + lead.count
                guard known.insert(start).inserted else { continue }
                found.append(
                    Replacement(
                        start..<(start + newBytes.count), String(decoding: oldBytes, as: UTF8.self))
                )
                if found.count >= 8 { return found }
            }
        }
        return found
    }

    /// The offsets of a pattern, the nearest first, four at most.
    private static func places(of pattern: [UInt8], in bytes: [UInt8], near offset: Int) -> [Int] {
        guard let first = pattern.first, bytes.count >= pattern.count else { return [] }
        var places: [Int] = []
        bytes.withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - pattern.count) where bytes[start] == first {
                if (1..<pattern.count).allSatisfy({ bytes[start + $0] == pattern[$0] }) {
                    places.append(start)
                }
            }
        }
        return Array(places.sorted { abs($0 - offset) < abs($1 - offset) }.prefix(4))
    }
}

extension Document {
    /// Undoes a change, so that the bytes at its place are as they were before.
    ///
    /// - Returns: False if the place was changed by something else; nothing is changed then.
    package mutating func undo(_ edit: DocumentEdit) -> Bool {
        let path = edit.path[...]
        var intended: [JSONValue?]
        if edit.after == nil, case .index(let index)? = path.last,
            var elements = node(at: Array(path.dropLast()))?.value.array, index <= elements.count,
            let before = edit.before
        {
            elements.insert(before, at: index)
            intended = [value.replacing(path.dropLast(), with: .array(elements))]
        } else {
            intended = [value.replacing(path, with: edit.before)]
            if let place = edit.emptyPlace {
                intended.append(value.replacing(place.path[...], with: place.value))
            }
        }
        for candidate in edit.candidates(in: bytes) {
            var draft = self
            guard (try? draft.apply(candidate)) != nil,
                intended.contains(where: { draft.value.means($0 ?? [:]) })
            else { continue }
            self = draft
            return true
        }
        return false
    }
}
