import Faceplate
import FaceplateSchema
import Foundation

/// The sync status in the store, next to the rows of the last synced state.
enum StoredReport {
    /// The key of the row, which is not the key of a setting.
    static let key = ".status"

    static func record(_ report: SyncReport) -> String { JSONWriter().text(report.json) }

    static func report(_ record: String) -> SyncReport? {
        (try? JSONReader.read(record)).flatMap(SyncReport.init(json:))
    }
}

extension SyncReport {
    /// True when nothing waits and nothing fails, so that each response of the cluster shows that both sides are in
    /// sync.
    var isInStep: Bool {
        isEnabled && lastSync != nil && waiting == 0 && sentences.isEmpty
    }

    /// Returns true when the report differs from `other` in more than the times of the last sync and of signs of life.
    func differs(from other: SyncReport?) -> Bool {
        guard let other else { return true }
        return name != other.name || isEnabled != other.isEnabled || sentences != other.sentences
            || notices != other.notices || isRunning != other.isRunning
            || ownValues != other.ownValues || onlyReceives != other.onlyReceives
            || machines.map { [$0.name, "\($0.isSilent)"] }
                != other.machines.map { [$0.name, "\($0.isSilent)"] }
            || (lastSync == nil) != (other.lastSync == nil)
    }
}

extension SyncReport {
    private static let killed =
        "The program that synced these settings has ended without a stop. Start it again."

    /// The longest time without contact of a program that reports no problem, in seconds.
    private static let longestSilence: TimeInterval = 60

    /// - Parameter sign: Its sign of life; `nil` if no program syncs.
    mutating func add(_ sign: SyncSign?, now: Date = Date()) {
        let wasRunning = isRunning == true
        guard let sign else {
            if wasRunning { problems.append(Self.killed) }
            if isRunning != nil { isRunning = false }
            return
        }
        isRunning = true
        guard let contact = sign.lastContact else { return }
        lastContact = contact
        if isInStep { lastSync = contact }
        guard isEnabled, problems.isEmpty,
            now.timeIntervalSince(contact) > Self.longestSilence
        else { return }
        problems.append(
            "The program that syncs has had no contact since \(RevisionTime.text(contact)).")
    }
}

extension Snapshot {
    var ownValues: [String] {
        syncedSettings.filter(isLocked).map(\.key)
    }

    func waiting(_ agreements: [String: Agreement], isCounted: (String) -> Bool) -> Int {
        syncedSettings.count { setting in
            SyncedState(side(of: setting.key))
                != (agreements[setting.key]?.entry?.state ?? .onDefault) && isCounted(setting.key)
        }
    }
}
