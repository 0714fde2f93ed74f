import Testing

@testable import FaceplateSchema

struct StyleFontTests {
    @Test(arguments: [
        ("1rem serif", "1rem serif"), ("400 1rem/1.5 system-ui", "400 1rem/1.5 system-ui"),
        (
            "italic bold 16px/normal 'Helvetica Neue', Arial,sans-serif",
            "italic bold 16px/normal 'Helvetica Neue', 'Arial', sans-serif"
        ),
        ("oblique 1em/20px \"Noto Sans\"", "oblique 1em/20px 'Noto Sans'"),
        ("normal 1000 1em Fira  Code", "normal 1000 1em 'Fira Code'"),
        ("1rem Ubuntu 2, MONOSPACE", "1rem 'Ubuntu 2', monospace"), ("1rem 'Ésel'", "1rem 'Ésel'"),
    ])
    func readsTheGrammar(text: String, written: String) {
        #expect(StyleFont(text)?.description == written)
    }

    @Test(arguments: [
        "", "serif", "1rem", "0rem serif", "0 1rem serif", "1001 1rem serif", "1rem/11 serif",
        "1rem/1.5/2 serif", "1rem/ serif", "1rem /1.5 serif", "1rem serif,", "1rem ,serif",
        "1rem ''",
        "1rem '", "1rem 'a", "1rem 'a\\'b'", "1rem a;b", "1rem a}b", "1rem url(x)", "1rem <b>",
        "1rem a\u{7}b", "1rem '1'", "1rem a\nb", "bold italic 1rem serif", "1% serif", "inherit",
    ])
    func rejectsOtherText(text: String) {
        #expect(StyleFont(text) == nil)
    }
}
