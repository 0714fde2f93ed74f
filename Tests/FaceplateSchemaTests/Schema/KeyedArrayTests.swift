import Testing

@testable import FaceplateSchema

struct KeyedArrayTests {
    @Test func keepsThePlaceOfAReplacedElement() {
        var array = KeyedArray<Int>()
        for (key, element) in [("b", 1), ("a", 2), ("b", 3)] { array.set(element, for: key) }
        #expect(array.keys == ["b", "a"])
        #expect(Array(array) == [3, 2])
        #expect(array["a"] == 2 && array["c"] == nil)
    }
}
