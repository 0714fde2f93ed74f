extension Schema {
    /// Returns the default value of an item; for an option of a `select` group, true when it is chosen by default.
    func defaultValue(of item: Item) -> Value? {
        if item.control == .select {
            return .boolean(settings[item.groupKey]?.defaultValue == .text(item.key))
        }
        return settings[item.key]?.defaultValue ?? item.shownValue
    }
}
