import Faceplate
import FaceplateHTML
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A look that shows all that a renderer knows of its row, and has a part that can be pressed.
private struct Sign: ControlRenderer {
    var rendersEachTime = false
    var renders: @Sendable () -> String = { "" }
    let taken = Locked<[String]>([])

    let parts = ["bell"]

    func render(_ field: ControlField, into html: inout Markup) throws {
        field.press(into: &html, attributes: [.class("sign")]) { html in
            html.element(.strong, text: "\(field.title): \(field.shown)\(renders())")
        }
        field.press("bell", into: &html) { $0.text("Ring") }
        if case .list(let values)? = field.value {
            for index in values.indices { field.remove(index, into: &html) { $0.text("Drop") } }
        }
    }

    func renderReadOnly(_ field: ControlField, into html: inout Markup) throws {
        html.element(.em, text: field.shown)
    }

    func pressed(_ request: ActionRequest) async -> ActionResult? {
        .success("Pressed \(request.part ?? "all") of \(request.key)")
    }

    func removed(_ elements: [Value], from key: String) {
        taken.withLock { $0.append("\(key): \(elements.map(\.plainText))") }
    }
}

/// A renderer that passes on its field, and writes nothing.
private struct Witness: ControlRenderer {
    let see: @Sendable (ControlField) -> Void

    func render(_ field: ControlField, into html: inout Markup) { see(field) }
}

struct RowRendererTests {
    private static let bell =
        #"<button name="_press" value="k:bell">Ring</button>"#

    private func make(_ item: String, _ sign: Sign = Sign()) throws -> TestPanel {
        try TestPanel.make(item) { $0.renderers["k"] = sign }
    }

    // MARK: - Rows without a field

    /// A row of each kind, and the content that the renderer above gives it.
    static let rows: [(item: String, content: String)] = {
        let pressed =
            #"<div class="ctl"><button id="c-k" name="k" value="press" class="sign"><strong>Port: "#
        let words = "</strong></button>" + bell + "</div>"
        let name = #"<span class="l" id="l-k">Port</span>"#
        return [
            (TestPanel.item("button"), pressed + words), (TestPanel.item("link"), pressed + words),
            (
                TestPanel.item("link", #""itemURL":"https://example.org/""#),
                #"<div class="ctl"><a id="c-k" href="https://example.org/" class="sign">"#
                    + "<strong>Port: </strong></a>\(bell)</div>"
            ),
            (
                TestPanel.item("info", #""itemValue":4"#),
                #"<div class="t">\#(name)</div><div class="ctl"><strong>Port: 4</strong>\#(bell)</div>"#
            ),
            (
                TestPanel.item("text"),
                #"<div class="rich"><strong>Port: Port</strong>\#(bell)</div>"#
            ),
            (
                TestPanel.item("html", #""itemSubtitle":"<b>Words</b>""#),
                name + #"<div class="rich"><strong>Port: &lt;b&gt;Words&lt;/b&gt;</strong>"# + bell
                    + "</div>"
            ),
            (
                TestPanel.item("edit_text", #""itemValue":"a","itemReadOnly":true"#),
                #"<div class="t">\#(name)</div><div class="ctl"><em>a</em></div>"#
                    + #"<div class="note lock"><p>Read-only</p></div>"#
            ),
        ]
    }()

    @Test(arguments: rows)
    func rowsAreRenderedByTheApp(item: String, content: String) async throws {
        let row = try await make(item).row()
        #expect(row.contains(">" + content + "</div>"), "\(row)")
    }

    @Test
    func aLockedRowIsRenderedByTheAppWithItsReason() async throws {
        let json = #"{"groups":[{"groupKey":"g","items":[\#(TestPanel.item("edit_text"))]}]}"#
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(json.utf8), name: "p"),
            locks: [
                Settings.Lock(
                    "k", .text("fixed"), source: .environment(variable: "PORT"))
            ])
        var configuration = Panel.Configuration()
        configuration.renderers["k"] = Sign()
        let row = TestPanel.row(
            in: await PanelClient(settings, configuration: configuration).get().text)
        #expect(row.contains("<em>fixed</em>"), "\(row)")
        #expect(row.contains("lock") && row.contains("PORT") && !row.contains("name=\"k\""))
    }

    @Test
    func aRendererCanOmitReadOnlyRows() async throws {
        struct Plain: ControlRenderer {
            func render(_ field: ControlField, into html: inout Markup) {}
        }
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemValue":"a<","itemReadOnly":true"#)
        ) { $0.renderers["k"] = Plain() }
        #expect(await panel.row().contains(#"<div class="ctl">a&lt;</div>"#))
    }

    @Test(arguments: [
        ("pages", "which is a page"), ("one", "which is an option of a group"),
        ("pick", "which is a group"), ("pagse", "Did you mean 'pages'?"),
    ])
    func aRendererWithoutEffectIsReported(key: String, words: String) async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"pick","items":[{"itemKey":"one","itemControlType":"select"},
              {"itemKey":"two","itemControlType":"select"}]},
              {"groupKey":"h","items":[{"itemKey":"pages","itemControlType":"page","groups":[]}]}]}
            """#
        ) { $0.renderers[key] = Sign() }
        let health = await panel.client.get("/healthz").text
        #expect(health.contains("The app has a renderer for '\(key)', ") && health.contains(words))
        #expect(await panel.page().contains("Ring") == false)
    }

    // MARK: - Shown

    /// The page can be asked for as a whole, or for the parts that a client does not show yet.
    @Test(
        arguments: [
            (true, "/", "23"), (false, "/", "11"), (true, "/?part", "23"),
        ])
    func rendersForEachPageOrForEachChange(
        each: Bool, target: String, counts: String
    ) async throws {
        let count = Locked(0)
        let sign = Sign(rendersEachTime: each) {
            count.withLock { count in
                count += 1
                return "\(count)"
            }
        }
        let other = TestPanel.item("page", #""groups":[]"#, key: "other")
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"f","items":[\#(other)]},"#
                + #"{"groupKey":"g","items":[\#(TestPanel.item("info"))]}]}"#
        ) { $0.renderers["k"] = sign }
        // A page without renderers is in the cache.
        _ = await panel.page("/pages/other")
        var seen = ""
        let version = await panel.page().firstMatch(of: /data-v="([0-9a-z]+)"/)?.1 ?? ""
        let fields = [(ShownParts.header, String(version))]
        for _ in 1...2 {
            let page = await panel.client.get(target, fields: fields)
            let row = TestPanel.row(in: page.text)
            seen += String(row.firstMatch(of: /Port: (\d)/)?.1 ?? "")
        }
        #expect(seen == counts)
    }

    /// A script can send one line of a list; the others are as they are stored.
    @Test
    func showsAListAsTyped() async throws {
        let typed = Locked<Value?>(nil)
        let panel = try TestPanel.make(
            TestPanel.item("edit_list"), TestPanel.item("switch", key: "on")
        ) { $0.renderers["k"] = Witness { field in typed.withLock { $0 = field.value } } }
        try panel.set(["k": #"["a","b"]"#])
        #expect(await panel.browse(["k[1]": "c", "on": "?"]).status == 422)
        #expect(typed.withLock { $0 } == ["a", "c"])
    }

    // MARK: - Pressed

    @Test(arguments: [
        (TestPanel.item("button"), "k", "press", "Pressed all of k"),
        (TestPanel.item("button"), "_press", "k:bell", "Pressed bell of k"),
        (TestPanel.item("info"), "_press", "k:bell", "Pressed bell of k"),
        (TestPanel.item("text"), "_press", "k:bell", "Pressed bell of k"),
        (TestPanel.item("edit_text"), "_press", "k:bell", "Pressed bell of k"),
        (
            TestPanel.item("edit_text", #""itemReadOnly":true"#), "_press", "k:bell",
            "Pressed bell of k"
        ),
    ])
    func passesAPressToTheRenderer(item: String, name: String, value: String, words: String)
        async throws
    {
        let panel = try TestPanel.make(item) { configuration in
            configuration.renderers["k"] = Sign()
            configuration.actionPatience = .seconds(60)
        }
        let answer = await panel.client.post(
            [(name, value)], fields: [("accept", "application/json")])
        #expect(answer.status == 200 && answer.text.contains(words), "\(answer.text)")
        if name == "_press" {
            let api = await panel.client.send(
                SimpleRequest(
                    "POST", "/api/actions/k?part=bell",
                    fields: [("host", "localhost"), ("content-type", "application/json")],
                    body: Array("{}".utf8)))
            #expect(api.status == 200 && api.text.contains(words), "\(api.text)")
        }
        guard name == "_press" else { return }
        let page = await panel.browse([name: value])
        #expect(page.status == 303)
        let location = String(try #require(page.header("location")).prefix { $0 != "#" })
        #expect(await panel.visit(location).text.contains(words))
    }

    @Test
    func aPressSavesItsRowFirst() async throws {
        let panel = try make(TestPanel.item("edit_text"))
        #expect(await panel.browse(["k": "Pier", "_press": "k:bell"]).status == 303)
        #expect(panel.settings.value("k") == "Pier")
    }

    @Test(arguments: [
        ("k:bel", 422, "k: "), ("x:bell", 422, "x: "), ("k", 400, "like 'cover:play'"),
        ("k:", 400, "like 'cover:play'"),
    ])
    func rejectsUnknownParts(value: String, status: Int, words: String) async throws {
        let answer = try await make(TestPanel.item("info")).post(["_press": value])
        #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
    }

    @Test
    func aPartOfADisabledRowIsNotPressed() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("button", #""itemEnabledWhen":"on""#),
            TestPanel.item("switch", key: "on")
        ) { $0.renderers["k"] = Sign() }
        #expect(await panel.row().contains(#"value="k:bell" aria-disabled="true""#))
        let answer = await panel.post(["_press": "k:bell"])
        #expect(answer.status == 422)
    }

    /// The question of an item concerns its action as a whole.
    @Test
    func aPressOfAPartNeedsNoConfirmation() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("button", #""itemConfirm":"Really?""#)
        ) { configuration in
            configuration.renderers["k"] = Sign()
            configuration.actionPatience = .seconds(60)
        }
        let row = await panel.row()
        #expect(row.contains(#"data-confirm="Really?""#) && row.contains(Self.bell))
        let whole = await panel.browse(["k": "press"])
        #expect(whole.header("location") == "/actions/k")
        let part = await panel.browse(["_press": "k:bell"])
        #expect(part.header("location")?.hasPrefix("/?run=") == true)
    }

    /// The part is pressed once the reset is confirmed.
    @Test
    func aResetBesideAPartIsConfirmedFirst() async throws {
        let count = Locked(0)
        let panel = try TestPanel.make(
            TestPanel.item("button"), TestPanel.item("edit_text", key: "a"),
            TestPanel.item("edit_text", key: "b")
        ) { configuration in
            configuration.renderers["k"] = Sign()
            configuration.actionPatience = .seconds(60)
            configuration.actions["k"] = { _ in
                count.withLock { $0 += 1 }
                return .success("Rung")
            }
        }
        try panel.set(["a": "x", "b": "y"])
        let asked = await panel.browse(["_press": "k:bell", "_reset": "*"])
        #expect(asked.status == 200 && asked.text.contains("Reset 2 settings to their defaults?"))
        #expect(count.withLock { $0 } == 0 && panel.settings.revision == 1)
        let done = await panel.browse(["_press": "k:bell", "_reset": "*", "_confirm": "*"])
        #expect(done.status == 303)
        #expect(count.withLock { $0 } == 1 && panel.settings.revision == 2)
    }

    @Test
    func prefersTheActionOfTheConfiguration() async throws {
        let panel = try TestPanel.make(TestPanel.item("info")) { configuration in
            configuration.renderers["k"] = Sign()
            configuration.actionPatience = .seconds(60)
            configuration.actions["k"] = { .success("Mine \($0.part ?? "")") }
        }
        #expect(await panel.client.get("/healthz").text.contains(#""problems":[]"#))
        #expect(await panel.json(["_press": "k:bell"]).text.contains("Mine bell"))
    }

    // MARK: - Removed

    @Test
    func isNotifiedOfRemovedElements() async throws {
        let sign = Sign()
        let panel = try make(
            TestPanel.item(
                "edit_list",
                #""itemElement":{"itemControlType":"edit_text"},"itemValue":["a","b","a"]"#),
            sign)
        #expect(
            await panel.row().contains(#"<button name="_remove" value="k[1]">Drop</button>"#))
        #expect(await panel.post(["_remove": "k[1]"]).status == 303)
        #expect(await panel.post(["k": #"["a","a","c"]"#]).status == 303)
        try panel.set(["k": #"["c"]"#], origin: .cli)
        #expect(sign.taken.withLock { $0 } == ["k: [\"b\"]", "k: [\"a\", \"a\"]"])
        // Of two equal elements, one stays.
        try panel.set(["k": #"["c","c"]"#])
        try panel.set(["k": #"["c"]"#])
        #expect(sign.taken.withLock { $0.last } == "k: [\"c\"]")
    }
}
