import CZlib

/// The gzip form of a content (RFC 1952), by zlib.
enum Gzip {
    /// `nil` when zlib has no memory.
    static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits are the largest window; 16 more ask for the head and end of gzip. With memory of level 7, a block is
        // shorter, and its codes fit it better.
        let isReady = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 7, Z_DEFAULT_STRATEGY,
            zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        guard isReady == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        let output = input.withUnsafeMutableBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? Int(stream.total_out) : 0
            }
        }
        return output.isEmpty ? nil : output
    }

    static func isAccepted(by request: some PanelRequest) -> Bool {
        var weight: Int?
        var others = 0
        for header in request.headers("accept-encoding") {
            for part in Array(header.utf8).split(separator: UInt8(ascii: ",")) {
                let encoding = WeightedName(part)
                if encoding.isNamed("gzip") || encoding.isNamed("x-gzip") {
                    weight = max(weight ?? 0, encoding.weight)
                } else if encoding.isNamed("*") {
                    others = encoding.weight
                }
            }
        }
        return weight ?? others > 0
    }
}
