import Faceplate
import FaceplateHTML

/// With the host name if it is another host; without a URL, a button that looks like a link and runs its action.
enum LinkView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        guard let item = row.face.item else { return }
        let address = item.url ?? ""
        let url = item.url.flatMap(URLReference.init).map(row.context.base.resolving)
        row.frame(&html) { html in
            html.element(.div, .class("t")) { html in
                let described =
                    row.face.titleLanguage
                    + row.describedBy(isField: false)
                if let url {
                    html.element(
                        .a, attributes: [.id("l-\(row.key)"), .href(url)] + described
                    ) { html in
                        html.append(row.face.titleWords)
                        if let host = Self.host(of: address) {
                            html.text(" ")
                            html.element(
                                .span, .class("help"), text: row.words.text(.opens, ["host": host]))
                        }
                    }
                    html.append(row.face.helpText)
                } else if row.face.texts.help != nil {
                    html.append(row.face.helpText)
                }
            }
            if url == nil { button(item, row, &html) }
            accessory(row, &html)
            row.reason(&html)
            row.problem(&html)
        }
    }

    private static func button(_ item: Schema.Item, _ row: Row, _ html: inout Markup) {
        html.element(.div, .class("ctl")) { html in
            html.element(
                .button, attributes: row.press(item) + row.face.titleLanguage,
                text: row.face.texts.title.text)
        }
    }

    private static func accessory(_ row: Row, _ html: inout Markup) {
        switch row.face.item?.accessory {
        case .some(.none): return
        case nil, .disclosure:
            // A way out of the panel has its sign after its label; a mail, a call or a button opens no page.
            guard let url = row.face.item?.url, !url.contains(":") else { return }
            html.element(.span, .class("acc disclosure"), .aria("hidden", true))
        case .check:
            html.element(.span, .class("acc check"), .aria("hidden", true))
            html.element(.span, .class("sr"), text: row.words[.accessoryCheck])
        case .detail:
            html.element(.span, .class("acc detail"), .aria("hidden", true))
            html.element(.span, .class("sr"), text: row.words[.accessoryDetail])
        }
    }

    /// `nil` for a URL without a host, such as `mailto:`; compares bytes, as browsers do: a combining mark after a
    /// slash does not change the slash.
    static func host(of url: String) -> String? {
        let bytes = url.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = bytes[colon...].dropFirst(3).prefix { !"/?#\\".utf8.contains($0) }
        return rest.split(separator: UInt8(ascii: "@")).last.flatMap { String(Substring($0)) }
    }

    static func text(of row: Row) -> String { row.face.item?.url ?? "" }
}
