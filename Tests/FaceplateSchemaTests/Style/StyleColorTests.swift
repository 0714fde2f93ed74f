import Testing

@testable import FaceplateSchema

struct StyleColorTests {
    @Test(arguments: [
        ("#0b5", "#00bb55"), ("#0B5c", "#00bb55cc"), ("#0b5cad", "#0b5cad"),
        ("#0b5cad80", "#0b5cad80"), ("#0b5cadff", "#0b5cad"), ("red", "#ff0000"),
        ("RebeccaPurple", "#663399"), ("transparent", "#00000000"), ("grey", "#808080"),
        ("rgb(11, 92, 173)", "#0b5cad"), ("rgb(11 92 173)", "#0b5cad"),
        ("rgb( 11 , 92 , 173 )", "#0b5cad"), ("rgb(100% 0% 50%)", "#ff0080"),
        ("rgba(11, 92, 173, 0.5)", "#0b5cad80"), ("rgb(11 92 173 / 50%)", "#0b5cad80"),
        ("hsl(0, 100%, 50%)", "#ff0000"), ("hsl(120deg 100% 25%)", "#008000"),
        ("hsl(210 88% 36%)", "#0b5cad"), ("hsl(360 0% 100% / 0)", "#ffffff00"),
        ("hsla(240, 100%, 50%, 1)", "#0000ff"),
    ])
    func readsCSSColors(text: String, written: String) {
        #expect(StyleColor(text)?.description == written)
    }

    @Test(arguments: [
        "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "re d", "currentcolor",
        "inherit",
        "rgb(256 0 0)", "rgb(-1 0 0)", "rgb(0 0)", "rgb(0 0 0 0)", "rgb(0 0 0 / 2)",
        "rgb(0 0 0 / )",
        "rgb(0, 0, 0", "rgb(0 0 0) ", "rgb(nan 0 0)", "rgb(0x1 0 0)", "rgb(1e2 0 0)", "rgb()", "()",
        "hsl(361 0% 0%)", "hsl(0 0 0)", "hsl(0 101% 0%)", "color(srgb 1 0 0)", "var(--x)",
        "red;}body{display:none", "red}", "url(x)", "expression(alert(1))", "</style>", "red/**/",
        "#fff;", "#fff\u{301}", "\\72 ed",
    ])
    func rejectsOtherText(text: String) {
        #expect(StyleColor(text) == nil)
    }

    @Test func knowsAll148Names() {
        #expect(StyleColorNames.all.count == 148)
    }

    @Test(arguments: [
        ("#000", "#fff", 2_100), ("#fff", "#fff", 100), ("#777", "#fff", 447),
        ("#767676", "#fff", 454), ("#0b5cad", "#fff", 666), ("#82b8ff", "#1e1e22", 810),
    ])
    func computesTheContrastOfWCAG(one: String, other: String, hundredths: Int) throws {
        let (one, other) = (try #require(StyleColor(one)), try #require(StyleColor(other)))
        #expect(Int(StyleColor.contrast(one, other) * 100) == hundredths)
        #expect(StyleColor.contrast(one, other) == StyleColor.contrast(other, one))
    }

    @Test func blendsOverAnotherColor() throws {
        let half = try #require(StyleColor("#00000080"))
        #expect(half.over(.white).description == "#7f7f7f")
        #expect(try #require(StyleColor("#0000")).over(.white) == .white)
    }
}
