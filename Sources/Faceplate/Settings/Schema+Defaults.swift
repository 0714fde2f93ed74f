extension Schema {
    /// An item's default as a value: for an option of a `select` group, whether it is chosen.
    func defaultValue(of item: Item) -> Value? {
        if item.control == .select {
            return .boolean(settings[item.groupKey]?.defaultValue == .text(item.key))
        }
        return settings[item.key]?.defaultValue ?? item.shownValue
    }
}
