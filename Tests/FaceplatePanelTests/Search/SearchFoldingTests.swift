import Testing

@testable import FaceplatePanel

struct SearchFoldingTests {
    @Test(
        arguments: [
            ("Port", "port"), ("Écran", "ecran"), ("E\u{301}cran", "ecran"),
            ("ÅNGSTRÖM", "angstrom"),
            ("Straße", "strasse"), ("Łódź", "lodz"), ("Œuvre", "oeuvre"), ("Kapı", "kapi"),
            ("ＷＬＡＮ１", "wlan1"), ("ｶﾒﾗ", "かめら"), ("カメラ", "かめら"), ("がか", "がか"),
            ("أحمد", "احمد"), ("مُحَمَّد", "محمد"), ("شـبـكـة", "شبكه"), ("٨٠٨٠", "8080"),
            ("Ὀδός", "οδοσ"), ("ＡＢ\tC", "ab c"), ("l’eau", "l'eau"), ("so\u{AD}ft", "soft"),
            ("", ""), ("display_titles", "display_titles"),
        ])
    func ignoresCaseAccentsAndWidth(text: String, folded: String) {
        let expected = SearchFolding.folded(folded)
        #expect(SearchFolding.folded(text) == expected)
        if folded.utf8.allSatisfy({ $0 < 0x80 }) { #expect(expected == Array(folded.utf8)) }
    }

    @Test func voicedKanaAreDifferentLetters() {
        #expect(SearchFolding.folded("が") != SearchFolding.folded("か"))
    }

    @Test(
        arguments: [
            ("port", "port", SearchWord.Place.start), ("port", "the port", .wordStart),
            ("port", "transport", .inside), ("or", "port", nil), ("po", "port", .start),
            ("po", "a po", .wordStart), ("t", "port", nil), ("_t", "display_titles", .wordStart),
            ("titles", "display_titles", .wordStart), ("設定", "表示設定", .inside),
            ("設", "表示設定", .inside), ("عداد", "الإعدادات", .inside), ("ports", "port", nil),
            ("port", "", nil),
        ])
    func findsThePositionOfAWord(word: String, text: String, place: SearchWord.Place?) {
        let folded = SearchFolding.folded(text)
        #expect(SearchWord(SearchFolding.folded(word)).place(in: folded, 0..<folded.count) == place)
    }
}
