import Foundation
import Testing

@testable import Faceplate

struct FileLockTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Whoever shares a lock shares its descriptor, which the system locks once for all of them.
    @Test(arguments: [true, false])
    func oneThreadAtATimeIsInside(areShared: Bool) async throws {
        let path = bench.path + "-lock"
        let first = try FileLock(path: path)
        let locks = try (0..<4).map { $0 == 0 || areShared ? first : try FileLock(path: path) }
        let inside = Locked((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lock in locks {
                group.addTask {
                    for _ in 0..<25 {
                        try lock.exclusively {
                            inside.withLock {
                                $0.now += 1
                                $0.most = max($0.most, $0.now)
                            }
                            usleep(100)
                            inside.withLock { $0.now -= 1 }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(inside.withLock { $0.most } == 1)
    }

    @Test func whatThrowsLetsGo() throws {
        struct Refusal: Error {}
        let lock = try FileLock(path: bench.path + "-lock")
        for _ in 0..<2 {
            #expect(throws: Refusal.self) { try lock.exclusively { throw Refusal() } }
        }
        let other = try FileLock(path: bench.path + "-lock")
        #expect(try other.exclusively { 1 } == 1)
    }
}
