package import FaceplateSchema

struct SourceKey {
    let sections: [String]
    let key: String

    init(_ key: String, in sections: [String] = []) {
        self.sections = sections
        self.key = key
    }

    var path: String { (sections + [key]).joined(separator: ".") }

    func inside(_ key: String) -> SourceKey { SourceKey(key, in: sections + [self.key]) }

    fileprivate func dropping(_ count: Int) -> SourceKey {
        SourceKey(String(decoding: key.utf8.dropLast(count), as: UTF8.self), in: sections)
    }

    /// The ways to read the first names as that of a group, each with the key in it.
    fileprivate var inGroups: [(group: String, key: String)] {
        sections.indices.map { index in
            (
                sections[...index].joined(separator: "."),
                (sections[(index + 1)...] + [key]).joined(separator: ".")
            )
        }
    }
}

struct KeyMatcher {
    private let schema: Schema
    private var groups: [String: String] = [:]
    private var imported: [String: String] = [:]
    private var folded: [String: String] = [:]
    private let sectionsOfINI: Set<String>

    init(_ schema: Schema) {
        self.schema = schema
        sectionsOfINI = schema.sectionsOfINI
        let formerGroups = schema.formerKeys.sorted().compactMap { former in
            schema.currentKey(of: former).map { (former, $0) }
        }
        let currentGroups = schema.groups.map { ($0.key, $0.key) }
        let known = Set(schema.groups.map(\.key))
        for (name, key) in currentGroups + formerGroups where known.contains(key) {
            let folded = SettingKeySyntax.folded(name)
            if groups[folded] == nil { groups[folded] = key }
        }
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

    /// In a section with the name of a group, a key of that group is complete.
    ///
    /// Any other key has the name of its section before it.
    func target(of source: SourceKey) -> Schema.Element? {
        exactTarget(of: source) ?? inGroup(source, similarTarget)
            ?? similarTarget(of: source.path)
    }

    func exactTarget(of source: SourceKey) -> Schema.Element? {
        inGroup(source, exactTarget) ?? exactTarget(of: source.path)
    }

    /// Returns true for a section of INI that has the names of a map, and not the keys of other settings.
    func isMap(_ source: SourceKey, with entries: [ImportedValues.Entry]) -> Bool {
        guard case .setting(let setting)? = target(of: source) else { return false }
        return sectionsOfINI.contains(setting.key)
            && !entries.contains { exactTarget(of: source.inside($0.key)) != nil }
    }

    private func exactTarget(of source: String) -> Schema.Element? {
        imported[source].flatMap(schema.reference) ?? schema.reference(source)
    }

    private func inGroup(
        _ source: SourceKey, _ find: (String) -> Schema.Element?
    ) -> Schema.Element? {
        for (name, key) in source.inGroups {
            guard let group = groups[SettingKeySyntax.folded(KeyNames.sound(name))],
                let found = find(key), Self.group(of: found) == group
            else { continue }
            return found
        }
        return nil
    }

    /// Returns the key for reports: a key of the group that its section names needs no name before it.
    func shown(_ source: SourceKey) -> String {
        for (name, key) in source.inGroups {
            guard let group = groups[SettingKeySyntax.folded(KeyNames.sound(name))],
                let found = exactTarget(of: key) ?? similarTarget(of: key),
                Self.group(of: found) == group
            else { continue }
            return key
        }
        return source.path
    }

    private static func group(of target: Schema.Element) -> String {
        switch target {
        case .setting(let setting), .option(_, let setting): setting.groupKey
        case .row(let item): item.groupKey
        }
    }

    /// Returns the target whose key differs only in case and punctuation.
    private func similarTarget(of source: String) -> Schema.Element? {
        folded[SettingKeySyntax.folded(KeyNames.sound(source))].flatMap(schema.reference)
    }

    /// Returns the list and the index of an element for a key like `name3`.
    func element(_ source: SourceKey) -> (list: Schema.Setting, index: Int)? {
        let digits = source.key.utf8.reversed().prefix(while: \.isDigit)
        guard (1...6).contains(digits.count),
            digits.count == 1 || digits.last != UInt8(ascii: "0"),
            let index = Int(String(decoding: digits.reversed(), as: UTF8.self)),
            case .setting(let setting)? = target(of: source.dropping(digits.count)),
            setting.control.isList
        else { return nil }
        return (setting, index)
    }
}

extension Schema {
    /// The maps of single values whose keys do not begin other keys, so that a section of INI with this name can only
    /// be the map: no group has the same key.
    package var sectionsOfINI: Set<String> {
        let maps = settings.filter { setting in
            guard case .table(let rules) = setting.rules.kind else { return false }
            switch rules.valuesOfMap?.kind {
            case nil, .any, .alternatives, .list, .choices, .table, .file: return false
            default: return true
            }
        }.map(\.key)
        guard !maps.isEmpty else { return [] }
        let beginnings = (keys + formerKeys).flatMap { key in
            key.indices.filter { key[$0] == "." }.map { String(key[..<$0]) }
        }
        return Set(maps).subtracting(beginnings)
    }
}
