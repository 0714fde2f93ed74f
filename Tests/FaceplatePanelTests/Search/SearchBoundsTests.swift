import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The cost of searches in a large panel.
struct SearchBoundsTests {
    private static func schema(_ count: Int) -> String {
        let items = (0..<count).map { number in
            #"{"itemKey":"k\#(number)","itemControlType":"edit_integer","itemValue":\#(number)}"#
        }
        let labels = ["en", "fr", "de", "ar", "ja"].map { locale in
            let words = (0..<count).map {
                #""K\#($0)":"Label \#($0) of \#(locale)","K\#($0).help":"It does thing \#($0 % 97)""#
            }
            return #""\#(locale)":{\#(words.joined(separator: ","))}"#
        }
        return #"{"panelKey":"p","labels":{\#(labels.joined(separator: ","))},"groups":"#
            + #"[{"groupKey":"g","items":[\#(items.joined(separator: ","))]}]}"#
    }

    private static let hostile = [
        "label 499", "labell", "zzzzzzz", "e a o i u", String(repeating: "a", count: 1_024),
        (0..<16).map { "label\($0)" }.joined(separator: " "),
    ]

    @Test(arguments: hostile)
    func aHostileSearchTakesLittleTime(text: String) throws {
        let panels = try [64, 512].map { count in
            let snapshot = try Settings.inMemory(json: Self.schema(count)).snapshot
            let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
            #expect(index.settingCount == count)
            return (snapshot, index, SearchValues(snapshot) { _, _ in nil })
        }
        expectProportion(at: 512) { count in
            let (snapshot, index, values) = panels[count == 512 ? 1 : 0]
            for _ in 0..<20 {
                _ = SearchResult(
                    SearchQuery(text), in: index, snapshot, locale: .english, words: nil,
                    values: values)
            }
        }
    }

    /// A search beyond the limits compares nothing.
    @Test(arguments: [
        String(repeating: "a", count: 1_025), String(repeating: "a", count: 8_192),
        String(repeating: "ab ", count: 2_700), String(repeating: "@x ", count: 2_700),
        (0..<17).map { "label\($0)" }.joined(separator: " "),
    ])
    func aLongSearchFindsNothing(text: String) throws {
        let query = SearchQuery(text)
        #expect(query.isTooLong)
        let snapshot = try Settings.inMemory(json: Self.schema(8)).snapshot
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        let values = SearchValues(snapshot) { _, _ in nil }
        let result = SearchResult(
            query, in: index, snapshot, locale: .english, words: nil, values: values)
        #expect(result.matches.isEmpty)
    }
}
