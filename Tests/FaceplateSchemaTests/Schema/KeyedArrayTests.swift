import Testing

@testable import FaceplateSchema

struct KeyedArrayTests {
    @Test func keepsThePositionOfAReplacedElement() {
        var array = KeyedArray<Int>()
        for (key, element) in [("b", 1), ("a", 2), ("b", 3)] { array[key] = element }
        #expect(array.keys == ["b", "a"])
        #expect(Array(array) == [3, 2])
        #expect(array["a"] == 2 && array["c"] == nil)
    }

    @Test func findsElementsAfterARemovedOne() {
        var array = KeyedArray<Int>()
        for (place, key) in ["a", "b", "c", "d"].enumerated() { array[key] = place }
        array["b"] = nil
        array["x"] = nil
        #expect(array.keys == ["a", "c", "d"] && Array(array) == [0, 2, 3])
        #expect(array["a"] == 0 && array["b"] == nil && array["c"] == 2 && array["d"] == 3)
        array["b"] = 4
        #expect(array.keys.last == "b" && array["b"] == 4)
    }
}
