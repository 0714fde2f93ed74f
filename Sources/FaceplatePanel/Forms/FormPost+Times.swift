import Faceplate

extension FormPost {
    /// Records the time of one setting.
    mutating func limit(
        _ key: String, _ field: FormField, _ schema: Schema
    ) throws(FormError) {
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting):
            lifetimes[setting.key] = try Self.lifetime(field)
        // The settings reject the key.
        case .row, nil: lifetimes[key] = try Self.lifetime(field)
        }
    }

    /// Reads the time for which values are set; `nil` for an empty field.
    ///
    /// - Throws: `FormError` (400) for any other text than 1 second to 366 days.
    static func lifetime(_ field: FormField) throws(FormError) -> Duration? {
        guard !field.value.isEmpty else { return nil }
        guard let lifetime = Duration(lifetime: field.value) else {
            throw FormError(
                status: 400,
                message: "'\(field.name)' must be a time of 1 second to 366 days, like 2h or 1h30m."
            )
        }
        return lifetime
    }
}
