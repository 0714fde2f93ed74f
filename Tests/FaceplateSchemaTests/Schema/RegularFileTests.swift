import Foundation
import Testing

@testable import FaceplateSchema

struct RegularFileTests {
    /// Returns true if this process has a file or folder open.
    private func isOpen(_ path: String) throws -> Bool {
        let (files, folder) = (FileManager.default, "/proc/self/fd")
        return try files.contentsOfDirectory(atPath: folder).contains {
            (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }

    @Test func rejectsAFileOverTheLimit() throws {
        let folder = try TemporaryFolder()
        try folder.write("ab", to: "file")
        let path = folder.path + "/file"
        #expect(try RegularFile(path).bytes(limit: 2) == [0x61, 0x62])
        #expect(throws: RegularFile.Refusal.tooLarge) { try RegularFile(path).bytes(limit: 1) }
    }

    @Test func leavesNoFileOpen() throws {
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
