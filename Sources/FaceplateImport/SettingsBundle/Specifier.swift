import FaceplateSchema

struct Specifier {
    let file: String
    /// The place in the file: `PreferenceSpecifiers[4]`.
    let place: String
    let table: String
    /// The title in the language of the bundle, for notes; `nil` without a title.
    let shownTitle: String?
    /// True when the tables of the bundle make the title empty on purpose.
    let hidesTitle: Bool
    private let entries: PropertyList.Dictionary
    private var readNames: Set<String> = ["Type"]
    var groupTitle: String?
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

    var type: String { entries["Type"]?.text ?? "" }

    var isGroup: Bool { type == "PSGroupSpecifier" || type == "PSRadioGroupSpecifier" }

    var key: String? { filled("Key") }

    var ownTitle: String? { hidesTitle ? nil : filled("Title") }

    private func filled(_ name: String) -> String? {
        entries[name]?.scalar.map(\.plainText).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func title() -> String? {
        titleText() ?? groupTitle
    }

    mutating func titleText() -> String? {
        let own = text("Title") ?? ""
        return own.isEmpty || hidesTitle ? nil : own
    }

    func shown(_ name: String) -> String? {
        entries[name].map { value in
            value.scalar.map { "'\($0.plainText.prefix(40))'" } ?? value.kind
        }
    }

    func text(beginning start: String) -> String? {
        entries.entries.lazy.filter { $0.key.hasPrefix(start) }.compactMap(\.value.text).first
    }

    mutating func read(_ name: String) -> PropertyList? {
        readNames.insert(name)
        return entries[name]
    }

    mutating func scalar(_ name: String) -> Value? {
        guard let value = read(name) else { return nil }
        if value.scalar == nil { misread[name] = "It is left out: it is \(value.kind)." }
        return value.scalar
    }

    mutating func text(_ name: String) -> String? { scalar(name)?.plainText }

    mutating func list(_ name: String) -> [PropertyList] {
        guard let value = read(name) else { return [] }
        if value.array == nil {
            misread[name] = "It is left out: it is \(value.kind), where an array was expected."
        }
        return value.array ?? []
    }

    /// `nil` for anything else, which the caller must note.
    mutating func number(_ name: String) -> ExactDecimal? {
        guard let value = read(name)?.scalar else { return nil }
        return value.number ?? ExactDecimal(value.plainText)
    }

    mutating func flag(_ name: String) -> Bool? {
        guard let value = scalar(name) else { return nil }
        let flag = Self.flag(value)
        if flag == nil {
            misread[name] = "It is left out: '\(value.plainText.prefix(40))' is not a Boolean."
        }
        return flag
    }

    var isSecret: Bool {
        type == "PSTextFieldSpecifier"
            && entries["IsSecure"]?.scalar.flatMap(Self.flag) ?? false
    }

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

    func differences(from other: Specifier) -> [String] {
        entries.entries.map(\.key).filter { entries[$0] != other.entries[$0] }
    }

    func has(_ name: String) -> Bool { entries[name] != nil }

    var unread: [String] { entries.entries.map(\.key).filter { !readNames.contains($0) } }
}
