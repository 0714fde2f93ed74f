import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct SearchPageTests {
    private static let schema = #"""
        {"panelKey": "p", "panelTitle": "Harbour", "panelLocales": ["en", "fr", "ar"],
         "labels": {"fr": {"PORT": "Prise"}, "ar": {"PORT": "المنفذ"}},
         "groups": [
          {"groupKey": "main", "groupTitle": "Main", "items": [
            {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer",
             "itemValue": 8384, "itemMaximum": 9000, "itemHelp": "The port & more"},
            {"itemKey": "safe", "itemTitle": "Port lock", "itemControlType": "edit_text",
             "itemReadOnly": true, "itemValue": "x"},
            {"itemKey": "deep", "itemTitle": "Port depth", "itemControlType": "edit_text",
             "itemLevel": "advanced"},
            {"itemKey": "go", "itemTitle": "Port test", "itemControlType": "button",
             "itemConfirm": "Sure?"},
            {"itemKey": "net", "itemTitle": "Network", "itemControlType": "page", "groups": [
              {"groupKey": "proxy", "groupTitle": "Proxy", "groupCollapsed": true, "items": [
                {"itemKey": "net.on", "itemTitle": "Use it", "itemControlType": "switch"},
                {"itemKey": "net.host", "itemTitle": "Gateway", "itemControlType": "edit_text",
                 "itemVisibleWhen": "net.on", "itemRenamedFrom": ["proxy_host"]},
                {"itemKey": "net.ghost", "itemTitle": "Ghost", "itemControlType": "switch",
                 "itemHidden": true}]}]}]},
          {"groupKey": "theme", "groupTitle": "Theme", "items": [
            {"itemKey": "theme_light", "itemTitle": "Light", "itemControlType": "select"},
            {"itemKey": "theme_dark", "itemTitle": "Dark", "itemControlType": "select"}]}]}
        """#

    private let panel: TestPanel

    init() throws {
        panel = try TestPanel.of(Self.schema)
    }

    private func status(_ page: String, _ id: String = "status") -> String {
        TestPanel.element(#"id="\#(id)""#, in: page).replacing(/<[^>]*>/, with: "")
    }

    private func found(_ page: String) -> String { status(page, "found") }

    @Test func everyPageHasASearchField() async {
        for target in ["/", "/pages/net", "/nowhere", "/actions/go", "/?q=port"] {
            let page = await panel.visit(target).text
            let form = TestPanel.element(#"class="find""#, in: page)
            #expect(form.contains(#"role="search" method="get" action="/""#), "\(target)")
            #expect(form.contains(#"id="q" name="q" placeholder="Search settings""#))
            #expect(form.contains(#"value="port""#) == (target == "/?q=port"))
        }
    }

    @Test func findsTextWithoutRows() async throws {
        let long = String(repeating: "permission is granted ", count: 4_000)
        let panel = try TestPanel.of(
            #"""
            {"panelTitle": "Harbour", "groups": [
              {"groupKey": "g", "items": [{"itemKey": "about", "itemTitle": "About",
                "itemControlType": "page", "groups": [
                  {"groupKey": "mit", "groupTitle": "Licence", "groupFooter": "\#(long)", "items": []},
                  {"groupKey": "w", "groupFooter": "Thanks to Grace", "items": []}]}]}]}
            """#)
        let page = await panel.page("/?q=permission")
        #expect(page.contains(#"<a href="/s/mit"><span>About</span> › <span>Licence</span></a>"#))
        #expect(page.contains("permission is granted") && page.utf8.count < 20_000)
        let thanks = await panel.page("/?q=grace")
        #expect(thanks.contains(#"<a href="/s/w"><span>About</span></a>"#))
        #expect(thanks.contains("Thanks to Grace"))
        #expect(await panel.visit("/s/w").header("location")?.contains("/pages/about") == true)
    }

    /// The header and footer of a group belong to its other rows too.
    @Test func ignoresTheHeaderAndFooterOfAGroupWithRows() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch"), group: #""groupHeader":"Ahoy","groupFooter":"Farewell""#)
        let first = await panel.page()
        #expect(first.contains("Ahoy") && first.contains("Farewell"))
        let page = await panel.page("/?q=port")
        #expect(page.contains(#"id="s-k""#))
        #expect(!page.contains("Ahoy") && !page.contains("Farewell"))
    }

    @Test func aGroupWithoutATitleIsNamedByItsPage() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelTitle": "Harbour", "groups": [{"groupKey": "root", "groupTitle": "", "items": [
              {"itemKey": "pins", "itemTitle": "Pins", "itemControlType": "switch"}]}]}
            """#)
        let page = await panel.page("/?q=pins")
        #expect(page.contains(#"<a href="/s/pins"><span>Harbour</span></a>"#))
        #expect(!page.contains("Root"))
    }

    @Test func showsEditableRowsWithMarkedMatches() async {
        let page = await panel.page("/?q=port")
        #expect(page.contains("<title>4 results for “port” – Harbour</title>"))
        #expect(found(page) == "4 results for “port”")
        #expect(page.contains(#"action="/?q=port""#))
        #expect(page.contains(#"<a href="/s/main"><span>Main</span></a>"#))
        let row = TestPanel.row("port", in: page)
        #expect(
            row.contains("<mark>Port</mark>") && row.contains("The <mark>port</mark> &amp; more"))
        #expect(row.contains(#"name="port""#) && row.contains(#"value="8384""#))
        #expect(TestPanel.row("deep", in: page).contains("Advanced setting"))
        #expect(!TestPanel.row("port", in: page).contains("Advanced setting"))
    }

    @Test(arguments: [
        ("zzzqqq", "No results for “zzzqqq”"), ("@error", "No results for “@error”"),
        ("gateway", "“gateway” is only in settings that are not shown now"),
    ])
    func reportsNoResults(text: String, sentence: String) async {
        let page = await panel.page("/?q=\(text)")
        #expect(found(page) == sentence)
        // The form follows changes that others make; there is nothing to save in it.
        #expect(page.contains(#"id="f""#) && !page.contains(#"class="bar""#))
        #expect(page.contains(#"href="/">Clear search</a>"#))
        #expect(TestPanel.element(#"class="hits""#, in: page).contains(">0<"))
        // A filter that leads to other settings does not help.
        #expect(!page.contains("Locked (1)"))
        #expect(page.contains("With a problem (0)") == (text == "@error"))
    }

    @Test(arguments: [
        ("dark tariff", "theme", "1 result for “dark tariff”"),
        ("port lock tariff", "safe port", "4 results for “port lock tariff”"),
    ])
    func anyWordIsEnoughWhenNoSettingHasAll(
        text: String, first: String, sentence: String
    ) async {
        let page = await panel.page("/?q=\(text.replacing(" ", with: "%20"))")
        #expect(found(page).hasPrefix(sentence))
        #expect(
            found(page).hasSuffix("No setting has all of these terms, so any of them is enough."))
        var rest = page[...]
        for key in first.split(separator: " ") {
            let place = rest.firstRange(of: #"id="s-\#(key)""#)
            #expect(place != nil, "\(key)")
            rest = rest[(place?.upperBound ?? rest.endIndex)...]
        }
    }

    @Test func namesTheWordsTakenForATypingError() async throws {
        let page = await panel.page("/?q=Netwrok")
        #expect(found(page) == "2 results for “Netwrok”\nShowing results for “Network”.")
        #expect(TestPanel.row("net", in: page).contains("<mark>Network</mark>"))
        #expect(!found(await panel.page("/?q=network")).contains("Showing"))
    }

    @Test func listsHiddenSettingsWithTheirReason() async throws {
        let sentence = "“Gateway” is hidden now. It is shown when “Use it” is On"
        for text in ["gateway", "gatewya", "proxy_host"] {
            let page = await panel.page("/?q=\(text)")
            #expect(status(page, "hidden").contains(sentence), "\(text)")
            #expect(page.contains(#"<a href="/s/net.host">Gateway</a>"#), "\(text)")
        }
        // Those without a place on any page stay unknown.
        #expect(!(await panel.page("/?q=ghost").contains("net.ghost")))
        try panel.set(["net.on": "YES"])
        #expect(!(await panel.page("/?q=gateway").contains(#"id="hidden""#)))
    }

    @Test func filtersAreBelowTheFieldOfEveryPage() async {
        for target in ["/", "/pages/net", "/nowhere", "/?q=port"] {
            let page = await panel.visit(target).text
            let filters = TestPanel.element(#"class="menu quick""#, in: page)
            #expect(filters.contains(#"<a href="/?q=%40modified">Modified</a>"#), "\(target)")
            #expect(filters.ranges(of: "<a ").count == 4, "\(target)")
            // A landmark of every page would be one too many.
            #expect(!page.contains(#"<nav class="menu quick""#), "\(target)")
        }
    }

    @Test func suggestsTheNearestLabel() async throws {
        // A row that a rule hides is not suggested.
        #expect(!(await panel.page("/?q=Gattewayy").contains("Did you mean")))
        try panel.set(["net.on": "YES"])
        #expect(
            await panel.page("/?q=Gattewya")
                .contains(#"Did you mean <a href="/s/net.host">Gateway</a>?"#))
        #expect(
            await panel.page("/?q=Nettwrok")
                .contains(#"Did you mean <a href="/s/net">Network</a>?"#))
    }

    @Test func filtersAreLinksWithCounts() async throws {
        try panel.set(["port": "80", "net.on": "YES"])
        var page = await panel.page("/?q=port")
        #expect(page.contains(#"href="/?q=port%20%40modified">Modified (1)</a>"#))
        page = await panel.page("/?q=port%20%40modified")
        #expect(page.contains("1 result for “port @modified”"))
        #expect(TestPanel.element(#"class="hits""#, in: page).contains(">1<"))
        #expect(page.contains(#"href="/?q=port" aria-current="true">Modified (1)</a>"#))
        // A filter is removed however it is written.
        page = await panel.page("/?q=port%20%40MODIFIED")
        #expect(page.contains(#"href="/?q=port" aria-current="true">Modified (1)</a>"#))
        page = await panel.page("/?q=%40modifed")
        #expect(page.contains("Unknown filter @modifed. Possible filters are @modified, "))
    }

    /// The number has the focus, and Tab leads from it to the results.
    @Test func theFiltersAreAboveTheNumberOfResults() async throws {
        for target in ["/?q=port", "/?q=gateway", "/?q=%40error"] {
            let page = await panel.page(target)
            let places = [#"id="filters""#, #"id="found""#, #"id="f""#]
                .map { page.firstRange(of: $0)?.lowerBound }
            #expect(places.allSatisfy { $0 != nil }, "\(target)")
            #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(target)")
        }
    }

    @Test func aBlankSearchShowsThePage() async {
        for target in ["/?q=", "/?q=%20%20", "/?x=1"] {
            let page = await panel.page(target)
            #expect(page.contains("<title>Harbour</title>"), "\(target)")
        }
        // Only the first page shows search results.
        #expect(await panel.page("/pages/net?q=port").contains("<title>Network – Harbour</title>"))
    }

    @Test func isInTheLanguageOfTheUserAndKeepsTheSearch() async {
        let page = await panel.page("/?q=port&lang=fr")
        #expect(page.contains("Prise") && page.contains("4 résultats pour « port »"))
        #expect(page.contains(#"href="?q=port&amp;lang=ar""#))
    }

    /// The values of each language are read again after a change.
    @Test func findsTheCurrentValueInEveryLanguage() async throws {
        let languages = ["en", "fr", "ar"]
        for value in ["8300", "8500"] {
            try panel.set(["port": value])
            for language in languages {
                let page = await panel.page("/?q=\(value)&lang=\(language)")
                #expect(page.contains(#"id="s-port""#), "\(language)")
            }
        }
        for language in languages {
            let page = await panel.page("/?q=8300&lang=\(language)")
            #expect(!page.contains(#"id="s-port""#), "\(language)")
        }
    }

    @Test(arguments: [
        (count: 100, sentence: "100 results for “lamp”"),
        (count: 101, sentence: "The first 100 of 101 results for “lamp”"),
    ])
    func showsTheFirstHundredResults(count: Int, sentence: String) async throws {
        let items = (1...count).map {
            #"{"itemKey":"k\#($0)","itemTitle":"Lamp \#($0)","itemControlType":"switch"}"#
        }
        let panel = try TestPanel.make(items.joined(separator: ","))
        let page = await panel.page("/?q=lamp")
        #expect(found(page) == sentence)
        #expect(page.matches(of: /id="s-k[0-9]+"/).count == 100)
    }

    @Test func marksAGroupOfTheAdvancedLevel() async throws {
        for level in ["basic", "advanced"] {
            let panel = try TestPanel.make(
                TestPanel.item("switch"), group: #""groupLevel":"\#(level)""#)
            let page = await panel.page("/?q=port")
            #expect(
                page.contains(#"</a> <span class="sub">Advanced setting</span>"#)
                    == (level == "advanced"))
        }
    }

    @Test func searchesTheCurrentSchema() async throws {
        #expect(await panel.page("/?q=port").contains(#"id="s-port""#))
        let schema = Self.schema.replacing(#""itemTitle": "Port","#, with: #""itemTitle": "Quay","#)
        try panel.settings.adopt(SchemaReader.read(Array(schema.utf8), name: "test"))
        let page = await panel.page("/?q=quay")
        #expect(found(page) == "1 result for “quay”" && page.contains(#"id="s-port""#))
    }

    // MARK: - Saving

    @Test func aSaveReturnsToTheSearch() async {
        let answer = await panel.browse(["port": "81", "_revision": "0"], to: "/?q=port")
        #expect(answer.status == 303)
        #expect(answer.header("location") == "/?q=port&rev=1#s-port")
        let page = await panel.page("/?q=port&rev=1")
        #expect(status(page).contains("Port changed from 8384 to 81"))
        #expect(page.contains("<title>4 results for “port”"))
    }

    @Test func aRejectionIsShownOnTheSearch() async {
        let answer = await panel.browse(["port": "9999", "net.on": "YES"], to: "/?q=8384")
        #expect(answer.status == 422)
        #expect(answer.text.contains(#"action="/?q=8384""#))
        #expect(TestPanel.row("port", in: answer.text).contains(#"value="9999""#))
        #expect(answer.text.ranges(of: #"id="s-port""#).count == 1)
        // A typed value is not lost when its row is not a result of the search.
        #expect(TestPanel.row("net.on", in: answer.text).contains("checked"))
    }

    /// The text of a secret is not shown again, so its row has nothing but the problem.
    @Test func aRejectedSecretOutsideTheResultsIsShownOnTheSearch() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "name"),
            #"{"itemKey":"code","itemTitle":"Code","itemControlType":"edit_password","itemMinimumLength":4}"#
        )
        let target = "/?q=port"
        #expect(!(await panel.page(target)).contains(#"id="s-code""#))
        let answer = await panel.browse(["name": "Ada", "code": "abc"], to: target)
        #expect(answer.status == 422)
        #expect(TestPanel.row("code", in: answer.text).contains(#"id="e-code""#))
        #expect(TestPanel.row("name", in: answer.text).contains(#"value="Ada""#))
    }

    @Test func aConflictIsShownOnTheSearch() async throws {
        try panel.set(["port": "80"])
        let answer = await panel.browse(["port": "81", "_revision": "0"], to: "/?q=8384")
        #expect(answer.status == 409)
        #expect(TestPanel.row("port", in: answer.text).contains("Changed to 80"))
    }

    @Test func aConfirmationReturnsToTheSearch() async {
        let answer = await panel.browse(["go": "press"], to: "/?q=port")
        #expect(answer.header("location") == "/actions/go?q=port")
        let page = await panel.visit("/actions/go?q=port").text
        #expect(page.contains(#"action="/?q=port""#) && page.contains(#"href="/?q=port#s-go""#))
    }

    // MARK: - Hostile searches

    @Test(
        arguments: [
            "%3Cscript%3E", "%22%3E%3Cb%3E", "%00", "%E2%80%AE",
            String(repeating: "a", count: 8_000),
            String(repeating: "%F0%9F%98%80", count: 500), "a%26b%3Dc", "%25", "@", "@id:",
            "@page:%3Cb%3E",
        ])
    func acceptsAnyQuery(text: String) async {
        let answer = await panel.visit("/?q=\(text)")
        #expect(answer.status == 200)
        #expect(!answer.text.contains("<script>") && !answer.text.contains("<b>"))
    }

    // MARK: - Permanent links

    @Test(
        arguments: [
            ("port", "/#s-port"), ("theme", "/#s-theme"), ("theme_dark", "/#s-theme"),
            ("main", "/#s-main"), ("deep", "/?level=advanced#s-deep"), ("net", "/#s-net"),
            ("net.on", "/pages/net?open=net.on#s-net.on"),
            ("proxy", "/pages/net?open=proxy#s-proxy"),
            ("proxy_host", "/pages/net?open=net.host#s-net.host"),
            ("net.ghost", "/pages/net?open=net.ghost#s-net.ghost"),
        ])
    func linksRedirectToThePageOfTheRow(key: String, location: String) async {
        let answer = await panel.visit("/s/\(key)")
        #expect(answer.status == 303)
        #expect(answer.header("location") == location)
    }

    @Test func linksKeepTheLanguage() async {
        #expect(await panel.visit("/s/port?lang=fr").header("location") == "/?lang=fr#s-port")
    }

    @Test func linksOpenClosedGroups() async throws {
        #expect(await panel.page("/pages/net").contains("<details>"))
        #expect(await panel.page("/pages/net?open=net.on").contains("<details open>"))
        #expect(await panel.page("/pages/net?open=proxy").contains("<details open>"))
        #expect(await panel.page("/pages/net?open=port").contains("<details>"))
    }

    @Test func linksReportWhyARowIsHidden() async throws {
        #expect(
            await status(panel.page("/pages/net?open=net.host"))
                .contains("“Gateway” is hidden now. It is shown when “Use it” is On"))
        #expect(
            await status(panel.page("/pages/net?open=net.ghost"))
                .contains("“Ghost” is not on any page"))
        try panel.set(["net.on": "YES"])
        #expect(await !status(panel.page("/pages/net?open=net.host")).contains("Gateway"))
    }

    /// A row has the conditions of its group too.
    @Test(arguments: [("YES", "“Pumps” is On"), ("NO", "“Power” is On")])
    func linksNameTheFailedCondition(power: String, sentence: String) async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups": [
              {"groupKey": "g", "items": [
                {"itemKey": "power", "itemTitle": "Power", "itemControlType": "switch"},
                {"itemKey": "pumps", "itemTitle": "Pumps", "itemControlType": "switch"}]},
              {"groupKey": "h", "groupVisibleWhen": "pumps", "items": [
                {"itemKey": "k", "itemTitle": "Port", "itemControlType": "edit_text",
                 "itemVisibleWhen": "power"}]}]}
            """#)
        try panel.set(["power": power])
        #expect(await status(panel.page("/?open=k")).contains(sentence))
    }

    @Test func unknownLinksSuggestTheNearestKeys() async {
        let answer = await panel.visit("/s/prot")
        #expect(answer.status == 404)
        #expect(answer.text.contains("There is no setting “prot”."))
        #expect(answer.text.contains(#"<a href="/s/port">Port (port)</a>"#))
        let text = await panel.client.get("/s/net.hots")
        #expect(text.status == 404)
        #expect(text.text.contains("net.host"))
    }

    @Test(arguments: ["", "%3Cb%3E", "a/b", String(repeating: "k", count: 5_000)])
    func unknownLinksReturn404(key: String) async {
        let answer = await panel.visit("/s/\(key)")
        #expect(answer.status == 404)
        #expect(!answer.text.contains("<b>"))
    }
}
