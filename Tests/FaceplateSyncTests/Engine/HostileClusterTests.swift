import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

@Suite(.timeLimit(.hung))
struct HostileClusterTests {
    private let cluster = MemoryCluster()

    private static func entry(_ value: String, time: String = "2026-01-01T00:00:00Z") -> String {
        #"{"value":\#(value),"time":"\#(time)","machine":"attic"}"#
    }

    @Test(arguments: [
        ("101", "not accepted"), ("\"loud\"", "not accepted"), ("[]", "not accepted"),
        ("null", "not accepted"), ("1e999", "not accepted"),
    ])
    func aRejectedValueIsSkippedAndReported(value: String, problem: String) async throws {
        let den = try TestMachine("den", cluster)
        cluster.put([
            "volume": Array(Self.entry(value).utf8), "name": Array(Self.entry("\"Den\"").utf8),
        ])
        den.begin()
        await den.becomes("name", .text("Den"))
        await den.engine.board.wait { $0.sentences.contains { $0.contains(problem) } }
        #expect(den.settings.integer("volume") == 50)
        #expect(den.engine.board.report.sentences.allSatisfy { $0.contains("'volume'") })
        // A valid value replaces the invalid one.
        cluster.put("volume", Self.entry("30", time: "2026-01-02T00:00:00Z"))
        await den.becomes("volume", .integer(30))
        await den.met()
    }

    /// The schema of another machine can have the options in another order.
    @Test func aValueInAnotherFormatIsNotAChange() async throws {
        let panel = TestMachine.panel.replacing(
            #""night", "itemControlType": "switch""#,
            with: #""night", "itemControlType": "choices", "itemOptions": ["a", "b"]"#)
        cluster.put("night", Self.entry(#"["b","a"]"#))
        let den = try TestMachine("den", cluster, panel: panel)
        den.begin()
        await den.becomes("night", .list([.text("a"), .text("b")]))
        #expect(await den.syncNow().sentences.isEmpty)
        #expect(cluster.writes.isEmpty)
    }

    @Test func aListIsNotAcceptedAsText() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put("name", Self.entry(#"["a","b"]"#))
        cluster.put("night", Self.entry("true"))
        den.begin()
        await den.becomes("night", .boolean(true))
        #expect(await den.syncNow().sentences.first?.contains("'name'") == true)
        #expect(den.settings.text("name") == "none")
    }

    @Test(arguments: ["", "{", "[[[", "\u{0}", "{}", #"{"value":1,"time":"x","machine":"a"}"#])
    func reportsAnInvalidEntry(text: String) async throws {
        let den = try TestMachine("den", cluster)
        cluster.put("volume", text)
        cluster.put("night", Self.entry("true"))
        den.begin()
        await den.becomes("night", .boolean(true))
        await den.engine.board.wait {
            $0.sentences.first?.hasPrefix("The entry of 'volume' in the cluster ") == true
        }
        // A change on this machine replaces the invalid value.
        try den.set("volume", "10")
        await den.met()
        #expect(cluster.text("volume")?.hasPrefix(#"{"value":10,"#) == true)
    }

    @Test func theReasonOfARejectionContainsNoValue() async throws {
        let den = try TestMachine("den", cluster)
        cluster.put([
            "theme": Array(Self.entry("\"password1\"").utf8),
            "night": Array(Self.entry("true").utf8),
        ])
        den.begin()
        await den.becomes("night", .boolean(true))
        await den.engine.board.wait { !$0.settingProblems.isEmpty }
        let problem = try #require(den.engine.board.report.settingProblems.first)
        #expect(problem.key == "theme")
        #expect(problem.words.hasPrefix("'theme' of the machine 'attic' is not accepted: "))
        #expect(!problem.words.contains("password1"))
    }

    @Test(arguments: [
        ValueProblem.Code.notAnOption, .duplicate, .unknownPart, .timeDoesNotExist,
    ]) func noProblemContainsAValue(code: ValueProblem.Code) {
        let problem = ValueProblem(code, ["value": "password1", "part": "password1", "zone": "Z"])
        let words = ProblemWords.english.sentence(for: problem.withoutValue, label: "'k'")
        #expect(!words.contains("password1") && !words.contains("{"))
    }

    @Test func reportsAnEntryThatIsTooLarge() async throws {
        let den = try TestMachine("den", cluster)
        let long = String(repeating: "x", count: 600_000)
        cluster.put("name", Self.entry("\"\(long)\""))
        cluster.put("night", Self.entry("true"))
        den.begin()
        await den.becomes("night", .boolean(true))
        await den.engine.board.wait { $0.sentences.first?.contains("more than 524288") == true }
    }

    @Test func reportsALocalValueThatIsTooLargeAndSyncsTheOthers() async throws {
        let den = try TestMachine("den", cluster)
        let loft = try TestMachine("loft", cluster)
        await loft.start()
        try den.set("name", String(repeating: "x", count: 600_000))
        try den.set("volume", "10")
        den.begin()
        await loft.becomes("volume", .integer(10))
        await den.engine.board.wait { $0.waiting == 0 && !$0.sentences.isEmpty }
        #expect(den.engine.board.report.sentences.count == 1)
        #expect(cluster.keys == ["volume"])
        try den.set("name", "short")
        await loft.becomes("name", .text("short"))
        await den.met()
    }

    /// The value of this machine alone is a fact and no problem.
    @Test func aLockedSettingStaysAndIsReportedAsAnOwnValue() async throws {
        let lock = Settings.Lock("volume", .value(.integer(5)), source: .other("the installer"))
        let den = try TestMachine("den", cluster, locks: [lock])
        cluster.put([
            "volume": Array(Self.entry("30").utf8), "night": Array(Self.entry("true").utf8),
        ])
        den.begin()
        await den.becomes("night", .boolean(true))
        await den.engine.board.wait { $0.lastSync != nil }
        #expect(den.engine.board.report.sentences.isEmpty)
        #expect(den.engine.board.report.ownValues == ["volume"])
        #expect(den.settings.integer("volume") == 5)
        #expect(cluster.text("volume") == Self.entry("30"))
    }

    @Test func aSettingLockedAtTheSameValueIsNotAProblem() async throws {
        let lock = Settings.Lock("volume", .value(.integer(5)), source: .other("the installer"))
        let den = try TestMachine("den", cluster, locks: [lock])
        cluster.put("volume", Self.entry("5"))
        await den.start()
        #expect(den.engine.board.report.sentences.isEmpty)
        #expect(den.settings.integer("volume") == 5)
        #expect(cluster.text("volume") == Self.entry("5"))
    }

    /// A schema with a check that one setting must not be above another.
    private static let ordered = """
        { "panelKey": "test", "panelChecks": [ { "items": ["low"], "message": "order",
          "require": {"key": "low", "atMost": {"key": "high"}} } ],
          "groups": [ { "groupKey": "g", "items": [
          {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
          {"itemKey": "high", "itemControlType": "edit_integer", "itemValue": 9,
           "itemSynced": true},
          {"itemKey": "name", "itemControlType": "edit_text", "itemSynced": true} ] } ] }
        """

    @Test func leavesOutAValueThatBreaksARuleOverSeveralSettings() async throws {
        let den = try TestMachine("den", cluster, panel: Self.ordered)
        try den.set("low", "5")
        cluster.put(["high": Array(Self.entry("2").utf8), "name": Array(Self.entry("\"n\"").utf8)])
        den.begin()
        await den.becomes("name", .text("n"))
        await den.engine.board.wait { $0.sentences.first?.contains("'high'") == true }
        #expect(den.settings.integer("high") == 9)
        // When the other setting changes, the rejected value is accepted automatically.
        try den.set("low", "1")
        await den.becomes("high", .integer(2))
        try #require(await den.syncNow().sentences.isEmpty)
        await den.met()
    }

    @Test func aProblemEndsWhenTheSameValueIsSetHere() async throws {
        let den = try TestMachine("den", cluster, panel: Self.ordered)
        try den.set("low", "5")
        cluster.put("high", Self.entry("2"))
        den.begin()
        await den.engine.board.wait { $0.sentences.first?.contains("'high'") == true }
        try den.settings.applyAndWait(
            Batch(
                [Assignment("low", .text("1")), Assignment("high", .text("2"))], origin: .browser))
        await den.met()
        #expect(den.settings.revision == 2)
    }

    @Test func aRejectionEndsWhenTheEntryChanges() async throws {
        let den = try TestMachine("den", cluster, panel: Self.ordered)
        try den.set("low", "5")
        cluster.put("high", Self.entry("2"))
        den.begin()
        await den.engine.board.wait { $0.sentences.first?.contains("is not accepted") == true }
        cluster.put("high", "{}")
        #expect(
            await den.syncNow().sentences == ["The entry of 'high' in the cluster has no time."])
    }

    @Test func leavesOtherKeysUnchanged() async throws {
        cluster.put("port", Self.entry("1"))
        cluster.put("sharing", Self.entry("false"))
        cluster.put("token", Self.entry("\"x\""))
        cluster.put("later_version", Self.entry("1"))
        let den = try TestMachine("den", cluster)
        await den.start()
        cluster.put("port", Self.entry("2"))
        cluster.put("sharing", Self.entry("false"))
        try den.set("volume", "10")
        await den.met()
        #expect(den.settings.integer("port") == 80)
        #expect(den.settings.boolean("sharing") == true)
        #expect(try den.settings.secret("token") == nil)
        #expect(cluster.text("later_version") == Self.entry("1"))
    }

    /// A machine with an older schema has sent the text under the key of that time.
    @Test func removesTheFormerKeyOfASecretFromTheClusterToo() async throws {
        let panel = TestMachine.panel.replacing(
            #""edit_password"}"#, with: #""edit_password", "itemRenamedFrom": "pass"}"#)
        cluster.put("pass", Self.entry("\"was shown\""))
        let den = try TestMachine("den", cluster, panel: panel)
        await den.start()
        #expect(cluster.text("pass") == nil)
    }

    @Test func restoresARemovedKey() async throws {
        let den = try TestMachine("den", cluster)
        await den.start()
        try den.set("volume", "10")
        await den.met()
        let old = cluster.text("volume")
        cluster.put(["volume": nil])
        _ = await den.syncNow()
        #expect(cluster.text("volume") == old)
        #expect(den.settings.integer("volume") == 10)
    }
}
