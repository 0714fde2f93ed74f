#if FACEPLATE_FUZZING
    import Foundation

    extension FuzzReaders {
        /// The target of this process: libFuzzer calls a global function without context.
        nonisolated(unsafe) fileprivate static var target: Target?

        /// Runs libFuzzer, which chooses inputs by the code they reach; ends the process.
        static func fuzz(_ reader: Reader, _ options: [String]) throws -> Never {
            target = try Target(reader)
            var words: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + options).map {
                strdup($0)
            }
            var count = Int32(words.count)
            words.append(nil)
            let code = words.withUnsafeMutableBufferPointer { buffer in
                var base = buffer.baseAddress
                return withUnsafeMutablePointer(to: &base) { runDriver(&count, $0, testOneInput) }
            }
            target = nil
            exit(code)
        }
    }

    /// Required by libFuzzer's `main`, which is replaced here.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
        do {
            try FuzzReaders.target?.read(
                Array(UnsafeBufferPointer(start: bytes, count: size)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    }

    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32
#endif
