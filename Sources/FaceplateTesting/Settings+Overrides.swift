public import Faceplate

extension Settings {
    /// Runs `body` with values that replace the stored values, without writing to the store.
    ///
    /// Only this task and its child tasks see the values, so that parallel tests do not affect each
    /// other. In nested calls the innermost value wins. The values end when `body` returns or throws. A
    /// key that the schema does not have counts as a private key of the program.
    ///
    /// - Throws: The error of `body`, or `KeyProblem` for a value that its item rejects.
    public func withOverrides<Result>(
        _ values: [String: Value], _ body: () throws -> Result
    ) throws -> Result {
        try check(values)
        return try withOverlay(values.mapValues(\.json), body)
    }

    /// Runs an asynchronous `body` with values that replace the stored values.
    public func withOverrides<Result>(
        _ values: [String: Value], _ body: () async throws -> Result
    ) async throws -> Result {
        try check(values)
        return try await withOverlay(values.mapValues(\.json), body)
    }

    private func check(_ values: [String: Value]) throws(KeyProblem) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            do throws(ValueProblem) {
                switch snapshot.schema.reference(key) {
                case .setting(let setting) where setting.isSecret: throw ValueProblem(.readOnly)
                case .setting(let setting):
                    let value = try setting.rules.value(fromJSON: value.json)
                    if let problem = setting.rules.problem(with: value) { throw problem }
                case .option:
                    if value != .boolean(true) { throw ValueProblem(.optionNotCleared) }
                case .row: throw ValueProblem(.readOnly)
                case nil: break
                }
            } catch {
                throw KeyProblem(key: key, problem: error)
            }
        }
    }
}

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
