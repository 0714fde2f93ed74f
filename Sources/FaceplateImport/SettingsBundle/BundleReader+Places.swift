import FaceplateSchema

/// What is shown in more than one place, and so in its first place alone.
extension BundleReader {
    /// The second place of a setting; `nil` where it has none yet.
    mutating func secondPlace(of specifier: inout Specifier, key: String) -> JSONValue? {
        guard let first = shown[key] else { return nil }
        if first.type != specifier.type {
            note(
                specifier.note(
                    "Key",
                    "'\(key)' is a \(first.type) before, and is shown as that a second time, not "
                        + "as a \(specifier.type)."))
        }
        let title = secondTitle(of: &specifier, first)
        noteDifferences(&specifier, from: first)
        return reference(to: names.key(for: key), called: title)
    }

    /// The words of a second place, where they are others than those of the first.
    mutating func secondTitle(of specifier: inout Specifier, _ first: Specifier) -> JSONValue? {
        var first = first
        guard let title = specifier.title(), title != first.title() else { return nil }
        return words.inline(title, from: specifier.table)
    }

    func reference(to key: String, called title: JSONValue?) -> JSONValue {
        let titled = title.map { [JSONObject.Member(name: "itemTitle", value: $0)] } ?? []
        return JSONValue(
            .object(
                JSONObject(
                    [.init(name: "itemReference", value: JSONValue(.string(key)))] + titled)))
    }

    /// Says what a second place says otherwise than the first, which counts.
    mutating func noteDifferences(_ specifier: inout Specifier, from first: Specifier) {
        // Two names of one file; and the note below radios stands in their own group.
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
                specifier.note(
                    attribute,
                    "It is left out. The same setting stands at \(first.place) of \(first.file), "
                        + "and what that row says is shown\(isSecret ? "." : ": \(value).")"))
        }
        if specifier.isSecret, !first.isSecret {
            note(
                specifier.note(
                    "IsSecure", "It is so at \(first.place) of \(first.file), too."))
        } else if first.isSecret, specifier.flag("IsSecure") == false {
            note(specifier.note("IsSecure", "It is left out: once a secret is always one."))
        }
        specifier.takeAll()
    }

    /// Remembers that a setting has its place.
    mutating func show(_ specifier: Specifier) {
        if let key = specifier.key { shown[key] = specifier }
    }
}
