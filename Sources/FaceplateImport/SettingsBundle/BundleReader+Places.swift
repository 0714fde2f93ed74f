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
        noteDifferences(&specifier, from: first)
        return ["itemReference": JSONValue(.string(names.key(for: key)))]
    }

    /// Says what a second place says otherwise than the first, which counts.
    mutating func noteDifferences(_ specifier: inout Specifier, from first: Specifier) {
        // Two names of one file; and the note below radios stands in their own group.
        let isRadios = specifier.type == "PSRadioGroupSpecifier"
        let same = ["Type", "File", "IsSecure"] + (isRadios ? ["FooterText"] : [])
        for attribute in specifier.differences(from: first) where !same.contains(attribute) {
            note(
                specifier.note(
                    attribute, "It is left out: \(first.place) of \(first.file) counts."))
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
