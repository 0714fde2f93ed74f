import FaceplateDocument
import FaceplateSchema

/// The values of a configuration file, which is read like one that a program has.
///
/// A file for an import is rejected where programs understand it differently: the text of a value must be certain.
extension ImportedValues {
    static func entries(of document: Document) throws(DocumentError) -> [Entry] {
        if document.root.isNull { return [] }
        guard case .map(let members) = document.root.content else {
            throw DocumentError(
                "The file contains one value or a list, where values by key were expected.",
                at: document.position(of: document.root))
        }
        return try members.map { member throws(DocumentError) in
            Entry(key: member.name, value: try value(of: member.node, document))
        }
    }

    private static func value(
        of node: DocumentNode, _ document: Document
    ) throws(DocumentError) -> Value {
        switch document.format {
        case .json, .toml: return value(of: node.value)
        case .ini, .environment: return try line(node, document)
        case .yaml: break
        }
        guard case .map = node.content else { return try part(node, document) }
        return try object(node, document, value)
    }

    /// Returns a part of a value of YAML, in which `null` is no reset.
    private static func part(
        _ node: DocumentNode, _ document: Document
    ) throws(DocumentError) -> Value {
        guard !node.hasForeignTag else { throw foreignTag(node, document) }
        switch node.content {
        case .scalar(let json):
            guard !json.isNull, let text = document.plainText(of: node) else { return .json(json) }
            return .text(text, json: json)
        case .list(let nodes):
            return .list(
                node.value,
                try nodes.map { node throws(DocumentError) in try part(node, document) })
        case .map: return try object(node, document, part)
        }
    }

    private static func object(
        _ node: DocumentNode, _ document: Document,
        _ value: (DocumentNode, Document) throws(DocumentError) -> Value
    ) throws(DocumentError) -> Value {
        guard !node.hasForeignTag else { throw foreignTag(node, document) }
        return .object(
            node.value,
            try node.members.map { member throws(DocumentError) in
                Entry(key: member.name, value: try value(member.node, document))
            })
    }

    /// A tag such as `!secret` names a value that is not in the file.
    private static func foreignTag(
        _ node: DocumentNode, _ document: Document
    ) -> DocumentError {
        DocumentError(
            "The tag (!) of this value is not read. Write the value.",
            at: document.position(of: node))
    }

    // MARK: - INI and variables

    private static func line(
        _ node: DocumentNode, _ document: Document
    ) throws(DocumentError) -> Value {
        guard case .scalar(let json) = node.content, let text = json.string else {
            return .section(
                try node.members.map { member throws(DocumentError) in
                    Entry(key: member.name, value: try line(member.node, document))
                })
        }
        let isINI = document.format == .ini
        if document.plainText(of: node) != nil,
            let problem = isINI
                ? Self.problem(ofINI: text) : Self.problem(ofVariable: document.bytes[node.range])
        {
            throw DocumentError(problem, at: document.position(of: node))
        }
        return .text(text, json: nil)
    }

    /// Programs read them as a part of the value, or not.
    private static func problem(ofVariable bytes: ArraySlice<UInt8>) -> String? {
        bytes.contains { " \t\\".utf8.contains($0) }
            ? "A value with spaces or backslashes needs quotation marks." : nil
    }

    /// A value can be a color such as `#c03`, or a list or object in JSON.
    private static func problem(ofINI text: String) -> String? {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "\"") {
            return "A value in quotation marks must be written like a string in JSON."
        }
        let hasComment = zip([0x20] + bytes, bytes).contains { before, byte in
            (before == 0x20 || before == 0x09)
                && (byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#"))
        }
        let isColor =
            bytes.first == UInt8(ascii: "#") && (4...9).contains(bytes.count)
            && bytes.dropFirst().allSatisfy { $0.hexadecimalValue != nil }
        let isJSON =
            [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes.first)
            && (try? JSONReader.read(bytes)) != nil
        return hasComment && !isColor && !isJSON
            ? "A comment after a value is not read. Write it on its own line, or the value in quotation marks."
            : nil
    }
}
