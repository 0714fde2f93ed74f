import FaceplateSchema

extension BundleReader {
    mutating func secondPlace(of specifier: inout Specifier, key: String) -> JSONValue? {
        guard let first = shown[key] else { return nil }
        if first.type != specifier.type {
            note(
                specifier, "Key",
                "'\(key)' is a \(first.type) before, and is shown as that a second time, not "
                    + "as a \(specifier.type).")
        }
        let title = secondTitle(of: &specifier, first)
        let differing = specifier.differences(from: first)
            .filter { ["Title", "File"].contains($0) }
        if specifier.type.hasPrefix("IASK"), !differing.isEmpty {
            note(
                specifier, "Key",
                "The row at \(first.place) of \(first.file) has the same key, so this row leads there. It "
                    + "differs in \(differing.joined(separator: " and ")).")
        }
        noteDifferences(&specifier, from: first)
        return reference(to: names.key(for: key), called: title)
    }

    mutating func secondTitle(of specifier: inout Specifier, _ first: Specifier) -> JSONValue? {
        var first = first
        guard let title = specifier.title(), title != first.title() else { return nil }
        return words.inline(title, from: specifier.table)
    }

    func reference(to key: String, called title: JSONValue?) -> JSONValue {
        .object(present: [("itemReference", .text(key)), ("itemTitle", title)])
    }

    mutating func noteDifferences(_ specifier: inout Specifier, from first: Specifier) {
        // `File` may name one file in two ways, and the footer of radio buttons is in their group.
        let isRadios = specifier.type == "PSRadioGroupSpecifier"
        let same = ["Type", "File", "IsSecure", "Title"] + (isRadios ? ["FooterText"] : [])
        let isSecret = specifier.isSecret || first.isSecret
        for attribute in specifier.differences(from: first) where !same.contains(attribute) {
            guard Self.knownAttributes.contains(attribute) else {
                noteUnknown(attribute, of: specifier)
                continue
            }
            let value = first.shown(attribute) ?? "nothing"
            note(
                specifier, attribute,
                "It is left out. The same setting is already at \(first.place) of \(first.file), "
                    + "and the page uses the value there\(isSecret ? "." : ": \(value).")")
        }
        if specifier.isSecret, !first.isSecret {
            note(specifier, "IsSecure", "It is so at \(first.place) of \(first.file), too.")
        } else if first.isSecret, specifier.flag("IsSecure") == false {
            note(specifier, "IsSecure", "It is left out: once a secret is always one.")
        }
        specifier.markAllRead()
    }

    mutating func show(_ specifier: Specifier) {
        if let key = specifier.key { shown[key] = specifier }
    }
}

extension BundleReader {
    mutating func noteUnreached() {
        let files = unreached
        guard !files.isEmpty else { return }
        let known = readKeys
        var budget = unspent
        for file in files {
            do {
                let list = try folder.propertyList(file, &budget)
                guard let specifiers = list.dictionary?["PreferenceSpecifiers"]?.array else {
                    continue
                }
                let keys = specifiers.compactMap { $0.dictionary?["Key"]?.scalar?.plainText }
                noteUnreached(file, Set(keys.filter { !$0.isEmpty }).subtracting(known).count)
            } catch {
                report(
                    ImportNote(
                        file, "", "No row leads here, and it cannot be read, so it is left out."))
            }
        }
    }

    private mutating func noteUnreached(_ file: String, _ count: Int) {
        let settings = count == 1 ? "1 setting is" : "\(count) settings are"
        report(
            ImportNote(
                file, "",
                "No row leads to this pane, so it is left out; \(count == 0 ? "no setting is" : settings) "
                    + "only here. To convert it, name this file instead of the folder."))
    }
}
