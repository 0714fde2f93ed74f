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
    /// What other machines call this one.
    public var name: String
    /// Whether it runs, and the switch that the schema names for it is on.
    public var isEnabled: Bool
    /// When this machine and the cluster last agreed; `nil` before the first time.
    public var lastSync: Date?
    /// How many settings were changed here and are not shared yet.
    public var waiting: Int
    /// What is wrong, in words for people; never a value.
    public var problems: [String]

    /// Makes a report.
    public init(
        name: String, isEnabled: Bool, lastSync: Date? = nil, waiting: Int = 0,
        problems: [String] = []
    ) {
        self.name = name
        self.isEnabled = isEnabled
        self.lastSync = lastSync
        self.waiting = waiting
        self.problems = problems
    }
}
