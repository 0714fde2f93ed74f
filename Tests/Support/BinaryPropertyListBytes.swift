/// Creates the bytes of binary property lists, also of invalid ones.
public enum BinaryPropertyListBytes {
    /// Returns a property list of these objects, the first of which contains the others.
    ///
    /// - Parameter referenceSize: The number of bytes of each reference in the objects.
    public static func of(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var table: [UInt8] = []
        for object in objects {
            table += number(bytes.count)
            bytes += object
        }
        let tableStart = bytes.count
        bytes += table + [0, 0, 0, 0, 0, 0, 4, referenceSize]
        for value in [objects.count, 0, tableStart] { bytes += [0, 0, 0, 0] + number(value) }
        return bytes
    }

    /// Returns a string, data or an array: an object with a length.
    public static func sized(_ kind: UInt8, _ count: Int, _ content: [UInt8]) -> [UInt8] {
        [kind << 4 | 0xF, 0x12] + number(count) + content
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
