import Faceplate
import FaceplateSchema
import Foundation

/// The sync status in the store, next to the rows of the last synced state.
///
/// `{"enabled":true,"name":"hall","last":"2026-11-20T07:30:00.000Z","problems":["…"]}`
enum StoredReport {
    /// The key of the row, which is not the key of a setting.
    static let key = ".status"

    static func record(_ report: SyncReport) -> String {
        JSONWriter().text(
            JSONValue.object(present: [
                ("enabled", .boolean(report.isEnabled)),
                ("name", .text(report.name)),
                (
                    "last",
                    report.lastSync.map { JSONValue.text(RevisionTime.text($0)) }
                        ?? JSONValue(.null)
                ),
                ("problems", .array(report.sentences.map(JSONValue.text))),
                (
                    "notices",
                    report.notices.isEmpty ? nil : .array(report.notices.map(JSONValue.text))
                ),
            ]))
    }

    /// Reads a stored row; `nil` for an invalid row.
    static func report(_ record: String) -> SyncReport? {
        guard let object = (try? JSONReader.read(record))?.object,
            let name = object["name"]?.string
        else { return nil }
        return SyncReport(
            name: name, isEnabled: object["enabled"] == true,
            lastSync: object["last"]?.string.flatMap(RevisionTime.date),
            problems: (object["problems"]?.array ?? []).compactMap(\.string),
            notices: (object["notices"]?.array ?? []).compactMap(\.string))
    }
}

extension SyncReport {
    /// Returns true when the report differs from `other` in more than the time of the last sync.
    func differs(from other: SyncReport?) -> Bool {
        guard let other else { return true }
        return name != other.name || isEnabled != other.isEnabled || sentences != other.sentences
            || notices != other.notices
            || (lastSync == nil) != (other.lastSync == nil)
    }
}

extension Snapshot {
    /// Returns the number of synced settings that differ from their last synced state.
    ///
    /// - Parameter isCounted: Returns false for a setting that must not be counted.
    func waiting(
        _ agreements: [String: Agreement], isCounted: (String) -> Bool = { _ in true }
    ) -> Int {
        sharedSettings.count { setting in
            isCounted(setting.key)
                && SharedState(side(of: setting.key))
                    != (agreements[setting.key]?.entry?.state ?? .onDefault)
        }
    }
}
