import Faceplate
import FaceplateSchema
import Foundation

/// The sign of life of a program in the file of its machine: `"life":{"time":TIME,"run":ID,"every":300}`.
///
/// Versions before 0.9 neither write nor read it.
struct LifeSign: Sendable, Hashable {
    /// The seconds between two signs, at least; a larger file is written less often.
    static let shortest = 300
    /// The size of a file in bytes for which a second more passes between two signs.
    private static let bytesPerSecond = 1_000
    private static let longest = 86_400

    let time: Date
    /// A different text for each start of the program.
    let run: String
    /// The seconds until the next sign; `nil` when the program has stopped, or syncs only once.
    let every: Int?

    init(time: Date, run: String, every: Int?) {
        self.time = time
        self.run = run
        self.every = every
    }

    init?(_ json: JSONValue?) {
        guard let object = json?.object,
            let time = object["time"]?.string.flatMap(RevisionTime.date),
            let run = object["run"]?.string, run.utf8.count <= 64
        else { return nil }
        let every = object["every"]?.number?.integer.flatMap { Int(exactly: $0) }
        self.init(
            time: time, run: run, every: every.map { min(max($0, Self.shortest), Self.longest) })
    }

    var json: JSONValue {
        .object(present: [
            ("time", .text(RevisionTime.text(time))), ("run", .text(run)),
            ("every", every.map { JSONValue.number($0) }),
        ])
    }

    static func interval(size: Int) -> Int {
        min(max(shortest, size / bytesPerSecond), longest)
    }
}

struct FolderFindings: Sendable {
    typealias Instant = SuspendingClock.Instant

    static let patience: Duration = .seconds(60)
    /// The number of intervals without a sign after which a machine is silent.
    private static let missedSigns = 3
    private static let mostFiles = 10

    private let machine: String
    private let run: String
    private let start: Date
    private var unreadable: [String: Instant] = [:]
    private var signs: [String: (sign: LifeSign, since: Instant)] = [:]
    private var sameNameSeen: Instant?

    init(machine: String, run: String, start: Date) {
        self.machine = machine
        self.run = run
        self.start = start
    }

    /// - Parameter now: A clock that does not count while the machine sleeps.
    mutating func judge(
        _ files: [String: MachineContents], failed: Set<String>, now: Instant, date: Date = Date()
    ) -> ClusterFindings {
        var findings = ClusterFindings()
        unreadable = failed.reduce(into: [:]) { $0[$1] = unreadable[$1] ?? now }
        let late = unreadable.filter { now - $0.value >= Self.patience }.keys.sorted()
        findings.problems = late.prefix(Self.mostFiles).map {
            "The file '\($0)' in the folder is not complete, or cannot be read. The changes of its machine do "
                + "not arrive here."
        }
        for (name, contents) in files.sorted(by: { $0.key < $1.key }) {
            for (key, problem) in contents.problems {
                findings.entries[key] =
                    "'\(key)' in the file '\(name)' of the folder \(problem.words)."
            }
        }
        meet(files, now, date)
        if let seen = sameNameSeen, now - seen < .seconds(3 * LifeSign.shortest) {
            findings.problems.append(SyncEngine.sameName(machine))
        }
        let machines = Set(files.values.map(\.machine)).subtracting([machine, ""])
        signs = signs.filter { machines.contains($0.key) }
        findings.machines = machines.sorted().map { name in
            SyncReport.Machine(
                name: name, lastSign: signs[name]?.sign.time, isSilent: isSilent(name, now))
        }
        if let words = silence(now) { findings.problems.append(words) }
        return findings
    }

    private mutating func meet(
        _ files: [String: MachineContents], _ now: Instant, _ date: Date
    ) {
        for (name, contents) in files {
            guard contents.machine == machine else {
                // Copies of a file have older signs.
                guard name == MachineFile.name(of: contents.machine) else { continue }
                if contents.life == nil { signs[contents.machine] = nil }
                if let sign = contents.life, signs[contents.machine]?.sign != sign {
                    signs[contents.machine] = (sign, now)
                }
                continue
            }
            guard let sign = contents.life else { continue }
            let age = abs(date.timeIntervalSince(sign.time))
            if sign.run != run, sign.every != nil, sign.time > start,
                age < Double(3 * LifeSign.shortest)
            {
                sameNameSeen = now
            }
        }
    }

    private func isSilent(_ name: String, _ now: Instant) -> Bool {
        guard let known = signs[name], let every = known.sign.every else { return false }
        return now - known.since > .seconds(every * Self.missedSigns)
    }

    private func silence(_ now: Instant) -> String? {
        let expected = signs.filter { $0.value.sign.every != nil }
        guard !expected.isEmpty, expected.keys.allSatisfy({ isSilent($0, now) }),
            let last = expected.values.map(\.sign.time).max()
        else { return nil }
        let names = expected.keys.sorted()
        let shown = names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
        return
            "No contact with \(names.count > 3 ? "\(names.count) other machines" : shown) "
            + "since \(RevisionTime.text(last)): the folder is no longer carried, or they have ended without a stop."
    }
}
