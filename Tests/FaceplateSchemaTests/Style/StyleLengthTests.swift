import Testing

@testable import FaceplateSchema

struct StyleLengthTests {
    @Test(arguments: [
        ("10px", "10px"), ("0.5rem", "0.5rem"), (".5em", "0.5em"), ("1EM", "1em"), ("0", "0px"),
        ("1000px", "1000px"), ("010.50px", "10.5px"),
    ])
    func readsNumberAndUnit(text: String, written: String) {
        #expect(StyleLength(text)?.description == written)
    }

    @Test(arguments: [
        "", "px", "10", "-1px", "+1px", "1000.1px", "1001px", "1e2px", "10 px", "10%", "10vw",
        "1px;",
        "calc(1px)", "1px}", "nanpx", "1..5px", "10px\u{301}", "00000000000000001px",
    ])
    func rejectsOtherText(text: String) {
        #expect(StyleLength(text) == nil)
    }
}
