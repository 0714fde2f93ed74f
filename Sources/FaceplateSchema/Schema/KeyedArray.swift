/// An ordered collection whose elements are found by key.
public struct KeyedArray<Element: Sendable>: Sendable, RandomAccessCollection {
    /// The keys, in the order in which they were added.
    public private(set) var keys: [String] = []
    private var elements: [Element] = []
    private var places: [String: Int] = [:]

    init() {}

    /// Adds an element, or replaces the element with the same key.
    mutating func set(_ element: Element, for key: String) {
        if let index = places[key] {
            elements[index] = element
        } else {
            places[key] = elements.count
            keys.append(key)
            elements.append(element)
        }
    }

    /// Returns the element with a key; `nil` if there is no such element.
    public subscript(key: String) -> Element? {
        places[key].map { elements[$0] }
    }

    /// Returns the element at an index.
    public subscript(position: Int) -> Element { elements[position] }

    /// The index of the first element, 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { elements.count }
}
