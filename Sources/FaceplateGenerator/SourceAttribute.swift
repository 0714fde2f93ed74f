enum SourceAttribute {
    enum Form: Sendable {
        /// A string, number or Boolean literal, or a list or object of them.
        case literal
        /// An enumeration case or a literal: `.style(.list)`, `.style([…])`.
        case wordOrStyle
        /// A label, or a label for each locale.
        case words
        /// An enumeration case: `.level(.advanced)`.
        case word
        /// No argument for `true`, and `false` otherwise.
        case flag
        /// The elements of a list, as arguments.
        case list
        case condition
        case style
        case states
        /// One modifier for each element.
        case footers, checks, labels, controls
        /// Part of the initializer call: key, control, default, options and nested declarations.
        case declared
    }

    typealias Table = KeyValuePairs<String, (modifier: String, form: Form)>

    private static let declared = (modifier: "", form: Form.declared)

    static let panel: Table = [
        "panelKey": declared, "panelVersion": declared, "groups": declared,
        "panelTitle": ("title", .words), "panelSave": ("save", .word),
        "panelLayout": ("layout", .word), "panelDensity": ("density", .word),
        "panelIcon": ("icon", .literal), "panelLocales": ("locales", .list),
        "panelStyle": ("style", .style), "panelTheme": ("theme", .literal),
        "panelAccent": ("accent", .literal), "panelRestart": ("restart", .literal),
        "panelSyncSwitch": ("syncSwitch", .literal),
        "panelHistoryRevisions": ("historyRevisions", .literal),
        "panelHistoryDays": ("historyDays", .literal),
        "panelHistorySize": ("historySize", .literal), "panelControls": ("control", .controls),
        "panelChecks": ("check", .checks), "labels": ("labels", .labels),
    ]

    static let group: Table = [
        "groupKey": declared, "items": declared, "order": ("order", .literal),
        "groupTitle": ("title", .words), "groupHeader": ("header", .words),
        "groupFooter": ("footer", .words), "groupFooterWhen": ("footer", .footers),
        "groupCollapsed": ("collapsed", .flag), "groupLevel": ("level", .word),
        "groupAccess": ("access", .list), "groupStyle": ("style", .style),
        "groupVisibleWhen": ("visible", .condition),
        "groupChecks": ("check", .checks), "groupRenamedFrom": ("renamed", .list),
        "groupValueMap": ("valueMap", .literal),
    ]

    static let item: Table = [
        "itemKey": declared, "itemReference": declared, "itemControlType": declared,
        "itemValue": declared, "itemOptions": declared, "itemElement": declared,
        "itemColumns": declared, "itemURL": declared, "groups": declared,
        "order": ("order", .literal), "itemTitle": ("title", .words),
        "itemSubtitle": ("subtitle", .words), "itemSummary": ("summary", .words),
        "itemHelp": ("help", .words), "itemPlaceholder": ("placeholder", .words),
        "itemAccess": ("access", .list), "itemPage": ("page", .literal),
        "itemCollapsed": ("collapsed", .flag),
        "itemImage": ("image", .literal), "itemHue": ("hue", .word), "itemRole": ("role", .word),
        "itemAccessory": ("accessory", .word), "itemAction": ("action", .list),
        "itemStates": ("states", .states), "itemConfirm": ("confirm", .words),
        "itemOptionsProvided": ("optionsProvided", .flag), "itemAdds": ("adds", .flag),
        "itemMinimum": ("minimum", .literal), "itemMaximum": ("maximum", .literal),
        "itemStep": ("step", .literal), "itemFractionDigits": ("fractionDigits", .literal),
        "itemUnit": ("unit", .words), "itemFormat": ("format", .literal),
        "itemMinimumLabel": ("minimumLabel", .words), "itemMaximumLabel": ("maximumLabel", .words),
        "itemDurationUnit": ("unit", .word), "itemTimeZone": ("timeZone", .literal),
        "itemSeconds": ("seconds", .flag), "itemAlpha": ("alpha", .flag),
        "itemMinimumCount": ("minimumCount", .literal),
        "itemMaximumCount": ("maximumCount", .literal), "itemUnique": ("unique", .flag),
        "itemUniqueColumn": ("uniqueColumn", .literal), "itemFileTypes": ("types", .list),
        "itemMaximumSize": ("maximumSize", .literal), "itemRows": ("rows", .literal),
        "itemMaximumLines": ("maximumLines", .literal), "itemRequired": ("required", .flag),
        "itemMinimumLength": ("minimumLength", .literal),
        "itemMaximumLength": ("maximumLength", .literal), "itemPattern": ("pattern", .literal),
        "itemTrim": ("trim", .flag), "itemObscured": ("obscured", .flag),
        "itemKeyboard": ("keyboard", .word), "itemCapitalization": ("capitalization", .word),
        "itemSpellcheck": ("spellcheck", .flag), "itemContentType": ("contentType", .literal),
        "itemReadOnly": ("readOnly", .flag), "itemRestart": ("restart", .flag),
        "itemSynced": ("synced", .flag), "itemScope": ("scope", .word),
        "itemKeepWithin": ("keepWithin", .literal),
        "itemSynonyms": ("synonyms", .words), "itemHidden": ("hidden", .flag),
        "itemLevel": ("level", .word), "itemStyle": ("style", .wordOrStyle),
        "itemVisibleWhen": ("visible", .condition), "itemEnabledWhen": ("enabled", .condition),
        "itemRequiredWhen": ("required", .condition), "itemWhenHidden": ("whenHidden", .word),
        "itemRenamedFrom": ("renamed", .list), "itemValueMap": ("valueMap", .literal),
        "itemData": ("data", .literal),
    ]
}
