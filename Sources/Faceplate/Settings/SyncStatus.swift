public import FaceplateSchema
public import Foundation

/// How the sharing of settings between machines stands: what a panel shows of it.
///
/// Parts that share settings conform; their calls answer at once but for `syncNow`.
public protocol SyncStatus: Sendable {
    /// How it stands at the moment.
    var report: SyncReport { get }

    /// Shares now what waits, and takes in what others changed.
    ///
    /// Returns when that was done or has failed, which the report says; at once where sharing is
    /// off. Takes as long as the cluster does, some seconds at the most.
    func syncNow() async -> SyncReport
}

/// How the sharing of settings stood at one moment.
public struct SyncReport: Sendable, Hashable {
    /// What is wrong with a single setting.
    public struct SettingProblem: Sendable, Hashable {
        /// The setting's key.
        public let key: String
        /// A sentence for people; never a value.
        public let words: String

        /// Makes a problem.
        public init(key: String, words: String) {
            self.key = key
            self.words = words
        }
    }

    /// How many problems of single settings are put into words.
    private static let mostProblems = 20

    /// What other machines call this one.
    public var name: String
    /// Whether it runs, and the switch that the schema names for it is on.
    public var isEnabled: Bool
    /// When this machine and the cluster last agreed; `nil` before the first time.
    public var lastSync: Date?
    /// How many settings were changed here and are not shared yet.
    public var waiting: Int
    /// What is wrong with sharing as a whole, in words for people.
    public var problems: [String]
    /// What is wrong with single settings, by key; not for those who may not see them.
    public var settingProblems: [SettingProblem]

    /// Makes a report.
    public init(
        name: String, isEnabled: Bool, lastSync: Date? = nil, waiting: Int = 0,
        problems: [String] = [], settingProblems: [SettingProblem] = []
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.lastSync = lastSync
        self.waiting = waiting
        self.problems = problems
        self.settingProblems = settingProblems
    }

    /// All that is wrong, in words: of single settings the first 20, and how many more.
    public var sentences: [String] {
        let told = settingProblems.prefix(Self.mostProblems).map(\.words)
        let more = settingProblems.count - told.count
        return problems + told + (more > 0 ? ["\(more) more settings are not shared."] : [])
    }

    /// What scripts are answered: `{"name":"hall","enabled":true,"last":TIME,"waiting":0,"problems":[]}`.
    public var json: JSONValue {
        [
            "name": JSONValue(.string(name)), "enabled": JSONValue(.boolean(isEnabled)),
            "last": lastSync.map { JSONValue(.string(RevisionTime.text($0))) } ?? nil,
            "waiting": JSONValue(.number(JSONNumber(Int64(waiting)))),
            "problems": JSONValue(.array(sentences.map { JSONValue(.string($0)) })),
        ]
    }
}
