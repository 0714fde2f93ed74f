/// How much may be read of one property list, or of many files together.
///
/// A binary one of a few bytes may refer to a long text a million times, so what is referred to is
/// counted each time, values and bytes.
package struct PropertyListBudget: Sendable {
    /// Why no more is read; `nil` while there is room.
    package private(set) var refusal: String?
    /// What the sentences are about: `It`, `The bundle`.
    private let owner: String
    private let maximum: (values: Int, bytes: Int)
    private var left: (values: Int, bytes: Int)

    /// - Parameters:
    ///   - values: how many values there may be.
    ///   - bytes: how many bytes of texts and data.
    package init(values: Int = 1_000_000, bytes: Int = 64 << 20, of owner: String = "It") {
        self.owner = owner
        maximum = (values, bytes)
        left = maximum
    }

    /// Takes room for one value.
    ///
    /// - Returns: why there is none; `nil` where there is.
    mutating func takeValue() -> String? {
        guard refusal == nil else { return refusal }
        guard left.values > 0 else { return refuse("\(maximum.values) values") }
        left.values -= 1
        return nil
    }

    /// Takes room for texts or data.
    ///
    /// - Returns: why there is none; `nil` where there is.
    package mutating func take(bytes count: Int) -> String? {
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
