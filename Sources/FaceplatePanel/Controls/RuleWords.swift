import Faceplate

/// The text of a condition, if it is simple enough to describe.
enum RuleWords {
    /// Returns the reason why an item cannot be changed with the current settings.
    static func text(whyDisabled item: Schema.Item?, _ context: PageContext) -> String {
        guard let simple = item?.rules.enabledWhen?.simple,
            case .setting(let setting)? = context.schema.reference(simple.key)
        else { return context.words[.disabled] }
        let value = context.shown(simple.value, of: setting)
        return context.words.text(
            .disabledUntil, ["label": context.labels.title(of: setting.key).text, "value": value])
    }
}
