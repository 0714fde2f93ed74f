import Faceplate

extension PageContext {
    /// Names the first condition that is not met and simple enough.
    func whyDisabled(_ item: Schema.Item?) -> String {
        guard rights.mayEdit else { return words[.viewOnly] }
        if let item, isWithoutAction(item) { return words[.actionMissing] }
        guard let condition = item?.rules.enabledWhen, let test = unmet(condition) else {
            return words[.disabled]
        }
        switch test {
        case .equals(let setting, let value):
            return words.text(
                .disabledUntil,
                ["label": labels.title(of: setting.key).text, "value": shown(value, of: setting)])
        case .isFilled(let setting):
            return words.text(
                .disabledUntilFilled, ["label": labels.title(of: setting.key).text])
        case .fits(let setting):
            return words.text(
                .disabledUntilOther, ["label": labels.title(of: setting.key).text])
        }
    }

    /// The choice, or the switch, that makes the item necessary; `nil` where that is not one setting.
    func whyNeeded(_ item: Schema.Item) -> String? {
        guard let simple = item.rules.requiredWhen?.simple, let setting = shownSetting(simple.key)
        else { return nil }
        let isSwitch = if case .boolean = simple.value { true } else { false }
        let name = isSwitch ? labels.title(of: setting.key).text : shown(simple.value, of: setting)
        return words.text(.neededFor, ["value": name])
    }

    private enum Test {
        case equals(Schema.Setting, Value)
        case isFilled(Schema.Setting)
        case fits(Schema.Setting)
    }

    private func unmet(_ condition: Condition) -> Test? {
        if let simple = condition.simple {
            return shownSetting(simple.key).map { .equals($0, simple.value) }
        }
        switch condition {
        case .all(let parts): return parts.first { !rules.holds($0) }.flatMap { unmet($0) }
        case .test(let key, .isEmpty(false)): return shownSetting(key).map { .isFilled($0) }
        case .test(let key, let test):
            if case .isEmpty = test { return nil }
            guard let setting = shownSetting(key) else { return nil }
            return rules.value(key)?.isEmpty ?? true ? .isFilled(setting) : .fits(setting)
        case .not, .any: return nil
        }
    }

    private func shownSetting(_ key: String) -> Schema.Setting? {
        guard case .setting(let setting)? = schema.reference(key) else { return nil }
        return setting
    }
}
