import Faceplate
import FaceplateHTML

/// A client that shows this version gets only the parts that differ from it; see ``PartWriter``.
struct PageVersion: Sendable {
    private(set) var parts: [UInt64] = []
    /// Its seed is secret, so that no requester can compute the name of a page with values that they guess.
    fileprivate private(set) var sum = Fingerprint.secretSeed

    /// Lowercase letters and digits, the same for the same parts until the process ends.
    var name: String { String(sum, radix: 36) }

    mutating func append(_ part: UInt64) {
        parts.append(part)
        sum = Fingerprint.number(of: sum, and: part)
    }

    mutating func append(_ parts: [UInt64]) {
        for part in parts { append(part) }
    }
}

struct ShownParts: Sendable {
    /// The name of a version, then the keys of the rows that must be complete; not part of the interface for scripts,
    /// which get a complete page.
    static let header = "faceplate-shows"

    fileprivate let parts: Set<UInt64>
    fileprivate let wanted: Set<String>
}

/// A client with an older version gets a complete page.
final class PageVersions: Sendable {
    /// Groups and rows in all versions together: 320 kB.
    private static let limit = 40_000
    /// The size of a version without parts, in parts.
    private static let frame = 16

    private struct Known {
        var versions: [UInt64: PageVersion] = [:]
        /// The fingerprints of the versions, oldest first.
        var order: [UInt64] = []
        var count = 0
    }

    private let known = Locked(Known())

    func add(_ version: PageVersion) {
        known.withLock { known in
            if known.versions.updateValue(version, forKey: version.sum) != nil {
                known.order.removeAll { $0 == version.sum }
            } else {
                known.count += version.parts.count + Self.frame
            }
            known.order.append(version.sum)
            while known.count > Self.limit, known.order.count > 1 {
                let oldest = known.versions.removeValue(forKey: known.order.removeFirst())
                known.count -= (oldest?.parts.count ?? 0) + Self.frame
            }
        }
    }

    func shown(_ header: String?) -> ShownParts? {
        guard let words = header?.split(separator: " "),
            let sum = words.first.flatMap({ UInt64($0, radix: 36) }),
            let version = known.withLock({ $0.versions[sum] })
        else { return nil }
        return ShownParts(
            parts: Set(version.parts), wanted: Set(words.dropFirst().map(String.init)))
    }
}

/// Replaces the parts that the client shows already by an empty element with its id and the attribute `data-same`.
struct PartWriter {
    private let shown: ShownParts?
    private(set) var version = PageVersion()
    private var group = Fingerprint.secretSeed
    private var start = 0
    /// True when a row of the current group must be complete.
    private var isWanted = false

    init(shown: ShownParts?) {
        self.shown = shown
    }

    /// The bytes in `known` are written again while `state` is the same; it is `nil` for a group whose bytes depend on
    /// something else.
    mutating func group(
        _ id: String?, _ known: Locked<KeptGroup?>, _ state: GroupState?, _ html: inout Markup,
        content: (inout Markup, inout PartWriter) -> Void
    ) {
        if let state, let kept = known.withLock({ $0 }), kept.state == state,
            writeAgain(kept, id, &html)
        {
            return
        }
        let first = html.byteCount
        let firstPart = version.parts.count
        group = Fingerprint.secretSeed
        start = first
        isWanted = false
        content(&html, &self)
        add(to: html)
        guard html.byteCount > first else { return }
        version.append(group)
        if let state, shown == nil {
            let new = KeptGroup(
                state, html.part(from: first), parts: Array(version.parts[firstPart...]))
            known.withLock { $0 = new }
        }
        guard let id, let shown, !isWanted, shown.parts.contains(group) else { return }
        html.truncate(to: first)
        writeSame(id, &html)
    }

    /// False when the rows must be compared.
    private mutating func writeAgain(
        _ kept: KeptGroup, _ id: String?, _ html: inout Markup
    ) -> Bool {
        if let shown {
            guard let id, shown.wanted.isEmpty, let group = kept.parts.last,
                shown.parts.contains(group)
            else { return false }
            writeSame(id, &html)
        } else {
            html.append(kept.markup)
        }
        version.append(kept.parts)
        return true
    }

    private func writeSame(_ id: String, _ html: inout Markup) {
        html.element(.div, .id(id), .data("same", ""))
        html.staticMarkup("\n")
    }

    /// `state` is `nil` for a row whose bytes depend on something else; `isWanted` is true when the row must be
    /// complete, because it has a problem.
    mutating func row(
        _ face: RowFace, _ state: RowState?, isWanted: Bool, _ html: inout Markup,
        content: (inout Markup) -> Void
    ) {
        add(to: html)
        let first = html.byteCount
        let part: UInt64
        if let state, let kept = face.kept.withLock({ $0 }), kept.state == state {
            html.append(kept.markup)
            part = kept.part
        } else {
            content(&html)
            part = html.withBytes(from: first) {
                Fingerprint.number(of: $0, after: Fingerprint.secretSeed)
            }
            if let state {
                let kept = KeptRow(state, html.part(from: first), part: part)
                face.kept.withLock { $0 = kept }
            }
        }
        group = Fingerprint.number(of: group, and: part)
        version.append(part)
        defer { start = html.byteCount }
        guard let shown else { return }
        let mustBeWhole = isWanted || shown.wanted.contains(face.key)
        self.isWanted = self.isWanted || mustBeWhole
        guard !mustBeWhole, shown.parts.contains(part),
            let element = html.withBytes(from: first, Self.element)
        else { return }
        html.truncate(to: first)
        html.element(element, .id(face.rowID), .data("same", ""))
        html.staticMarkup("\n")
    }

    private mutating func add(to html: Markup) {
        group = html.withBytes(from: start) { Fingerprint.number(of: $0, after: group) }
    }

    private static func element(_ bytes: UnsafeRawBufferPointer) -> Element? {
        if bytes.starts(with: "<div ".utf8) { return .div }
        return bytes.starts(with: "<fieldset ".utf8) ? .fieldset : nil
    }
}
