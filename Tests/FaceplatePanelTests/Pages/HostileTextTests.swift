import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Text that looks like markup, in every place where text can appear.
struct HostileTextTests {
    private static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus=alert(1) x='",
        "`x`", "</textarea></title></script>", "javascript:alert(1)", "{{7*7}}", "{label}", "<!--",
        "]]>",
        "\"\u{301}><q>", "&lt;b&gt;", "&#x22;", "</bdi></p>", "\u{202E}abc",
    ]

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            case UInt8(ascii: "`"): bytes += "&#96;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text as a JSON string.
    private static func quoted(_ text: String) -> String {
        JSONWriter().text(JSONValue(.string(text)))
    }

    /// Checks that every tag of a page comes from the panel, and no tag has an event handler.
    private func expectClean(_ page: String) {
        #expect(page.ranges(of: "<script").count == 1)
        #expect(page.ranges(of: "</title>").count == 1)
        #expect(page.ranges(of: "</main>").count == 1)
        for piece in [
            "<img", "<q>", "<!--", "</textarea", " onfocus=alert(1) x='", "onerror=alert(1)>",
        ] {
            #expect(!page.utf8Contains(piece), "\(piece)")
        }
    }

    private static let places = [
        "panelTitle", "groupTitle", "groupFooter", "itemTitle", "itemHelp", "itemPlaceholder",
        "itemValue", "optionLabel", "optionHelp", "optionValue", "infoValue", "infoSubtitle",
        "prose",
        "buttonTitle", "linkTitle", "selectTitle", "selectHelp", "passwordTitle",
    ]

    private static func schema(_ place: String, _ text: String) -> String {
        func word(_ name: String) -> String { quoted(name == place ? text : "plain") }
        return #"""
            {"panelTitle":\#(word("panelTitle")),"groups":[
            {"groupKey":"g","groupTitle":\#(word("groupTitle")),"groupFooter":\#(word("groupFooter")),"items":[
             {"itemKey":"t","itemControlType":"edit_text","itemTitle":\#(word("itemTitle")),
              "itemHelp":\#(word("itemHelp")),"itemPlaceholder":\#(word("itemPlaceholder")),
              "itemValue":\#(word("itemValue"))},
             {"itemKey":"c","itemControlType":"choice","itemOptions":[{"value":"x","label":\#(word("optionLabel")),
              "help":\#(word("optionHelp"))},{"value":\#(word("optionValue"))}]},
             {"itemKey":"m","itemControlType":"choice","itemStyle":"list","itemOptions":[
              {"value":"x","label":\#(word("optionLabel"))},{"value":\#(word("optionValue"))}]},
             {"itemKey":"i","itemControlType":"info","itemValue":\#(word("infoValue"))},
             {"itemKey":"j","itemControlType":"info","itemSubtitle":\#(word("infoSubtitle"))},
             {"itemKey":"p","itemControlType":"text","itemTitle":\#(word("prose"))},
             {"itemKey":"b","itemControlType":"button","itemTitle":\#(word("buttonTitle"))},
             {"itemKey":"l","itemControlType":"link","itemURL":"/x","itemTitle":\#(word("linkTitle"))},
             {"itemKey":"pw","itemControlType":"edit_password","itemTitle":\#(word("passwordTitle"))}]},
            {"groupKey":"s","items":[{"itemKey":"o","itemControlType":"select",
              "itemTitle":\#(word("selectTitle")),"itemHelp":\#(word("selectHelp"))}]}]}
            """#
    }

    @Test(arguments: places)
    func labelsAreShownAsWritten(place: String) async throws {
        for text in Self.texts {
            let page = try await TestPanel.of(Self.schema(place, text)).page()
            expectClean(page)
            #expect(page.utf8Contains(Self.escaped(text)), "\(text)")
        }
    }

    @Test(arguments: texts)
    func valuesAreShownAsTyped(text: String) async throws {
        let panel = try TestPanel.of(Self.schema("", ""))
        for form in [
            ["t": text, "c": "nope"], ["c": text], ["m": text], ["o": text], [text: "x"],
            ["_\(text)": "x"], ["_reset": text], ["b": text],
        ] as [TestPanel.Fields] {
            let response = await panel.browse(form)
            #expect(response.status == 422)
            expectClean(response.text)
        }
        let response = await panel.browse(["t": text])
        #expect(response.status == 303)
        #expect(panel.settings.value("t") == .text(text))
        let page = await panel.page("/?rev=1")
        expectClean(page)
        #expect(page.utf8Contains("<bdi>\(Self.escaped(text))</bdi>"))
        #expect(page.utf8Contains(#"name="t" value="\#(Self.escaped(text))""#))
    }

    @Test(arguments: texts)
    func isHarmlessInAddressesAndMessages(text: String) async throws {
        let panel = try TestPanel.of(Self.schema("", "")) { configuration in
            configuration.actions["b"] = { _ in .failure(text, problems: ["t": text, text: text]) }
        }
        for target in ["/\(text)", "/?lang=x", "/?run=x&same=x"] {
            let page = await panel.client.get(target, fields: [("accept", "text/html")])
            expectClean(page.text)
        }
        panel.settings.report([text])
        let page = await panel.browse(["b": "press"])
        expectClean(page.text)
        #expect(page.text.utf8Contains(Self.escaped(text)))
    }

    @Test
    func staysOnOneLineOfARedirect() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let response = await panel.browse(["k": "YES", "_locale": "en\r\nSet-Cookie: a=b"])
        #expect(response.header("location") == "/?rev=1#s-k")
        for header in response.headers { #expect(!header.value.utf8.contains { $0 < 0x20 }) }
    }
}

extension String {
    /// Returns true when the string contains these bytes; a letter and its accent would be one
    /// `Character`.
    fileprivate func utf8Contains(_ other: String) -> Bool {
        Array(utf8).firstRange(of: Array(other.utf8)) != nil
    }
}
