import FaceplateTestSupport
import Testing

@testable import FaceplateImport

struct KeyNamesTests {
    @Test(arguments: [
        ("plain", "plain"), ("Left Aligned", "Left_Aligned"), ("a.b-c_d", "a.b-c_d"),
        ("_private", "private"), ("com.example/x:y", "com.example_x_y"), ("été", "t"),
        ("日本", "key"), ("...", "key"), ("trailing_", "trailing_"), ("trailing ", "trailing"),
        (String(repeating: "a", count: 128), String(repeating: "a", count: 128)),
        (String(repeating: "a", count: 129), String(repeating: "a", count: 128)),
    ])
    func makesKeysValid(original: String, key: String) {
        var names = KeyNames()
        #expect(names.key(for: original) == key)
    }

    @Test func givesEachKeyAUniqueNameInOrder() {
        var names = KeyNames()
        let keys = ["a b", "a_b", "A.B", "a b", "a/b"].map { names.key(for: $0) }
        #expect(keys == ["a_b", "a_b_2", "A.B_3", "a_b", "a_b_4"])
    }

    /// Equal keys, keys that differ in case, and long keys that differ at the end.
    @Test(
        arguments: [
            { _ in "group" }, { $0.isMultiple(of: 2) ? "Group" : "grouP" },
            { String(repeating: "a", count: 126) + "\($0 % 50)" },
        ] as [@Sendable (Int) -> String])
    func numbersThousandsInLinearTime(wish: @Sendable (Int) -> String) {
        expectProportion(at: 4_000) { count in
            var names = KeyNames()
            let keys = Set((0..<count).map { names.key(madeOf: wish($0)) })
            #expect(keys.count == count)
        }
    }

    @Test func skipsUsedNumbers() {
        var names = KeyNames()
        let keys = ["a_3", "a", "a", "a", "a_3", "A"].map { names.key(for: "\($0)") }
        #expect(keys == ["a_3", "a", "a", "a", "a_3", "A_2"])
        #expect((0..<3).map { _ in names.key(madeOf: "a") } == ["a_4", "a_5", "a_6"])
    }

    @Test func shortensAndNumbersLongKeys() {
        var names = KeyNames()
        let long = String(repeating: "a", count: 200)
        #expect(names.key(for: long).utf8.count == 128)
        #expect(names.key(for: long + "b") == String(repeating: "a", count: 126) + "_2")
    }
}
