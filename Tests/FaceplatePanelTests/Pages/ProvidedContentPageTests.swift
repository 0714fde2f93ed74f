import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct ProvidedContentPageTests {
    private static let json = """
        {"groups": [{"groupKey": "g", "items": [
            {"itemKey": "uptime", "itemControlType": "info", "itemValue": "unknown"},
            {"itemKey": "voice", "itemControlType": "choice", "itemOptionsProvided": true},
            {"itemKey": "rooms", "itemControlType": "page", "groups": []}]}]}
        """

    /// Returns a panel whose content handler counts its calls.
    private func make(_ asked: Locked<Int64>) throws -> PanelClient {
        let settings = try Settings.inMemory(json: Self.json)
        var content = ProvidedContent()
        content.values["uptime"] = {
            .integer(
                asked.withLock { count in
                    count += 1
                    return count
                })
        }
        content.options["voice"] = { [ProvidedOption("alto", label: "Alto voice")] }
        content.groups["rooms"] = {
            [["groupKey": "hall", "items": [["itemKey": "hall_on", "itemControlType": "switch"]]]]
        }
        try settings.content.provide(content)
        return PanelClient(settings)
    }

    @Test
    func showsTheCurrentValue() async throws {
        let client = try make(Locked(0))
        #expect(await client.get("/").text.contains(">1</span>"))
        #expect(await client.get("/").text.contains(">2</span>"))
    }

    @Test
    func showsProvidedOptionsAndGroupsAndAcceptsTheirPosts() async throws {
        let client = try make(Locked(0))
        #expect(await client.get("/").text.contains("Alto voice"))
        #expect(await client.get("/pages/rooms").text.contains(#"name="hall_on""#))
        let answer = await client.post([("hall_on", "YES"), ("voice", "alto")])
        #expect(answer.status == 303)
        #expect(client.panel.settings.boolean("hall_on") == true)
    }

    @Test
    func earlierOptionsStayWhileTheProviderThrows() async throws {
        struct Away: Error, CustomStringConvertible { let description = "The <list> is away." }
        let isAway = Locked(false)
        let settings = try Settings.inMemory(json: Self.json)
        let schema = try SchemaReader.read(
            Array(Self.json.replacing("unknown", with: "u").utf8),
            name: settings.snapshot.schema.key)
        var content = ProvidedContent()
        content.options["voice"] = {
            if isAway.withLock(\.self) { throw Away() }
            return [ProvidedOption("alto", label: "Alto voice")]
        }
        try settings.content.provide(content)
        let client = PanelClient(settings)
        #expect(await client.post([("voice", "alto")]).status == 303)
        #expect(await !client.get("/").text.contains("y-voice"))
        isAway.withLock { $0 = true }
        let note = #"<p class="help old" id="y-voice">The options could not be read again: "#
        for isNew in [false, true] {
            if isNew { try settings.adopt(schema) }
            let page = await client.get("/").text
            #expect(page.contains(note + "The &lt;list&gt; is away.</p>"), "\(page)")
            #expect(page.contains("Alto voice") && page.contains("y-voice\""), "\(page)")
            #expect(settings.text("voice") == "alto")
        }
        isAway.withLock { $0 = false }
        #expect(await !client.get("/").text.contains("y-voice"))
    }

    @Test
    func aSearchShowsTheCurrentOptions() async throws {
        let asked = Locked(0)
        let settings = try Settings.inMemory(json: Self.json)
        var content = ProvidedContent()
        content.options["voice"] = {
            let number = asked.withLock { count in
                count += 1
                return count
            }
            return [ProvidedOption("alto", label: "Tone \(number)")]
        }
        try settings.content.provide(content)
        let client = PanelClient(settings)
        var seen: [String] = []
        for _ in 1...3 {
            let page = await client.get("/?q=voice").text
            seen += page.matches(of: /Tone [0-9]+/).map { String($0.output) }.prefix(1)
        }
        #expect(seen.count == 3 && Set(seen).count == 3, "\(seen)")
    }

    @Test
    func aSearchReadsTheOptionsOfEachShownPage() async throws {
        let voices = ["bow", "stern"].map { key in
            #"{"itemKey":"\#(key)","itemControlType":"page","groups":[{"groupKey":"g_\#(key)","#
                + #""items":[{"itemKey":"voice_\#(key)","itemControlType":"choice","#
                + #""itemOptionsProvided":true}]}]}"#
        }
        let settings = try Settings.inMemory(
            json: #"{"groups":[{"groupKey":"g","items":[\#(voices.joined(separator: ","))]}]}"#)
        let asked = Locked<Set<String>>([])
        var content = ProvidedContent()
        for key in ["voice_bow", "voice_stern"] {
            content.options[key] = {
                asked.withLock { _ = $0.insert(key) }
                return [ProvidedOption("alto")]
            }
        }
        try settings.content.provide(content)
        asked.withLock { $0 = [] }
        _ = await PanelClient(settings).get("/?q=voice")
        #expect(asked.withLock { $0 } == ["voice_bow", "voice_stern"])
    }
}
