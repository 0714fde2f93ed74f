import FaceplateSchema

/// Finds the setting for a key of another system.
struct KeyMatcher {
    private let schema: Schema
    private var imported: [String: String] = [:]
    private var folded: [String: String] = [:]

    init(_ schema: Schema) {
        self.schema = schema
        for item in schema.items {
            let names = item.data?.object?["importedFrom"]
            for name in names?.array ?? names.map({ [$0] }) ?? [] {
                if let name = name.string, imported[name] == nil { imported[name] = item.key }
            }
        }
        for key in schema.keys + schema.formerKeys.sorted() {
            let name = SettingKeySyntax.folded(key)
            if folded[name] == nil { folded[name] = key }
        }
    }

    /// Returns the setting, option or row for a key; `nil` if there is no match.
    func target(of source: String) -> Schema.Reference? {
        exactTarget(of: source) ?? similarTarget(of: source)
    }

    /// Returns the target with exactly this key, either as `importedFrom` or in the schema.
    func exactTarget(of source: String) -> Schema.Reference? {
        imported[source].flatMap(schema.reference) ?? schema.reference(source)
    }

    /// Returns the target whose key differs only in case and punctuation.
    private func similarTarget(of source: String) -> Schema.Reference? {
        folded[SettingKeySyntax.folded(KeyNames.sound(source))].flatMap(schema.reference)
    }

    /// Returns the list and the index of an element for a key like `name3`.
    func element(_ source: String) -> (list: Schema.Setting, index: Int)? {
        let digits = source.utf8.reversed().prefix(while: \.isDigit)
        guard (1...6).contains(digits.count),
            digits.count == 1 || digits.last != UInt8(ascii: "0"),
            let index = Int(String(decoding: digits.reversed(), as: UTF8.self)),
            case .setting(let setting)? = target(
                of: String(decoding: source.utf8.dropLast(digits.count), as: UTF8.self)),
            setting.control.isList
        else { return nil }
        return (setting, index)
    }
}
