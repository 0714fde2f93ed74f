/// Elements in order, each found by its key.
public struct KeyedArray<Element: Sendable>: Sendable, RandomAccessCollection {
    /// In the order added.
    public private(set) var keys: [String] = []
    private var elements: [Element] = []
    private var places: [String: Int] = [:]

    init() {}

    /// Adds an element, or replaces the one that has the key.
    mutating func set(_ element: Element, for key: String) {
        if let index = places[key] {
            elements[index] = element
        } else {
            places[key] = elements.count
            keys.append(key)
            elements.append(element)
        }
    }

    /// The element of a key; `nil` where there is none.
    public subscript(key: String) -> Element? {
        places[key].map { elements[$0] }
    }

    /// The element at a place.
    public subscript(position: Int) -> Element { elements[position] }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { elements.count }
}
