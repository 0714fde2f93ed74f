/// A sequence that omits elements equal to their predecessor.
package struct Distinct<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Failure == Never {
    package typealias Element = Base.Element
    package typealias Failure = Never

    private let base: Base
    private let isSame: @Sendable (Element, Element) -> Bool

    /// Creates the sequence with a function that compares two elements.
    package init(_ base: Base, isSame: @escaping @Sendable (Element, Element) -> Bool) {
        self.base = base
        self.isSame = isSame
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), isSame: isSame)
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let isSame: @Sendable (Element, Element) -> Bool
        fileprivate var last: Element?

        package mutating func next() async -> Element? { await next(isolation: nil) }

        package mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let element = await base.next(isolation: actor) {
                if let last, isSame(last, element) { continue }
                last = element
                return element
            }
            return nil
        }
    }
}
