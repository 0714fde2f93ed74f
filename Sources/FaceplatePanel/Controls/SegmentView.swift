import Faceplate
import FaceplateHTML

enum SegmentView: ControlView {
    static let isSearched = false

    /// The space beside the label, in pixels, of which a letter takes 8 and the frame of a part 14.
    private static let spaceBeside = 264
    private static let letter = 8
    private static let frame = 14

    static func render(_ row: Row, into html: inout Markup) {
        row.fieldset(&html) { OptionList(row).segments(&$0) }
    }

    /// A letter of Chinese, Japanese or Korean counts as two.
    static func isWide(_ titles: [String]) -> Bool {
        let width = titles.reduce(0) { width, title in
            title.unicodeScalars.reduce(width + frame) {
                $0 + ($1.value < 0x2E80 ? letter : 2 * letter)
            }
        }
        return width > spaceBeside
    }
}
