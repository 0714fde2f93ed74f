/// A string catalogue of Xcode (`.xcstrings`): the texts of all locales in one JSON file.
public enum StringCatalogFile {
    /// Reads a catalogue.
    ///
    /// Of plural and device variations the one for `other` is taken. Keys without a text in a
    /// locale are left out of that locale.
    ///
    /// - Throws: ``LabelFileError`` with line and column of the first problem.
    public static func parse(_ bytes: [UInt8]) throws(LabelFileError) -> LabelCatalog {
        let root = try read(bytes)
        guard let strings = root.object?["strings"] else {
            throw error("A string catalogue is an object with 'strings'.", at: root.position)
        }
        var catalog = LabelCatalog()
        for entry in try members(of: strings, what: "'strings'") {
            let fields = JSONObject(try members(of: entry.value, what: "The key '\(entry.name)'"))
            guard let localizations = fields["localizations"] else { continue }
            for localization in try members(of: localizations, what: "'localizations'") {
                guard let locale = LocaleTag(localization.name) else {
                    throw error(
                        "'\(localization.name)' is no language tag. Write one such as 'pt-BR'.",
                        at: localization.position)
                }
                if let text = try text(of: localization.value, key: entry.name) {
                    catalog.set(text, for: entry.name, in: locale)
                }
            }
        }
        return catalog
    }

    private static func read(_ bytes: [UInt8]) throws(LabelFileError) -> JSONValue {
        do throws(JSONError) {
            return try JSONReader.read(bytes)
        } catch {
            throw LabelFileError(line: error.line, column: error.column, message: error.message)
        }
    }

    /// The text of a localization, or of one of its variations.
    private static func text(of value: JSONValue, key: String) throws(LabelFileError) -> String? {
        let fields = JSONObject(try members(of: value, what: "A localization of '\(key)'"))
        if let unit = fields["stringUnit"] {
            let unitFields = JSONObject(try members(of: unit, what: "'stringUnit'"))
            guard let text = unitFields["value"]?.string else {
                throw error(
                    "The 'stringUnit' of '\(key)' has no text in 'value'.", at: unit.position)
            }
            let isUntouched = text.isEmpty && unitFields["state"]?.string == "new"
            return isUntouched ? nil : text
        }
        guard let variations = fields["variations"] else { return nil }
        let kinds = JSONObject(try members(of: variations, what: "'variations'"))
        guard let kind = kinds["plural"] ?? kinds["device"] else { return nil }
        guard let other = JSONObject(try members(of: kind, what: "A variation"))["other"] else {
            throw error("The variations of '\(key)' have none for 'other'.", at: kind.position)
        }
        return try text(of: other, key: key)
    }

    private static func members(
        of value: JSONValue, what: String
    ) throws(LabelFileError) -> [JSONObject.Member] {
        guard let object = value.object else {
            throw error("\(what) is of type \(value.typeName), not an object.", at: value.position)
        }
        return object.members
    }

    private static func error(_ message: String, at position: TextPosition) -> LabelFileError {
        LabelFileError(line: position.line, column: position.column, message: message)
    }
}
