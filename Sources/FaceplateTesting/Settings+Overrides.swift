public import Faceplate

extension Settings {
    /// Runs `body` with other values in place of what is stored; the store is not written.
    ///
    /// Seen by this task and those below it alone, so that tests that run at once do not see each
    /// other's. Nested, the innermost wins. Over when `body` returns or throws. A key that the schema
    /// does not have is taken as a private one of the program, which some property may have.
    ///
    /// - Throws: what `body` throws, or `KeyProblem` for a value that its item does not take.
    public func withOverrides<Result>(
        _ values: [String: Value], _ body: () throws -> Result
    ) throws -> Result {
        try check(values)
        return try withOverlay(values.mapValues(\.json), body)
    }

    /// The same where `body` waits.
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
