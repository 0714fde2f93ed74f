import Faceplate

/// Puts a condition into words, where it is simple enough to be said.
enum RuleWords {
    /// Why an item cannot be changed as the others are now.
    static func text(whyDisabled item: Schema.Item?, _ context: PageContext) -> String {
        guard let simple = item?.rules.enabledWhen?.simple,
            case .setting(let setting)? = context.schema.reference(simple.key)
        else { return context.words[.disabled] }
        let value = context.shown(simple.value, of: setting)
        return context.words.text(
            .disabledUntil, ["label": context.labels.title(of: setting.key).text, "value": value])
    }
}
