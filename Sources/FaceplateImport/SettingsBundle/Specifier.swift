import FaceplateSchema

/// One entry of a pane's `PreferenceSpecifiers`, and which of its attributes were looked at.
struct Specifier {
    /// The file that it stands in: `Root.plist`.
    let file: String
    /// `PreferenceSpecifiers[4]`.
    let place: String
    /// The table that its words are looked up in.
    let table: String
    /// Its title in the language of the bundle, for notes; `nil` where it has none.
    let shownTitle: String?
    private let entries: PropertyList.Dictionary
    private var taken: Set<String> = ["Type"]
    /// The title of the group that holds this row alone, for a row without a title of its own.
    var groupTitle: String?
    /// Why attributes that were looked at are left out.
    private(set) var misread: [String: String] = [:]

    init(
        _ entries: PropertyList.Dictionary, file: String, place: String, table: String,
        shownTitle: String? = nil
    ) {
        self.entries = entries
        self.file = file
        self.place = place
        self.table = table
        self.shownTitle = shownTitle
    }

    /// `PSSliderSpecifier`; empty where it has none.
    var type: String { entries["Type"]?.text ?? "" }

    /// True when the rows behind it are of another group than those before it.
    var isGroup: Bool { type == "PSGroupSpecifier" || type == "PSRadioGroupSpecifier" }

    /// The key of what it edits in the other system; `nil` where it has none.
    var key: String? {
        guard let key = entries["Key"]?.scalar?.plainText, !key.isEmpty else { return nil }
        return key
    }

    /// The words that it is called by; `nil` where it has none.
    var ownTitle: String? {
        guard let title = entries["Title"]?.scalar?.plainText, !title.isEmpty else { return nil }
        return title
    }

    /// Looks at the words that it is called by: its own, else those of its group.
    mutating func title() -> String? {
        let own = text("Title") ?? ""
        return own.isEmpty ? groupTitle : own
    }

    /// The words of an attribute, for notes; `nil` without one.
    func shown(_ name: String) -> String? {
        entries[name].map { value in
            value.scalar.map { "'\($0.plainText.prefix(40))'" } ?? value.kind
        }
    }

    /// An attribute whose name begins with these letters, as a text.
    func text(beginning start: String) -> String? {
        entries.entries.lazy.filter { $0.key.hasPrefix(start) }.compactMap(\.value.text).first
    }

    /// Looks at an attribute.
    mutating func take(_ name: String) -> PropertyList? {
        taken.insert(name)
        return entries[name]
    }

    /// Looks at one that is a Boolean, a number or a text; `nil` for any other.
    mutating func scalar(_ name: String) -> Value? {
        guard let value = take(name) else { return nil }
        if value.scalar == nil { misread[name] = "It is left out: it is \(value.kind)." }
        return value.scalar
    }

    /// Looks at one that is words.
    mutating func text(_ name: String) -> String? { scalar(name)?.plainText }

    /// Looks at one that is a list; of what is none, no elements.
    mutating func list(_ name: String) -> [PropertyList] {
        guard let value = take(name) else { return [] }
        if value.array == nil {
            misread[name] = "It is left out: it is \(value.kind), where an array was expected."
        }
        return value.array ?? []
    }

    /// Looks at one that is a number, or a text that says one; what is none, the caller tells of.
    mutating func number(_ name: String) -> ExactDecimal? {
        guard let value = take(name)?.scalar else { return nil }
        return value.number ?? ExactDecimal(value.plainText)
    }

    /// Looks at one that is a Boolean, or says one.
    mutating func flag(_ name: String) -> Bool? {
        guard let value = scalar(name) else { return nil }
        let flag = Self.flag(value)
        if flag == nil {
            misread[name] = "It is left out: '\(value.plainText.prefix(40))' is no Boolean."
        }
        return flag
    }

    /// Whether it is a text that is not shown.
    var isSecret: Bool {
        type == "PSTextFieldSpecifier"
            && entries["IsSecure"]?.scalar.flatMap(Self.flag) ?? false
    }

    /// What a value says as a Boolean: `true`, 1, `YES`.
    static func flag(_ value: Value) -> Bool? {
        guard let flag = try? BooleanRules().value(fromText: value.plainText, locale: nil) else {
            return nil
        }
        return flag == .boolean(true)
    }

    /// Looks at all, where there is no more to say.
    mutating func takeAll() {
        taken.formUnion(entries.entries.map(\.key))
        misread = [:]
    }

    /// The attributes that another has not, or has otherwise.
    func differences(from other: Specifier) -> [String] {
        entries.entries.map(\.key).filter { entries[$0] != other.entries[$0] }
    }

    func has(_ name: String) -> Bool { entries[name] != nil }

    /// The attributes that nobody looked at, in the order written.
    var untaken: [String] { entries.entries.map(\.key).filter { !taken.contains($0) } }

    /// - Parameter key: the key here, where the note says what to do with that.
    func note(
        _ attribute: String? = nil, _ message: String, key here: String? = nil
    ) -> ImportNote {
        ImportNote(
            file, attribute.map { "\(place).\($0)" } ?? place, message, attribute: attribute,
            key: here ?? key, title: shownTitle ?? groupTitle)
    }
}
