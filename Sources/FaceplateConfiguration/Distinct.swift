import Configuration

/// The lookups of a sequence, without those that are like the one before.
struct Distinct<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element == Result<LookupResult, any Error>, Base.Failure == Never {
    typealias Element = Base.Element
    typealias Failure = Never

    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        private var base: Base.AsyncIterator
        private var last: Element?

        init(base: Base.AsyncIterator) {
            self.base = base
        }

        mutating func next() async -> Element? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while let element = await base.next(isolation: actor) {
                if let last, Self.isSame(last, element) { continue }
                last = element
                return element
            }
            return nil
        }

        private static func isSame(_ left: Element, _ right: Element) -> Bool {
            switch (left, right) {
            case (.success(let left), .success(let right)): left == right
            case (.failure(let left), .failure(let right)): "\(left)" == "\(right)"
            default: false
            }
        }
    }
}
