import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The budgets of a panel of 50 items.
struct PageWeightTests {
    /// Returns a panel with 50 items of many kinds, all set, with help and long labels.
    private func make() throws -> TestPanel {
        let controls = ["switch", "edit_text", "edit_password", "choice", "info", "button", "link"]
        let groups = (0..<5).map { group in
            let items = (0..<10).map { index in
                let number = group * 10 + index
                let control = controls[number % controls.count]
                let options = #","itemOptions":["one","two","three"]"#
                return
                    #"{"itemKey":"panel_setting_\#(number)","itemTitle":"Setting number \#(number)","#
                    + #""itemHelp":"What this setting does, in one sentence.","itemControlType":"\#(control)""#
                    + (control == "choice"
                        ? options : control == "info" ? #","itemValue":"1.0""# : "") + "}"
            }
            return #"{"groupKey":"group_\#(group)","groupFooter":"A note.","items":["#
                + items.joined(separator: ",") + "]}"
        }
        let panel = try TestPanel.of(
            #"{"panelLocales":["en","fr","ar"],"groups":["# + groups.joined(separator: ",") + "]}")
        for setting in panel.settings.snapshot.schema.settings {
            let text =
                switch setting.control {
                case .switch: "YES"
                case .choice: "two"
                default: "a value"
                }
            try panel.set([setting.key: text])
        }
        return panel
    }

    /// Arabic needs two bytes for each letter.
    ///
    /// The bound is just above the size: the overview took 2.9 KB, the ways at the foot of the list and the filters of the
    /// search 1.6 KB, the parts that the script shows in rows and lists 1.9 KB.
    @Test(arguments: ["en", "fr", "ar"])
    func keepsThePageSmall(locale: String) async throws {
        let page = try await make().client.get("/?lang=\(locale)")
        #expect(page.body.count <= 47_500, "\(page.body.count) bytes")
    }

    /// Elements outside of rows: the overview, the foot of the list and the parts of the script are 240 of them.
    @Test
    func needsAtMost12ElementsARow() async throws {
        let panel = try make()
        let page = await panel.page()
        let all = page.matches(of: /<[a-z]/).count
        #expect(all <= 770, "\(all) elements")
        for item in panel.settings.snapshot.schema.items where item.control != .choice {
            let row = TestPanel.row(item.key, in: page)
            let count = row.matches(of: /<[a-z]/).count
            #expect((1...12).contains(count), "\(item.control.rawValue): \(count)")
        }
    }

    @Test
    func loadsThreeFiles() async throws {
        let page = try await make().page()
        #expect(page.matches(of: /\s(?:src|href)="\/assets\//).count == 2)
        #expect(!page.contains("<style") && !page.contains(" style="))
        #expect(!page.contains("//cdn") && page.matches(of: /(?:src|href)="https?:/).isEmpty)
    }

    @Test
    func stylesOfASchemaNeedNoOtherFile() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch"), group: #""groupStyle":{"top":3}"#)
        let page = await panel.page()
        let sheets = page.matches(of: /rel="stylesheet" href="([^"]*)"/).map { String($0.output.1) }
        #expect(sheets.count == 1)
        let css = await panel.client.get(try #require(sheets.first))
        #expect(css.text.contains("#s-g { --fp-inset-block-start: 3px }"))
        #expect(css.body.starts(with: Asset.style.response.body))
    }

    /// A first visit of a page with 50 items takes 80 KB at most, in Arabic, too, whose letters have two bytes.
    @Test(arguments: ["en", "fr", "ar"])
    func sendsAtMost80KBAtAFirstVisit(locale: String) async throws {
        let client = try make().client
        let page = await client.get("/?lang=\(locale)")
        var bytes = page.body.count
        for address in page.text.matches(of: /(?:src|href)="(\/assets\/[^"]+)"/) {
            let asset = await client.get(
                String(address.output.1), fields: [("accept-encoding", "gzip, deflate, br, zstd")])
            #expect(asset.header("content-encoding") == "gzip")
            bytes += asset.body.count
        }
        #expect(bytes <= 80 * 1_024, "\(bytes) bytes")
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.1", true), ("*", true),
        ("*;q=0, gzip", true), ("identity", false), ("", false), ("gzip;q=0", false),
        ("gzip;q=0.000, *", false), ("gzipped", false), ("*;q=0", false),
    ])
    func compressesAssetsForClientsThatAcceptIt(accepted: String, isCompressed: Bool) async throws {
        let client = try make().client
        let asset = await client.get(Asset.script.path, fields: [("accept-encoding", accepted)])
        #expect(asset.header("content-encoding") == (isCompressed ? "gzip" : nil))
        #expect(asset.header("vary") == "Accept-Encoding")
        // The first two bytes of gzip (RFC 1952).
        #expect(asset.body.starts(with: [0x1F, 0x8B]) == isCompressed)
        let page = await client.get("/", fields: [("accept-encoding", accepted)])
        #expect(page.header("content-encoding") == nil)
    }

    @Test func readsSeveralAcceptEncodingHeadersAsOneList() async throws {
        let asset = try await make().client.get(
            Asset.script.path, fields: [("accept-encoding", "br"), ("accept-encoding", "gzip")])
        #expect(asset.header("content-encoding") == "gzip")
    }

    /// The sizes after compression, as browsers get them; what repeats in a source adds little to them.
    ///
    /// The bounds are just above the sizes, so that an addition has to state its reason here. In the script: states of
    /// rows, undo, lists as objects, choices with a filter, and inputs of buttons and cells with conditions (0.2 KB). In
    /// the style sheet: the frame with tiles, the bar of narrow windows and the sign-in card took 2 KB, rows, fields and
    /// choices of one look 2.5 KB, the overview and the other pages 1 KB, lists as objects 0.8 KB.
    @Test(arguments: [(Asset.style.path, 13_600), (Asset.script.path, 22_400)])
    func keepsTheAssetsSmall(path: String, bound: Int) async throws {
        let asset = try await make().client.get(path, fields: [("accept-encoding", "gzip")])
        #expect(asset.header("content-encoding") == "gzip")
        #expect(asset.body.count <= bound, "\(asset.body.count) bytes")
    }
}
