import Faceplate
import FaceplateImport
import FaceplateTestSupport
import Testing

/// Each operation has the same result in each way in, and is rejected for the same reason.
///
/// The tests of one way, in the files of commands, posts and the API, are only about what the other ways do not have:
/// output, pages, rights, and forms of a request.
@Suite(.timeLimit(.hung))
struct EveryOperationTests {
    private static func rows(_ requests: (Operation) -> Requests?) -> [(Operation, Way)] {
        Operation.all.flatMap { operation in
            Way.allCases.filter { requests(operation)?.exists(for: $0) == true }
                .map { (operation, $0) }
        }
    }

    @Test(arguments: rows(\.accepted))
    func hasTheSameResult(operation: Operation, way: Way) async throws {
        let garden = try Garden(for: way, operation.before)
        try await garden.send(operation.accepted)
        let after = try garden.state()
        #expect(after.lines == operation.result)
        let isNew = after.lines.first != garden.before.lines.first
        guard isNew, let origin = operation.origin ?? way.origin else { return }
        #expect(after.origin == origin)
    }

    @Test(arguments: rows(\.rejected))
    func isRejectedForTheSameReason(operation: Operation, way: Way) async throws {
        let garden = try Garden(for: way, operation.before)
        let rejection = await #expect(throws: Rejection.self) {
            try await garden.send(operation.rejected)
        }
        let messages = rejection?.messages ?? []
        if operation.reason.hasSuffix("…") {
            let beginning = operation.reason.dropLast()
            #expect(messages.contains { $0.hasPrefix(beginning) }, "\(messages)")
        } else {
            #expect(messages.contains(operation.reason))
        }
        #expect(rejection?.status ?? operation.status == operation.status)
        #expect(try garden.state() == garden.before)
    }

    /// The command has one option for both of its ways, so that only one of them is tried.
    @Test(arguments: rows { $0.hasDryRun ? $0.accepted : nil }.filter { $0.1 != .url })
    func dryRunSavesNothing(operation: Operation, way: Way) async throws {
        let garden = try Garden(for: way, operation.before)
        try await garden.send(operation.accepted, isDryRun: true)
        #expect(try garden.state() == garden.before)
    }

    @Test(
        arguments: zip(
            ValuesFormat.allCases,
            [.all, .set, .all, .set, .all, .set] as [ExportedValues.Selection]
        ))
    func exportsTheSameFile(
        format: ValuesFormat, selection: ExportedValues.Selection
    ) async throws {
        var texts: [String] = []
        for way in Way.allCases {
            let garden = try Garden(for: way) {
                try $0.change(["port": "8080", "names": #"["ash","elm"]"#, "pin": "pl4nted"])
            }
            texts.append(try await garden.export(as: format, selection))
        }
        #expect(Set(texts).count == 1, "\(texts)")
        #expect(texts[0].contains("8080") && !texts[0].contains("pl4nted"))
        #expect(texts[0].lowercased().contains("high") == (selection == .all))
    }
}
