import Faceplate

/// Several fields of a form can have the same name.
struct FormField: Sendable, Equatable {
    let name: String
    var value = ""
    /// The name of an uploaded file; `nil` for a plain field, empty when no file was chosen.
    var fileName: String?
    /// As the sender states it for a file; empty when it states none.
    var mediaType = ""
    var data: [UInt8] = []
}

extension [FormField] {
    subscript(name: String) -> String? { last { $0.name == name }?.value }
}

extension String {
    func halves(at separator: Character) -> (first: String, second: String?) {
        let parts = split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }
}

struct FormError: SpokenError, Equatable {
    /// 400 for a malformed body, 413 for too many fields, 415 for an unsupported media type.
    let status: Int
    /// The error, the byte of the body at which it is (from 0), and what would be accepted.
    let message: String

    var description: String { message }

    var code: String {
        switch status {
        case 413: "too_large"
        case 415: "unsupported_media_type"
        default: "malformed"
        }
    }
}

/// Splits fields as the WHATWG's parser does, but rejects what that one repairs: malformed percent sequences and text
/// that is not UTF-8.
///
/// NUL is accepted here; the rules of a setting decide later which characters a value can have.
enum FormDecoder {
    private static let urlEncoded = "application/x-www-form-urlencoded"

    static func decode(
        _ body: [UInt8], contentType: String, fieldLimit: Int
    ) throws(FormError) -> [FormField] {
        // Nearly every form has this type as it is, which needs no parser.
        if contentType == urlEncoded { return try decodeURLEncoded(body, fieldLimit: fieldLimit) }
        guard let type = ParameterisedHeader(contentType.utf8) else {
            throw FormError(
                status: 415, message: "The Content-Type is missing or malformed. " + accepted)
        }
        try checkCharset(of: type, in: "form")
        switch type.value {
        case urlEncoded:
            return try decodeURLEncoded(body, fieldLimit: fieldLimit)
        case "multipart/form-data":
            var reader = try MultipartReader(body, type: type, fieldLimit: fieldLimit)
            return try reader.fields()
        default:
            throw FormError(status: 415, message: "A form cannot be '\(type.value)'. " + accepted)
        }
    }

    static func decodeURLEncoded(
        _ bytes: some Collection<UInt8>, fieldLimit: Int
    ) throws(FormError) -> [FormField] {
        let bytes = Array(bytes)
        var fields: [FormField] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = try text(part[..<equals], what: "The name")
            let value = try text(part[equals...].dropFirst(), what: "The value of '\(name)'")
            // A field without a name cannot be intended.
            guard !name.isEmpty else { continue }
            try checkCount(fields.count + 1, limit: fieldLimit)
            fields.append(FormField(name: name, value: value))
        }
        return fields
    }

    static func checkCount(_ count: Int, limit: Int) throws(FormError) {
        guard count > limit else { return }
        throw FormError(
            status: 413, message: "The form has more than \(limit) fields. Send fewer at a time.")
    }

    static func checkCharset(
        of type: ParameterisedHeader, in what: String
    ) throws(FormError) {
        guard let charset = type.parameter("charset") else { return }
        let lowered = charset.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if lowered.elementsEqual("utf-8".utf8) || lowered.elementsEqual("utf8".utf8) { return }
        throw FormError(
            status: 415,
            message: "The \(what) names a charset other than UTF-8. Send UTF-8.")
    }

    private static let accepted =
        "Send application/x-www-form-urlencoded or multipart/form-data."

    private static func text(_ part: ArraySlice<UInt8>, what: String) throws(FormError) -> String {
        let decoded = try percentDecoded(part)
        if let text = String(validating: decoded, as: UTF8.self) { return text }
        throw FormError(
            status: 400, message: "\(what) at byte \(part.startIndex) is not UTF-8. Send UTF-8.")
    }

    private static func percentDecoded(_ part: ArraySlice<UInt8>) throws(FormError) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(part.count)
        var index = part.startIndex
        while index < part.endIndex {
            switch part[index] {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard part.endIndex - index > 2, let high = part[index + 1].hexadecimalValue,
                    let low = part[index + 2].hexadecimalValue
                else {
                    throw FormError(
                        status: 400,
                        message:
                            "The percent sequence at byte \(index) is broken. Write '%' and two "
                            + "hexadecimal digits, and '%25' for the character '%'.")
                }
                decoded.append(high << 4 | low)
                index += 2
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        return decoded
    }
}
