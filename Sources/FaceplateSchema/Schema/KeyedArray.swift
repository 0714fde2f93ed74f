package struct KeyedArray<Element: Sendable>: Sendable, RandomAccessCollection {
    /// The keys, in the order in which they were added.
    package private(set) var keys: [String] = []
    private var elements: [Element] = []
    private var places: [String: Int] = [:]

    package init() {}

    /// A new element of a known key has the place of the old one.
    ///
    /// Removing an element moves all that follow it.
    package subscript(key: String) -> Element? {
        get { places[key].map { elements[$0] } }
        set {
            switch (places[key], newValue) {
            case (let place?, let element?): elements[place] = element
            case (nil, let element?):
                places[key] = elements.count
                keys.append(key)
                elements.append(element)
            case (let place?, nil):
                keys.remove(at: place)
                elements.remove(at: place)
                places[key] = nil
                for index in place..<keys.count { places[keys[index]] = index }
            case (nil, nil): break
            }
        }
    }

    package func index(of key: String) -> Int? { places[key] }

    package subscript(position: Int) -> Element { elements[position] }

    package var startIndex: Int { 0 }
    package var endIndex: Int { elements.count }
}
