public import Foundation

/// The status of syncing settings between machines, which a panel shows.
///
/// Modules that share settings conform to it. Its calls return immediately, except `syncNow`.
public protocol SyncStatus: Sendable {
    /// The current status.
    var report: SyncReport { get }

    /// Shares the waiting changes now, and loads changes of other machines.
    ///
    /// Returns when that is done or has failed, which the report shows; returns immediately if sync is off. It takes
    /// as long as the cluster needs, some seconds at most.
    func syncNow() async -> SyncReport
}

/// The status of syncing settings at one moment.
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

    /// Another machine that syncs through the same folder.
    public struct Machine: Sendable, Hashable {
        /// The name of the machine.
        public let name: String
        /// The time of its last sign of life that arrived here, by its own clock; `nil` for a machine with an older
        /// version, which sends none.
        public let lastSign: Date?
        /// True when the machine has promised further signs of life, and none has arrived for three times as long.
        public let isSilent: Bool

        /// Creates a machine.
        public init(name: String, lastSign: Date?, isSilent: Bool = false) {
            self.name = name
            self.lastSign = lastSign
            self.isSilent = isSilent
        }
    }

    /// The status in one word.
    public enum State: String, Sendable, Hashable {
        /// Sync runs without problems.
        case on
        /// The switch of the schema for sync is off on this machine.
        case paused
        /// Sync does not run.
        case off
        /// There are problems.
        case failing
    }

    private static let mostProblems = 20

    /// The name of this machine for other machines.
    public var name: String
    /// True when sync runs, and the schema's switch for it is on.
    public var isEnabled: Bool
    /// The time at which this machine and the cluster last agreed, by the clock of this machine.
    ///
    /// `nil` before the first time.
    public var lastSync: Date?
    /// The number of settings that were changed here and are not shared yet.
    public var waiting: Int
    /// The problems of sync as a whole, as messages for users.
    public var problems: [String]
    /// The problems of single settings, by key; withheld from viewers who may not see the settings.
    public var settingProblems: [SettingProblem]
    /// The last events of the cluster that users should know and that are no problems, as messages with their times.
    ///
    /// An example is a cluster that was emptied and was filled again.
    public var notices: [String]
    /// The time at which the cluster or the folder last responded, also when nothing had changed; `nil` if unknown.
    public var lastContact: Date?
    /// True when the switch of the schema for sync is off on this machine.
    public var isPaused = false
    /// True while a program syncs these settings; `nil` if unknown.
    public var isRunning: Bool?
    /// The other machines that share the folder, by name; empty for a cluster.
    public var machines: [Machine] = []
    /// The keys of shared settings that are locked here, so that this machine has a value of its own.
    public var ownValues: [String] = []
    /// True when this machine cannot write to the folder, and only receives.
    public var onlyReceives = false

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
            more == 1 ? "1 more setting is not synced." : "\(more) more settings are not synced."
        return problems + reported + (more > 0 ? [rest] : [])
    }

    /// The status in one word; problems come first.
    public var state: State {
        if !sentences.isEmpty { return .failing }
        return isPaused ? .paused : isEnabled ? .on : .off
    }

    /// Facts that are no problems, as messages for users: the other machines, and values of this machine alone.
    public var details: [String] {
        let only =
            onlyReceives ? ["This machine only receives: it cannot write to the folder."] : []
        let own = ownValues.map {
            "'\($0)' is locked here, so this machine has its own value of it."
        }
        return only + own
            + machines.map { machine in
                guard let time = machine.lastSign.map(RevisionTime.text) else {
                    return "'\(machine.name)' takes part, but has had no contact yet."
                }
                return machine.isSilent
                    ? "'\(machine.name)' has had no contact since \(time)."
                    : "'\(machine.name)' had its last contact at \(time)."
            }
    }
}
