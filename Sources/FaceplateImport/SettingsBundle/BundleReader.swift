import FaceplateAddress
import FaceplateSchema

struct BundleReader {
    /// The largest number of specifiers in all panes together.
    static let maximumCount = 4_000
    static let maximumDepth = 12

    struct Pane {
        let file: String
        let title: String?
        let table: String
        let specifiers: [Specifier]
    }

    var words: BundleWords
    var names = KeyNames()
    private(set) var notes: [ImportNote] = []
    let folder: BundleFolder
    let firstPane: String
    private(set) var panes: [String: Pane] = [:]
    /// The files of the panes: the first one, then the others in the order of the rows that open them.
    private var order: [String] = []
    private var refusals: [String: BundleFolder.Refusal] = [:]
    private var left = maximumCount
    /// The shared size limit of all panes, which stay in memory.
    private var budget: PropertyListBudget
    /// The keys of the pages, by the file of their pane.
    var pages: [String: String] = [:]
    var rows: [String: Specifier] = [:]
    /// The first place of each setting, by its key in the bundle.
    var shown: [String: Specifier] = [:]
    /// The keys in the bundle of settings that are a secret in any of their places.
    private(set) var secrets: Set<String> = []

    /// `locale` is `nil` for the language that the bundle names; the budget is that of all panes, and separately of all
    /// translations.
    init(
        folder: BundleFolder, firstPane: String, _ path: String, locale: LocaleTag? = nil,
        budget: PropertyListBudget = PropertyListBudget(of: "The bundle")
    ) throws(ImportError) {
        self.folder = folder
        self.firstPane = firstPane
        self.budget = budget
        words = BundleWords(folder, budget, locale: locale)
        do throws(BundleFolder.Refusal) {
            try read(firstPane)
        } catch {
            throw ImportError(path, Self.explained(error, firstPane, folder))
        }
        readBelow()
        noteUnreached()
        reserveKeys()
    }

    private static func explained(
        _ refusal: BundleFolder.Refusal, _ pane: String, _ folder: BundleFolder
    ) -> String {
        guard refusal.isMissing else { return "\(pane): \(refusal.message)" }
        let others = folder.panes.prefix(5)
        let hint =
            others.isEmpty
            ? "" : " It has \(others.map { "'\($0)'" }.joined(separator: ", ")): name one of them."
        return "There is no '\(pane)' in it, so it is not a settings bundle.\(hint)"
    }

    var isEmpty: Bool { panes[firstPane]?.specifiers.isEmpty ?? true }

    var allNotes: [ImportNote] { notes + words.notes }

    mutating func report(_ note: ImportNote) { notes.append(note) }

    /// - Parameter attribute: `nil` for the specifier as a whole.
    mutating func note(
        _ specifier: Specifier, _ attribute: String?, _ message: String, key: String? = nil
    ) {
        let place = attribute.map { "\(specifier.place).\($0)" } ?? specifier.place
        notes.append(
            ImportNote(
                specifier.file, place, message, attribute: attribute,
                key: key ?? specifier.key, title: specifier.shownTitle ?? specifier.groupTitle))
    }

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
        let list = try folder.propertyList(file, &budget)
        guard let pane = list.dictionary else {
            throw BundleFolder.Refusal(
                message: "It contains \(list.kind), where a dictionary was expected.")
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
            let title = entries["Title"]?.scalar?.plainText ?? ""
            let hidesTitle = !title.isEmpty && words.isEmptied(title, in: table)
            let shown = title.isEmpty || hidesTitle ? nil : words.shown(title, from: table)
            specifiers.append(
                Specifier(
                    entries, file: file, place: place, table: table, shownTitle: shown,
                    hidesTitle: hidesTitle))
        }
        return Pane(
            file: file, title: pane["Title"]?.text, table: table, specifiers: specifiers)
    }

    private mutating func readBelow() {
        order = [firstPane]
        var next = 0
        while next < order.count {
            for specifier in panes[order[next]]?.specifiers ?? [] {
                guard let file = Self.file(of: specifier), panes[file] == nil else { continue }
                do throws(BundleFolder.Refusal) {
                    try read(file)
                    order.append(file)
                } catch {
                    note(specifier, "File", Self.reason(specifier, error))
                }
            }
            next += 1
        }
    }

    private static func reason(_ specifier: Specifier, _ refusal: BundleFolder.Refusal) -> String {
        var specifier = specifier
        let name = specifier.text("File") ?? ""
        let reason =
            if WebAddress.isAbsoluteLink(name) {
                "it leads to the web address '\(name)', which is not a pane."
            } else if !BundleFolder.isPlain(name) {
                "it leads to '\(name)', which does not name a file of the bundle."
            } else if refusal.isMissing {
                "it leads to '\(name)', and the bundle has no such pane."
            } else {
                "it leads to '\(name)', which cannot be read: \(refusal.message)"
            }
        return "The row is left out: \(reason)"
    }

    static func file(of specifier: Specifier) -> String? {
        var specifier = specifier
        guard specifier.type == "PSChildPaneSpecifier", let name = specifier.text("File"),
            !name.isEmpty
        else { return nil }
        return name.hasSuffix(".plist") ? name : name + ".plist"
    }

    var unreached: [String] {
        folder.panes.filter { panes[$0] == nil && refusals[$0] == nil }
    }

    /// The rest of the size limit, for files that are read but not imported.
    var unspent: PropertyListBudget { budget }

    var readKeys: Set<String> {
        Set(panes.values.flatMap { $0.specifiers.compactMap(\.key) })
    }

    /// Assigns keys to settings before groups and pages use any.
    private mutating func reserveKeys() {
        let structure = ["PSGroupSpecifier", "PSChildPaneSpecifier"]
        for file in order {
            for specifier in panes[file]?.specifiers ?? []
            where !structure.contains(specifier.type) {
                guard let key = specifier.key else { continue }
                _ = names.key(for: key)
                if specifier.isSecret { secrets.insert(key) }
            }
        }
    }
}

extension BundleReader.Pane {
    var stem: String { String(file.dropLast(".plist".count)) }
}
