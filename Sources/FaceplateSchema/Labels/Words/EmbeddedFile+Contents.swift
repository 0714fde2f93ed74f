package import CEmbeddedFiles

extension EmbeddedFile {
    package var contents: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
