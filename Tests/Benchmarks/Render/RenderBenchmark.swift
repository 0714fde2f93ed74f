import Faceplate
import FaceplatePanel
import FaceplateTesting

/// Prints what rendering one page of a schema anew costs, in microseconds: the median of batches.
@main
struct RenderBenchmark {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: RenderBenchmark SCHEMA")
            return
        }
        let file = try SchemaFile(path: CommandLine.arguments[1])
        let settings = try Settings.inMemory(file.schema, labels: file.labels)
        let panel = Panel(settings)
        // A query makes the page be rendered anew each time.
        let request = SimpleRequest("GET", "/?same=1")
        var costs: [Duration] = []
        for _ in 0..<41 {
            let start = ContinuousClock.now
            for _ in 0..<200 { panel.answer(request) { _ in } }
            costs.append((ContinuousClock.now - start) / 200)
        }
        let median = costs.sorted()[costs.count / 2]
        let nanoseconds = median.components.attoseconds / 1_000_000_000
        print(Double(nanoseconds / 100) / 10)
    }
}
