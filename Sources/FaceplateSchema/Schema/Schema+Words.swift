extension Schema {
    /// The moment when a change is saved: immediately where JavaScript is available, or only with a Save button.
    public enum SaveMode: String, Sendable, CaseIterable {
        case auto, explicit
    }

    /// The appearance of groups: in boxes, or plain with lines between the rows.
    public enum Layout: String, Sendable, CaseIterable {
        case grouped, plain
    }

    /// The height of rows: comfortable, or compact for long pages.
    ///
    /// On touch screens, rows are always comfortable.
    public enum Density: String, Sendable, CaseIterable {
        case comfortable, compact
    }

    /// The users for whom an item is shown: all users, or only users who turn on advanced settings.
    public enum Level: String, Sendable, CaseIterable {
        case basic, advanced
    }

    /// The machines for which a value is meant: any, or only the one that stores it.
    public enum Scope: String, Sendable, CaseIterable {
        case portable, machine
    }

    /// The treatment of a value while a rule hides its item: it stays, or is reset to the default.
    public enum WhenHidden: String, Sendable, CaseIterable {
        case keep, clear
    }

    /// The appearance of a `choice`: radio buttons or a drop-down list.
    public enum ChoiceStyle: String, Sendable, CaseIterable {
        case radios, list
    }

    /// The role of a button: normal, the main action, or a destructive action.
    public enum Role: String, Sendable, CaseIterable {
        case normal, primary, destructive
    }

    /// The symbol at the end of a link row.
    public enum Accessory: String, Sendable, CaseIterable {
        case none, disclosure, check, detail
    }

    /// The color of a page's tile and of the wash behind its title.
    public enum Hue: String, Sendable, CaseIterable {
        case grey, indigo, blue, violet, pink, orange, amber, green, teal
    }

    /// The keyboard that a phone shows for text fields (HTML `inputmode`).
    public enum Keyboard: String, Sendable, CaseIterable {
        case text, decimal, numeric, tel, search, email, url
    }

    /// The automatic capitalization on a phone (HTML `autocapitalize`).
    public enum Capitalization: String, Sendable, CaseIterable {
        case none, sentences, words, characters
    }
}
