import Foundation
import Testing

@testable import FaceplateSchema

struct RegularFileTests {
    /// Returns true if this process has a file or folder open.
    private func isOpen(_ path: String) throws -> Bool {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).contains {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            return target == path
        }
    }

    @Test func nothingStaysOpen() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", to: "file")
        let path = folder.path + "/file"
        do {
            let file = try RegularFile(path)
            #expect(try file.bytes(limit: 1) == [0x61])
            #expect(try isOpen(path))
        }
        #expect(try !isOpen(path))
        #expect(throws: RegularFile.Refusal.folder) { try RegularFile(folder.path) }
        #expect(try !isOpen(folder.path))
    }
}
