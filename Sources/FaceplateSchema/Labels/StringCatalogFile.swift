/// An Xcode string catalog (`.xcstrings`): the labels of all locales in one JSON file.
package enum StringCatalogFile {
    /// Reads a catalog.
    ///
    /// For device variations, the one for `other` is used. For plural variations, the one for
    /// `other` is stored under the key, and each under the key with `.plural.` and its category;
    /// the number placeholder (`%lld`) becomes `{count}`. Keys without text in a locale are omitted
    /// from that locale.
    ///
    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    package static func parse(_ bytes: [UInt8]) throws(LabelFileError) -> LabelCatalog {
        let root = try read(bytes)
        guard let strings = root.object?["strings"] else {
            throw LabelFileError(
                "A string catalog is an object with 'strings'.", at: root.position)
        }
        var catalog = LabelCatalog()
        for entry in try members(of: strings, what: "'strings'") {
            let fields = JSONObject(try members(of: entry.value, what: "The key '\(entry.name)'"))
            guard let localizations = fields["localizations"] else { continue }
            for localization in try members(of: localizations, what: "'localizations'") {
                guard let locale = LocaleTag(localization.name) else {
                    throw LabelFileError(
                        "'\(localization.name)' is not a language tag. Write one such as 'pt-BR'.",
                        at: localization.position)
                }
                for (key, text) in try texts(of: localization.value, key: entry.name) {
                    catalog.set(text, for: key, in: locale)
                }
            }
        }
        return catalog
    }

    private static func read(_ bytes: [UInt8]) throws(LabelFileError) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.read(bytes)
        } catch {
            throw LabelFileError(error.message, at: error.position)
        }
    }

    private typealias Texts = [(key: String, text: String)]

    private static func texts(of value: JSONValue, key: String) throws(LabelFileError) -> Texts {
        let fields = JSONObject(try members(of: value, what: "A localization of '\(key)'"))
        if let unit = fields["stringUnit"] {
            let unitFields = JSONObject(try members(of: unit, what: "'stringUnit'"))
            guard let text = unitFields["value"]?.string else {
                throw LabelFileError(
                    "The 'stringUnit' of '\(key)' has no text in 'value'.", at: unit.position)
            }
            if text.isEmpty, unitFields["state"]?.string == "new" { return [] }
            guard let substitutions = fields["substitutions"] else { return [(key, text)] }
            return try counted(text, substitutions, key: key)
        }
        guard let variations = fields["variations"] else { return [] }
        let kinds = JSONObject(try members(of: variations, what: "'variations'"))
        guard let kind = kinds["plural"] ?? kinds["device"] else { return [] }
        let forms = try members(of: kind, what: "A variation")
        guard let other = JSONObject(forms)["other"] else {
            throw LabelFileError(
                "The variations of '\(key)' have none for 'other'.", at: kind.position)
        }
        guard kinds["plural"] != nil else { return try texts(of: other, key: key) }
        var texts: Texts = []
        for form in forms {
            guard let category = PluralCategory(rawValue: form.name) else {
                throw LabelFileError(
                    "'\(form.name)' is not a plural category. Possible are zero, one, two, few, many "
                        + "and other.", at: form.position)
            }
            for (_, text) in try Self.texts(of: form.value, key: key) {
                let text = NumberPlace.named(text)
                if category == .other { texts.append((key, text)) }
                texts.append((key + LabelLookup.pluralSuffix + category.rawValue, text))
            }
        }
        return texts
    }

    /// Replaces each `%#@name@` in a string with the variations of `name`.
    ///
    /// There is one text for each plural category that one of the substitutions distinguishes. A substitution without
    /// that category is replaced with its text for `other`.
    private static func counted(
        _ text: String, _ substitutions: JSONValue, key: String
    ) throws(LabelFileError) -> Texts {
        var result: Texts = [(key, text)]
        for entry in try members(of: substitutions, what: "'substitutions'") {
            let place = "%#@\(entry.name)@"
            guard text.contains(place) else { continue }
            let forms = try texts(of: entry.value, key: key)
            guard let other = forms.first(where: { $0.key == key }) else { return [] }
            let rest = result.first { $0.key == key }?.text ?? text
            for form in forms where !result.contains(where: { $0.key == form.key }) {
                result.append((form.key, rest))
            }
            result = result.map { known in
                let form = forms.first { $0.key == known.key } ?? other
                return (known.key, known.text.replacing(place, with: form.text))
            }
        }
        return result
    }

    private static func members(
        of value: JSONValue, what: String
    ) throws(LabelFileError) -> [JSONObject.Member] {
        guard let object = value.object else {
            throw LabelFileError(
                "\(what) is of type \(value.typeName), not an object.", at: value.position)
        }
        return object.members
    }
}

/// The placeholder for a number in a format string: `%lld`, `%1$d`, `%@`, `%arg`.
enum NumberPlace {
    static func named(_ text: String) -> String {
        let pattern = /%(?:arg|(?:[1-9]\$)?(?:(?:hh|h|ll|l|q|z|t|j)?[diuxX]|@))/
        return text.replacing(pattern, with: "{count}", maxReplacements: 1)
    }
}
