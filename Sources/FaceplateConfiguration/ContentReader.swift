import Configuration
import Faceplate

struct ContentReader: Sendable {
    let bytesDecoder: any ConfigBytesFromStringDecoder

    /// `nil` if the value does not have the type.
    func content(_ value: Value, as type: ConfigType, rules: (any ValueRules)?) -> ConfigContent? {
        switch type {
        case .string: text(value, rules).map(ConfigContent.string)
        case .int: integer(value).map(ConfigContent.int)
        case .double: double(value).map(ConfigContent.double)
        case .bool: boolean(value).map(ConfigContent.bool)
        case .bytes: bytes(value).map(ConfigContent.bytes)
        case .stringArray:
            elements(value) { text($0, element(of: rules)) }
                .map(ConfigContent.stringArray)
        case .intArray: elements(value, integer).map(ConfigContent.intArray)
        case .doubleArray: elements(value, double).map(ConfigContent.doubleArray)
        case .boolArray: elements(value, boolean).map(ConfigContent.boolArray)
        case .byteChunkArray: elements(value, bytes).map(ConfigContent.byteChunkArray)
        }
    }

    /// Strings are unchanged, durations and sizes have units, numbers are in canonical form, and rows and
    /// files are JSON.
    private func text(_ value: Value, _ rules: (any ValueRules)?) -> String? {
        switch value {
        case .text(let text): text
        case .integer, .decimal:
            switch rules?.kind {
            case .duration(let rules): rules.fieldText(of: value, locale: nil)
            case .size(let rules): rules.fieldText(of: value, locale: nil)
            default: value.plainText
            }
        case .record: value.plainText
        case .list(let rows):
            if case .table? = rules?.kind {
                value.plainText
            } else {
                rows.contains { if case .record = $0 { true } else { false } }
                    ? value.plainText : nil
            }
        case .boolean, .null: nil
        }
    }

    private func element(of rules: (any ValueRules)?) -> (any ValueRules)? {
        if case .list(let rules)? = rules?.kind { rules.element } else { nil }
    }

    private func integer(_ value: Value) -> Int? {
        if case .integer(let number) = value { Int(exactly: number) } else { nil }
    }

    private func double(_ value: Value) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .decimal(let number): Double(number.description).flatMap { $0.isFinite ? $0 : nil }
        case .boolean, .text, .list, .record, .null: nil
        }
    }

    private func boolean(_ value: Value) -> Bool? {
        if case .boolean(let flag) = value { flag } else { nil }
    }

    private func bytes(_ value: Value) -> [UInt8]? {
        switch value {
        case .text(let text): bytesDecoder.decode(text)
        case .record: FileRules.file(of: value)?.bytes
        case .boolean, .integer, .decimal, .list, .null: nil
        }
    }

    private func elements<Element>(
        _ value: Value, _ read: (Value) -> Element?
    ) -> [Element]? {
        guard case .list(let values) = value else { return nil }
        let elements = values.compactMap(read)
        return elements.count == values.count ? elements : nil
    }
}
