import FaceplateSchema

/// An entry of `PreferenceSpecifiers` in a pane, and the set of its attributes that were read.
struct Specifier {
    /// The file of the pane: `Root.plist`.
    let file: String
    /// The place in the file: `PreferenceSpecifiers[4]`.
    let place: String
    /// The table with the translations of its text.
    let table: String
    /// The title in the language of the bundle, for notes; `nil` without a title.
    let shownTitle: String?
    /// True when the tables of the bundle make the title empty on purpose.
    let hidesTitle: Bool
    private let entries: PropertyList.Dictionary
    private var readNames: Set<String> = ["Type"]
    /// The title of a group with only this row, for a row without its own title.
    var groupTitle: String?
    /// The reasons why attributes that were read are omitted.
    private(set) var misread: [String: String] = [:]

    init(
        _ entries: PropertyList.Dictionary, file: String, place: String, table: String,
        shownTitle: String? = nil, hidesTitle: Bool = false
    ) {
        self.hidesTitle = hidesTitle
        self.entries = entries
        self.file = file
        self.place = place
        self.table = table
        self.shownTitle = shownTitle
    }

    /// The type: `PSSliderSpecifier`; empty if it is missing.
    var type: String { entries["Type"]?.text ?? "" }

    /// True when the specifier starts a group.
    var isGroup: Bool { type == "PSGroupSpecifier" || type == "PSRadioGroupSpecifier" }

    /// The key of the setting in the other system; `nil` if it is missing or empty.
    var key: String? { filled("Key") }

    /// The specifier's own title; `nil` if it is missing or empty.
    var ownTitle: String? { hidesTitle ? nil : filled("Title") }

    private func filled(_ name: String) -> String? {
        entries[name]?.scalar.map(\.plainText).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads the title: its own, or else the title of its group.
    mutating func title() -> String? {
        titleText() ?? groupTitle
    }

    /// Reads the specifier's own title; `nil` if it is missing or empty.
    mutating func titleText() -> String? {
        let own = text("Title") ?? ""
        return own.isEmpty || hidesTitle ? nil : own
    }

    /// Returns the value of an attribute for notes; `nil` if it is missing.
    func shown(_ name: String) -> String? {
        entries[name].map { value in
            value.scalar.map { "'\($0.plainText.prefix(40))'" } ?? value.kind
        }
    }

    /// Returns the text of the first attribute whose name has a prefix.
    func text(beginning start: String) -> String? {
        entries.entries.lazy.filter { $0.key.hasPrefix(start) }.compactMap(\.value.text).first
    }

    /// Reads an attribute of any type.
    mutating func read(_ name: String) -> PropertyList? {
        readNames.insert(name)
        return entries[name]
    }

    /// Reads a Boolean, a number or a string; `nil` for any other type.
    mutating func scalar(_ name: String) -> Value? {
        guard let value = read(name) else { return nil }
        if value.scalar == nil { misread[name] = "It is left out: it is \(value.kind)." }
        return value.scalar
    }

    /// Reads text.
    mutating func text(_ name: String) -> String? { scalar(name)?.plainText }

    /// Reads an array; empty for any other type.
    mutating func list(_ name: String) -> [PropertyList] {
        guard let value = read(name) else { return [] }
        if value.array == nil {
            misread[name] = "It is left out: it is \(value.kind), where an array was expected."
        }
        return value.array ?? []
    }

    /// Reads a number or a number in a string; `nil` for anything else, which the caller must note.
    mutating func number(_ name: String) -> ExactDecimal? {
        guard let value = read(name)?.scalar else { return nil }
        return value.number ?? ExactDecimal(value.plainText)
    }

    /// Reads a Boolean, or a number or string that represents one.
    mutating func flag(_ name: String) -> Bool? {
        guard let value = scalar(name) else { return nil }
        let flag = Self.flag(value)
        if flag == nil {
            misread[name] = "It is left out: '\(value.plainText.prefix(40))' is not a Boolean."
        }
        return flag
    }

    /// True for a secure field, which hides its text.
    var isSecret: Bool {
        type == "PSTextFieldSpecifier"
            && entries["IsSecure"]?.scalar.flatMap(Self.flag) ?? false
    }

    /// Returns the Boolean that a value represents: `true`, 1 and `YES` are true.
    static func flag(_ value: Value) -> Bool? {
        guard let flag = try? BooleanRules().value(fromText: value.plainText, locale: nil) else {
            return nil
        }
        return flag == .boolean(true)
    }

    /// Marks all attributes as read, so that no further notes are made.
    mutating func markAllRead() {
        readNames.formUnion(entries.entries.map(\.key))
        misread = [:]
    }

    /// Returns the attributes that are missing or different in another specifier.
    func differences(from other: Specifier) -> [String] {
        entries.entries.map(\.key).filter { entries[$0] != other.entries[$0] }
    }

    func has(_ name: String) -> Bool { entries[name] != nil }

    /// The attributes that were not read, in the order of the file.
    var unread: [String] { entries.entries.map(\.key).filter { !readNames.contains($0) } }
}
