import FaceplateSchema

extension BundleReader {
    mutating func panel(title name: String? = nil) -> JSONValue {
        guard let pane = panes[firstPane] else { return ["groups": []] }
        let groups = groups(of: pane, depth: 0)
        let shown = pane.title.flatMap {
            $0.isEmpty || words.isEmptied($0, in: pane.table) ? nil : $0
        }
        let title =
            name.map { words.spoken($0) } ?? shown.map { words.inline($0, from: pane.table) }
        let locales = words.locales.map { JSONValue.text($0.description) }
        return .object(present: [
            ("panelTitle", title), ("panelLocales", locales.isEmpty ? .none : .array(locales)),
            ("groups", .array(groups)),
        ])
    }

    private mutating func groups(of pane: Pane, depth: Int) -> [JSONValue] {
        var groups: [GroupDraft] = []
        for (index, specifier) in pane.specifiers.enumerated() {
            var specifier = specifier
            let isRadios = specifier.type == "PSRadioGroupSpecifier"
            if isRadios || specifier.type == "PSGroupSpecifier" {
                let rows = pane.specifiers[(index + 1)...].prefix { !$0.isGroup }
                groups.append(group(&specifier, in: pane, titlesRow: Self.isLoneNameless(rows)))
            } else if groups.isEmpty {
                groups.append(GroupDraft(key: names.key(madeOf: pane.stem)))
            }
            if specifier.type != "PSGroupSpecifier" {
                let place = groups.count - 1
                groups[place].hadRows = true
                specifier.groupTitle = isRadios ? nil : groups[place].titleOfRow
                if let item = item(&specifier, depth: depth) {
                    groups[place].items.append(item)
                } else if let title = specifier.groupTitle {
                    // The row did not use the title, so return it to the group.
                    groups[place].words.removeAll { $0.0 == "groupTitle" }
                    groups[place].words += words.add(
                        title, from: specifier.table, as: "groupTitle", of: groups[place].key)
                }
            }
            noteOmitted(specifier)
        }
        for group in groups where group.isBare {
            report(
                ImportNote(
                    pane.file, group.place, "The group is left out, because no row of it is left.",
                    title: group.title))
        }
        return groups.filter { !$0.isEmpty && !$0.isBare }.map(\.json)
    }

    /// Returns true when a group has only one row without a title, which the group title describes.
    private static func isLoneNameless(_ rows: ArraySlice<Specifier>) -> Bool {
        let types = [
            "PSToggleSwitchSpecifier", "PSTextFieldSpecifier", "PSSliderSpecifier",
            "PSTitleValueSpecifier", "PSMultiValueSpecifier",
        ]
        guard rows.count == 1, let row = rows.first else { return false }
        return row.ownTitle == nil && types.contains(row.type)
    }

    private mutating func noteOmitted(_ specifier: Specifier) {
        for (attribute, reason) in specifier.misread.sorted(by: { $0.key < $1.key }) {
            note(specifier, attribute, reason)
        }
        for attribute in specifier.unread {
            guard Self.knownAttributes.contains(attribute) else {
                noteUnknown(attribute, of: specifier)
                continue
            }
            note(specifier, attribute, "It means nothing to '\(specifier.type)'.")
        }
    }

    mutating func noteUnknown(_ attribute: String, of specifier: Specifier) {
        let suggestion = NearestWord.suggestion(for: attribute, among: Self.knownAttributes)
        note(specifier, attribute, "It is not imported.\(suggestion)")
    }

    static let knownAttributes = [
        "Key", "Title", "DefaultValue", "Titles", "ShortTitles", "Values", "TrueValue",
        "FalseValue", "File", "FooterText", "IsSecure", "KeyboardType", "AutocapitalizationType",
        "AutocorrectionType", "MinimumValue", "MaximumValue", "MinimumValueImage",
        "MaximumValueImage", "DisplaySortedByTitle", "SupportedUserInterfaceIdioms",
    ]

    /// - Parameter titlesRow: True when the title of the group becomes the title of its only row.
    private mutating func group(
        _ specifier: inout Specifier, in pane: Pane, titlesRow: Bool
    ) -> GroupDraft {
        let title = specifier.titleText() ?? ""
        let key: String
        if specifier.type == "PSGroupSpecifier", specifier.read("Key") != nil,
            let named = specifier.key
        {
            key = names.key(madeOf: named)
        } else {
            key = names.key(madeOf: title.isEmpty ? pane.stem : title)
        }
        var group = GroupDraft(key: key)
        let isRadios = specifier.type == "PSRadioGroupSpecifier"
        // The title of radio buttons is the title of their item, so the group does not repeat it.
        if titlesRow, !isRadios, !title.isEmpty {
            group.titleOfRow = title
        } else if !isRadios {
            group.words = words.add(title, from: specifier.table, as: "groupTitle", of: key)
        }
        let footer = specifier.text("FooterText") ?? ""
        if !footer.isEmpty {
            group.words += words.add(
                footer, from: specifier.table, as: "groupFooter", of: key, suffix: ".footer")
        }
        group.hasWords = !footer.isEmpty || !title.isEmpty && !isRadios
        group.hasFooter = !footer.isEmpty
        group.place = specifier.place
        group.title = specifier.shownTitle
        if !isRadios { noteIdioms(&specifier) }
        return group
    }

    mutating func noteIdioms(_ specifier: inout Specifier) {
        let idioms = specifier.list("SupportedUserInterfaceIdioms").compactMap(\.text)
        guard specifier.has("SupportedUserInterfaceIdioms") else { return }
        note(
            specifier, "SupportedUserInterfaceIdioms",
            "There it is shown on \(idioms.joined(separator: ", ")) alone; here on every "
                + "device.")
    }

    /// Adds a note that a specifier has no item, and suppresses further notes about it.
    mutating func leaveOut(_ specifier: inout Specifier, _ reason: String) {
        note(specifier, nil, "It is left out: \(reason)")
        specifier.markAllRead()
    }

    mutating func page(_ specifier: inout Specifier, depth: Int) -> JSONValue? {
        let title = specifier.titleText()
        _ = specifier.read("Key")
        guard let file = Self.file(of: specifier) else {
            let screen = specifier.text(beginning: "IASKViewController")
            let name = screen.map { " ('\($0)')" } ?? ""
            let isScreen = screen != nil || specifier.has("IASKSegueIdentifier")
            leaveOut(
                &specifier,
                isScreen ? "it opens a screen of the app's own\(name)." : "it names no 'File'.")
            return nil
        }
        _ = specifier.read("File")
        guard let pane = panes[file] else {
            // `readBelow` has already noted a pane that cannot be read.
            specifier.markAllRead()
            return nil
        }
        if let key = pages[file], let row = rows[file] {
            let title = secondTitle(of: &specifier, row)
            noteDifferences(&specifier, from: row)
            return reference(to: key, called: title)
        }
        guard file != firstPane else {
            note(specifier, "File", "It is left out: it leads back to the first page.")
            return nil
        }
        guard depth < Self.maximumDepth else {
            note(
                specifier, "File",
                "It is left out: pages may lead to one another \(Self.maximumDepth) deep.")
            return nil
        }
        let key = names.key(madeOf: specifier.key ?? pane.stem)
        pages[file] = key
        rows[file] = specifier
        noteIdioms(&specifier)
        if let title, let other = pane.title, other != title {
            report(
                ImportNote(
                    file, "Title", "It is left out: the row that leads here has a title of its own."
                ))
        }
        let shownTitle = title ?? pane.title
        let titled = shownTitle.map {
            words.add($0, from: specifier.table, as: "itemTitle", of: key)
        }
        let head: [(String, JSONValue)] = [("itemKey", .text(key)), ("itemControlType", "page")]
        let groups = JSONValue.array(groups(of: pane, depth: depth + 1))
        return .object(head + (titled ?? []) + [("groups", groups)])
    }
}

struct GroupDraft {
    let key: String
    var words: [(String, JSONValue)] = [("groupTitle", "")]
    var hasWords = false
    /// The title of the group, if its only row uses it.
    var titleOfRow: String?
    var items: [JSONValue] = []
    var place = ""
    var title: String?
    var hasFooter = false
    var hadRows = false

    var isEmpty: Bool { items.isEmpty && !hasWords }

    var isBare: Bool { items.isEmpty && hasWords && hadRows && !hasFooter }

    var json: JSONValue {
        .object([("groupKey", .text(key))] + words + [("items", .array(items))])
    }
}
