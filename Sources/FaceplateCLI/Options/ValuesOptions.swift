import ArgumentParser
import FaceplateImport
import FaceplateSchema

struct PassPhraseFile {
    /// The content without the line end after it.
    let passPhrase: String

    private static let maximumSize = 4_096

    /// - Throws: `Failure` if the file cannot be read, is empty, or contains more than one line.
    init(_ path: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(path)
            bytes = try file.bytes(upTo: Self.maximumSize)
            if !file.isPrivate {
                StandardStreams.say(
                    "Warning: other users can read the pass phrase file '\(path)'. Run: chmod 600 "
                        + ShellWords.quoted(path))
            }
        } catch {
            throw Failure(.refused, "The pass phrase file '\(path)' cannot be read.")
        }
        guard bytes.count <= Self.maximumSize,
            let text = String(validating: bytes, as: UTF8.self)?.withoutFinalLineBreak,
            !text.isEmpty, !text.contains(where: \.isNewline)
        else {
            throw Failure(
                .refused, "The pass phrase file '\(path)' must be one line of UTF-8 text.")
        }
        passPhrase = text
    }
}

struct ValuesFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The format of the file. (default: by the ending of its name)",
            valueName: ValuesFormat.allCases.map(\.rawValue).joined(separator: "|")),
        transform: Self.format)
    var format: ValuesFormat?

    private static func format(_ text: String) throws -> ValuesFormat {
        guard let format = ValuesFormat(rawValue: text) else {
            let names = ValuesFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is not a format. Use one of \(names).")
        }
        return format
    }
}
