import Faceplate
import FaceplatePanel
import FaceplateTesting
import Foundation

/// Prints the time to render a page of a schema, in microseconds, or to load the schema, in
/// milliseconds.
///
/// The times are medians of several runs.
@main
struct RenderBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "render" where arguments.count == 3: try render(arguments[1], page: arguments[2])
        case "load" where arguments.count == 2: try load(arguments[1])
        default: print("usage: RenderBenchmark render SCHEMA PATH | load SCHEMA")
        }
    }

    private static func render(_ path: String, page: String) throws {
        let file = try SchemaFile(path: path)
        let panel = Panel(try Settings.inMemory(file.schema, labels: file.labels))
        // With a query, the page is rendered again for each request.
        let request = SimpleRequest("GET", "\(page)?same=1")
        let nanoseconds = try median(of: 41) {
            for _ in 0..<200 { panel.answer(request) { _ in } }
        }
        print(Double(nanoseconds / 200 / 100) / 10)
    }

    /// Reads and checks the schema, and opens settings with it.
    private static func load(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let reading = try median(of: 7) { _ = try SchemaReader.read(bytes, name: "large") }
        let schema = try SchemaReader.read(bytes, name: "large")
        let opening = try median(of: 7) { _ = try Settings.inMemory(schema) }
        print(Double(reading / 10_000) / 100, Double(opening / 10_000) / 100)
    }

    /// Returns the median time, in nanoseconds.
    private static func median(of tries: Int, _ body: () throws -> Void) throws -> Int64 {
        var costs: [Duration] = []
        for _ in 0..<tries {
            let start = ContinuousClock.now
            try body()
            costs.append(ContinuousClock.now - start)
        }
        let median = costs.sorted()[tries / 2]
        return median.components.seconds * 1_000_000_000
            + median.components.attoseconds / 1_000_000_000
    }
}
