import Faceplate
import FaceplatePanel
import FaceplateTesting
import Foundation

/// Renders pages of a schema, or loads the schema.
///
/// Without a count it prints the time: of a page in microseconds, of the schema in milliseconds. The times are medians
/// of several runs. With a count it does the work that often and prints nothing, for a program that counts instructions.
@main
struct RenderBenchmark {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let count = arguments.last.flatMap { Int($0) }
        switch (arguments.first, arguments.count) {
        case ("render", 3): try render(arguments[1], page: arguments[2])
        case ("render", 4): try render(arguments[1], page: arguments[2], count: count ?? 0)
        case ("change", 5):
            try change(arguments[1], page: arguments[2], key: arguments[3], count: count ?? 0)
        case ("load", 2): try load(arguments[1])
        case ("load", 3): try load(arguments[1], count: count ?? 0)
        default:
            print(
                """
                usage: RenderBenchmark render SCHEMA PATH [COUNT] | change SCHEMA PATH KEY COUNT
                     | load SCHEMA [COUNT]
                """)
        }
    }

    private static func panel(_ path: String) throws -> Panel {
        let file = try SchemaFile(path: path)
        return Panel(try Settings.inMemory(file.schema, labels: file.labels))
    }

    private static func render(_ path: String, page: String) throws {
        let panel = try panel(path)
        // With a query, the page is rendered again for each request.
        let request = SimpleRequest("GET", "\(page)?same=1")
        let nanoseconds = try median(of: 41) {
            for _ in 0..<200 { panel.answer(request) { _ in } }
        }
        print(Double(nanoseconds / 200 / 100) / 10)
    }

    private static func render(_ path: String, page: String, count: Int) throws {
        let panel = try panel(path)
        let request = SimpleRequest("GET", "\(page)?same=1")
        for _ in 0..<count { panel.answer(request) { _ in } }
    }

    /// Changes the value of a setting, and renders the page, in turn.
    private static func change(_ path: String, page: String, key: String, count: Int) throws {
        let panel = try panel(path)
        let request = SimpleRequest("GET", page)
        for number in 0..<count {
            let value = Assignment(key, .value(.text("value \(number)")))
            try panel.settings.applyAndWait(Batch([value], origin: .program))
            panel.answer(request) { _ in }
        }
    }

    /// Reads and checks the schema, and opens settings with it.
    private static func load(_ path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let reading = try median(of: 7) { _ = try SchemaReader.read(bytes, name: "large") }
        let schema = try SchemaReader.read(bytes, name: "large")
        let opening = try median(of: 7) { _ = try Settings.inMemory(schema) }
        print(Double(reading / 10_000) / 100, Double(opening / 10_000) / 100)
    }

    private static func load(_ path: String, count: Int) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for _ in 0..<count {
            _ = try Settings.inMemory(try SchemaReader.read(bytes, name: "large"))
        }
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
