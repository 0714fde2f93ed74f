import Faceplate
import FaceplatePanel
import FaceplateTesting
import Foundation
import Logging

/// A panel with settings in memory, with functions for tests.
struct TestPanel {
    let settings: Settings
    let client: PanelClient

    /// Returns a panel with one group `g` that contains these items.
    static func make(
        _ items: String..., labels: LabelCatalog = LabelCatalog(), group: String = "",
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> TestPanel {
        let more = group.isEmpty ? "" : "," + group
        return try of(
            #"{"panelKey":"harbour","panelTitle":"Harbour","groups":"#
                + #"[{"groupKey":"g","groupTitle":"Group"\#(more),"#
                + #""items":[\#(items.joined(separator: ","))]}]}"#,
            labels: labels, configure: configure)
    }

    /// Returns a panel with one group, in every shipped language.
    static func inAllLanguages(_ items: String...) throws -> TestPanel {
        try of(
            #"{"panelKey":"harbour","panelLocales":["en","fr","ar","de","ja"],"groups":"#
                + #"[{"groupKey":"g","items":[\#(items.joined(separator: ","))]}]}"#)
    }

    /// Returns a panel with any schema.
    static func of(
        _ json: String, labels: LabelCatalog = LabelCatalog(), locks: Settings.Locks = [],
        now: Date? = nil,
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> TestPanel {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(json.utf8), name: "test"), labels: labels, locks: locks,
            now: { now ?? Date() })
        var configuration = Panel.Configuration()
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // The buttons of most tests need no action of their own.
        configuration.defaultAction = { _ in nil }
        configure(&configuration)
        return TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
    }

    /// Returns an item with the title `Port`.
    static func item(_ control: String, _ more: String = "", key: String = "k") -> String {
        #"{"itemKey":"\#(key)","itemTitle":"Port","itemControlType":"\#(control)""#
            + (more.isEmpty ? "}" : "," + more + "}")
    }

    /// Sets values from a source other than the one under test.
    @discardableResult
    func set(
        _ values: KeyValuePairs<String, String>, origin: Origin = .program
    ) throws -> Outcome {
        try settings.applyAndWait(
            Batch(values.map { Assignment($0.key, .text($0.value)) }, origin: origin))
    }

    /// Returns a page, as a browser sees it.
    func page(_ target: String = "/") async -> String { await client.get(target).text }

    /// Returns the markup of one row of the page.
    func row(_ key: String = "k") async -> String { await Self.row(key, in: page()) }

    /// Returns the markup of one row of the page in a language.
    func row(_ key: String = "k", language: String) async -> String {
        await Self.row(key, in: page("/?lang=\(language)"))
    }

    /// Returns the markup of one row, without the link to its details, which is the same in each
    /// row.
    static func row(_ key: String = "k", in page: String) -> String {
        element(#"id="s-\#(key)""#, in: page).replacing(/<a class="i" [^>]*><\/a>/, with: "")
    }

    /// Returns the element whose start tag contains `mark`, with its content; empty when there is
    /// no such element.
    static func element(_ mark: String, in page: String) -> String {
        guard let place = page.firstRange(of: mark),
            let start = page[..<place.lowerBound].lastIndex(of: "<")
        else { return "" }
        let name = page[page.index(after: start)...].prefix { $0.isLetter || $0.isNumber }
        var depth = 0
        var rest = page[start...]
        while let next = rest.firstIndex(of: "<") {
            rest = rest[next...]
            if rest.hasPrefix("<\(name) ") || rest.hasPrefix("<\(name)>") { depth += 1 }
            if rest.hasPrefix("</\(name)>") { depth -= 1 }
            if depth == 0 {
                return String(page[start..<rest.index(rest.startIndex, offsetBy: name.count + 3)])
            }
            rest = rest.dropFirst()
        }
        return ""
    }

    /// Gets a page as a browser does.
    func visit(_ target: String) async -> PanelResponse {
        await client.get(target, fields: [("accept", "text/html")])
    }

    // MARK: - Posts

    typealias Fields = KeyValuePairs<String, String>

    /// Posts as a script that reads plain text.
    func post(_ form: Fields) async -> PanelResponse {
        await client.post(form.map { ($0.key, $0.value) })
    }

    /// Posts as a script that reads JSON.
    func json(_ form: Fields, fields: [(name: String, value: String)] = []) async -> PanelResponse {
        await client.post(
            form.map { ($0.key, $0.value) }, fields: fields + [("accept", "application/json")])
    }

    /// Posts as a browser does.
    func browse(_ form: Fields, to target: String = "/") async -> PanelResponse {
        await client.post(
            form.map { ($0.key, $0.value) }, to: target,
            fields: [
                ("accept", "text/html,application/xhtml+xml"), ("sec-fetch-site", "same-origin"),
                ("sec-fetch-mode", "navigate"), ("origin", "http://localhost"),
            ])
    }
}
