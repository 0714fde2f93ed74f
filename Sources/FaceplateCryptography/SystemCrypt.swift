#if canImport(Glibc)
    import Glibc
#endif

/// The yescrypt of the system's libcrypt, found when the program runs, so that no system needs it.
struct SystemCrypt: Sendable {
    /// `nil` on systems without libxcrypt, or whose version has no yescrypt.
    static let shared = load()

    #if canImport(Glibc)
        private typealias Hash =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, CInt
            ) -> UnsafeMutablePointer<CChar>?
        private typealias Salt =
            @convention(c) (
                UnsafePointer<CChar>, CUnsignedLong, UnsafePointer<CChar>?, CInt,
                UnsafeMutablePointer<CChar>, CInt
            ) -> UnsafeMutablePointer<CChar>?

        /// The cost of new hashes: 64 MiB and about 80 ms.
        private static let cost: CUnsignedLong = 7
        /// The size of `struct crypt_data`, which its manual fixes.
        private static let dataSize = 32_768
        /// More than `CRYPT_GENSALT_OUTPUT_SIZE`.
        private static let settingSize = 256

        private let crypt: Hash
        private let gensalt: Salt

        private static func load() -> SystemCrypt? {
            for name in ["libcrypt.so.1", "libcrypt.so.2"] {
                // The library stays loaded as long as the program runs.
                guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL),
                    let crypt = dlsym(library, "crypt_rn"),
                    let gensalt = dlsym(library, "crypt_gensalt_rn")
                else { continue }
                let functions = SystemCrypt(
                    crypt: unsafeBitCast(crypt, to: Hash.self),
                    gensalt: unsafeBitCast(gensalt, to: Salt.self))
                if functions.newSetting() != nil { return functions }
            }
            return nil
        }

        func newHash(of password: String) -> String? {
            newSetting().flatMap { hash(of: password, like: $0) }
        }

        /// `nil` if the library refuses, for example for a method that it does not know.
        func hash(of password: String, like hash: String) -> String? {
            let data = UnsafeMutableRawPointer.allocate(byteCount: Self.dataSize, alignment: 16)
            defer {
                // It contains the password.
                explicit_bzero(data, Self.dataSize)
                data.deallocate()
            }
            explicit_bzero(data, Self.dataSize)
            guard let made = crypt(password, hash, data, CInt(Self.dataSize)), made[0] == 0x24
            else { return nil }
            return String(cString: made)
        }

        private func newSetting() -> String? {
            var setting = [CChar](repeating: 0, count: Self.settingSize)
            // Without bytes of the caller, the library takes them from the system's generator.
            guard gensalt("$y$", Self.cost, nil, 0, &setting, CInt(setting.count)) != nil else {
                return nil
            }
            return setting.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
        }
    #else
        private static func load() -> SystemCrypt? { nil }

        func newHash(of password: String) -> String? { nil }

        func hash(of password: String, like hash: String) -> String? { nil }
    #endif
}
