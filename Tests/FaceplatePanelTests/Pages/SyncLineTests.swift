import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// A status that a test controls, without any sync.
final class PretendedSync: SyncStatus {
    private let state: Locked<(report: SyncReport, wishes: Int)>
    private let next: SyncReport

    /// - Parameter next: The report after a request to synchronize.
    init(_ report: SyncReport, next: SyncReport) {
        state = Locked((report, 0))
        self.next = next
    }

    var report: SyncReport { state.withLock { $0.report } }
    var wishes: Int { state.withLock { $0.wishes } }

    func syncNow() async -> SyncReport {
        state.withLock { $0 = (next, $0.wishes + 1) }
        return next
    }
}

struct SyncLineTests {
    private static let time = Date(timeIntervalSince1970: 1_763_710_200)
    private static let well = SyncReport(name: "den", isEnabled: true, lastSync: time)
    private let sync = PretendedSync(SyncReport(name: "den", isEnabled: true), next: well)

    private func panel() throws -> TestPanel {
        try TestPanel.make(TestPanel.item("switch")) { $0.sync = sync }
    }

    @Test func aButtonSyncsNowWithoutJavaScript() async throws {
        let panel = try panel()
        let line = TestPanel.element(#"id="sync""#, in: await panel.page())
        #expect(line.contains("Syncing as <bdi>den</bdi>"))
        #expect(line.contains(#"<button form="f" name="_sync" value="now">Sync now</button>"#))
        let answer = await panel.browse(["_sync": "now"])
        #expect(answer.status == 303)
        let location = try #require(answer.header("location"))
        #expect(location == "/?same=1&sync=1#sync")
        #expect(sync.wishes == 1)
        let page = await panel.page("/?same=1&sync=1")
        #expect(
            TestPanel.element(#"id="status""#, in: page).contains("Last synced")
        )
    }

    /// Every page shows the current status of sync.
    @Test func everyPageShowsTheSyncStatus() async throws {
        let failing = SyncReport(
            name: "den", isEnabled: true, lastSync: Self.time, problems: ["No answer."])
        let sync = PretendedSync(Self.well, next: failing)
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[\#(TestPanel.item("switch")),"#
                + #"{"itemKey":"h","itemControlType":"page","groups":[{"groupKey":"hh","items":["#
                + #"{"itemKey":"x","itemControlType":"switch"}]}]}]}]}"#
        ) { $0.sync = sync }
        for address in ["/", "/pages/h"] {
            let line = TestPanel.element(#"id="sync""#, in: await panel.page(address))
            #expect(line.contains("Syncing as <bdi>den</bdi>"))
            #expect(line.contains("Sync now") == (address == "/"))
            #expect(line.contains(#"href="/?sync=1#sync""#))
        }
        _ = await sync.syncNow()
        for address in ["/", "/pages/h"] {
            let line = TestPanel.element(#"id="sync""#, in: await panel.page(address))
            #expect(line.contains("Some settings are not synced: <bdi>No answer.</bdi>"))
        }
        let found = TestPanel.element(#"id="sync""#, in: await panel.page("/?q=port"))
        #expect(found.contains("No answer.") && !found.contains("Sync now"))
    }

    @Test func scriptsSyncNowAndGetTheStatus() async throws {
        let panel = try panel()
        let answer = await panel.json(["_sync": "now", "k": "YES"])
        #expect(answer.status == 200)
        #expect(
            answer.text
                == #"{"revision":1,"changed":{"k":{"from":null,"to":true}},"sync":{"name":"den","#
                + #""enabled":true,"last":"2025-11-21T07:30:00.000Z","waiting":0,"problems":[],"#
                + #""state":"on"}}"#)
    }

    @Test(arguments: ["en", "fr", "ar", "de", "ja"])
    func showsTheStatus(language: String) async throws {
        let failing = SyncReport(
            name: "den", isEnabled: true, lastSync: Self.time, waiting: 2,
            problems: ["The cluster cannot be reached at <here>.", "More."])
        let sync = PretendedSync(failing, next: failing)
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","fr","ar","de","ja"],"groups":[{"groupKey":"g","items":["#
                + #"\#(TestPanel.item("switch"))]}]}"#
        ) { $0.sync = sync }
        let page = await panel.page("/?sync=1&lang=\(language)")
        let status = TestPanel.element(#"id="status""#, in: page)
        #expect(status.contains(#"class="bad""#))
        #expect(status.contains("The cluster cannot be reached at &lt;here&gt;."))
        let line = TestPanel.element(#"id="sync""#, in: page)
        #expect(line.contains("2") || language == "ar")
        #expect(line.contains(#"<code dir="ltr">More.</code>"#))
    }

    @Test func anUnsyncedSettingFailsASyncNow() async throws {
        var report = Self.well
        report.settingProblems = [.init(key: "k", words: "Not a number.")]
        let sync = PretendedSync(Self.well, next: report)
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.sync = sync }
        let answer = await panel.browse(["_sync": "now"])
        let target = try #require(answer.header("location")).prefix { $0 != "#" }
        let status = TestPanel.element(#"id="status""#, in: await panel.page(String(target)))
        #expect(status.contains("Some settings are not synced: <bdi>Not a number.</bdi>"))
    }

    /// An event of the cluster is no problem, and only the details list it.
    @Test func theDetailsListTheEventsOfTheCluster() async throws {
        var report = Self.well
        report.notices = ["2026-11-20T07:30:00.000Z: The cluster was <empty>."]
        let sync = PretendedSync(report, next: report)
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.sync = sync }
        let notice =
            #"<code dir="ltr">2026-11-20T07:30:00.000Z: The cluster was &lt;empty&gt;.</code>"#
        let line = TestPanel.element(#"id="sync""#, in: await panel.page("/?sync=1"))
        #expect(line.contains(notice) && !line.contains("ban"))
        #expect(!(await panel.page()).contains(notice))
        let health = await panel.page("/healthz")
        #expect(health.hasPrefix(#"{"status":"ok","#))
        #expect(health.contains(#""problems":[],"notices":["2026-11-20T07:30:00.000Z: The"#))
    }

    /// The row of a setting that is not shared gives the reason among its details.
    @Test(arguments: [(key: "k", isSynced: false), (key: "n", isSynced: true)])
    func theDetailsOfARowShowWhyItIsNotSynced(key: String, isSynced: Bool) async throws {
        var report = Self.well
        report.settingProblems = [.init(key: "k", words: "'k' of the machine 'hall' is a number.")]
        let sync = PretendedSync(report, next: report)
        let panel = try TestPanel.make(
            TestPanel.item("switch"), TestPanel.item("switch", key: "n")
        ) { $0.sync = sync }
        let details = TestPanel.element(
            #"id="i-\#(key)""#, in: await panel.page("/?details=\(key)"))
        #expect(details.contains("<dt>Sync status</dt>") == !isSynced)
        #expect(details.contains("of the machine") == !isSynced)
    }

    @Test func theHealthHasTheSyncStatus() async throws {
        let panel = try panel()
        #expect(
            await panel.page("/healthz")
                == #"{"status":"ok","revision":0,"problems":[],"sync":{"name":"den","enabled":true,"#
                + #""last":null,"waiting":0,"problems":[],"state":"on"}}"#)
    }

    @Test func aProblemOfTheConnectionIsAProblemOfThePanel() async throws {
        let failing = SyncReport(
            name: "den", isEnabled: true, lastSync: Self.time, problems: ["No answer."])
        let sync = PretendedSync(failing, next: failing)
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.sync = sync }
        #expect(
            await panel.page("/healthz")
                == #"{"status":"degraded","revision":0,"problems":["No answer."],"sync":{"#
                + #""name":"den","enabled":true,"last":"2025-11-21T07:30:00.000Z","waiting":0,"#
                + #""problems":["No answer."],"state":"failing"}}"#)
    }

    @Test func theHealthHidesSyncFromOutsiders() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) { configuration in
            configuration.sync = sync
            configuration.access = .link
        }
        #expect(await panel.page("/healthz") == #"{"status":"ok"}"#)
    }

    @Test func theHealthNamesNoSingleSetting() async throws {
        var report = Self.well
        report.settingProblems = [.init(key: "secret.key", words: "'secret.key' is not taken.")]
        let failing = PretendedSync(report, next: report)
        let panel = try TestPanel.make(TestPanel.item("switch")) { $0.sync = failing }
        let health = await panel.page("/healthz")
        #expect(!health.contains("secret.key"))
        #expect(
            health.hasPrefix(
                #"{"status":"degraded","revision":0,"problems":["1 setting is not synced."],"#))
    }

    /// The status of sync does not reveal a withheld group.
    @Test func theSyncStatusDoesNotRevealWithheldSettings() async throws {
        var report = Self.well
        report.settingProblems = [
            .init(key: "k", words: "'k' is not taken."),
            .init(key: "n", words: "'n' is not taken."),
        ]
        let failing = PretendedSync(report, next: report)
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[\#(TestPanel.item("switch", key: "n"))]},"#
                + #"{"groupKey":"h","groupAccess":["admin"],"items":["#
                + #"\#(TestPanel.item("switch"))]}]}"#
        ) {
            $0.sync = failing
            $0.identify = { request in
                Requester(groups: request.header("x-admin") == nil ? [] : ["admin"])
            }
        }
        let page = await panel.page("/?sync=1")
        #expect(page.contains("'n' is not taken.") || page.contains("&#39;n&#39; is not taken."))
        #expect(!page.contains("k' is not taken.") && !page.contains("k&#39; is not taken."))
        let answer = await panel.json(["_sync": "now"])
        #expect(answer.text.contains(#""problems":["'n' is not taken."]"#))
    }

    @Test func aResponseReportsASkippedUndoBesideTheSync() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_password"), TestPanel.item("edit_text", key: "a")
        ) { $0.sync = sync }
        try panel.set(["k": "one", "a": "1"])
        try panel.set(["k": "two", "a": "2"])
        let answer = await panel.json(["_undo": "2", "_sync": "now"])
        #expect(answer.text.contains(#""skipped":[{"key":"k","code":"secret_not_kept""#))
        #expect(answer.text.contains(#""sync":{"name":"den""#))
    }

    @Test func appearsOnThePageOfItsSwitch() async throws {
        let panel = try TestPanel.of(
            #"{"panelSyncSwitch":"on","groups":[{"groupKey":"g","items":[{"itemKey":"more","#
                + #""itemControlType":"page","groups":[{"groupKey":"h","items":["#
                + #"\#(TestPanel.item("switch", key: "on"))]}]}]}]}"#
        ) { $0.sync = sync }
        #expect(await !panel.page().contains(#"name="_sync""#))
        #expect(await panel.page("/pages/more").contains(#"name="_sync""#))
    }

    @Test func withoutSyncThereIsNoSyncNow() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(await !panel.page("/?sync=1").contains(#"id="sync""#))
        let answer = await panel.json(["_sync": "now", "k": "YES"])
        #expect(answer.status == 422)
        #expect(panel.settings.revision == 0)
    }

    @Test func aReadOnlyViewerCannotSyncNow() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.sync = sync
            $0.identify = { _ in Requester(access: .view) }
        }
        #expect(await !panel.page().contains(#"name="_sync""#))
        #expect(await panel.browse(["_sync": "now"]).status == 403)
        #expect(sync.wishes == 0)
    }

    @Test func syncThatIsOffIsNotAProblem() async throws {
        let off = SyncReport(
            name: "den", isEnabled: false, lastSync: Self.time, problems: ["No answer."])
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.sync = PretendedSync(off, next: off)
        }
        let line = TestPanel.element(#"id="sync""#, in: await panel.page())
        #expect(line.contains("<p>Sync is off</p>") && line.contains(#"class="own""#))
        let page = await panel.page("/?sync=1")
        #expect(TestPanel.element(#"id="status""#, in: page).contains("<p>Sync is off</p>"))
    }

    @Test func theSyncStatusDoesNotReplaceTheResultOfASave() async throws {
        let panel = try panel()
        let answer = await panel.browse(["k": "YES", "_sync": "now"])
        let target = try #require(answer.header("location")).prefix { $0 != "#" }
        #expect(target == "/?rev=1&sync=1")
        let page = await panel.page(String(target))
        let status = TestPanel.element(#"id="status""#, in: page)
        #expect(status.contains("changed from") && !status.contains("Last synced"))
    }
}
