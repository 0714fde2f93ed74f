import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Rows and groups whose bytes are stored, and written again while their state is the same.
struct KeptRowTests {
    /// Attributes whose effect on a row depends on more than its value.
    private static let variants = [
        ("visible", #""itemVisibleWhen":"lead""#), ("enabled", #""itemEnabledWhen":"lead""#),
        ("required", #""itemRequiredWhen":"lead""#), ("restart", #""itemRestart":true"#),
        ("readonly", #""itemReadOnly":true"#), ("advanced", #""itemLevel":"advanced""#),
        ("collapsed", #""itemCollapsed":true"#), ("locked", ""),
    ]
    private static let plain = ControlKind.allCases.filter { $0 != .select && $0 != .page }
    private static let varied: [ControlKind] = [.editText, .editList, .slider, .choices]

    private static func key(_ kind: ControlKind, _ variant: String = "plain") -> String {
        "\(kind.rawValue)_\(variant)"
    }

    private static var schema: String {
        let rows = plain.map { $0.item(value: $0.sample.initial.0, key: key($0)) }
        let more = variants.map { variant, attribute in
            let items = varied.map {
                $0.item(attribute, value: $0.sample.initial.0, key: key($0, variant))
            }
            return #"{"groupKey":"\#(variant)","items":[\#(items.joined(separator: ","))]}"#
        }
        let lead = TestPanel.item("switch", key: "lead")
        let inner = #"{"groupKey":"in","items":[{"itemReference":"edit_text_plain"}]}"#
        return #"""
            {"panelKey":"p","panelLocales":["en","de","ar"],"groups":[
              {"groupKey":"rows","items":[\#(([lead] + rows).joined(separator: ","))]},
              {"groupKey":"mode","items":[
                {"itemKey":"day","itemControlType":"select","itemValue":true},
                {"itemKey":"night","itemControlType":"select","itemVisibleWhen":"lead"}]},
              {"groupKey":"safe","groupAccess":["owners"],"items":[
                {"itemKey":"code","itemControlType":"edit_text","itemValue":"xyzzy"}]},
              {"groupKey":"pages","items":[
                {"itemKey":"page","itemControlType":"page","itemSummary":"{edit_text_plain}",
                 "groups":[\#(inner)]}]},
              \#(more.joined(separator: ","))]}
            """#
    }

    private static func make() throws -> TestPanel {
        let locks = try varied.map {
            Settings.Lock(
                key($0, "locked"), .json(try ControlSample.json($0.sample.json)),
                source: .file("locks.json"))
        }
        return try TestPanel.of(schema, locks: Settings.Locks(locks)) { configuration in
            configuration.identify = { request in
                let access: Requester.Access = request.header("x-view") == nil ? .edit : .view
                return Requester(
                    access: access, groups: request.header("x-owner") == nil ? [] : ["owners"])
            }
        }
    }

    /// Removes the stored bytes of all rows and groups for a viewer.
    private func forget(_ panel: Panel, _ language: String, isOwner: Bool) throws {
        for group in try groups(panel, language, isOwner: isOwner) {
            group.kept.withLock { $0 = nil }
            for place in group.places { place.face.kept.withLock { $0 = nil } }
        }
    }

    private func faces(_ panel: Panel, _ language: String, isOwner: Bool) throws -> [RowFace] {
        try groups(panel, language, isOwner: isOwner).flatMap(\.places).map(\.face)
    }

    private func groups(
        _ panel: Panel, _ language: String, isOwner: Bool
    ) throws -> [PageFace.Group] {
        let requester = Requester(groups: isOwner ? ["owners"] : [])
        let view = panel.view(of: requester, .open, at: panel.mount)
        let name = PageName(locale: try #require(LocaleTag(language)))
        return view.pages.face(name, view.snapshot).groups
    }

    @Test
    func aCachedRowEqualsARenderedRow() async throws {
        let panel = try Self.make()
        var random = SplitMix(seed: 15)
        let settings = panel.settings.snapshot.schema.settings.filter { !$0.isHidden }
        var kept = 0
        var keptGroups = 0
        for number in 0..<1_000 {
            if number % 3 != 0 {
                change(try #require(settings.randomElement(using: &random)), panel, &random)
            }
            let language = ["en", "de", "ar"].randomElement(using: &random) ?? "en"
            let isOwner = Int.random(in: 0..<4, using: &random) == 0
            var fields = [("accept", "text/html")]
            if isOwner { fields.append(("x-owner", "1")) }
            var form: [(String, String)]?
            switch Int.random(in: 0..<8, using: &random) {
            case 0: fields.append(("x-view", "1"))
            case 1:
                form = [("edit_integer_plain", "one"), ("edit_text_required", ""), ("lead", "YES")]
            case 2: form = [("_locale", language), ("slider_plain", "\(number)x")]
            default: break
            }
            let target = "/?lang=\(language)" + query(settings, &random)
            func page() async -> String {
                guard let form else { return await panel.client.get(target, fields: fields).text }
                return await panel.client.post(form, to: target, fields: fields).text
            }
            let stored = await page()
            kept += try faces(panel.client.panel, language, isOwner: isOwner)
                .count { $0.kept.withLock { $0 } != nil }
            keptGroups += try groups(panel.client.panel, language, isOwner: isOwner)
                .count { $0.kept.withLock { $0 } != nil }
            try forget(panel.client.panel, language, isOwner: isOwner)
            let written = await page()
            guard stored == written else {
                return #expect(stored == written, "\(number): \(target) \(fields) \(form ?? [])")
            }
        }
        #expect(kept > 20_000)
        #expect(keptGroups > 2_000)
    }

    private func change(
        _ setting: Schema.Setting, _ panel: TestPanel, _ random: inout SplitMix
    ) {
        let sample = setting.control.kind?.sample
        let input: Assignment.Input =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .reset
            case 1: .text("\(Int.random(in: 0..<5, using: &random))")
            case 2: .text(["YES", "NO", "one", "two", "night"].randomElement(using: &random) ?? "")
            default:
                (try? ControlSample.json(sample?.json ?? "")).map { .json($0) } ?? .reset
            }
        // A value that is rejected changes nothing.
        _ = try? panel.settings.applyAndWait(
            Batch([Assignment(setting.key, input)], origin: .program))
        if Int.random(in: 0..<8, using: &random) == 0 { try? panel.settings.markApplied() }
    }

    private func query(_ settings: [Schema.Setting], _ random: inout SplitMix) -> String {
        let key = settings.randomElement(using: &random)?.key ?? ""
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: "&level=advanced"
        case 1: "&details=\(key)"
        case 2: "&open=\(key)"
        case 3: "&level=advanced&same=1"
        default: "&same=1"
        }
    }

    @Test
    func aChangeOfOneRowRendersOnlyThatRow() async throws {
        let rows = (0..<2_000).map { TestPanel.item("edit_text", key: "k\($0)") }
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[\#(rows.joined(separator: ","))]}]}"#)
        func kept() throws -> [ObjectIdentifier?] {
            try faces(panel.client.panel, "en", isOwner: true).map { face in
                face.kept.withLock { $0 }.map { ObjectIdentifier($0) }
            }
        }
        _ = await panel.page()
        let before = try kept()
        #expect(before.count == 2_000 && !before.contains(nil))
        try panel.set(["k1234": "new"])
        #expect(await panel.page().contains(#"value="new""#))
        let after = try kept()
        #expect(after.indices.filter { after[$0] != before[$0] } == [1234])
    }

    @Test
    func aChangeOfOneGroupRendersOnlyThatGroup() async throws {
        let groups = (0..<200).map { group in
            let rows = (0..<10).map { TestPanel.item("edit_text", key: "k\(group)_\($0)") }
            return #"{"groupKey":"g\#(group)","items":[\#(rows.joined(separator: ","))]}"#
        }
        let panel = try TestPanel.of(#"{"groups":[\#(groups.joined(separator: ","))]}"#)
        func kept() throws -> [ObjectIdentifier?] {
            try self.groups(panel.client.panel, "en", isOwner: true).map { group in
                group.kept.withLock { $0 }.map { ObjectIdentifier($0) }
            }
        }
        _ = await panel.page()
        let before = try kept()
        #expect(before.count == 200 && !before.contains(nil))
        try panel.set(["k123_4": "new"])
        #expect(await panel.page().contains(#"value="new""#))
        let after = try kept()
        #expect(after.indices.filter { after[$0] != before[$0] } == [123])
    }

    /// The problem of such a value is shown while the page has no problems of its own.
    @Test
    func theRowOfAnUnreadableValueIsNotCached() async throws {
        let json = #"""
            {"groups":[{"groupKey":"g","items":[\#(TestPanel.item("edit_text")),
              \#(TestPanel.item("edit_integer", key: "n"))]}]}
            """#
        let storage = MemoryStorage()
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "test"), in: storage, watches: false)
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        try panel.set(["k": "first"])
        func shows(_ response: PanelResponse) -> Bool {
            TestPanel.row(in: response.text).contains("The saved value cannot be read.")
        }
        for (number, isReadable) in [(2, true), (3, false), (4, true), (5, false)] {
            try storage.write { reader in
                var change = StorageChange(to: try reader.version())
                change.version.revision = number
                change.revisions = [
                    StoredRevision(
                        number: number, time: "2026-11-20T07:30:00.000Z", origin: "program",
                        changes: [])
                ]
                let value = isReadable ? #""first""# : "{"
                change.values["k"] = .set(.init(value: value, revision: 1))
                return change
            }
            await settings.catchUp()
            for _ in 1...2 {
                #expect(await shows(panel.visit("/")) != isReadable)
                let refused = await panel.browse(["n": "one"])
                #expect(refused.status == 422 && !shows(refused))
            }
        }
    }

    @Test
    func aRowOfOneViewerIsNotShownToAnother() async throws {
        let panel = try Self.make()
        func page(_ fields: (String, String)...) async -> String {
            await panel.client.get("/?same=1", fields: [("accept", "text/html")] + fields).text
        }
        let own = await page(("x-owner", "1"))
        #expect(own.contains("xyzzy"))
        #expect(await !page().contains("xyzzy"))
        let row = TestPanel.row("edit_text_plain", in: own)
        #expect(row.contains("<input"))
        let shown = await TestPanel.row(
            "edit_text_plain", in: page(("x-owner", "1"), ("x-view", "1")))
        #expect(!shown.isEmpty && !shown.contains("<input"))
        #expect(await TestPanel.row("edit_text_plain", in: page(("x-owner", "1"))) == row)
    }
}
