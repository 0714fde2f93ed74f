import Dispatch
import Foundation
import Testing

@testable import Faceplate

struct FileLockTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Threads that share a lock also share its descriptor, which the system locks once for all of them.
    @Test(arguments: [true, false])
    func allowsOneThreadAtATime(areShared: Bool) throws {
        let path = bench.path + "-lock"
        let first = try FileLock(path: path)
        let locks = try (0..<4).map { $0 == 0 || areShared ? first : try FileLock(path: path) }
        let inside = Locked((now: 0, most: 0, turns: 0))
        let group = DispatchGroup()
        for lock in locks {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                for _ in 0..<25 { try? lock.exclusively { Self.stay(inside) } }
            }
        }
        group.wait()
        #expect(inside.withLock { $0.most } == 1)
        #expect(inside.withLock { $0.turns } == 100)
    }

    private static func stay(_ inside: Locked<(now: Int, most: Int, turns: Int)>) {
        inside.withLock {
            $0.now += 1
            $0.turns += 1
            $0.most = max($0.most, $0.now)
        }
        // Leaves time for another thread that could enter as well.
        usleep(1_000)
        inside.withLock { $0.now -= 1 }
    }

    @Test func anErrorReleasesTheLock() throws {
        struct Refusal: Error {}
        let lock = try FileLock(path: bench.path + "-lock")
        for _ in 0..<2 {
            #expect(throws: Refusal.self) { try lock.exclusively { throw Refusal() } }
        }
        let other = try FileLock(path: bench.path + "-lock")
        #expect(try other.exclusively { 1 } == 1)
    }

    /// The lock is held by a thread of this process, or by another process.
    @Test(arguments: [true, false])
    func waitingTooLongThrowsBusy(areShared: Bool) throws {
        let lock = try FileLock(path: bench.path + "-lock")
        let other = areShared ? lock : try FileLock(path: bench.path + "-lock")
        let code = try lock.exclusively { refusal { try other.exclusively { 1 } } }
        #expect(code == .busy)
        #expect(try other.exclusively { 1 } == 1)
    }
}
