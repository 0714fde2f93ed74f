import Faceplate
import FaceplateTesting
import Foundation

private struct Read: Preferences {
    @Setting var on = true
    @Setting var count = 5
    @Setting var name = "A name of some letters"
}

/// Prints the time to read a property, compared with `UserDefaults`.
///
/// The output has a line for each type with two medians of alternating runs, in nanoseconds: ours
/// and theirs.
@main
struct ReadBenchmark {
    private static let reads = 200_000

    static func main() throws {
        let settings = try Settings.inMemory(json: "[]")
        let preferences = try Read(settings)
        try settings.batch {
            preferences.on = true
            preferences.count = 7
            preferences.name = "Another name of some letters"
        }
        let defaults = UserDefaults.standard
        defaults.set(true, forKey: "on")
        defaults.set(7, forKey: "count")
        defaults.set("Another name of some letters", forKey: "name")
        compare("Bool", { preferences.on ? 1 : 0 }, { defaults.bool(forKey: "on") ? 1 : 0 })
        compare("Int", { preferences.count }, { defaults.integer(forKey: "count") })
        compare(
            "String", { preferences.name.utf8.count },
            { defaults.string(forKey: "name")?.utf8.count ?? 0 })
    }

    private static func compare(_ name: String, _ ours: () -> Int, _ theirs: () -> Int) {
        var costs: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<9 {
            costs.ours.append(cost(reads, ours))
            costs.theirs.append(cost(reads / 20, theirs))
        }
        let (our, their) = (costs.ours.sorted()[4], costs.theirs.sorted()[4])
        print(name, (our * 10).rounded() / 10, (their * 10).rounded() / 10)
    }

    /// Returns the nanoseconds of one read.
    private static func cost(_ count: Int, _ read: () -> Int) -> Double {
        var sum = 0
        let start = ContinuousClock.now
        for _ in 0..<count { sum &+= read() }
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        // The optimizer could remove reads whose result is never used.
        precondition(sum != 0, "Every value read here counts.")
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
    }
}
