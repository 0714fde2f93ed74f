extension FormPost {
    private static let single: Set = [
        "_revision", "_locale", "_preview", "_review", "_dry_run", "_undo", "_restore", "_done",
        "_sync", "_typed", "_confirm", "_for", "_note",
    ]
    private static let exclusive = [
        ("_undo", "_restore"), ("_preview", "_review"), ("_for", "_undo"), ("_for", "_restore"),
    ]

    /// A field that is repeated with the same value is accepted.
    static func refuseContradictions(in posted: [FormField]) throws(FormError) {
        var values: [String: String] = [:]
        for field in posted
        where single.contains(field.name) || field.name.hasPrefix("_revision[") {
            guard let other = values.updateValue(field.value, forKey: field.name) else { continue }
            guard other == field.value else {
                throw FormError(
                    status: 400,
                    message: "'\(field.name)' is sent twice with different values. Send one.")
            }
        }
        for (one, other) in exclusive where values[one] != nil && values[other] != nil {
            throw FormError(
                status: 400, message: "'\(one)' and '\(other)' exclude each other. Send one.")
        }
    }

    static func flag(_ field: FormField) throws(FormError) -> Bool {
        switch field.value {
        case "1", "true": return true
        case "0", "false": return false
        default: throw FormError(status: 400, message: "'\(field.name)' must be 1 or 0.")
        }
    }
}
