import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Pages for a client that names what it shows already.
struct PageVersionTests {
    private let panel: TestPanel

    init() throws {
        let first = [
            TestPanel.item("switch", key: "first"), TestPanel.item("edit_text", key: "name"),
            TestPanel.item("edit_integer", #""itemMaximum":9"#, key: "number"),
            TestPanel.item("choices", #""itemOptions":["one","two"]"#, key: "some"),
        ]
        let second = [TestPanel.item("switch", key: "x"), TestPanel.item("switch", key: "y")]
        panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":["# + first.joined(separator: ",")
                + #"]},{"groupKey":"h","items":["# + second.joined(separator: ",") + "]}]}")
    }

    private func version(of page: String) throws -> String {
        String(
            try #require(page.firstMatch(of: /<p id="seen" hidden data-v="([0-9a-z]+)">/))
                .1)
    }

    /// Returns the page with a query, so that it does not come from memory.
    private func page(shows: String? = nil, tag: String? = nil) async -> PanelResponse {
        let fields =
            [("accept", "text/html")] + (shows.map { [(ShownParts.header, $0)] } ?? [])
            + (tag.map { [("if-none-match", $0)] } ?? [])
        return await panel.client.get("/?part", fields: fields)
    }

    private func left(_ page: String) -> [String] {
        page.matches(of: /<(?:div|fieldset) id="s-([a-z]+)" data-same="">/).map { String($0.1) }
    }

    private func whole(_ page: String) -> [String] {
        page.matches(of: /<(?:div|fieldset) class="row[^"]*" id="s-([a-z]+)"/).map { String($0.1) }
    }

    @Test
    func partsTheBrowserHasAreLeftOut() async throws {
        let version = try version(of: await panel.page())
        let same = await page(shows: version)
        #expect(left(same.text) == ["g", "h"] && whole(same.text) == [])
        #expect(try self.version(of: same.text) == version)
        #expect(same.header("cache-control") == "no-store" && same.entityTag == nil)
        try panel.set(["name": "Ada"])
        let next = await page(shows: version).text
        #expect(left(next) == ["first", "number", "some", "h"] && whole(next) == ["name"])
        // The version that the client shows now is known, too.
        let last = await page(shows: try self.version(of: next)).text
        #expect(left(last) == ["g", "h"])
        // A client that shows the older one still gets what it lacks.
        #expect(whole(await page(shows: version).text) == ["name"])
    }

    @Test(arguments: ["", " ", "0000000000000000", "name", "\u{FF}", "0000000000000000 first"])
    func aPageForAnUnknownVersionIsComplete(shows: String) async {
        let page = await page(shows: shows)
        #expect(left(page.text) == [] && whole(page.text).count == 6)
        #expect(page.entityTag != nil)
    }

    @Test
    func requestedRowsAreComplete() async throws {
        let version = try version(of: await panel.page())
        let page = await page(shows: "\(version) name x nothing").text
        #expect(whole(page) == ["name", "x"] && left(page) == ["first", "number", "some", "y"])
    }

    @Test
    func theTagOfAWholePageDoesNotMatchItsParts() async throws {
        let known = await page()
        let version = try version(of: known.text)
        #expect(await page(tag: known.entityTag).status == 304)
        #expect(await page(shows: version, tag: known.entityTag).status == 200)
    }

    @Test
    func aRejectedPostReturnsTheRowsWithProblems() async throws {
        let version = try version(of: await panel.page())
        let form = [("number", "70"), ("name", "Ada")]
        let fields = [("accept", "text/html"), (ShownParts.header, version)]
        let refused = await panel.client.post(form, fields: fields)
        #expect(refused.status == 422)
        #expect(whole(refused.text) == ["name", "number"])
        #expect(left(refused.text) == ["first", "some", "h"])
        // A row with a problem is always complete, since the client looks for it.
        let shown = try self.version(of: refused.text)
        let again = await panel.client.post(
            form, fields: [("accept", "text/html"), (ShownParts.header, shown)])
        #expect(whole(again.text) == ["number"])
    }

    @Test
    func everyChangeMakesANewVersion() async throws {
        let first = try version(of: await panel.page())
        try panel.set(["first": "YES"])
        let second = try version(of: await panel.page())
        #expect(second != first)
        try panel.set(["first": "NO"])
        #expect(try version(of: await panel.page()) != second)
    }

    @Test
    func theOldestVersionsAreRemoved() {
        func version(_ number: UInt64) -> PageVersion {
            var version = PageVersion()
            for part in 0..<9_000 { version.append(UInt64(part) << 8 | number) }
            return version
        }
        let versions = PageVersions()
        for number in UInt64(0)..<4 { versions.add(version(number)) }
        #expect(versions.shown(version(0).name) != nil)
        // A version that is added again counts as new.
        versions.add(version(0))
        versions.add(version(4))
        #expect(versions.shown(version(0).name) != nil)
        #expect(versions.shown(version(1).name) == nil)
        #expect(versions.shown(version(4).name) != nil)
    }
}
