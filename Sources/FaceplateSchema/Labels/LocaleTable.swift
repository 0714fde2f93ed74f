/// A thread-safe cache of one entry per locale.
final class LocaleTable<Entry: Sendable>: Sendable {
    /// The limit on entries: requests name locales, and a panel has far fewer than this.
    private static var most: Int { 64 }

    private let entries = Locked<[LocaleTag: Entry]>([:])

    subscript(locale: LocaleTag, asking: (LocaleTag) -> Entry) -> Entry {
        if let entry = entries.withLock({ $0[locale] }) { return entry }
        let entry = asking(locale)
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeAll() }
            entries[locale] = entry
        }
        return entry
    }
}
