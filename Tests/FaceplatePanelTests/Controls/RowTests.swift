import Faceplate
import Testing

@testable import FaceplatePanel

struct RowTests {
    private static let data = "data:image/png;base64,AAAA"

    @Test(arguments: [
        ("switch", "", #"id="s-k"><img"#), ("link", #","itemURL":"/a""#, #"id="s-k"><img"#),
        ("choice", #","itemOptions":["a"]"#, #"id="s-k"><img"#),
        ("edit_list", "", #"<legend id="l-k"><img"#), ("info", "", #"id="s-k"><img"#),
        ("edit_file", "", #"id="s-k"><img"#), ("text", "", #"id="s-k"><img"#),
    ])
    func startsWithItsIcon(control: String, more: String, start: String) async throws {
        for image in [Self.data, "icons/a.png"] {
            let panel = try TestPanel.make(
                TestPanel.item(control, #""itemImage":"\#(image)"\#(more)"#))
            #expect(
                await panel.row().contains(start + #" class="thumb" src="\#(image)" alt="">"#))
        }
    }
}
