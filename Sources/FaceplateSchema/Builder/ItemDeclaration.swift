/// What stands in a group: an item, or a `Reference` to one that has its place elsewhere.
public protocol GroupEntry: Declared {}

/// An item: one declared setting or row.
public protocol ItemDeclaration: GroupEntry {}

extension ItemDeclaration {
    /// What the item is called.
    public func title(_ words: WrittenWords) -> Self { with("itemTitle", words.json) }

    /// Its second words: the value of an `Info`, the prose of a `Text` or `HTML`.
    public func subtitle(_ words: WrittenWords) -> Self { with("itemSubtitle", words.json) }

    /// A sentence that explains the item.
    public func help(_ words: WrittenWords) -> Self { with("itemHelp", words.json) }

    /// Other words that a search finds it by.
    public func synonyms(_ words: WrittenWords) -> Self { with("itemSynonyms", words.json) }

    /// The picture at its start: a relative address, or `data:image/png;base64,…`.
    public func image(_ address: String) -> Self { with("itemImage", address) }

    /// Kept and readable, but not on the page.
    public func hidden(_ isHidden: Bool = true) -> Self {
        with("itemHidden", JSONValue(.boolean(isHidden)))
    }

    /// Who needs it.
    public func level(_ level: Schema.Level) -> Self { with("itemLevel", level.rawValue) }

    /// When it is there.
    public func visible(when condition: WrittenCondition) -> Self {
        with("itemVisibleWhen", condition.json)
    }

    /// Colours, lengths and fonts of its own.
    public func style(_ style: WrittenStyle) -> Self { with("itemStyle", style.json) }

    /// Keys that it had before.
    public func renamed(from keys: String...) -> Self { with("itemRenamedFrom", keys) }

    /// What the program attaches to it, for its handlers.
    public func data(_ json: JSONValue) -> Self { with("itemData", json) }

    /// Makes it an item of the panel's own control of that name, which is made of this one.
    public func control(_ name: String) -> Self { with("itemControlType", name) }
}

/// An item that holds a value.
public protocol SettingItem: ItemDeclaration {}

extension SettingItem {
    /// People and scripts cannot change it; the program can.
    public func readOnly(_ isReadOnly: Bool = true) -> Self {
        with("itemReadOnly", JSONValue(.boolean(isReadOnly)))
    }

    /// The program has to restart before it works with a new value.
    public func restart(_ isNeeded: Bool = true) -> Self {
        with("itemRestart", JSONValue(.boolean(isNeeded)))
    }

    /// Machines share its value, where the program shares settings; never one of a secret.
    public func synced(_ isSynced: Bool = true) -> Self {
        with("itemSynced", JSONValue(.boolean(isSynced)))
    }

    /// When it can be changed.
    public func enabled(when condition: WrittenCondition) -> Self {
        with("itemEnabledWhen", condition.json)
    }

    /// When it must have a value.
    public func required(when condition: WrittenCondition) -> Self {
        with("itemRequiredWhen", condition.json)
    }

    /// What becomes of its value while it is not there.
    public func whenHidden(_ fate: Schema.WhenHidden) -> Self {
        with("itemWhenHidden", fate.rawValue)
    }

    /// Values of before, as text, and what each is now.
    public func valueMap(_ map: [String: Value]) -> Self { with("itemValueMap", map) }
}

/// A setting that can be made to need a value always.
public protocol RequirableItem: SettingItem {}

extension RequirableItem {
    /// Whether it must have a value that is not empty.
    public func required(_ isRequired: Bool = true) -> Self {
        with("itemRequired", JSONValue(.boolean(isRequired)))
    }
}

/// An item that can be pressed.
public protocol ActionItem: ItemDeclaration {}

extension ActionItem {
    /// The command that `faceplate serve` runs, word by word.
    public func action(_ command: String...) -> Self { with("itemAction", command) }

    /// What is asked before it runs.
    public func confirm(_ question: WrittenWords) -> Self { with("itemConfirm", question.json) }

    /// When it can be pressed.
    public func enabled(when condition: WrittenCondition) -> Self {
        with("itemEnabledWhen", condition.json)
    }
}

/// A setting with a list of options.
public protocol OptionsItem: SettingItem {}

extension OptionsItem {
    func with(_ options: [WrittenOption]?) -> Self {
        options.map { with("itemOptions", JSONValue(.array($0.map(\.json)))) } ?? self
    }

    /// Whether the program gives its options while it runs (`ProvidedContent`).
    public func optionsProvided(_ areProvided: Bool = true) -> Self {
        with("itemOptionsProvided", JSONValue(.boolean(areProvided)))
    }
}

/// A list, of which a least and a greatest number of elements can be asked.
public protocol CountedItem: SettingItem {}

extension CountedItem {
    /// The least number of elements.
    public func minimumCount(_ count: Int) -> Self { with("itemMinimumCount", count) }

    /// The greatest number of elements.
    public func maximumCount(_ count: Int) -> Self { with("itemMaximumCount", count) }
}
