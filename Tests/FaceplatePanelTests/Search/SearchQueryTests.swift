import Testing

@testable import FaceplatePanel

struct SearchQueryTests {
    private func words(_ text: String) -> [String] {
        SearchQuery(text).words.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("port", ["port"]), ("  Web  Port ", ["web", "port"]), ("port PORT", ["port"]),
            ("“port”", ["port"]), ("表示\u{3000}設定", ["表示", "設定"]), ("net.port", ["net.port"]),
            ("\"\"", []), ("", []), ("a@b.c", ["a@b.c"]), ("@modified port", ["port"]),
        ])
    func readsTerms(text: String, words: [String]) {
        #expect(self.words(text) == words)
    }

    @Test(
        arguments: [
            ("@modified", SearchQuery.Filter.modified), ("@LOCKED", .locked),
            ("@restart", .restart), ("@error", .error), ("@id:net.", .id("net.")),
            ("@page:Network", .page("network")), ("@page:", .page("")),
        ])
    func readsFilters(text: String, filter: SearchQuery.Filter) {
        #expect(SearchQuery(text).filters == [filter])
        #expect(SearchQuery(text + " " + text).filters == [filter])
        #expect(SearchQuery(text).unknown == [])
    }

    @Test(arguments: ["@", "@modifed", "@modified:1", "@id", "@x:y"])
    func reportsUnknownFilters(text: String) {
        let query = SearchQuery("port " + text)
        #expect(query.unknown == [text])
        #expect(query.filters == [] && query.words.count == 1)
    }

    @Test func limitsItsLength() {
        #expect(!SearchQuery(String(repeating: "a", count: 1024)).isTooLong)
        #expect(SearchQuery(String(repeating: "a", count: 1025)).isTooLong)
        let words = (0..<16).map(String.init)
        #expect(!SearchQuery(words.joined(separator: " ")).isTooLong)
        #expect(SearchQuery((words + ["x"]).joined(separator: " ")).isTooLong)
    }
}
