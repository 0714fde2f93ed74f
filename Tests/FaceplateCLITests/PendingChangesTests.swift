import Faceplate
import FaceplateSchema
import Testing

@testable import FaceplateCLI

struct PendingChangesTests {
    private let settings: Settings

    init() throws {
        let schema = try SchemaReader.read(Array(Sample.schema.utf8), name: "reader")
        settings = try Settings.inMemory(schema)
    }

    /// Applies assignments one after the other, and returns their revisions.
    private func revisions(_ assignments: (String, Value)...) async throws -> [Revision] {
        for (key, value) in assignments {
            try await settings.apply(Batch([Assignment(key, .json(value.json))], origin: .program))
        }
        return try settings.history.revisions(limit: 100).reversed()
    }

    private func text(_ revisions: [Revision]) -> String {
        var pending = PendingChanges()
        for revision in revisions { pending.add(revision, settings.snapshot.schema) }
        return pending.isEmpty ? "" : pending.text
    }

    @Test func mergesRevisionsIntoOneChangeOfEachKey() async throws {
        let all = try await revisions(
            ("account_name", "a"), ("display_titles", false), ("account_name", "b"))
        #expect(
            text(all) == """
                {"revision":3,"changed":{"account_name":{"from":null,"to":"b"},\
                "display_titles":{"from":null,"to":false}}}

                """)
    }

    @Test func omitsAValueThatChangedBack() async throws {
        let all = try await revisions(
            ("account_name", "a"), ("account_name", "b"), ("account_name", "a"))
        #expect(text(Array(all.dropFirst())) == "")
    }

    @Test func redactsASecret() async throws {
        let all = try await revisions(
            ("account_password", "hunter2"), ("account_password", "hunter3"))
        let both = text(Array(all.dropFirst()))
        #expect(!both.contains("hunter"))
        #expect(both.contains(#""account_password":{"from":{"set":true},"to":{"set":true}}"#))
    }

    /// A schema can make a setting secret while its change waits.
    @Test func redactsAValueThatBecameSecret() async throws {
        let all = try await revisions(("account_name", "plain"))
        let schema = try SchemaReader.read(
            Array(
                Sample.schema.replacing(
                    #""edit_text", "itemMaximumLength": 5"#, with: #""edit_password""#
                ).utf8), name: "reader")
        var pending = PendingChanges()
        for revision in all { pending.add(revision, schema) }
        #expect(
            pending.text == """
                {"revision":1,"changed":{"account_name":{"from":null,"to":{"set":true}}}}

                """)
    }

    @Test func mergesTheChangesOfAFailedRunWithNewerOnes() async throws {
        let all = try await revisions(("account_name", "a"), ("account_name", "b"))
        var failed = PendingChanges()
        failed.add(all[0], settings.snapshot.schema)
        failed.addAfterFailure(PendingChanges())
        #expect(failed.revision == 1)
        var newer = PendingChanges()
        newer.add(all[1], settings.snapshot.schema)
        failed.addAfterFailure(newer)
        #expect(
            failed.text == """
                {"revision":2,"changed":{"account_name":{"from":null,"to":"b"}}}

                """)
    }

    /// The command may have applied what it received before it failed.
    @Test func reportsAChangeBackAfterAFailure() async throws {
        let all = try await revisions(
            ("account_name", "a"), ("account_name", "b"), ("account_name", "a"))
        var failed = PendingChanges()
        failed.add(all[1], settings.snapshot.schema)
        var newer = PendingChanges()
        newer.add(all[2], settings.snapshot.schema)
        failed.addAfterFailure(newer)
        #expect(!failed.isEmpty)
        #expect(failed.text.contains(#""account_name":{"from":"a","to":"a"}"#))
    }
}
