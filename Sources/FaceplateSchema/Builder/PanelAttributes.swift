/// What concerns a whole panel, as Swift declares it.
///
/// `.panel("harbour", version: 2).title("Harbour").locales("en", "fr").save(.explicit)`.
public struct PanelAttributes: Declared {
    /// What was declared so far.
    public var declaration: Declaration

    /// Nothing: a panel with an implied key.
    public init(file: String = #fileID, line: Int = #line) {
        declaration = Declaration("Schema", nil, Declaration.Place(file: file, line: line))
    }

    /// Which panel it is, and its release, which counts from 1.
    public static func panel(
        _ key: String? = nil, version: Int? = nil, file: String = #fileID, line: Int = #line
    ) -> Self {
        var attributes = Self(file: file, line: line)
        if let key { attributes = attributes.with("panelKey", key) }
        if let version { attributes = attributes.with("panelVersion", version) }
        return attributes
    }

    /// What the panel is called.
    public func title(_ words: WrittenWords) -> Self { with("panelTitle", words.json) }

    /// When a change is saved.
    public func save(_ mode: Schema.SaveMode) -> Self { with("panelSave", mode.rawValue) }

    /// How groups look.
    public func layout(_ layout: Schema.Layout) -> Self { with("panelLayout", layout.rawValue) }

    /// Its locales; the first is the fallback of all others.
    public func locales(_ tags: String...) -> Self { with("panelLocales", tags) }

    /// Colours, lengths and fonts of the whole panel.
    public func style(_ style: WrittenStyle) -> Self { with("panelStyle", style.json) }

    /// The button, or link with a command, that restarts the program.
    public func restart(_ item: String) -> Self { with("panelRestart", item) }

    /// The switch that turns sharing between machines on and off; it is never shared itself.
    public func syncSwitch(_ item: String) -> Self { with("panelSyncSwitch", item) }

    /// How many revisions history keeps; the newest one of each value stays.
    public func historyRevisions(_ count: Int) -> Self { with("panelHistoryRevisions", count) }

    /// For how many days history keeps revisions.
    public func historyDays(_ count: Int) -> Self { with("panelHistoryDays", count) }

    /// Words of a locale by label key.
    public func labels(_ locale: String, _ words: KeyValuePairs<String, String>) -> Self {
        let texts = words.map {
            JSONObject.Member(name: $0.key, value: JSONValue(.string($0.value)))
        }
        return member(locale, JSONValue(.object(JSONObject(texts))), of: "labels")
    }

    /// A control of the panel's own, and what it is made of: an item without a key.
    public func control(_ name: String, _ item: some SettingItem) -> Self {
        var json = JSONObject([])
        if case .object(let object) = item.declaration.json().content { json = object }
        return member(name, JSONValue(.object(json)), of: "panelControls")
    }

    /// What must hold for settings together, and what is said at `items` where it does not; those
    /// of the condition where none is named.
    public func check(
        _ condition: WrittenCondition, _ message: WrittenWords, at items: String...
    ) -> Self {
        adding(.check(condition, message, items), to: "panelChecks")
    }

    private func member(_ name: String, _ json: JSONValue, of attribute: String) -> Self {
        var members: [JSONObject.Member] = []
        if case .json(let value)? = declaration.parts.first(where: { $0.name == attribute })?.part {
            members = value.object?.members ?? []
        }
        return with(
            attribute, JSONValue(.object(JSONObject(members + [.init(name: name, value: json)]))))
    }
}
