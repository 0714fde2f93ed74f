import Foundation
import Testing

@testable import FaceplatePanel

/// The compression of assets by zlib.
struct GzipTests {
    #if os(Linux)
        /// Other tests use memory at the same time, so three rounds of nine without growth are enough.
        @Test func compressionReleasesItsMemory() throws {
            let growths = try (0..<9).map { _ in
                let before = try usedMemory()
                for _ in 0..<200 { #expect(Gzip.compressed([1]) != nil) }
                return try usedMemory() - before
            }
            // One compression needs more than 50 kB.
            #expect(growths.sorted()[2] < 5_000, "\(growths) kB")
        }

        /// The memory of this process that is not a part of a file, in kB.
        private func usedMemory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.firstMatch(of: /RssAnon:\s+([0-9]+) kB/))
            return try #require(Int(line.1))
        }
    #endif
}
