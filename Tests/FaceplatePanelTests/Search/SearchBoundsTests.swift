import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A large panel and hostile searches, whose times must stay proportionate.
struct SearchBoundsTests {
    private static let schema: String = {
        let items = (0..<500).map { number in
            #"{"itemKey":"k\#(number)","itemControlType":"edit_integer","itemValue":\#(number)}"#
        }
        let labels = ["en", "fr", "de", "ar", "ja"].map { locale in
            let words = (0..<500).map {
                #""K\#($0)":"Label \#($0) of \#(locale)","K\#($0).help":"It does thing \#($0 % 97)""#
            }
            return #""\#(locale)":{\#(words.joined(separator: ","))}"#
        }
        return #"{"panelKey":"p","labels":{\#(labels.joined(separator: ","))},"groups":"#
            + #"[{"groupKey":"g","items":[\#(items.joined(separator: ","))]}]}"#
    }()

    @Test func aHostileSearchCostsLittle() throws {
        let snapshot = try Settings.inMemory(json: Self.schema).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        #expect(index.settingCount == 500)
        let values = SearchValues(snapshot) { _, _ in nil }
        func time(_ text: String) -> Double {
            (0..<3).map { _ in
                processorTime {
                    _ = SearchResult(
                        SearchQuery(text), in: index, snapshot, locale: .english, words: nil,
                        values: values)
                }
            }.min() ?? 0
        }
        let texts = [
            "label 499", "labell", "zzzzzzz", "e a o i u", String(repeating: "a", count: 8_192),
            String(repeating: "ab ", count: 2_700), String(repeating: "@x ", count: 2_700),
            (0..<16).map { "label\($0)" }.joined(separator: " "),
        ]
        // The times are compared with each other, because machines and builds differ.
        let usual = time("label 499")
        for text in texts { #expect(time(text) < usual * 100, "\(text.prefix(20))") }
    }
}
