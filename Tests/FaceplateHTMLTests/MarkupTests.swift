import FaceplateHTML
import Testing

struct MarkupTests {
    private func written(_ write: (inout Markup) -> Void) -> String? {
        var markup = Markup()
        write(&markup)
        return String(validating: markup.bytes, as: UTF8.self)
    }

    @Test func writesAPage() {
        let page = written { page in
            page.doctype()
            page.element(.html, .lang("en"), .dir(.ltr)) { page in
                page.element(.head) { page in
                    page.void(.meta, .charset("utf-8"))
                    page.element(.title, text: "A & B")
                    page.element(.script, .src(URLReference(path: "/panel.js")), .defer(true))
                }
                page.element(.body) { page in
                    page.element(.div)
                    page.void(.br)
                }
            }
        }
        #expect(
            page == """
                <!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8">\
                <title>A &amp; B</title><script src="/panel.js" defer></script></head>\
                <body><div></div><br></body></html>
                """)
    }

    @Test func writesBooleanAttributesOnlyWhenTrue() {
        let field = written {
            $0.void(.input, .type(.checkbox), .checked(true), .disabled(false), .name("a"))
        }
        #expect(field == #"<input type="checkbox" checked name="a">"#)
    }

    @Test func writesAriaAndDataWithTheirPrefixes() {
        let row = written {
            $0.element(
                .div, .aria("label", "a\"b"), .aria("hidden", false), .data("key", "<"),
                .role("group"))
        }
        #expect(
            row == """
                <div aria-label="a&quot;b" aria-hidden="false" data-key="&lt;" role="group"></div>
                """)
    }

    @Test func acceptsComputedAttributes() {
        let list: [Attribute] = [.id("a"), .tabindex(-1)]
        let markup = written { markup in
            markup.element(.p, attributes: list, text: "x")
            markup.element(.p, attributes: list)
            markup.element(.p, attributes: list) { $0.text("y") }
            markup.void(.hr, attributes: list)
            markup.textarea(attributes: list, value: "z")
        }
        let start = #" id="a" tabindex="-1">"#
        #expect(
            markup == """
                <p\(start)x</p><p\(start)</p><p\(start)y</p><hr\(start)<textarea\(start)z</textarea>
                """)
    }

    @Test(arguments: [("\nx", "\n\nx"), ("x\n", "x\n"), ("\r\nx", "&#13;\nx"), ("", "")])
    func keepsTheFirstNewline(value: String, inner: String) {
        #expect(written { $0.textarea(value: value) } == "<textarea>\(inner)</textarea>")
        #expect(written { $0.element(.pre, text: value) } == "<pre>\(inner)</pre>")
    }

    @Test func keepsTheFirstNewlineOfNestedContent() {
        #expect(written { $0.element(.pre) { $0.text("\na") } } == "<pre>\n\na</pre>")
        // Parsers drop it in no other element.
        #expect(written { $0.element(.p, text: "\na") } == "<p>\na</p>")
    }

    @Test func appendsOtherMarkup() {
        var part = Markup(reservingCapacity: 4096)
        part.element(.em, text: "<")
        let whole = written { markup in
            markup.append(part)
            markup.staticMarkup("<svg></svg>")
            markup.append(Markup())
        }
        #expect(whole == "<em>&lt;</em><svg></svg>")
    }

    @Test func aCopyDoesNotChangeTheOriginal() {
        var first = Markup()
        first.text("a")
        let copy = first
        first.text("b")
        #expect(copy.bytes == Array("a".utf8))
        #expect(first.byteCount == 2)
        #expect(first.bytes == Array("ab".utf8))
    }

    @Test func rethrowsErrorsOfTheContent() {
        struct Stop: Error {}
        var markup = Markup()
        #expect(throws: Stop.self) {
            try markup.element(.div) { _ in throw Stop() }
        }
    }

    @Test func startsEmptyAndGrows() {
        let long = String(repeating: "<é", count: 100_000)
        let expected = String(repeating: "&lt;é", count: 100_000)
        #expect(written { $0.text(long) } == expected)
    }
}
