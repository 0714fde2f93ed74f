/// The rules of the fields of JSON that the parts of one JSON Schema become.
///
/// The parts of all of them count, since each has its own copy of what it refers to.
final class JSONSchemaFields {
    private static let mostPartsOfAField = 2_000
    private static let mostParts = 20_000

    private let document: JSONSchemaDocument
    private var parts = 0

    init(_ root: JSONValue) { document = JSONSchemaDocument(root) }

    /// Returns the check of a part, with references relative to the document; `nil` if it is too large.
    func check(_ part: JSONValue) -> JSONSchemaCheck? {
        guard parts < Self.mostParts else { return nil }
        let check = JSONSchemaCheck(part, of: document, most: Self.mostPartsOfAField)
        parts += check.nodes.count
        return check.isUsable ? check : nil
    }
}
