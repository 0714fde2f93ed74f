/// The attributes of a whole panel.
///
/// `.panel("harbour", version: 2).title("Harbour").locales("en", "fr").save(.explicit)`.
public struct PanelAttributes: Declared {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Creates a panel without attributes, whose key is implied.
    public init(file: String = #fileID, line: Int = #line) {
        declaration = Declaration("Schema", nil, Declaration.Place(file: file, line: line))
    }

    /// Sets the key of the panel and its version, which starts at 1.
    public static func panel(
        _ key: String? = nil, version: Int? = nil, file: String = #fileID, line: Int = #line
    ) -> Self {
        var attributes = Self(file: file, line: line)
        if let key { attributes = attributes.with("panelKey", key) }
        if let version { attributes = attributes.with("panelVersion", version) }
        return attributes
    }

    /// Sets the title of the panel.
    public func title(_ words: LocalizedText) -> Self { with("panelTitle", words.json) }

    /// Sets the moment when a change is saved.
    public func save(_ mode: Schema.SaveMode) -> Self { with("panelSave", mode.rawValue) }

    /// Sets the appearance of groups.
    public func layout(_ layout: Schema.Layout) -> Self { with("panelLayout", layout.rawValue) }

    /// Sets the height of rows.
    public func density(_ density: Schema.Density) -> Self {
        with("panelDensity", density.rawValue)
    }

    /// Sets the image beside the title and in the tab of the browser: a path, a URL, or `data:image/…;base64,…`.
    public func icon(_ address: String) -> Self { with("panelIcon", address) }

    /// Sets the locales (`en`, `pt-BR`); the first is the fallback for all others.
    ///
    /// Pages are also offered in other locales that have labels.
    public func locales(_ tags: String...) -> Self { with("panelLocales", tags) }

    /// Sets the colors, lengths and fonts of the whole panel.
    public func style(_ style: ItemStyle) -> Self { with("panelStyle", style.json) }

    /// Sets the setting that selects the theme of the pages.
    ///
    /// Its value ends with `light` or `dark`, or it is a switch that is on for dark. Any other value leaves the theme to
    /// the browser.
    public func theme(_ item: String) -> Self { with("panelTheme", item) }

    /// Sets the color setting, an `EditColor`, that selects the accent color of the pages.
    ///
    /// The pages show a darker or lighter tone of the color where the color itself would be hard to read.
    public func accent(_ item: String) -> Self { with("panelAccent", item) }

    /// Sets the button that restarts the app.
    public func restart(_ item: String) -> Self { with("panelRestart", item) }

    /// Sets the switch that turns sync between machines on and off; the switch itself is never shared.
    public func syncSwitch(_ item: String) -> Self { with("panelSyncSwitch", item) }

    /// Sets the maximum number of revisions in the history: 1 or more, 100,000 by default.
    ///
    /// Later changes remove the oldest revisions. The newest revision and the last change of each
    /// setting are never removed.
    public func historyRevisions(_ count: Int) -> Self { with("panelHistoryRevisions", count) }

    /// Sets the maximum age of revisions in the history, in days: 1 or more; without it, any age.
    ///
    /// Later changes remove older revisions, except the newest revision and the last change of each
    /// setting.
    public func historyDays(_ count: Int) -> Self { with("panelHistoryDays", count) }

    /// Sets the maximum size of the values in the history, in bytes: 1 or more, 256 MiB by default.
    ///
    /// Later changes remove the oldest revisions. The newest revision and the last change of each
    /// setting are never removed.
    public func historySize(_ bytes: Int) -> Self { with("panelHistorySize", bytes) }

    /// Adds labels for a locale, by label key.
    public func labels(_ locale: String, _ words: KeyValuePairs<String, String>) -> Self {
        let texts = words.map {
            JSONObject.Member(name: $0.key, value: .text($0.value))
        }
        return member(locale, JSONValue.object(texts), of: "labels")
    }

    /// Adds a custom control, based on an item without a key.
    public func control(_ name: String, _ item: some SettingItem) -> Self {
        member(name, item.json, of: "panelControls")
    }

    /// Adds a constraint across several settings.
    ///
    /// If the condition is false, the message is shown next to `items`, or by default next to the settings that the
    /// condition compares with each other; if it compares none, next to all of its settings.
    public func check(
        _ condition: RuleCondition, _ message: LocalizedText, at items: String...
    ) -> Self {
        adding(.check(condition, message, items), to: "panelChecks")
    }

    private func member(_ name: String, _ json: JSONValue, of attribute: String) -> Self {
        let members = declaration.json(of: attribute)?.object?.members ?? []
        return with(
            attribute, JSONValue.object(members + [.init(name: name, value: json)]))
    }
}
