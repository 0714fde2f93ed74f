#if canImport(Glibc)
    import FaceplateTestSupport
    import Foundation
    import Testing

    @testable import Faceplate

    /// The descriptors of a watcher, of which a user can have few.
    @Suite(.timeLimit(.hung))
    struct FolderWatcherTests {
        private let bench: Bench
        private let inode: UInt64

        init() throws {
            bench = try Bench()
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder)
            inode = try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
        }

        /// The number of open descriptors of this process by which the system reports changes in the folder.
        private var descriptors: Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo"))
            let watched = " ino:" + String(inode, radix: 16) + " "
            return (names ?? []).count { name in
                let bytes = try? RegularFile.bytes(of: "/proc/self/fdinfo/" + name, limit: 65_536)
                return String(decoding: bytes ?? [], as: UTF8.self).contains(watched)
            }
        }

        /// The number of open ends of pipes of this process.
        private var pipes: Int {
            let manager = FileManager.default
            let numbers = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return numbers.count { number in
                let file = try? manager.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(number)")
                return file?.hasPrefix("pipe:") == true
            }
        }

        @Test func closedSettingsWatchNoFolder() throws {
            let settings = try bench.open(watches: true)
            #expect(eventually { descriptors == 1 })
            settings.close()
            #expect(eventually { descriptors == 0 })
        }

        /// A program can open and close settings as often as it likes.
        @Test func endedWatchersLeaveNoPipe() throws {
            let before = pipes
            for _ in 0..<100 {
                let watcher = FolderWatcher(
                    [bench.folder], pause: .milliseconds(1), net: .seconds(60)
                ) {}
                #expect(watcher != nil)
                // The system has only few of these.
                try #require(eventually { descriptors <= 1 })
            }
            // Other tests open pipes at the same time, but not so many.
            #expect(eventually { pipes < before + 50 })
        }
    }
#endif
