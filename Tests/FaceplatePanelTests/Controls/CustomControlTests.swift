import Faceplate
import FaceplateHTML
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// A rating of 1 to 5 stars, except 4, which can also be written as stars.
private struct Rating: CustomControl, ControlRenderer {
    struct Broken: Error {}

    var isBroken = false
    let name = "rating"
    let isGroup = true
    let attributes: JSONValue = [
        "itemControlType": "edit_integer", "itemMinimum": 1, "itemMaximum": 5, "itemValue": 3,
    ]

    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        guard text.first == "★" else { return nil }
        guard text.allSatisfy({ $0 == "★" }) else {
            throw ValueProblem(.message, ["message": "Write stars alone"])
        }
        return .integer(Int64(text.count))
    }

    func problem(with value: Value) -> ValueProblem? {
        value == 4 ? ValueProblem(.message, ["message": "Four is not given"]) : nil
    }

    func render(_ field: ControlField, into html: inout Markup) throws {
        for stars in 1...5 {
            let id: [Attribute] = stars == 1 ? [.id(field.id)] : []
            html.element(.label) { html in
                html.void(
                    .input,
                    attributes: id + [
                        .type(.radio), .name(field.name), .value(String(stars)),
                        .checked(field.value == .integer(Int64(stars))),
                    ])
                html.text(String(repeating: "★", count: stars))
            }
            if isBroken, stars == 2 { throw Broken() }
        }
    }
}

/// A list of tags, separated by semicolons.
private struct Tags: CustomControl {
    let name = "tags"
    let attributes: JSONValue = [
        "itemControlType": "edit_list", "itemElement": ["itemControlType": "edit_text"],
    ]

    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value? {
        .list(text.split(separator: ";").map { .text(String($0)) })
    }
}

struct CustomControlTests {
    private static let json =
        #"{"panelKey":"harbour","groups":[{"groupKey":"g","items":["#
        + TestPanel.item("rating", #""itemHelp":"Be fair""#) + ","
        + TestPanel.item("edit_text", key: "other") + "]}]}"

    private func make(isBroken: Bool = false) throws -> TestPanel {
        let settings = try Settings.inMemory(
            json: Self.json, controls: [Rating(isBroken: isBroken)])
        return TestPanel(settings: settings, client: PanelClient(settings))
    }

    // MARK: - Shown

    @Test
    func isRenderedByTheProgram() async throws {
        let row = try await make().row()
        #expect(
            row.contains(
                #"<label><input id="c-k" type="radio" name="k" value="1">★</label>"#))
        let field = try await make().shownRow().field
        #expect(field?.name == "Port ★" && field?.description == "Be fair")
        #expect(row.contains(#"name="k" value="3" checked>★★★</label>"#))
    }

    @Test
    func showsTheOtherRowsWhenItsRendererThrows() async throws {
        let panel = try make(isBroken: true)
        let page = await panel.page()
        let row = TestPanel.row(in: page)
        #expect(row.contains(#"<p class="err">This setting could not be shown</p>"#))
        #expect(!row.contains("<input"))
        #expect(page.contains(#"name="other""#))
        #expect(await panel.browse(["other": "x"]).status == 303)
    }

    @Test
    func canBeSetForASingleItem() async throws {
        let settings = try Settings.inMemory(
            json: #"{"groups":[{"groupKey":"g","items":["# + TestPanel.item("custom", key: "k")
                + "," + TestPanel.item("custom", key: "l") + "]}]}")
        var configuration = Panel.Configuration()
        configuration.renderers["k"] = Rating()
        let page = await PanelClient(settings, configuration: configuration).get().text
        #expect(TestPanel.row("k", in: page).contains("★★★★★"))
        #expect(!TestPanel.row("l", in: page).contains("★"))
    }

    // MARK: - Read and checked

    @Test(arguments: [("5", 5), ("★★", 2), ("★", 1)] as [(String, Int64)])
    func acceptsItsOwnAndTheDeclaredFormat(text: String, value: Int64) async throws {
        for panel in [try make(), try make()] {
            #expect(await panel.browse(["k": text]).status == 303)
            #expect(panel.settings.integer("k") == value)
        }
        let panel = try make()
        try panel.set(["k": text], origin: .cli)
        #expect(panel.settings.integer("k") == value)
        #expect(await panel.json(["k": text]).text.contains(#""changed":{}"#))
    }

    @Test(arguments: [
        ("4", "Four is not given"), ("★★★★", "Four is not given"), ("★4", "Write stars alone"),
        ("6", "Port must be between 1 and 5"), ("★★★★★★", "Port must be between 1 and 5"),
        ("many", "Port must be a whole number, like 1"),
    ])
    func rejectsTextThatNeitherFormatAccepts(text: String, words: String) async throws {
        let panel = try make()
        let page = await panel.browse(["k": text])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(words))
        #expect(page.text.contains(##"<a href="#c-k">\##(words)"##))
        #expect(panel.settings.revision == 0)
    }

    @Test
    func acceptsJSON() async throws {
        let panel = try make()
        func apply(_ json: JSONValue) -> String {
            do throws(ApplyError) {
                try panel.settings.applyAndWait(
                    Batch([Assignment("k", .json(json))], origin: .script))
                return "taken"
            } catch .refused(let problems) {
                return problems.map(\.problem.code.rawValue).joined()
            } catch {
                return "\(error)"
            }
        }
        #expect(apply(2) == "taken")
        #expect(apply(4) == "message")
        #expect(apply(6) == "too_large")
        #expect(apply("★★") == "not_integer")
        #expect(panel.settings.integer("k") == 2)
        #expect(panel.settings.recentRevision(1)?.changes.first?.new == .value(2))
    }

    @Test
    func readsListsAsFormsSendThem() async throws {
        let settings = try Settings.inMemory(
            json: #"{"groups":[{"groupKey":"g","items":["# + TestPanel.item("tags") + "]}]}",
            controls: [Tags()])
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        _ = await panel.post(["k": "a;b"])
        #expect(settings.value("k") == .list(["a", "b"]))
        _ = await panel.post(["k": "c", "k": "d"])
        #expect(settings.value("k") == .list(["c", "d"]))
    }

    @Test func readsItsInputInALaterSchemaOfAnotherProcess() throws {
        let storage = MemoryStorage()
        func open(_ items: String...) throws -> Settings {
            let json =
                #"{"groups":[{"groupKey":"g","items":["# + items.joined(separator: ",") + "]}]}"
            return try Settings.open(
                SchemaReader.read(Array(json.utf8), name: "test", controls: [Rating()]),
                in: storage, watches: false)
        }
        let rating = TestPanel.item("rating")
        let own = try open(rating)
        _ = try open(rating, TestPanel.item("edit_text", key: "later"))
        try own.applyAndWait(Batch([Assignment("k", .text("★★"))], origin: .program))
        #expect(own.integer("k") == 2 && own.snapshot.schema.items["later"] != nil)
    }

    // MARK: - Without the app

    @Test
    func isCheckedByItsDeclarationWithoutTheProgram() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "faceplate-\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("k.sqlite").path
        let own = try Settings.open(
            SchemaReader.read(Array(Self.json.utf8), name: "test", controls: [Rating()]), at: path,
            watches: false)
        try own.applyAndWait(Batch([Assignment("k", .text("★★"))], origin: .program))
        own.close()

        let other = try Settings.open(at: path, watches: false)
        defer { other.close() }
        #expect(other.integer("k") == 2)
        func code(_ text: String) -> String? {
            do throws(ApplyError) {
                try other.applyAndWait(Batch([Assignment("k", .text(text))], origin: .cli))
                return nil
            } catch .refused(let problems) {
                return problems.first?.problem.code.rawValue
            } catch {
                return "\(error)"
            }
        }
        #expect(code("6") == "too_large")
        #expect(code("0") == "too_small")
        #expect(code("★★") == "not_integer")
        #expect(code("5") == nil)
        #expect(other.integer("k") == 5)
    }
}
