import Faceplate
import FaceplateHTML
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct LayoutTests {
    private static let json =
        #"{"panelKey":"p","panelTitle":"Harbour","panelLayout":"plain","panelVersion":2,"#
        + #""panelLocales":["en","ar"],"groups":[{"groupKey":"g","items":["#
        + TestPanel.item("switch") + "]}]}"

    @Test
    func putsThePanelIntoAPageOfTheHost() async throws {
        let panel = try TestPanel.of(Self.json) { configuration in
            configuration.layout = { page in
                var html = Markup()
                html.doctype()
                html.element(
                    .html, .lang(page.locale.description), .dir(page.direction)
                ) { html in
                    html.element(.head) { html in
                        html.append(page.head)
                        html.void(.link, .rel("stylesheet"), .href(.path("host.css")))
                    }
                    html.element(.body, attributes: page.bodyAttributes) { html in
                        html.append(page.skipLink)
                        html.element(.nav) { $0.element(.a, .href(.path("users")), text: "Users") }
                        html.append(page.main)
                        html.append(page.footer)
                    }
                }
                return html
            }
        }
        let page = await panel.visit("/?lang=ar").text
        #expect(page.contains(#"<html lang="ar" dir="rtl">"#))
        #expect(page.contains(#"<link rel="stylesheet" href="/host.css"></head>"#))
        #expect(page.contains(#"<nav><a href="/users">Users</a></nav><main id="main""#))
        // The result of the last action is in the page of the host, too.
        #expect(page.matches(of: /id="result"/).count == 1)
        #expect(page.matches(of: /class="ways"/).count == 1)
        #expect(page.contains(#"<body class="plain">"#))
        #expect(page.contains(#"name="k""#))
        #expect(!page.contains(#"class="top""#))
        for (target, status) in [("/nope", 404), ("/changes", 200), ("/?q=port", 200)] {
            let answer = await panel.visit(target)
            #expect(answer.status == status)
            #expect(answer.text.contains(#"<a href="/users">"#), "\(target)")
        }
        // The page is cached like any other.
        #expect(await panel.client.get() === (await panel.client.get()))
        let refused = await panel.browse(["k": "maybe"])
        #expect(refused.status == 422)
        #expect(refused.text.contains(#"<a href="/users">"#))
    }

    @Test
    func thePartsTogetherAreTheSamePage() async throws {
        let plain = try TestPanel.of(Self.json)
        let laid = try TestPanel.of(Self.json) { $0.layout = { $0.markup } }
        for target in ["/", "/changes", "/nope", "/?q=port"] {
            #expect(await laid.visit(target).text == (await plain.visit(target).text), "\(target)")
        }
    }
}
