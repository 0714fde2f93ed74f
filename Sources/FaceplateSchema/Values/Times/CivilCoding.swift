private protocol OneText: LosslessStringConvertible, Codable {
    static var expectation: String { get }
}

extension OneText {
    fileprivate static func read(from decoder: any Decoder) throws -> Self {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Expected \(expectation).")
        }
        return value
    }

    fileprivate func write(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension CivilDate: OneText {
    fileprivate static var expectation: String { "a day such as 2026-11-20" }

    /// Reads the canonical form.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

    /// Writes the canonical form.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}

extension CivilDateTime: OneText {
    fileprivate static var expectation: String { "a day with a time such as 2026-11-20T07:30" }

    /// Reads the canonical form.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

    /// Writes the canonical form.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}

extension ClockTime: OneText {
    fileprivate static var expectation: String { "a time such as 07:30" }

    /// Reads the canonical form.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws { self = try Self.read(from: decoder) }

    /// Writes the canonical form.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}
