import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// Checks the guarantees of sync with random schedules.
///
/// Three machines have separate clocks. Messages are late, lost or repeated, machines are killed at any
/// step, schemas change, and clusters and databases are restored from older copies.
///
/// `FACEPLATE_SCHEDULES` sets the number of schedules, and `FACEPLATE_SEED` the first seed.
struct SimulatedClusterTests {
    private static func number(_ name: String, otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    /// Events in addition to the steps of machines, choices and kills.
    enum Faults: CaseIterable {
        case network, schemas, clusters, databases, trials
    }

    private static func run(seed: UInt64, _ faults: Faults) -> SimulatedNetwork {
        var network = SimulatedNetwork(seed: seed)
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &network.random) == 0 }
        var copy: (index: Int, store: SimulatedNetwork.Store)?
        for _ in 0..<60 {
            network.now += Int.random(in: 0...2, using: &network.random)
            let index = Int.random(in: 0..<network.machines.count, using: &network.random)
            if chance(6) {
                network.choose(index)
            } else if chance(20) {
                network.kill(index)
            } else if chance(20) {
                network.isDown.toggle()
            } else if chance(12) {
                switch faults {
                case .network: break
                case .schemas: network.changeSchema(index)
                case .clusters:
                    switch Int.random(in: 0..<3, using: &network.random) {
                    case 0: network.emptyCluster()
                    case 1: network.removeName()
                    default: network.restoreCluster()
                    }
                case .databases:
                    if let known = copy {
                        network.restoreStore(known.index, to: known.store)
                        copy = nil
                    } else {
                        copy = (index, network.machines[index].store)
                    }
                case .trials: if chance(3) { network.tryElsewhere(index) }
                }
            } else {
                network.step(index)
            }
        }
        network.settle()
        return network
    }

    @Test(arguments: Faults.allCases) func everyRunMeetsAllPromises(faults: Faults) {
        let first = Self.number("FACEPLATE_SEED", otherwise: 1)
        let count = Self.number("FACEPLATE_SCHEDULES", otherwise: 2_000) / Faults.allCases.count
        for seed in first..<first + max(count, 1) {
            let network = Self.run(seed: UInt64(seed), faults)
            guard !network.broken.isEmpty else { continue }
            Issue.record(
                """
                seed \(seed), \(faults): \(network.broken.joined(separator: "; "))
                \(network.log.joined(separator: "\n"))
                """)
            return
        }
    }
}
