public import FaceplateSchema
public import Foundation

/// The status of sharing settings between machines, which a panel shows.
///
/// Modules that share settings conform to it. Its calls return immediately, except `syncNow`.
public protocol SyncStatus: Sendable {
    /// The current status.
    var report: SyncReport { get }

    /// Shares the waiting changes now, and loads changes of other machines.
    ///
    /// Returns when that is done or has failed, which the report shows; returns immediately if sharing is off. It takes
    /// as long as the cluster needs, some seconds at most.
    func syncNow() async -> SyncReport
}

/// The status of sharing settings at one moment.
public struct SyncReport: Sendable, Hashable {
    /// A problem of a single setting.
    public struct SettingProblem: Sendable, Hashable {
        /// The setting's key.
        public let key: String
        /// A sentence for users; it never contains a value.
        public let words: String

        /// Creates a problem.
        public init(key: String, words: String) {
            self.key = key
            self.words = words
        }
    }

    /// The maximum number of problems of single settings that are listed.
    private static let mostProblems = 20

    /// The name of this machine for other machines.
    public var name: String
    /// True when sharing runs, and the schema's switch for it is on.
    public var isEnabled: Bool
    /// The time at which this machine and the cluster last agreed, by the clock of this machine.
    ///
    /// `nil` before the first time.
    public var lastSync: Date?
    /// The number of settings that were changed here and are not shared yet.
    public var waiting: Int
    /// The problems of sharing as a whole, as messages for users.
    public var problems: [String]
    /// The problems of single settings, by key; withheld from viewers who may not see the settings.
    public var settingProblems: [SettingProblem]
    /// The last events of the cluster that users should know and that are no problems, as messages with their times.
    ///
    /// An example is a cluster that was emptied and was filled again.
    public var notices: [String]

    /// Creates a report.
    public init(
        name: String, isEnabled: Bool, lastSync: Date? = nil, waiting: Int = 0,
        problems: [String] = [], settingProblems: [SettingProblem] = [], notices: [String] = []
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.lastSync = lastSync
        self.waiting = waiting
        self.problems = problems
        self.settingProblems = settingProblems
        self.notices = notices
    }

    /// All problems as messages: of single settings the first 20, and the number of the others.
    public var sentences: [String] {
        let reported = settingProblems.prefix(Self.mostProblems).map(\.words)
        let more = settingProblems.count - reported.count
        let rest =
            more == 1 ? "1 more setting is not shared." : "\(more) more settings are not shared."
        return problems + reported + (more > 0 ? [rest] : [])
    }

    /// The JSON in responses to scripts: `{"name":"hall","enabled":true,"last":TIME,"waiting":0,"problems":[]}`, with
    /// `notices` if there are any.
    public var json: JSONValue {
        .object(present: [
            ("name", .text(name)), ("enabled", .boolean(isEnabled)),
            ("last", lastSync.map { JSONValue.text(RevisionTime.text($0)) } ?? JSONValue(.null)),
            ("waiting", .number(waiting)),
            ("problems", .array(sentences.map(JSONValue.text))),
            ("notices", notices.isEmpty ? nil : .array(notices.map(JSONValue.text))),
        ])
    }
}
