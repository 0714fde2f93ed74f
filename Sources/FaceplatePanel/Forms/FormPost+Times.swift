import Faceplate

extension FormPost {
    mutating func limit(
        _ key: String, _ field: FormField, _ schema: Schema
    ) throws(FormError) {
        var lifetime: Duration?
        if !field.value.isEmpty {
            guard case .lasts(let duration)? = Lifetime(field.value) else {
                throw FormError(
                    status: 400,
                    message:
                        "'\(field.name)' must be a time of 1 second to 366 days, like 2h or 1h30m.")
            }
            lifetime = duration
        }
        // The settings reject an unknown key.
        lifetimes[settingKey(of: key, schema)] = lifetime
    }
}
