/// A comparison of the parts of a request head, as libmicrohttpd reports them, with the bytes that it read.
///
/// libmicrohttpd 0.9.75 ends a head at a line that begins with NUL, and at one that begins with a colon; it then reads
/// the rest as the next request. It cuts names and values at NUL, and moves the name of a folded header elsewhere. It
/// replaces each line end, and the colon after each name, with zeros, and leaves all other bytes in place. Any other
/// byte between two parts was therefore left out of them.
struct HeadLayout {
    private(set) var isWhole = true
    private var place: UInt = 0
    private var end: UInt = 0
    /// The number of bytes of each line end: two, or one for bare line feeds.
    private var lineEnd: UInt?

    init() {}

    init(from start: UInt, to end: UInt) {
        place = start
        self.end = end
        isWhole = start <= end
    }

    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard isWhole else { return }
        let zeros = countZeros()
        isWhole = zeros == lineEnd ?? zeros && (zeros == 1 || zeros == 2)
        lineEnd = zeros
        skip(zeros)
        consume(name)
        // libmicrohttpd has replaced the colon with this zero.
        isWhole = isWhole && place < end && byte(at: place) == 0
        skip(1)
        while isWhole, place < end, byte(at: place) == 0x20 || byte(at: place) == 0x09 { skip(1) }
        consume(value)
    }

    mutating func finish() {
        guard isWhole else { return }
        let zeros = countZeros()
        isWhole =
            place &+ zeros == end
            && (lineEnd.map { zeros == $0 * 2 } ?? (zeros == 2 || zeros == 4))
    }

    private mutating func consume(_ part: UnsafeRawBufferPointer) {
        let isHere = UInt(bitPattern: part.baseAddress) == place
        isWhole = isWhole && isHere && UInt(part.count) <= end &- place
        skip(UInt(part.count))
    }

    private mutating func skip(_ count: UInt) { if isWhole { place &+= count } }

    private func countZeros() -> UInt {
        var count: UInt = 0
        while place &+ count < end, count < 5, byte(at: place &+ count) == 0 { count += 1 }
        return count
    }

    private func byte(at address: UInt) -> UInt8 {
        UnsafePointer<UInt8>(bitPattern: address)?.pointee ?? 1
    }
}
