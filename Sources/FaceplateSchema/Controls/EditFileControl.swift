enum EditFileControl: ControlDefinition {
    static let summary = "A small file."
    static let attributes =
        [
            AttributeDefinition(
                "itemFileTypes", .texts,
                "The files that are accepted: media types such as 'image/png' or 'image/*', endings such as '.pem'."
            ),
            AttributeDefinition(
                "itemMaximumSize", .count(from: 1),
                "The most bytes of a file, up to 4 MiB; 64 KiB by default.",
                schema: [
                    "type": "integer", "minimum": 1,
                    "maximum": JSONValue(integerLiteral: Int64(largestSize)),
                ]),
            .itemRequired, .itemValueMap, .itemSynced, .itemKeepWithin,
        ] + AttributeDefinition.ofEachSetting
    static let traits = ControlTraits(operand: .parts)
    static var item: any ItemDeclaration.Type { EditFile.self }

    /// In bytes.
    static let usualSize = 64 * 1024
    /// In bytes; the most that a schema can set.
    static let largestSize = 4 * 1024 * 1024
    /// In bytes: in base64, such a file fits into one request of the cluster and leaves room for other values.
    static let largestSyncedSize = 256 * 1024

    static func problems(with item: SchemaDocument.Item) -> [SchemaProblem] {
        item.node.strings("itemFileTypes").filter { !isType($0) }.map { type in
            item.node.problem(
                "itemFileTypes",
                "'\(type)' matches no file. Write a media type such as 'image/png' or 'image/*', or an "
                    + "ending such as '.png'; several of them are a list.")
        }
    }

    private static func isType(_ text: String) -> Bool {
        if text.utf8.first == UInt8(ascii: ".") {
            return text.utf8.count > 1
                && !text.utf8.contains { $0 <= 0x20 || ",;/\\*".utf8.contains($0) }
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, text == "*/*" || !parts[0].contains(UInt8(ascii: "*")) else {
            return false
        }
        return parts[1].elementsEqual("*".utf8) && !parts[0].isEmpty
            || parts.allSatisfy {
                !$0.isEmpty && $0.allSatisfy(\.isToken) && !$0.contains(UInt8(ascii: "*"))
            }
    }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        FileRules(
            maximumSize: item.node.count("itemMaximumSize") ?? usualSize,
            types: item.node.strings("itemFileTypes"))
    }
}

/// A file: its name, its media type and its bytes.
public struct EditFile: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a file, of at most 64 KiB unless `maximumSize` is set.
    ///
    /// It is stored in the database, and every version of it in the history.
    public init(_ key: String? = nil, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.editFile, key, nil, file, line)
    }

    /// Sets the accepted media types (`image/png`, `image/*`) and file name extensions (`.pem`).
    ///
    /// The sender states the media type, and it is not verified: do not rely on it.
    public func types(_ types: String...) -> Self { with("itemFileTypes", types) }

    /// Sets the maximum size in bytes: 64 KiB by default, 4 MiB at most.
    ///
    /// A file that machines share (`synced`) has 256 KiB at most.
    public func maximumSize(_ bytes: Int) -> Self { with("itemMaximumSize", bytes) }
}
