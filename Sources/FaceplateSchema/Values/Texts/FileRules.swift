/// The rules of a small file: the value of `edit_file`.
///
/// The value is a record of three strings: `name`, `type` (a media type) and `data` (base64). The
/// media type comes from the sender and is not verified: do not rely on it.
package struct FileRules: ValueRules, Equatable {
    /// The maximum size in bytes.
    package let maximumSize: Int
    /// The accepted media types (`image/png`, `image/*`) and file name extensions (`.pem`).
    ///
    /// A file must match one of them; any file is accepted if there are none.
    package let types: [String]

    /// The maximum length of a name in UTF-8 bytes: the limit of common file systems.
    package static let maximumNameLength = 255

    private static let unknownType = "application/octet-stream"

    /// - Parameter maximumSize: In bytes. It is not limited here: the 4 MiB of schemas are a check of schemas.
    package init(maximumSize: Int, types: [String] = []) {
        self.maximumSize = maximumSize
        self.types = types
    }

    /// - Parameters:
    ///   - name: The file name from the sender; folders are removed.
    ///   - type: The media type from the sender; parameters are removed.
    /// - Throws: The problem, if the file is too large, has another type or has no usable name.
    package func value(name: String, type: String, bytes: [UInt8]) throws(ValueProblem) -> Value {
        let name = try Self.baseName(name)
        let type = Self.mediaType(type)
        if let problem = problem(name: name, type: type, size: bytes.count) { throw problem }
        return Self.record(name: name, type: type, data: Base64.text(of: bytes))
    }

    package static func file(of value: Value) -> (name: String, type: String, bytes: [UInt8])? {
        guard let (name, type, data) = parts(of: value), let bytes = Base64.bytes(of: data) else {
            return nil
        }
        return (name, type, bytes)
    }

    package var longestFormSize: Int? { maximumSize.multiplied(by: 7) / 5 }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if TextLines.isBlank(text) { throw ValueProblem(.required) }
        guard let json = try? JSONReader.read(text) else { throw ValueProblem(.notAFile) }
        return try value(fromJSON: json)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let object = json.object, let name = object["name"]?.string,
            let type = object["type"]?.string, let data = object["data"]?.string
        else { throw ValueProblem(.notAFile) }
        let parts = ["name", "type", "data"]
        if let other = object.members.first(where: { !parts.contains($0.name) }) {
            throw ValueProblem(
                .unknownPart, ["part": other.name, "parts": parts.joined(separator: ", ")])
        }
        guard Base64.bytes(of: data) != nil else { throw ValueProblem(.notAFile) }
        return Self.record(
            name: try Self.baseName(name), type: Self.mediaType(type), data: data)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard let (name, type, data) = Self.parts(of: value) else { return ValueProblem(.notAFile) }
        return problem(name: name, type: type, size: Base64.count(of: data))
    }

    private func problem(name: String, type: String, size: Int) -> ValueProblem? {
        guard size <= maximumSize else {
            return ValueProblem(
                .tooLargeFile, ["size": String(size), "maximum": String(maximumSize)])
        }
        guard types.isEmpty || types.contains(where: { accepts($0, name: name, type: type) }) else {
            return ValueProblem(
                .fileType, ["types": types.joined(separator: ", "), "type": type, "name": name])
        }
        return nil
    }

    private func accepts(_ accepted: String, name: String, type: String) -> Bool {
        let accepted = accepted.lowercased()
        if accepted.utf8.first == UInt8(ascii: ".") { return name.lowercased().hasSuffix(accepted) }
        if accepted == "*/*" { return true }
        return accepted.hasSuffix("/*") ? type.hasPrefix(accepted.dropLast()) : type == accepted
    }

    private static func record(name: String, type: String, data: String) -> Value {
        .record(["name": .text(name), "type": .text(type), "data": .text(data)])
    }

    private static func parts(of value: Value) -> (name: String, type: String, data: String)? {
        guard case .record(let parts) = value, parts.count == 3,
            case .text(let name) = parts["name"], case .text(let type) = parts["type"],
            case .text(let data) = parts["data"]
        else { return nil }
        return (name, type, data)
    }

    /// Returns the last component of a path of any operating system.
    private static func baseName(_ path: String) throws(ValueProblem) -> String {
        let last =
            path.utf8.split(
                omittingEmptySubsequences: false,
                whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
            ).last ?? path.utf8[...]
        let name = TextLines.trimmed(String(Substring(last)))
        let isControl = { (scalar: UnicodeScalar) in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                || scalar.value == 0x2028 || scalar.value == 0x2029
        }
        if let place = name.unicodeScalars.enumerated().first(where: { isControl($0.element) }) {
            throw ValueProblem(.controlCharacter, ["position": String(place.offset + 1)])
        }
        guard !["", ".", ".."].contains(name), name.utf8.count <= maximumNameLength else {
            throw ValueProblem(.notAFile, ["name": name])
        }
        return name
    }

    /// A malformed type (RFC 9110, section 8.3.1) becomes the type of unknown bytes.
    private static func mediaType(_ text: String) -> String {
        let type = TextLines.trimmed(
            String(Substring(text.utf8.prefix { $0 != UInt8(ascii: ";") }))
        ).lowercased()
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, type.utf8.count <= 127,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isToken) })
        else { return unknownType }
        return type
    }
}
