/// A limit for the amount of data that is read from one property list, or from many files together.
///
/// A small binary list can refer to a long string a million times. Values and bytes are therefore counted at each
/// reference.
package struct PropertyListBudget: Sendable {
    package private(set) var refusal: String?
    /// The subject of the messages: `It`, `The bundle`.
    private let owner: String
    private let maximum: (values: Int, bytes: Int)
    private var left: (values: Int, bytes: Int)

    package init(values: Int = 1_000_000, bytes: Int = 64 << 20, of owner: String = "It") {
        self.owner = owner
        maximum = (values, bytes)
        left = maximum
    }

    /// - Returns: the reason why it exceeds the limit; `nil` if it does not.
    mutating func countValue() -> String? {
        guard refusal == nil else { return refusal }
        guard left.values > 0 else { return refuse("\(maximum.values) values") }
        left.values -= 1
        return nil
    }

    /// - Returns: the reason why they exceed the limit; `nil` if they do not.
    package mutating func count(bytes count: Int) -> String? {
        guard refusal == nil else { return refusal }
        guard count <= left.bytes else { return refuse("\(maximum.bytes) bytes") }
        left.bytes -= count
        return nil
    }

    private mutating func refuse(_ limit: String) -> String? {
        refusal = "\(owner) has over \(limit), each counted as often as it is referred to."
        return refusal
    }
}
