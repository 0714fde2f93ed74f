import Faceplate
import FaceplatePanel
import FaceplateSchema
import Subprocess

/// The rest is read and discarded, so that the command is not blocked by a full pipe.
final class CommandOutput: Sendable {
    static let limit = 64 * 1024

    private let bytes = Locked<[UInt8]>([])

    func collect(_ sequence: SubprocessOutputSequence) async {
        do {
            for try await buffer in sequence {
                let part = buffer.withUnsafeBytes { Array($0) }
                bytes.withLock { $0 += part.prefix(Self.limit - $0.count) }
            }
        } catch {
            // The command was ended; its output so far is still useful.
        }
    }

    /// True when a part of the output may be missing.
    var isFull: Bool { bytes.withLock { $0.count == Self.limit } }

    /// The output without surrounding white space, and without control characters, which a page cannot show.
    var text: String {
        let all = String(decoding: bytes.withLock { $0 }, as: UTF8.self)
        let shown = all.unicodeScalars.filter {
            $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\t"
        }
        return String(String.UnicodeScalarView(shown)).trimmed
    }
}

extension StringProtocol {
    var trimmed: String {
        let tail = drop(while: \.isWhitespace)
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(tail[...last])
    }
}

struct CommandAnswer {
    /// `nil` if it is empty.
    let message: String?
    /// The standard error, without the lines that name an item.
    private let complaint: String
    private let problems: [String: String]

    init(output: String, errors: String, request: ActionRequest) {
        message = output.isEmpty ? nil : output
        let group = request.snapshot.schema.groups.first { $0.key == request.item.groupKey }
        let keys = Set((group?.items.map(\.key) ?? []) + [request.item.groupKey])
        var problems: [String: String] = [:]
        var complaint: [Substring] = []
        for line in errors.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let colon = line.firstIndex(of: ":"), keys.contains(String(line[..<colon])),
                case let words = line[line.index(after: colon)...].trimmed, !words.isEmpty
            {
                problems[String(line[..<colon])] = words
            } else {
                complaint.append(line)
            }
        }
        self.problems = problems
        self.complaint = complaint.joined(separator: "\n").trimmed
    }

    /// Returns a failure with the reason that the command printed; without one, with `reason`, unless fields say why.
    func failure(_ reason: String) -> ActionResult {
        let other = message ?? (problems.isEmpty ? reason : "")
        let words = complaint.isEmpty ? other : complaint
        return .failure(words, problems: problems)
    }
}

struct TextColumns {
    let rows: [[String]]

    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, text in
                let isLast = column == row.count - 1
                return isLast
                    ? text : text + String(repeating: " ", count: widths[column] - text.count)
            }.joined(separator: "  ")
        }
    }
}
