/// Each burst checks the capacity once and then copies bytes.
///
/// Appending small pieces to an array checks uniqueness and capacity for each piece, which took most of the time of a
/// page.
struct ByteBuffer: Sendable {
    /// The allocated bytes; longer than `count`, so that a burst has free space.
    private var storage: [UInt8] = []
    private(set) var count = 0

    var bytes: [UInt8] { Array(storage[..<count]) }

    init(reservingCapacity capacity: Int) {
        if capacity > 0 { grow(by: capacity) }
    }

    mutating func take() -> [UInt8] {
        var bytes: [UInt8] = []
        swap(&bytes, &storage)
        bytes.removeLast(bytes.count - count)
        count = 0
        return bytes
    }

    func part(from start: Int) -> ByteBuffer {
        var part = ByteBuffer(reservingCapacity: 0)
        part.storage = Array(storage[start..<count])
        part.count = count - start
        return part
    }

    /// Calls `burst`, which can write at most `room` bytes.
    @inline(__always)
    mutating func write(room: Int, _ burst: (inout Cursor) -> Void) {
        if storage.count - count < room { grow(by: room) }
        count += storage.withUnsafeMutableBufferPointer { storage in
            var cursor = Cursor(room: UnsafeMutableBufferPointer(rebasing: storage[count...]))
            burst(&cursor)
            return cursor.count
        }
    }

    mutating func append(_ other: ByteBuffer) {
        other.storage.withUnsafeBufferPointer { source in
            let written = UnsafeBufferPointer(rebasing: source[..<other.count])
            write(room: written.count) { $0.put(written) }
        }
    }

    func withBytes<T>(from start: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<count])) }
    }

    mutating func truncate(to end: Int) {
        precondition(end >= 0 && end <= count)
        count = end
    }

    @inline(never)
    private mutating func grow(by room: Int) {
        let size = max(count + room, storage.count * 2)
        storage = Array(unsafeUninitializedCapacity: size) { bytes, initialized in
            let free = storage.withUnsafeBufferPointer { old in
                bytes[..<count].initialize(fromContentsOf: old[..<count])
            }
            bytes[free...].initialize(repeating: 0)
            initialized = size
        }
    }
}

/// A write position in memory, with an end that it never passes.
struct Cursor {
    let room: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    @inline(__always)
    mutating func put(_ byte: UInt8) {
        precondition(count < room.count)
        room[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, let start = room.baseAddress else { return }
        precondition(bytes.count <= room.count - count)
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { put($0) }
    }
}
