import Faceplate

extension FormPost {
    /// Records the time of one setting.
    mutating func limit(
        _ key: String, _ field: FormField, _ schema: Schema
    ) throws(FormError) {
        var lifetime: Duration?
        if !field.value.isEmpty {
            guard case .lasts(let duration)? = Lifetime(field.value) else {
                throw Self.refusal(of: field)
            }
            lifetime = duration
        }
        // The settings reject an unknown key.
        lifetimes[settingKey(of: key, schema)] = lifetime
    }

    /// Reads the time for which values are set; `nil` for an empty field.
    ///
    /// - Throws: `FormError` (400) for any other text than `always` and 1 second to 366 days.
    static func lifetime(_ field: FormField) throws(FormError) -> Lifetime? {
        guard !field.value.isEmpty else { return nil }
        guard let lifetime = Lifetime(field.value) else {
            throw refusal(of: field, ", or 'always'")
        }
        return lifetime
    }

    private static func refusal(of field: FormField, _ more: String = "") -> FormError {
        FormError(
            status: 400,
            message:
                "'\(field.name)' must be a time of 1 second to 366 days, like 2h or 1h30m\(more)."
        )
    }
}
