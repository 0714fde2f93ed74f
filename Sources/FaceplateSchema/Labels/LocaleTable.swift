/// What has been asked once of each locale, for any thread.
final class LocaleTable<Entry: Sendable>: Sendable {
    /// Readers name locales, so the table is bounded: far above what a panel has.
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
