public import Faceplate

extension Settings {
    /// Creates settings in memory from the JSON of a schema.
    ///
    /// - Throws: `SchemaError` or `StoreError`.
    public static func inMemory(
        json: String, labels: LabelCatalog = LabelCatalog(), controls: [any CustomControl] = []
    ) throws -> Settings {
        try inMemory(
            SchemaReader.read(Array(json.utf8), name: "test", controls: controls), labels: labels)
    }
}
