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
        let garden = try Garden(operation.before)
        let revision = try garden.withSettings(\.revision)
        try await garden.send(operation.accepted, by: way)
        #expect(try garden.state() == operation.result)
        let newest = try garden.withSettings { try $0.revision($0.revision) }
        guard let newest, newest.number > revision, let origin = operation.origin ?? way.origin
        else { return }
        #expect(newest.origin == origin)
    }

    @Test(arguments: rows(\.rejected))
    func isRejectedForTheSameReason(operation: Operation, way: Way) async throws {
        let garden = try Garden(operation.before)
        let state = try garden.state()
        let rejection = await #expect(throws: Rejection.self) {
            try await garden.send(operation.rejected, by: way)
        }
        let messages = rejection?.messages ?? []
        let beginning = operation.reason.hasSuffix("…") ? operation.reason.dropLast() : nil
        #expect(
            messages.contains {
                beginning.map($0.hasPrefix) ?? ($0 == operation.reason)
            }, "\(messages)")
        #expect(try garden.state() == state)
    }

    @Test(arguments: rows { $0.hasDryRun ? $0.accepted : nil })
    func dryRunSavesNothing(operation: Operation, way: Way) async throws {
        let garden = try Garden(operation.before)
        let state = try garden.state()
        try await garden.send(operation.accepted, by: way, isDryRun: true)
        #expect(try garden.state() == state)
    }

    @Test(arguments: ValuesFormat.allCases, Way.allCases)
    func exportsTheSameFile(format: ValuesFormat, way: Way) async throws {
        let garden = try Garden {
            try $0.change(["port": "8080", "names": #"["ash","elm"]"#, "pin": "pl4nted"])
        }
        for selection in ExportedValues.Selection.allCases {
            let text = try await garden.export(as: format, selection, by: way)
            #expect(try await text == garden.export(as: format, selection, by: .swift))
            #expect(text.contains("8080") && !text.contains("pl4nted"))
            #expect(text.lowercased().contains("high") == (selection == .all))
        }
    }
}
