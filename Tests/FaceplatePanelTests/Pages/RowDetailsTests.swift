import Faceplate
import FaceplatePanel
import FaceplateTesting
import Foundation
import Testing

/// The details of a row for authors of scripts, with `?details=KEY`.
struct RowDetailsTests {
    private static func details(
        _ panel: TestPanel, _ key: String = "k", language: String = "en"
    ) async -> String {
        let page = await panel.page("/?details=\(key)&lang=\(language)")
        return TestPanel.element(#"id="i-\#(key)""#, in: page)
    }

    private static func entry(_ name: String, _ details: String) -> String {
        guard let start = details.firstRange(of: "<dt>\(name)</dt><dd>"),
            let end = details[start.upperBound...].firstRange(of: "</dd>")
        else { return "" }
        return String(details[start.upperBound..<end.lowerBound])
            .replacing(#/<button.*?</button>/#, with: "").replacing(/<[^>]*>/, with: "").replacing(
                "&quot;", with: "\""
            ).replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
    }

    @Test func eachRowHasALinkToItsDetails() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer"), TestPanel.item("button", key: "b"),
            TestPanel.item("info", key: "i"), TestPanel.item("text", key: "t"),
            TestPanel.item("link", #""itemURL":"/x""#, key: "l"))
        let page = await panel.page()
        let link = #"<a class="i" href="?details=k#s-k" aria-label="More for Port"></a>"#
        #expect(link.utf8.count <= 90 && page.contains(link))
        #expect(page.matches(of: /<a class="i"/).count == 3)
        #expect(!page.contains("id=\"i-"))
    }

    @Test func anOptionHasTheDetailsOfItsGroup() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"theme","items":[
              {"itemKey":"light","itemControlType":"select"},
              {"itemKey":"dark","itemControlType":"select"}]}]}
            """#)
        for key in ["theme", "dark"] {
            #expect(await panel.page("/?details=\(key)").contains(#"id="i-theme""#), "\(key)")
        }
    }

    @Test func theLinkClosesOpenDetails() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let page = await panel.page("/?details=k")
        #expect(
            page.contains(
                #"<a class="i" href="?#s-k" aria-label="Close the details of Port" aria-expanded="true"></a>"#
            ))
        // The page without the query does not show the details.
        #expect(await !panel.page().contains("id=\"i-k\""))
    }

    @Test func detailsBeginWithTheMenuOfTheRow() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemValue":80"#), TestPanel.item("info", key: "i"))
        func menu(_ key: String = "k") async -> [String] {
            let menu = TestPanel.element(#"class="menu""#, in: await Self.details(panel, key))
            return menu.matches(of: /<(?:a|button)[^>]*>([^<]*)</).map { String($0.output.1) }
        }
        let copies = ["Copy link", "Copy key"]
        let whole = copies + ["Copy command", "Copy JSON"]
        #expect(await menu() == whole + ["Keep this for 1 hour", "History", "Details"])
        try panel.set(["k": "81"])
        #expect(
            await menu() == whole + ["Reset to 80", "Keep this for 1 hour", "History", "Details"])
        #expect(await menu("i") == copies + ["Details"])
        let details = await Self.details(panel)
        #expect(details.contains(#"<a href="/changes?key=k">History</a>"#))
        #expect(details.contains(#"<button name="_reset" value="k">Reset to 80</button>"#))
        #expect(
            details.contains(
                #"data-copy="http://localhost/s/k">Copy link</button>"#))
    }

    @Test(arguments: [true, false])
    func detailsOfAReadOnlyRowOfferNoReset(isReadOnly: Bool) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemReadOnly":\#(isReadOnly),"itemValue":80"#)
        ) { $0.identify = { _ in Requester(access: isReadOnly ? .edit : .view) } }
        try panel.set(["k": "81"])
        let details = await Self.details(panel)
        #expect(details.contains("History") && !details.contains("_reset"))
    }

    @Test(arguments: ["nothing", "", "g", "__proto__", "%22"])
    func anUnknownKeyShowsThePageWithoutDetails(key: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let answer = await panel.client.get("/?details=\(key)")
        #expect(answer.status == 200 && !answer.text.contains("id=\"i-"))
    }

    static let accepted: [(item: String, words: String)] = [
        (TestPanel.item("switch"), "On (YES) or Off (NO)"),
        (
            TestPanel.item("choice", #""itemOptions":[{"value":1,"label":"One"},"b"]"#),
            "One (1) or b"
        ),
        (TestPanel.item("edit_text"), "Any text"), (TestPanel.item("custom"), "Any JSON"),
        (
            TestPanel.item("edit_text", #""itemMinimumLength":2,"itemMaximumLength":5"#),
            "Port must be between 2 and 5 characters"
        ),
        (
            TestPanel.item("edit_password", #""itemMinimumLength":12"#),
            "Port must be 12 characters or more"
        ),
        (
            TestPanel.item("edit_text", #""itemPattern":"^[a-z]+$""#),
            "Port must be in the right format: ^[a-z]+$"
        ),
        (
            TestPanel.item("edit_integer", #""itemMinimum":1,"itemMaximum":9,"itemStep":2"#),
            "Whole number, 1 to 9, in steps of 2"
        ),
        (
            TestPanel.item("edit_decimal", #""itemMaximum":1.5"#), "Number, 1.5 or less"
        ),
        (
            TestPanel.item("edit_date", #""itemMinimum":"2026-01-02""#),
            "Port must be a real date, like 2026-11-20. Port must be 2 Jan 2026 or later"
        ),
        (
            TestPanel.item(
                "edit_list",
                #""itemMaximumCount":3,"itemElement":{"itemControlType":"edit_text","itemTitle":"Host","itemMaximumLength":9}"#
            ), "Port must have 3 entries or fewer. Host must be 9 characters or fewer"
        ),
        (
            TestPanel.item("edit_file", #""itemMaximumSize":1024,"itemFileTypes":["image/png"]"#),
            "Port must be 1 KiB or smaller. Port must be a file that ends in .png"
        ),
    ]

    @Test(arguments: accepted)
    func showsAcceptedValues(item: String, words: String) async throws {
        let details = await Self.details(try TestPanel.make(item))
        #expect(Self.entry("Accepts", details) == words)
        #expect(Self.entry("Key", details) == "k")
    }

    static let commands: [(item: String, value: String?, command: String, json: String)] = [
        (TestPanel.item("switch"), "YES", "-d k=YES", #"{"k":true}"#),
        (TestPanel.item("edit_text"), nil, "-d k=", #"{"k":""}"#),
        (
            TestPanel.item("edit_text"), "it's <b> & 1",
            "--data-urlencode 'k=it'\\''s <b> & 1'", #"{"k":"it's <b> & 1"}"#
        ),
        (TestPanel.item("edit_decimal"), "1.5", "-d k=1.5", #"{"k":1.5}"#),
        (TestPanel.item("edit_date"), nil, "-d k=", #"{"k":null}"#),
        (
            TestPanel.item("edit_list"), #"["a","b c"]"#,
            #"--data-urlencode 'k=["a","b c"]'"#, #"{"k":["a","b c"]}"#
        ),
        (
            TestPanel.item("choices", #""itemOptions":["a","b"]"#), "[]",
            "--data-urlencode 'k=[]'", #"{"k":[]}"#
        ),
        (TestPanel.item("edit_file"), nil, "-F k=@FILE", #"{"k":null}"#),
        (TestPanel.item("button"), nil, "-d k=press", ""),
    ]

    @Test(arguments: commands)
    func hasCommandsToCopy(item: String, value: String?, command: String, json: String) async throws
    {
        let panel = try TestPanel.make(item)
        if let value { try panel.set(["k": value]) }
        let details = await Self.details(panel)
        #expect(Self.entry("Command", details) == "curl \(command) http://localhost/")
        #expect(Self.entry("JSON", details) == json)
        #expect(Self.entry("Link", details) == "http://localhost/s/k")
        #expect(
            details.contains(
                #"<button type="button" data-copy="http://localhost/s/k" aria-label="Copy link">Copy</button>"#
            ))
    }

    @Test func noCommandContainsASecret() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_password"))
        try panel.set(["k": "s3cr3t"])
        let details = await Self.details(panel)
        #expect(
            Self.entry("Command", details)
                == #"printf %s "$SECRET" | curl --data-urlencode k@- http://localhost/"#)
        #expect(Self.entry("JSON", details) == "" && Self.entry("Default", details) == "")
        #expect(Self.entry("Value", details).hasPrefix("Set by the program, "))
        #expect(!details.contains("s3cr3t"))
    }

    @Test func aReadOnlyRowHasNoCommand() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemReadOnly":true,"itemRenamedFrom":["a","b"]"#))
        let details = await Self.details(panel)
        #expect(Self.entry("Command", details) == "")
        #expect(Self.entry("Former keys", details) == "a, b")
        #expect(Self.entry("Default", details) == "empty")
    }

    @Test func showsWhoSetTheValue() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(Self.entry("Value", await Self.details(panel)) == "Default")
        _ = await panel.browse(["k": "YES"])
        let set = Self.entry("Value", await Self.details(panel))
        #expect(
            set.wholeMatch(of: /Set by a browser, \d+ \w{3} \d{4}, \d\d:\d\d, revision 1/) != nil)
        _ = await panel.post(["_reset": "k"])
        let reset = Self.entry("Value", await Self.details(panel))
        #expect(reset.hasPrefix("Default. Reset by a script, "))
    }

    @Test func theOldestChangeIsReadFromHistory() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "faceplate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let json =
            #"{"groupKey":"g","items":[\#(TestPanel.item("switch")),{"itemKey":"n","itemControlType":"edit_integer"}]}"#
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "p"),
            at: folder.appending(path: "p.sqlite").path, watches: false)
        defer { settings.close() }
        try settings.applyAndWait(
            Batch([Assignment("k", .text("YES"))], origin: .cli, actor: "ada"))
        for number in 1...300 {
            try settings.applyAndWait(
                Batch([Assignment("n", .text("\(number)"))], origin: .program))
        }
        #expect(settings.recentRevision(1) == nil)
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        let words = Self.entry("Value", await Self.details(panel))
        #expect(words.hasPrefix("Set by the command line (ada), "))
    }

    @Test func aHostNameIsWrittenAsText() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.allowedHosts = ["panel.example"]
        }
        let answer = await panel.client.send(
            SimpleRequest("GET", "/?details=k", fields: [("host", "panel.example:8080")]))
        #expect(answer.text.contains("http://panel.example:8080/s/k"))
    }

    @Test func overTLSTheCommandsUseHTTPS() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        var request = SimpleRequest("GET", "/?details=k")
        request.isSecure = true
        let details = TestPanel.element(
            #"id="i-k""#, in: await panel.client.send(request).text)
        #expect(Self.entry("Link", details) == "https://localhost/s/k")
        #expect(Self.entry("Command", details) == "curl -d k=NO https://localhost/")
    }

    @Test(arguments: [20, 21])
    func showsTheFirst20Options(count: Int) async throws {
        let options = (1...count).map { #""o\#($0)""# }.joined(separator: ",")
        let details = await Self.details(
            try TestPanel.make(TestPanel.item("choice", #""itemOptions":[\#(options)]"#)))
        let words = Self.entry("Accepts", details)
        #expect(words.hasPrefix("o1, o2, ") && !words.contains("o21"), "\(words)")
        #expect(words.hasSuffix(count == 20 ? "o19 or o20" : "o20 or …"), "\(words)")
    }

    @Test func showsTheMessageOfTheSchemaForAPattern() async throws {
        var labels = LabelCatalog()
        labels.set("Use letters, like abc", for: "K.problem", in: .english)
        let details = await Self.details(
            try TestPanel.make(
                TestPanel.item("edit_text", #""itemPattern":"^[a-z]+$""#), labels: labels))
        #expect(Self.entry("Accepts", details) == "Use letters, like abc")
    }
}
