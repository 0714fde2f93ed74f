import Foundation

/// A generated file, written only if it changes, so that builds do not repeat work.
public enum GeneratedFile {
    /// The first lines of each generated file.
    static let head = "// swift-format-ignore-file\n// Made from "

    /// Writes text to a file, and creates missing parent folders.
    ///
    /// - Returns: True when the content of the file changed.
    /// - Throws: `GeneratorError` if the path has a file that was not generated; the error of the
    ///   file system.
    @discardableResult
    public static func write(_ text: String, to path: String) throws -> Bool {
        let url = URL(filePath: path)
        let data = Data(text.utf8)
        if FileManager.default.fileExists(atPath: path) {
            let old = try Data(contentsOf: url)
            if old == data { return false }
            guard old.isEmpty || old.starts(with: Data(head.utf8)) else {
                throw GeneratorError(problems: [
                    "'\(path)' was not made by faceplate and is left as it is. Name another file."
                ])
            }
        }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url, options: .atomic)
        return true
    }
}
