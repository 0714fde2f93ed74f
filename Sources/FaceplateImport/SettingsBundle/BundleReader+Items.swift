import FaceplateAddress
import FaceplateSchema

struct ItemDraft {
    let control: Control
    var members: [(String, JSONValue)] = []
    var data: [(String, JSONValue)] = []

    init(_ control: Control) { self.control = control }

    mutating func set(_ name: String, _ value: JSONValue) {
        members.append((name, value))
    }

    mutating func set(_ name: String, _ value: Value?) {
        if let value { set(name, value.json) }
    }
}

extension BundleReader {
    /// `nil`, with a note, if there is no equivalent.
    mutating func item(_ specifier: inout Specifier, depth: Int) -> JSONValue? {
        if specifier.type == "PSChildPaneSpecifier" { return page(&specifier, depth: depth) }
        let original = specifier.key
        if let original, let second = secondPlace(of: &specifier, key: original) {
            return second
        }
        let title = specifier.title() ?? ""
        _ = specifier.read("Key")
        let key = original.map { names.key(for: $0) } ?? keyOfNameless(specifier, title)
        guard let draft = draft(&specifier, key: key) else { return nil }
        show(specifier)
        if original == nil, draft.control.holdsValue {
            note(specifier, "Key", "It has none; here it is '\(key)'.")
        }
        noteIdioms(&specifier)
        var members: [(String, JSONValue)] = [
            ("itemKey", .text(key)), ("itemControlType", .text(draft.control.rawValue)),
        ]
        if !title.isEmpty {
            members += words.add(title, from: specifier.table, as: "itemTitle", of: key)
        } else {
            note(
                specifier, "Title",
                "There is no title, so the row is named after its key, in all languages.")
            if let readable = Self.readable(key) {
                members.append(("itemTitle", .text(readable)))
            }
        }
        // Apple only has footers for groups, but some frameworks have them for every row.
        if specifier.type != "PSRadioGroupSpecifier", let help = specifier.text("FooterText"),
            !help.isEmpty
        {
            members += words.add(
                help, from: specifier.table, as: "itemHelp", of: key, suffix: ".help")
        }
        members += draft.members
        var data = draft.data
        if let original, original != key {
            note(specifier, "Key", "'\(original)' is '\(key)' here.")
            data.insert(("importedFrom", .text(original)), at: 0)
        }
        if !data.isEmpty { members.append(("itemData", .object(data))) }
        return .object(members)
    }

    /// Few sliders have a title; `nil` if the key is readable without one.
    private static func readable(_ key: String) -> String? {
        var text = ""
        for (scalar, next) in zip(key.unicodeScalars, key.unicodeScalars.dropFirst()) {
            text.unicodeScalars.append(scalar)
            if scalar.properties.isLowercase, next.properties.isUppercase { text += " " }
        }
        guard text.contains(" "), let last = key.last else { return nil }
        let words = (text + String(last)).lowercased().map { "._-".contains($0) ? " " : $0 }
        return words.prefix(1).map { $0.uppercased() }.joined() + String(words.dropFirst())
    }

    private mutating func keyOfNameless(_ specifier: Specifier, _ title: String) -> String {
        names.key(madeOf: title.isEmpty ? specifier.type : title)
    }

    private mutating func draft(_ specifier: inout Specifier, key: String) -> ItemDraft? {
        switch specifier.type {
        case "PSToggleSwitchSpecifier": return toggle(&specifier)
        case "PSTextFieldSpecifier": return textField(&specifier)
        case "PSSliderSpecifier": return slider(&specifier)
        case "PSTitleValueSpecifier": return titleValue(&specifier, key: key)
        case "PSMultiValueSpecifier": return choice(&specifier, key: key)
        case "PSRadioGroupSpecifier":
            var draft = choice(&specifier, key: key)
            draft?.set("itemStyle", "radios")
            return draft
        case "IASKOpenURLSpecifier", "IASKMailComposeSpecifier": return link(&specifier)
        case "IASKButtonSpecifier":
            note(
                specifier, nil,
                "The app's own code runs there, and nothing here until it is given a command: "
                    + "serve --action KEY=COMMAND.", key: key)
            return ItemDraft(.button)
        default:
            let type = specifier.type
            // Another prefix belongs to a framework with its own types.
            let suggestion =
                type.hasPrefix("PS") ? NearestWord.suggestion(for: type, among: Self.types) : ""
            leaveOut(
                &specifier,
                type.isEmpty
                    ? "it has no 'Type'." : "'\(type)' has no counterpart.\(suggestion)")
            return nil
        }
    }

    private static let types = [
        "PSGroupSpecifier", "PSToggleSwitchSpecifier", "PSTextFieldSpecifier",
        "PSSliderSpecifier", "PSTitleValueSpecifier", "PSMultiValueSpecifier",
        "PSRadioGroupSpecifier", "PSChildPaneSpecifier",
    ]

    // MARK: - Links

    /// Returns the link for a specifier of InAppSettingsKit, which shows bundles inside apps.
    private mutating func link(_ specifier: inout Specifier) -> ItemDraft? {
        let recipient = specifier.list("IASKMailComposeToRecipents").first?.text
        guard let written = specifier.text("File") ?? recipient.map({ "mailto:\($0)" }) else {
            leaveOut(&specifier, "it names no address.")
            return nil
        }
        let address = words.shown(written, from: specifier.table)
        if words.hasSeveral(written, in: specifier.table) {
            note(
                specifier, "File",
                "The address differs between languages; here it is that of '\(words.fallback)'.")
        }
        guard WebAddress.isAbsoluteLink(address) else {
            leaveOut(
                &specifier, "'\(address.prefix(80))' is not an address that a page can link to.")
            return nil
        }
        var draft = ItemDraft(.link)
        draft.set("itemURL", .text(address))
        return draft
    }

    mutating func noteMisfit(
        _ specifier: Specifier, _ attribute: String, _ value: PropertyList, _ consequence: String
    ) {
        let shown = specifier.shown(attribute) ?? value.kind
        note(specifier, attribute, "\(shown) does not fit, \(consequence).")
    }
}
