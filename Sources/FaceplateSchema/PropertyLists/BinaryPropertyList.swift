/// Reads the binary form, `bplist00`.
///
/// All offsets, lengths and numbers are untrusted and checked against the size of the file.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let referenceSize: Int
    private let offsetSize: Int
    private let objectCount: Int
    private let tableStart: Int
    private var budget = PropertyListBudget()

    static func read(
        _ bytes: [UInt8], _ budget: inout PropertyListBudget
    ) throws(PropertyListError) -> PropertyList {
        var (list, top) = try open(bytes)
        list.budget = budget
        defer { budget = list.budget }
        return try list.object(top, depth: 0)
    }

    private static let trailerSize = 32

    private static func open(
        _ bytes: [UInt8]
    ) throws(PropertyListError) -> (BinaryPropertyList, top: Int) {
        guard bytes.starts(with: "bplist0".utf8) else {
            throw PropertyListError("Only binary property lists of version 0 can be read.")
        }
        guard bytes.count >= 8 + trailerSize else { throw damaged }
        let trailer = bytes.count - trailerSize
        let list = BinaryPropertyList(
            bytes: bytes, referenceSize: Int(bytes[trailer + 7]),
            offsetSize: Int(bytes[trailer + 6]), objectCount: number(bytes, trailer + 8, 8) ?? 0,
            tableStart: number(bytes, trailer + 24, 8) ?? 0)
        let (size, isTooLarge) = list.objectCount.multipliedReportingOverflow(by: list.offsetSize)
        guard let top = number(bytes, trailer + 16, 8), (1...8).contains(list.offsetSize),
            (1...8).contains(list.referenceSize), !isTooLarge, list.objectCount > 0,
            list.tableStart >= 8, list.tableStart <= trailer, size <= trailer - list.tableStart
        else { throw damaged }
        return (list, top)
    }

    private static let damaged = PropertyListError(
        "The file starts like a binary property list, but is damaged or cut off.")

    /// Big-endian; `nil` if it is outside the bytes or too large for `Int`.
    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
        guard place >= 0, size >= 0, size <= 8, place <= bytes.count - size else { return nil }
        let number = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: number)
    }

    // MARK: - Objects

    private mutating func object(_ index: Int, depth: Int) throws(PropertyListError) -> PropertyList
    {
        guard depth <= PropertyListReader.maximumDepth else {
            throw PropertyListError(
                "Its values are more than \(PropertyListReader.maximumDepth) levels deep.")
        }
        if let refusal = budget.countValue() { throw PropertyListError(refusal) }
        guard index < objectCount,
            let place = Self.number(bytes, tableStart + index * offsetSize, offsetSize),
            place >= 8, place < tableStart
        else { throw Self.damaged }
        let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 15))
        switch kind {
        case 0x0 where low == 8 || low == 9: return .value(.boolean(low == 9))
        case 0x1: return try integer(place, low)
        case 0x2: return try real(place, low)
        case 0x3 where low == 3: return try date(place)
        case 0x8: return try identifier(place, low)
        case 0x4...0x7, 0xA, 0xD: return try sized(kind, place, low, depth: depth)
        default: throw PropertyListError("It contains a value of an unknown kind.")
        }
    }

    private mutating func sized(
        _ kind: UInt8, _ place: Int, _ low: Int, depth: Int
    ) throws(PropertyListError) -> PropertyList {
        let (start, count) = try length(place, low)
        switch kind {
        case 0x4: return .data(Array(try content(start, count, of: 1)))
        case 0x5, 0x7:
            guard let text = String(validating: try content(start, count, of: 1), as: UTF8.self)
            else {
                throw Self.damaged
            }
            return .text(text)
        case 0x6:
            let bytes = Array(try content(start, count, of: 2))
            let units = stride(from: 0, to: bytes.count, by: 2).map { place -> UInt16 in
                let high = UInt16(bytes[place]) << 8
                return high | UInt16(bytes[place + 1])
            }
            guard let text = String(validating: units, as: UTF16.self) else { throw Self.damaged }
            return .text(text)
        case 0xA: return .array(try objects(start, count, depth: depth))
        default:
            let keys = try objects(start, count, depth: depth)
            let values = try objects(start + count * referenceSize, count, depth: depth)
            return .dictionary(PropertyList.Dictionary(try zip(keys, values).map(Self.entry)))
        }
    }

    private static func entry(
        _ key: PropertyList, _ value: PropertyList
    ) throws(PropertyListError) -> PropertyList.Entry {
        guard let text = key.text else { throw damaged }
        return PropertyList.Entry(text, value)
    }

    private mutating func objects(
        _ start: Int, _ count: Int, depth: Int
    ) throws(PropertyListError) -> [PropertyList] {
        _ = try slice(start, count, of: referenceSize)
        var objects: [PropertyList] = []
        for place in 0..<count {
            guard let index = Self.number(bytes, start + place * referenceSize, referenceSize)
            else {
                throw Self.damaged
            }
            objects.append(try object(index, depth: depth + 1))
        }
        return objects
    }

    private func length(
        _ place: Int, _ low: Int
    ) throws(PropertyListError) -> (start: Int, count: Int) {
        guard low == 15 else { return (place + 1, low) }
        guard place + 1 < bytes.count, bytes[place + 1] >> 4 == 1, bytes[place + 1] & 15 <= 3,
            case let size = 1 << Int(bytes[place + 1] & 15),
            let count = Self.number(bytes, place + 2, size)
        else { throw Self.damaged }
        return (place + 2 + size, count)
    }

    /// They count against the budget at each reference.
    private mutating func content(
        _ start: Int, _ count: Int, of size: Int
    ) throws(PropertyListError) -> ArraySlice<UInt8> {
        let bytes = try slice(start, count, of: size)
        if let refusal = budget.count(bytes: bytes.count) { throw PropertyListError(refusal) }
        return bytes
    }

    private func slice(
        _ start: Int, _ count: Int, of size: Int
    ) throws(PropertyListError) -> ArraySlice<UInt8> {
        let (length, isTooLong) = count.multipliedReportingOverflow(by: size)
        guard !isTooLong, start >= 0, start <= bytes.count, length <= bytes.count - start else {
            throw Self.damaged
        }
        return bytes[start..<start + length]
    }

    // MARK: - Numbers

    private func integer(_ place: Int, _ low: Int) throws(PropertyListError) -> PropertyList {
        // Numbers from 2^63 are written in 16 bytes.
        guard low <= 4 else { throw Self.damaged }
        let digits = Array(try slice(place + 1, 1 << low, of: 1))
        let bits = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if low == 3 { return .value(.integer(Int64(bitPattern: bits))) }
        let isWide = digits.dropLast(8).contains { $0 != 0 && $0 != 0xFF }
        if low == 4, digits[0] == 0xFF, !isWide {
            return .value(.integer(Int64(bitPattern: bits)))
        }
        guard !isWide, let number = ExactDecimal(String(bits)) else {
            throw PropertyListError("It contains a whole number of over 64 bits.")
        }
        return .value(Value(number))
    }

    private func real(_ place: Int, _ low: Int) throws(PropertyListError) -> PropertyList {
        guard low == 2 || low == 3 else { throw Self.damaged }
        let bits = try slice(place + 1, 1 << low, of: 1).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The shortest text that identifies the number: 0.1 stays 0.1 even as a 32-bit float.
        let text =
            low == 2
            ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))"
            : "\(Double(bitPattern: bits))"
        return .value(.real(text))
    }

    /// Stored as seconds since 2001.
    private func date(_ place: Int) throws(PropertyListError) -> PropertyList {
        let bits = try slice(place + 1, 8, of: 1).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let seconds = Double(bitPattern: bits).rounded(.down) + 978_307_200
        guard let whole = Int(exactly: seconds), let time = CivilDateTime(secondsSince1970: whole)
        else {
            throw PropertyListError("It contains a date outside the years 1 to 9999.")
        }
        return .date(time)
    }

    /// Reads a reference of a keyed archive, and returns it in the form that XML uses.
    private func identifier(_ place: Int, _ low: Int) throws(PropertyListError) -> PropertyList {
        guard let number = Self.number(bytes, place + 1, low + 1) else { throw Self.damaged }
        let entry = PropertyList.Entry("CF$UID", .value(.integer(Int64(number))))
        return .dictionary(PropertyList.Dictionary([entry]))
    }
}
