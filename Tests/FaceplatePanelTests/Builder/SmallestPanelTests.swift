import FaceplatePanel
import FaceplateSeeds
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A program gets a panel in twelve lines: `SmallestPanel.swift`, beside this file.
@Suite(.timeLimit(.minutes(1)))
struct SmallestPanelTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(.seed("S0.27", "S3.39")) func isTwelveLinesOrFewer() throws {
        let source = try String(
            contentsOf: Self.here.appending(path: "SmallestPanel.swift"), encoding: .utf8)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 12)
    }

    @Test(.seed("S0.27", "S3.25", "S3.39")) func serves() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try smallestPanel(folder.appending(path: "s.sqlite").path)
        defer { server.stop() }
        var request = URLRequest(url: try #require(URL(string: server.url)))
        request.httpMethod = "POST"
        request.httpBody = Data("display_titles=NO&sign_in=press".utf8)
        let (data, _) = try await URLSession(configuration: .ephemeral).data(for: request)
        #expect(String(decoding: data, as: UTF8.self).contains("Signed in."))
    }
}
