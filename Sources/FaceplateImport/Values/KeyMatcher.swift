import FaceplateSchema

/// Finds the setting that another system's key means.
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

    /// - Returns: `nil` where no setting, option or row is meant.
    func target(of source: String) -> Schema.Reference? {
        exactTarget(of: source) ?? similarTarget(of: source)
    }

    /// What has the key as it is written, there or here.
    func exactTarget(of source: String) -> Schema.Reference? {
        imported[source].flatMap(schema.reference) ?? schema.reference(source)
    }

    /// What has a key that differs in case and marks alone.
    private func similarTarget(of source: String) -> Schema.Reference? {
        folded[SettingKeySyntax.folded(KeyNames.sound(source))].flatMap(schema.reference)
    }

    /// The list that a key like `name3` is an element of, and the element's number.
    func element(_ source: String) -> (list: Schema.Setting, index: Int)? {
        let digits = source.utf8.reversed().prefix { (0x30...0x39).contains($0) }
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
