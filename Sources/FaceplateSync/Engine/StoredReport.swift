import Faceplate
import FaceplateSchema
import Foundation

/// How sharing stood when a program last knew, as the store keeps it beside what was agreed on.
///
/// `{"enabled":true,"name":"hall","last":"2026-11-20T07:30:00.000Z","problems":["…"]}`
enum StoredReport {
    /// The row; no setting's key.
    static let key = ".status"

    static func record(_ report: SyncReport) -> String {
        JSONWriter().text([
            "enabled": JSONValue(.boolean(report.isEnabled)),
            "name": JSONValue(.string(report.name)),
            "last": report.lastSync.map { JSONValue(.string(RevisionTime.text($0))) } ?? nil,
            "problems": JSONValue(.array(report.sentences.map { JSONValue(.string($0)) })),
        ])
    }

    /// `nil` for what is no report.
    static func report(_ record: String) -> SyncReport? {
        guard let object = (try? JSONReader.read(record))?.object,
            let name = object["name"]?.string
        else { return nil }
        return SyncReport(
            name: name, isEnabled: object["enabled"] == true,
            lastSync: object["last"]?.string.flatMap(RevisionTime.date),
            problems: (object["problems"]?.array ?? []).compactMap(\.string))
    }
}

extension SyncReport {
    /// Whether there is something to say that was not said with `other`: more than another time.
    func differs(from other: SyncReport?) -> Bool {
        guard let other else { return true }
        return name != other.name || isEnabled != other.isEnabled || sentences != other.sentences
            || (lastSync == nil) != (other.lastSync == nil)
    }
}

extension Snapshot {
    /// How many of the shared settings differ from what was last agreed on.
    ///
    /// - Parameter isCounted: leaves out those that are not sent at all.
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
