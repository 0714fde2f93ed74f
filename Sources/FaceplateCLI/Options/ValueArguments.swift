import ArgumentParser
import FaceplateSchema
import Foundation

struct FileArgument {
    /// The value: the name of the file, the media type for its ending, and its bytes in Base64.
    let json: JSONValue

    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "svg": "image/svg+xml", "pdf": "application/pdf",
        "txt": "text/plain", "csv": "text/csv", "html": "text/html", "json": "application/json",
        "xml": "application/xml", "zip": "application/zip", "gz": "application/gzip",
        "pem": "application/x-pem-file",
    ]

    /// - Parameter maximumSize: The largest accepted size in bytes. At most one byte more is read, which
    ///   is enough to reject the file.
    init(path: String, maximumSize: Int) throws(Failure) {
        let data: Data
        do throws(RegularFile.Refusal) {
            data = try Data(RegularFile(path).bytes(upTo: maximumSize))
        } catch {
            throw Failure(error, path)
        }
        let name = Self.name(of: path)
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        json = [
            "name": .text(name),
            "type": .text(Self.types[ending] ?? "application/octet-stream"),
            "data": .text(data.base64EncodedString()),
        ]
    }

    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

struct KeyValuePair {
    let key: String
    let value: String

    init(_ text: String) throws {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign > text.startIndex else {
            throw ValidationError("'\(text)' is not a key with a value. Write KEY=VALUE.")
        }
        key = String(text[..<sign])
        value = String(text[text.utf8.index(after: sign)...])
    }
}
