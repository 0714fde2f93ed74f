import FaceplateSchema

/// A file that contains a pass phrase.
struct PassPhraseFile {
    /// The content without the line end after it.
    let passPhrase: String

    private static let maximumSize = 4_096

    /// Reads a file.
    ///
    /// - Throws: `Failure` if the file cannot be read, is empty, or contains more than one line.
    init(_ path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile(path).bytes(upTo: Self.maximumSize)
        } catch {
            throw Failure(.refused, "The pass phrase file '\(path)' cannot be read.")
        }
        guard bytes.count <= Self.maximumSize, var text = String(validating: bytes, as: UTF8.self)
        else {
            throw Failure(
                .refused, "The pass phrase file '\(path)' must be one line of UTF-8 text.")
        }
        // CR LF is one `Character`.
        if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
        guard !text.isEmpty, !text.contains(where: \.isNewline) else {
            throw Failure(
                .refused, "The pass phrase file '\(path)' must be one line of UTF-8 text.")
        }
        passPhrase = text
    }
}
