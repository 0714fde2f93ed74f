import FaceplateDocument
import FaceplateSchema

/// The place of each setting in the files of a program.
struct FilePlaces: Sendable {
    /// The names that a setting can have in a file, the usual one last.
    private let candidates: [String: [DocumentPath]]
    /// By the key of a map of other names: the names that belong to other settings.
    private let names: [String: Set<String>]

    init(_ schema: Schema) {
        var candidates: [String: [DocumentPath]] = [:]
        var names: [String: Set<String>] = [:]
        for setting in schema.settings where setting.pickerKey == nil {
            switch setting.filePlace {
            case .path(let names): candidates[setting.key] = [names.map(DocumentStep.name)]
            case .others(let path):
                candidates[setting.key] = [path.map(DocumentStep.name)]
                names[setting.key] = []
            case nil: candidates[setting.key] = Self.paths(ofKey: setting.key)
            }
        }
        for key in names.keys {
            let path = candidates[key]?.first ?? []
            if path.isEmpty { names[key]?.insert("$schema") }
            for other in candidates.values.joined()
            where other.count > path.count && other.starts(with: path) {
                if case .name(let name) = other[path.count] { names[key]?.insert(name) }
                // A section of INI.
                if path.isEmpty { names[key]?.insert(Document.words(other.dropLast())) }
            }
        }
        self.candidates = candidates
        self.names = names
    }

    /// Returns the value of a setting in the content of its place, without the names of other settings.
    func value(of key: String, in json: JSONValue) -> JSONValue {
        guard let names = names[key], let object = json.object else { return json }
        let members = object.members.filter { !names.contains($0.name) }
        let isOwn = object.members.isEmpty && candidates[key]?.first?.isEmpty == false
        return members.isEmpty && !isOwn ? nil : JSONValue(.object(JSONObject(members)))
    }

    /// True for a map of other names that a file has none of.
    func isMissing(_ key: String, in json: JSONValue) -> Bool {
        names[key] != nil && value(of: key, in: json).isNull
    }

    /// Returns the content of a setting's place after a change; `nil` to remove it.
    ///
    /// - Parameters:
    ///   - json: The new value; `nil` for none.
    ///   - old: The former content of the place.
    /// - Throws: If the value has a name of another setting.
    func whole(
        _ json: JSONValue?, of key: String, in old: JSONValue?
    ) throws(SettingsFileError) -> JSONValue? {
        guard let names = names[key] else { return json }
        let new = json?.object
        if json != nil, new == nil {
            throw SettingsFileError(description: "Its value must have names.")
        }
        if let name = new?.members.map(\.name).first(where: names.contains) {
            throw SettingsFileError(description: "'\(name)' is the name of another setting.")
        }
        let kept = (old?.object?.members ?? []).compactMap { member in
            names.contains(member.name)
                ? member : new?[member.name].map { .init(name: member.name, value: $0) }
        }
        let known = Set(kept.map(\.name))
        let members = kept + (new?.members ?? []).filter { !known.contains($0.name) }
        let isTop = candidates[key]?.first?.isEmpty == true
        // `nil` alone would be the value `null`.
        guard !members.isEmpty || json != nil || isTop else { return .none }
        return JSONValue(.object(JSONObject(members)))
    }

    /// A key can be one name, or each of its parts, or anything between.
    private static func paths(ofKey key: String) -> [DocumentPath] {
        let parts = key.split(separator: ".").map(String.init)
        // More parts have one meaning only, since their number doubles with each one.
        guard parts.count <= mostParts else { return [[.name(key)], parts.map(DocumentStep.name)] }
        var paths: [[String]] = [[parts[0]]]
        for part in parts.dropFirst() {
            paths = paths.flatMap { path in
                [path.dropLast() + ["\(path[path.count - 1]).\(part)"], path + [part]]
            }
        }
        return paths.map { $0.map(DocumentStep.name) }
    }

    private static let mostParts = 6

    /// Returns the place of the value that is in the file, or else the one that it would get there.
    func path(of key: String, in document: Document) -> DocumentPath {
        let paths = candidates[key] ?? [[.name(key)]]
        if document.format == .environment { return [.name(variable(key, paths, document))] }
        if let path = paths.first(where: { document.node(at: $0) != nil }) { return path }
        let usual = paths.last ?? [.name(key)]
        // INI has sections of one level.
        guard document.format == .ini, usual.count > 2 else { return usual }
        let names = usual.compactMap { step in if case .name(let name) = step { name } else { nil }
        }
        return [.name(names.dropLast().joined(separator: ".")), .name(names[names.count - 1])]
    }

    private func variable(_ key: String, _ paths: [DocumentPath], _ document: Document) -> String {
        let name: String
        if paths.count == 1, case .name(let only)? = paths[0].first, paths[0].count == 1 {
            name = only
        } else {
            name = key
        }
        let folded = SettingKeySyntax.folded(name)
        let written = document.root.members.first { SettingKeySyntax.folded($0.name) == folded }
        return written?.name
            ?? (name == key ? SettingKeySyntax.variableName(key) : name)
    }

    /// Returns the values of a file that belong to no setting.
    func others(in document: Document) -> [String] {
        let known = Set(candidates.keys.map { path(of: $0, in: document) })
        let open = Set(names.keys.map { path(of: $0, in: document) })
        let parents = Set(known.flatMap { path in path.indices.map { Array(path.prefix($0)) } })
        var others: [String] = []
        func search(_ node: DocumentNode, _ path: DocumentPath) {
            for member in node.members where !member.isInherited {
                let place = path + [.name(member.name)]
                guard !known.contains(place) || open.contains(place) && parents.contains(place)
                else { continue }
                if parents.contains(place), case .map = member.node.content {
                    search(member.node, place)
                } else if !open.contains(path) {
                    others.append(Document.words(place))
                }
            }
        }
        search(document.root, [])
        return others
    }
}
