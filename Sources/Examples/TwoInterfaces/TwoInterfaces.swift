import Faceplate
import FaceplateHTML
import FaceplatePanel
import Foundation

// Two panels of the same properties, each with the same controls in two places: a change in one of them appears in all.
//
// Usage: TwoInterfaces [DATABASE [PORT PORT]]

struct Rectangle: Codable, Sendable, CustomStringConvertible {
    var x = 0
    var y = 0
    var width = 640
    var height = 480

    var description: String { "\(width) × \(height) at \(x), \(y)" }

    static func random() -> Rectangle {
        func side() -> Int { Int.random(in: 1...2_000) }
        return Rectangle(x: side(), y: side(), width: side(), height: side())
    }
}

struct ExamplePreferences: Preferences {
    @Setting var hideNSFW = true
    @Setting var username = ""
    @Setting var window = Rectangle()

    static func panel() throws -> Schema {
        try Schema(.panel("two_interfaces")) {
            FaceplateSchema.Group("first") {
                Switch("hideNSFW", default: true).title("Hide NSFW")
                EditText("username")
                Custom(
                    "window",
                    default: .record(["x": 0, "y": 0, "width": 640, "height": 480]))
                Button("random").title("Random rectangle")
            }
            FaceplateSchema.Group("second") {
                Reference("hideNSFW")
                Reference("username")
                Reference("window")
            }
        }
    }
}

struct RectangleLabel: ControlRenderer {
    func render(_ field: ControlField, into html: inout Markup) throws {
        let window = try field.value.map {
            try JSONDecoder().decode(Rectangle.self, from: Data($0.plainText.utf8))
        }
        html.element(.span, .id(field.id), text: "\(window ?? Rectangle())")
    }
}

let path = CommandLine.arguments.dropFirst().first ?? "two.sqlite"
let ports = CommandLine.arguments.dropFirst(2).compactMap(UInt16.init)
do {
    let settings = try Settings.open(ExamplePreferences.panel(), at: path)
    let preferences = try ExamplePreferences(settings)
    var configuration = Panel.Configuration()
    configuration.renderers["window"] = RectangleLabel()
    configuration.actions["random"] = { _ in
        preferences.window = .random()
        return .success("\(preferences.window)")
    }
    let servers = try (ports.isEmpty ? [8080, 8081] : ports).map {
        try PanelServer(Panel(settings, configuration: configuration), port: $0)
    }
    for server in servers { say("Serving at \(server.url)") }
    for await _ in settings.snapshots {
        say("\(preferences.hideNSFW) \(preferences.username) \(preferences.window)")
    }
} catch {
    exit(because: error)
}

/// Writes without buffering, so that the reader of a pipe receives the line immediately.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
