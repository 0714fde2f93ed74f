import Faceplate
import Foundation
import Testing

@testable import FaceplateSync

/// The sync status in the store, which other processes read.
struct StoredReportTests {
    private static let time = Date(timeIntervalSinceReferenceDate: 0)
    private static let report = SyncReport(
        name: "den", isEnabled: true, lastSync: time, problems: ["The cluster is away."])

    /// A new time alone is not written, because each sync would cost a write.
    @Test(
        arguments: [
            (report, false),
            (
                SyncReport(
                    name: "den", isEnabled: true, lastSync: time + 60,
                    problems: ["The cluster is away."]), false
            ),
            (SyncReport(name: "den", isEnabled: true, problems: ["The cluster is away."]), true),
            (SyncReport(name: "den", isEnabled: true, lastSync: time), true),
            (
                SyncReport(
                    name: "den", isEnabled: true, lastSync: time, problems: ["It is full."]), true
            ),
            (
                SyncReport(
                    name: "den", isEnabled: false, lastSync: time,
                    problems: ["The cluster is away."]), true
            ),
            (
                SyncReport(
                    name: "den", isEnabled: true, lastSync: time,
                    problems: ["The cluster is away."], notices: ["It was filled again."]), true
            ),
            (
                SyncReport(
                    name: "attic", isEnabled: true, lastSync: time,
                    problems: ["The cluster is away."]), true
            ),
        ])
    func isWrittenOnlyIfMoreThanItsTimeDiffers(other: SyncReport, differs: Bool) throws {
        #expect(other.differs(from: Self.report) == differs)
        let stored = try #require(StoredReport.report(StoredReport.record(Self.report)))
        #expect(other.differs(from: stored) == differs)
    }

    @Test(arguments: [
        (20, nil), (21, "1 more setting is not synced."), (23, "3 more settings are not synced."),
    ])
    func countsProblemsBeyondTheFirstTwenty(count: Int, last: String?) {
        var report = Self.report
        report.settingProblems = (1...count).map { .init(key: "k\($0)", words: "No. \($0)") }
        #expect(report.sentences.count == min(count, 20) + (last == nil ? 1 : 2))
        #expect(report.sentences.last == last ?? "No. 20")
    }

    @Test(arguments: ["", "{", "[]", #"{"enabled":true}"#, #"{"enabled":true,"name":7}"#])
    func aRowWithoutAMachineNameIsNotAReport(row: String) {
        #expect(StoredReport.report(row) == nil)
    }

    @Test func theFirstReportIsWritten() {
        #expect(Self.report.differs(from: nil))
    }
}
