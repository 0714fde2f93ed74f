import Dispatch
import FaceplateTestSupport
import Foundation
import Logging
import Synchronization

extension Logger {
    static let silent = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
}

/// Runs mutated inputs through the readers of the project, and reports those that take too much
/// time or memory.
///
///     FuzzReaders ROOT COUNT [SEED] [READER...]
///     FuzzReaders ROOT readers | samples READER FOLDER | fuzz READER [OPTION...]
///
/// Each reader gets COUNT inputs. An input may take one second of processor time and 256 MB. With
/// COUNT 1, the input of SEED is also written to standard output. The exit code is 1 if an input
/// exceeded a limit. A crash or an endless input ends the process, and the last line names the
/// input. `samples` writes the samples of a reader as files, and `fuzz` runs libFuzzer (see
/// `Scripts/fuzz`).
@main
struct FuzzReaders {
    /// The limit of processor time for one input, in nanoseconds.
    private static let timeLimit: UInt64 = 1_000_000_000
    /// The limit of additional memory, in kilobytes.
    private static let memoryLimit = 256 * 1024

    /// The current reader and seed, and the processor time at their start.
    private static let current = Mutex<(name: String, start: UInt64)?>(nil)

    static func main() throws {
        let arguments = CommandLine.arguments
        if try runCommand(arguments) { return }
        guard arguments.count > 2, let count = UInt64(arguments[2]) else {
            print("usage: FuzzReaders ROOT COUNT [SEED] [READER...]")
            exit(64)
        }
        let first = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : 1
        let names = arguments.dropFirst(4)
        let readers = names.isEmpty ? Reader.allCases : names.compactMap(Reader.init(rawValue:))
        watch()
        var failures = 0
        for reader in readers {
            failures += try run(
                reader, root: URL(filePath: arguments[1]), seeds: first..<first + count)
        }
        print("\(count * UInt64(readers.count) - UInt64(failures)) passed, \(failures) failed")
        exit(failures == 0 ? 0 : 1)
    }

    /// Runs the command `readers`, `samples` or `fuzz`.
    ///
    /// - Returns: True if the arguments contain one of them.
    private static func runCommand(_ arguments: [String]) throws -> Bool {
        guard arguments.count > 2 else { return false }
        if arguments[2] == "readers" {
            for reader in Reader.allCases {
                print(reader.rawValue, reader.sources.joined(separator: " "))
            }
            return true
        }
        guard arguments.count > 3, let reader = Reader(rawValue: arguments[3]) else { return false }
        if arguments[2] == "samples", arguments.count > 4 {
            for (index, sample) in try reader.samples(root: URL(filePath: arguments[1]))
                .enumerated()
            {
                try Data(sample).write(
                    to: URL(filePath: arguments[4]).appending(path: "sample-\(index)"))
            }
            return true
        }
        #if FACEPLATE_FUZZING
            if arguments[2] == "fuzz" { try fuzz(reader, Array(arguments[4...])) }
        #endif
        return false
    }

    private static func run(_ reader: Reader, root: URL, seeds: Range<UInt64>) throws -> Int {
        let mutator = Mutator(samples: try reader.samples(root: root))
        let target = try Target(reader)
        var slowest: (seed: UInt64, time: UInt64) = (0, 0)
        var failures = 0
        for seed in seeds {
            let input = mutator.input(seed: seed)
            if seeds.count == 1 { FileHandle.standardOutput.write(Data(input)) }
            let memory = peakMemory()
            var time = try time(of: target, input, "\(reader.rawValue) \(seed)")
            // Other processes can only make an input slower.
            for _ in 0..<2 where time > timeLimit {
                time = min(time, try self.time(of: target, input, "\(reader.rawValue) \(seed)"))
            }
            let more = peakMemory() - memory
            if time > slowest.time { slowest = (seed, time) }
            if time > timeLimit || more > memoryLimit {
                failures += 1
                print("\(reader.rawValue) \(seed): \(time / 1_000_000) ms, \(more) kB more")
            }
        }
        print(
            "\(reader.rawValue): \(seeds.count) inputs, the slowest \(slowest.seed) with "
                + "\(slowest.time / 1_000_000) ms")
        return failures
    }

    /// Returns the processor time that an input takes.
    private static func time(
        of target: Target, _ input: [UInt8], _ name: String
    ) throws -> UInt64 {
        let start = processorTime()
        current.withLock { $0 = (name, start) }
        defer { current.withLock { $0 = nil } }
        try target.read(input)
        return processorTime() - start
    }

    /// Ends the process when an input takes thirty times its limit.
    private static func watch() {
        let thread = Thread {
            while true {
                Thread.sleep(forTimeInterval: 1)
                let stuck = current.withLock { $0 }
                if let stuck, processorTime() - stuck.start > 30 * timeLimit {
                    print("\(stuck.name): does not end")
                    exit(3)
                }
            }
        }
        thread.start()
    }

    /// Returns the processor time of the process, in nanoseconds.
    private static func processorTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the peak memory of the process, in kilobytes.
    private static func peakMemory() -> Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return Int(usage.ru_maxrss)
    }
}
