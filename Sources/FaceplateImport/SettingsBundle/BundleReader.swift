import FaceplateSchema

/// Walks the panes of a settings bundle and makes groups and items of their specifiers.
struct BundleReader {
    /// How many specifiers are read, those of all panes together.
    static let maximumCount = 4_000
    /// How many pages the schema may have below each other.
    static let maximumDepth = 12

    /// One property list of the bundle.
    struct Pane {
        let file: String
        let title: String?
        let table: String
        let specifiers: [Specifier]
    }

    var words: BundleWords
    var names = KeyNames()
    private(set) var notes: [ImportNote] = []
    private let folder: BundleFolder
    private let firstPane: String
    private var panes: [String: Pane] = [:]
    /// Why files are no panes.
    private var refusals: [String: BundleFolder.Refusal] = [:]
    private var left = maximumCount
    /// What all panes may hold together, since they are kept.
    private var budget: PropertyListBudget
    /// The keys of the pages that panes have become.
    private var pages: [String: String] = [:]
    /// The rows that lead to them, the first to each.
    private var rows: [String: Specifier] = [:]
    /// What is shown already, by its key there: the first of its places.
    var shown: [String: Specifier] = [:]
    /// The keys there of what is a secret in any of its places.
    private(set) var secrets: Set<String> = []

    /// Reads all panes.
    ///
    /// - Parameters:
    ///   - path: what the error names.
    ///   - budget: what the panes may hold together, and the words, too.
    init(
        folder: BundleFolder, firstPane: String, _ path: String,
        budget: PropertyListBudget = PropertyListBudget(of: "The bundle")
    ) throws(ImportError) {
        self.folder = folder
        self.firstPane = firstPane
        self.budget = budget
        words = BundleWords(folder, budget)
        do throws(BundleFolder.Refusal) {
            try read(firstPane)
        } catch {
            throw ImportError(path, Self.explained(error, firstPane, folder))
        }
        readBelow()
        reserveKeys()
    }

    private static func explained(
        _ refusal: BundleFolder.Refusal, _ pane: String, _ folder: BundleFolder
    ) -> String {
        guard refusal.isMissing else { return "\(pane): \(refusal.message)" }
        let others = folder.names.filter { $0.hasSuffix(".plist") }.prefix(5)
        let hint =
            others.isEmpty
            ? "" : " It has \(others.map { "'\($0)'" }.joined(separator: ", ")): name one of them."
        return "There is no '\(pane)' in it, so it is no settings bundle.\(hint)"
    }

    /// All notes, those of translations last.
    var allNotes: [ImportNote] { notes + words.notes }

    mutating func note(_ note: ImportNote) { notes.append(note) }

    // MARK: - Panes

    private mutating func read(_ file: String) throws(BundleFolder.Refusal) {
        if let refusal = refusals[file] { throw refusal }
        do throws(BundleFolder.Refusal) {
            panes[file] = try newPane(file)
        } catch {
            refusals[file] = error
            throw error
        }
    }

    private mutating func newPane(_ file: String) throws(BundleFolder.Refusal) -> Pane {
        let list: PropertyList
        do {
            let bytes = try folder.bytes(file, &budget)
            list = try PropertyListReader.read(bytes, &budget)
        } catch let refusal as BundleFolder.Refusal {
            throw refusal
        } catch {
            let message = (error as? PropertyListError)?.description ?? "\(error)"
            throw BundleFolder.Refusal(message: message)
        }
        guard let pane = list.dictionary else {
            throw BundleFolder.Refusal(
                message: "It holds \(list.kind), where a dictionary was expected.")
        }
        return self.pane(pane, file: file)
    }

    private mutating func pane(_ pane: PropertyList.Dictionary, file: String) -> Pane {
        let known = ["PreferenceSpecifiers", "StringsTable", "Title"]
        for entry in pane.entries where !known.contains(entry.key) {
            notes.append(ImportNote(file, entry.key, "It has no counterpart here."))
        }
        for name in ["StringsTable", "Title"] {
            guard let value = pane[name], value.text == nil else { continue }
            notes.append(ImportNote(file, name, "It is left out: it is \(value.kind)."))
        }
        let table = pane["StringsTable"]?.text ?? String(file.dropLast(".plist".count))
        var specifiers: [Specifier] = []
        if pane["PreferenceSpecifiers"]?.array == nil {
            notes.append(ImportNote(file, "", "It has no 'PreferenceSpecifiers'."))
        }
        for (index, element) in (pane["PreferenceSpecifiers"]?.array ?? []).enumerated() {
            let place = "PreferenceSpecifiers[\(index)]"
            guard let entries = element.dictionary else {
                notes.append(
                    ImportNote(file, place, "It is \(element.kind), not a dictionary."))
                continue
            }
            guard left > 0 else {
                notes.append(
                    ImportNote(
                        file, place,
                        "It and all behind it are left out: at most \(Self.maximumCount) are read.")
                )
                break
            }
            left -= 1
            specifiers.append(Specifier(entries, file: file, place: place, table: table))
        }
        return Pane(
            file: file, title: pane["Title"]?.text, table: table, specifiers: specifiers)
    }

    /// Reads the panes that others lead to, each once.
    private mutating func readBelow() {
        var waiting = [firstPane]
        var next = 0
        while next < waiting.count {
            for specifier in panes[waiting[next]]?.specifiers ?? [] {
                guard let file = Self.file(of: specifier), panes[file] == nil else { continue }
                do throws(BundleFolder.Refusal) {
                    try read(file)
                    waiting.append(file)
                } catch {
                    note(specifier.note("File", "The pane is left out: \(error.message)"))
                }
            }
            next += 1
        }
    }

    /// The property list that a specifier leads to.
    private static func file(of specifier: Specifier) -> String? {
        var specifier = specifier
        guard specifier.type == "PSChildPaneSpecifier", let name = specifier.text("File"),
            !name.isEmpty
        else { return nil }
        return name.hasSuffix(".plist") ? name : name + ".plist"
    }

    /// Lets the settings have their keys before groups and pages take any.
    private mutating func reserveKeys() {
        let structure = ["PSGroupSpecifier", "PSChildPaneSpecifier"]
        for pane in inOrder {
            for specifier in pane.specifiers where !structure.contains(specifier.type) {
                guard let key = specifier.key else { continue }
                _ = names.key(for: key)
                if specifier.isSecret { secrets.insert(key) }
            }
        }
    }

    /// The first pane, then the others as they are led to.
    private var inOrder: [Pane] {
        var files = [firstPane]
        var known: Set<String> = [firstPane]
        var next = 0
        while next < files.count {
            for specifier in panes[files[next]]?.specifiers ?? [] {
                if let file = Self.file(of: specifier), known.insert(file).inserted {
                    files.append(file)
                }
            }
            next += 1
        }
        return files.compactMap { panes[$0] }
    }

    // MARK: - Pages

    /// The whole schema.
    mutating func panel() -> JSONValue {
        guard let pane = panes[firstPane] else { return ["groups": []] }
        let groups = groups(of: pane, depth: 0)
        var members: [JSONObject.Member] = []
        if let title = pane.title, !title.isEmpty {
            members.append(
                .init(name: "panelTitle", value: words.inline(title, from: pane.table)))
        }
        if !words.locales.isEmpty {
            let locales = words.locales.map { JSONValue(.string($0.description)) }
            members.append(.init(name: "panelLocales", value: JSONValue(.array(locales))))
        }
        members.append(.init(name: "groups", value: JSONValue(.array(groups))))
        return JSONValue(.object(JSONObject(members)))
    }

    private mutating func groups(of pane: Pane, depth: Int) -> [JSONValue] {
        var groups: [GroupDraft] = []
        for specifier in pane.specifiers {
            var specifier = specifier
            let isRadios = specifier.type == "PSRadioGroupSpecifier"
            if isRadios || specifier.type == "PSGroupSpecifier" {
                groups.append(group(&specifier, in: pane))
            } else if groups.isEmpty {
                groups.append(GroupDraft(key: names.key(madeOf: pane.stem)))
            }
            if specifier.type != "PSGroupSpecifier",
                let item = item(&specifier, depth: depth)
            {
                groups[groups.count - 1].items.append(item)
            }
            noteUntaken(specifier)
        }
        return groups.filter { !$0.isEmpty }.map(\.json)
    }

    private mutating func noteUntaken(_ specifier: Specifier) {
        for (attribute, reason) in specifier.misread.sorted(by: { $0.key < $1.key }) {
            note(specifier.note(attribute, reason))
        }
        for attribute in specifier.untaken {
            let message =
                Self.knownAttributes.contains(attribute)
                ? "It means nothing to '\(specifier.type)'."
                : "It is not taken over."
                    + NearestWord.suggestion(for: attribute, among: Self.knownAttributes)
            note(specifier.note(attribute, message))
        }
    }

    private static let knownAttributes = [
        "Key", "Title", "DefaultValue", "Titles", "ShortTitles", "Values", "TrueValue",
        "FalseValue", "File", "FooterText", "IsSecure", "KeyboardType", "AutocapitalizationType",
        "AutocorrectionType", "MinimumValue", "MaximumValue", "MinimumValueImage",
        "MaximumValueImage", "DisplaySortedByTitle", "SupportedUserInterfaceIdioms",
    ]

    private mutating func group(_ specifier: inout Specifier, in pane: Pane) -> GroupDraft {
        let title = specifier.text("Title") ?? ""
        let key: String
        if specifier.type == "PSGroupSpecifier", specifier.take("Key") != nil,
            let named = specifier.key
        {
            key = names.key(madeOf: named)
        } else {
            key = names.key(madeOf: title.isEmpty ? pane.stem : title)
        }
        var group = GroupDraft(key: key)
        let isRadios = specifier.type == "PSRadioGroupSpecifier"
        // The title of radios is that of their item, and need not be said twice.
        if !isRadios {
            group.words = words.take(title, from: specifier.table, as: "groupTitle", of: key)
        }
        let footer = specifier.text("FooterText") ?? ""
        if !footer.isEmpty {
            group.words += words.take(
                footer, from: specifier.table, as: "groupFooter", of: key, suffix: ".footer")
        }
        group.hasWords = !footer.isEmpty || !title.isEmpty && !isRadios
        if !isRadios { noteIdioms(&specifier) }
        return group
    }

    mutating func noteIdioms(_ specifier: inout Specifier) {
        let idioms = specifier.list("SupportedUserInterfaceIdioms").compactMap(\.text)
        guard specifier.has("SupportedUserInterfaceIdioms") else { return }
        note(
            specifier.note(
                "SupportedUserInterfaceIdioms",
                "There it is shown on \(idioms.joined(separator: ", ")) alone; here on every "
                    + "device."))
    }

    /// Says that a specifier has no item here; nothing else of it is worth a word.
    mutating func leaveOut(_ specifier: inout Specifier, _ reason: String) {
        note(specifier.note(nil, "It is left out: \(reason)"))
        specifier.takeAll()
    }

    /// The row that leads to another pane, with all that is on it.
    mutating func page(_ specifier: inout Specifier, depth: Int) -> JSONValue? {
        let title = specifier.text("Title")
        _ = specifier.take("Key")
        guard let file = Self.file(of: specifier) else {
            leaveOut(&specifier, "it names no 'File'.")
            return nil
        }
        _ = specifier.take("File")
        // What cannot be read was noted then.
        guard let pane = panes[file] else { return nil }
        if let key = pages[file], let row = rows[file] {
            noteDifferences(&specifier, from: row)
            return ["itemReference": JSONValue(.string(key))]
        }
        guard file != firstPane else {
            note(specifier.note("File", "It is left out: it leads back to the first page."))
            return nil
        }
        guard depth < Self.maximumDepth else {
            note(
                specifier.note(
                    "File",
                    "It is left out: pages may lead to one another \(Self.maximumDepth) deep."))
            return nil
        }
        let key = names.key(madeOf: specifier.key ?? pane.stem)
        pages[file] = key
        rows[file] = specifier
        noteIdioms(&specifier)
        if let title, let other = pane.title, other != title {
            note(
                ImportNote(
                    file, "Title", "It is left out: the row that leads here says '\(title)'."))
        }
        let shownTitle = title ?? pane.title
        let titled = shownTitle.map {
            words.take($0, from: specifier.table, as: "itemTitle", of: key)
        }
        let head: [JSONObject.Member] = [
            .init(name: "itemKey", value: JSONValue(.string(key))),
            .init(name: "itemControlType", value: "page"),
        ]
        let groups = JSONValue(.array(groups(of: pane, depth: depth + 1)))
        return JSONValue(
            .object(
                JSONObject(head + (titled ?? []) + [.init(name: "groups", value: groups)])))
    }
}

extension BundleReader.Pane {
    /// The file's name without its ending.
    var stem: String { String(file.dropLast(".plist".count)) }
}

/// A group that is being made.
struct GroupDraft {
    let key: String
    /// Empty words are a title that is not shown.
    var words: [JSONObject.Member] = [.init(name: "groupTitle", value: "")]
    var hasWords = false
    var items: [JSONValue] = []

    init(key: String) { self.key = key }

    var isEmpty: Bool { items.isEmpty && !hasWords }

    var json: JSONValue {
        JSONValue(
            .object(
                JSONObject(
                    [.init(name: "groupKey", value: JSONValue(.string(key)))] + words
                        + [.init(name: "items", value: JSONValue(.array(items)))])))
    }
}
