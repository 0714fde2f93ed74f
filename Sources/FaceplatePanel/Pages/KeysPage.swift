import FaceplateHTML

/// JavaScript shows it as a dialog on the page where `?` was pressed.
struct KeysPage {
    let context: PageContext

    var markup: Markup {
        let frame = PageFrame(context: context, title: words[.keysTitle])
        return frame.markup(reserving: 4 * 1_024) { html in
            html.element(
                .dialog, .class("keys"), .open(true), .aria("labelledby", "keys")
            ) { html in
                // The focus of the dialog; that of the button would scroll to its end.
                html.element(
                    .h1, .id("keys"), .tabindex(-1), .autofocus(true), text: words[.keysTitle])
                html.element(.dl, content: list)
                // JavaScript makes it close the dialog.
                html.element(.form, .method(.get), .action(context.base.path())) { html in
                    html.element(.button, text: words[.close])
                }
            }
        }
    }

    private var words: PageWords { context.words }

    private func list(_ html: inout Markup) {
        let lines: [(keys: [String], word: PageWord)] = [
            ([words.shortcut("K")], .searchLabel),
            ([words.shortcut("Z")], .keysUndo),
            ([words.shortcut(words.text(.keyShift, ["key": "Z"]))], .keysRedo),
            ([context.savesExplicitly ? words.shortcut("S") : words[.keyEnter]], .keysSave),
            ([words[.keyEscape]], .keysDiscard),
            ([words.text(.keyAlt, ["key": words[.keyEnter]])], .keysMenu),
            (["↑", "↓"], .keysStep),
            ([words[.keyPages]], .keysSteps),
            (["?"], .keysHelp),
        ]
        for line in lines {
            html.element(.dt) { html in
                for key in line.keys { html.element(.kbd, text: key) }
            }
            html.element(.dd, text: words[line.word])
        }
    }
}

extension Panel {
    func answerKeys(_ request: RequestContext) -> PanelResponse {
        let viewer = viewer(of: request)
        let body = KeysPage(context: context(viewer)).markup.bytes
        let response = PanelResponse(
            200, type: PanelResponse.html, body, caching: .revalidated(body), more: viewer.headers)
        return answer(request, with: response)
    }
}
