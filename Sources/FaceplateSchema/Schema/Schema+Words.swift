extension Schema {
    /// When a change is saved: at once where scripting allows it, or by a Save button always.
    public enum SaveMode: String, Sendable, CaseIterable {
        case auto, explicit
    }

    /// How groups look: in boxes, or plain with lines between the rows.
    public enum Layout: String, Sendable, CaseIterable {
        case grouped, plain
    }

    /// Who needs it: everyone, or those who ask for advanced settings.
    public enum Level: String, Sendable, CaseIterable {
        case basic, advanced
    }

    /// What becomes of the value of an item that a rule hides.
    public enum WhenHidden: String, Sendable, CaseIterable {
        case keep, clear
    }

    /// How a `choice` is shown: as radio buttons or as a list to open.
    public enum ChoiceStyle: String, Sendable, CaseIterable {
        case radios, list
    }

    /// What a button stands for: the main thing to do, or something that destroys.
    public enum Role: String, Sendable, CaseIterable {
        case normal, primary, destructive
    }

    /// The mark at the end of a link row.
    public enum Accessory: String, Sendable, CaseIterable {
        case none, disclosure, check, detail
    }

    /// The keyboard that a phone offers for a text (HTML `inputmode`).
    public enum Keyboard: String, Sendable, CaseIterable {
        case text, decimal, numeric, tel, search, email, url
    }

    /// Which letters a phone writes large by itself (HTML `autocapitalize`).
    public enum Capitalization: String, Sendable, CaseIterable {
        case none, sentences, words, characters
    }
}
