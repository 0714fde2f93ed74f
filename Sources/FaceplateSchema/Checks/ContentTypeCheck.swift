/// Checks that `itemContentType` is an autofill token of HTML.
struct ContentTypeCheck: SchemaCheck {
    /// The autofill fields of HTML.
    static let tokens = [
        "off", "on", "name", "honorific-prefix", "given-name", "additional-name", "family-name",
        "honorific-suffix", "nickname", "username", "new-password", "current-password",
        "one-time-code", "organization-title", "organization", "street-address", "address-line1",
        "address-line2", "address-line3", "address-level4", "address-level3", "address-level2",
        "address-level1", "country", "country-name", "postal-code", "cc-name", "cc-given-name",
        "cc-additional-name", "cc-family-name", "cc-number", "cc-exp", "cc-exp-month",
        "cc-exp-year", "cc-csc", "cc-type", "transaction-currency", "transaction-amount",
        "language", "bday", "bday-day", "bday-month", "bday-year", "sex", "url", "photo", "tel",
        "tel-country-code", "tel-national", "tel-area-code", "tel-local", "tel-extension", "email",
        "impp",
    ]
    private static let known = Set(tokens)

    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            guard let token = item.node.string("itemContentType"), !Self.known.contains(token)
            else { return nil }
            let nearest = NearestWord.suggestion(for: token, among: Self.tokens)
            return item.node.problem(
                "itemContentType",
                "'\(token)' is no autocomplete token of HTML."
                    + (nearest.isEmpty
                        ? " There are 'email', 'username', 'url' and others." : nearest)
            )
        }
    }
}
