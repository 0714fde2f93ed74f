import Foundation
public import Testing

/// Checks that text is that of its file in `Tests/Fixtures/Snapshots`.
///
/// A difference is printed line by line. With `RECORD_FIXTURES=1` the file is written again, and the test fails: read the
/// difference before you commit it.
///
/// - Parameter name: The path of the file in that folder.
public func assertSnapshot(
    _ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/Snapshots").appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        Issue.record("Recorded \(name).", sourceLocation: sourceLocation)
        return
    }
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    guard recorded != text else { return }
    Issue.record(
        "\(name) differs; RECORD_FIXTURES=1 records it.\n\(difference(recorded, text))",
        sourceLocation: sourceLocation)
}

/// Returns the lines in which two texts differ: `-` for lines of the first, `+` for lines of the second, with two lines
/// before and after them.
public func difference(_ old: String, _ new: String) -> String {
    let (old, new) = (old.lines, new.lines)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let place, _, _): removed.insert(place)
        case .insert(let place, _, _): inserted.insert(place)
        }
    }
    var lines: [String] = []
    var (first, second) = (0, 0)
    while first < old.count || second < new.count {
        if removed.contains(first) {
            lines.append("- \(old[first])")
            first += 1
        } else if inserted.contains(second) {
            lines.append("+ \(new[second])")
            second += 1
        } else {
            lines.append("  \(old[first])")
            first += 1
            second += 1
        }
    }
    let near = lines.indices.filter { place in
        lines[max(0, place - 2)...min(lines.count - 1, place + 2)].contains { !$0.hasPrefix("  ") }
    }
    return near.enumerated().map { index, place in
        (index > 0 && near[index - 1] != place - 1 ? "…\n" : "") + lines[place]
    }.joined(separator: "\n")
}

extension String {
    fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
