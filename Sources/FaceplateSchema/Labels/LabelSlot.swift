/// A place in a panel that shows a label.
package struct LabelSlot: Sendable, Hashable {
    /// The catalog keys of the label, the usual one first.
    ///
    /// Empty for a label that the schema gives by locale and that has no key.
    package let names: [String]
    package let written: LabelText?
    package let fallback: String

    init(_ key: String?, _ suffix: String, _ written: LabelText?, fallback: String? = nil) {
        var names = key.map { [$0.uppercased() + suffix, $0 + suffix] } ?? []
        if case .words(let text) = written {
            names += [text.uppercased(), text]
            self.fallback = text
        } else {
            self.fallback = fallback ?? ""
        }
        self.names = names
        self.written = written
    }
}

extension Schema {
    /// All labels that the schema has or could have, group by group.
    ///
    /// These are the titles of all groups, items, columns, states and options, and all other labels
    /// of the schema.
    package var labelSlots: [LabelSlot] { labelSlots(areAll: true) }

    /// - Parameter areAll: `false` to leave out titles that are not written in the schema, which takes less time.
    func labelSlots(areAll: Bool) -> [LabelSlot] {
        var slots: [LabelSlot] = []
        if title != nil {
            slots.append(LabelSlot(key, "", title, fallback: LabelLookup.humanised(key).text))
        }
        for group in groups {
            slots += group.labelSlots(areAll)
            for item in group.items { slots += item.labelSlots(areAll) }
        }
        return slots + checks.map { LabelSlot(nil, "", $0.message) }
    }
}

extension Schema.ItemGroup {
    fileprivate func labelSlots(_ areAll: Bool) -> [LabelSlot] {
        let own =
            areAll || title != nil
            ? [LabelSlot(key, "", title, fallback: LabelLookup.humanised(key).text)] : []
        return own
            + [(".header", header), (".footer", footer)].filter { $0.1 != nil }
            .map { LabelSlot(key, $0.0, $0.1) }
            + footers.map { LabelSlot(nil, "", $0.text) }
            + secondPlaces.compactMap(\.title).map { LabelSlot(nil, "", $0) }
    }
}

extension Schema.Item {
    fileprivate func labelSlots(_ areAll: Bool) -> [LabelSlot] {
        (areAll || words.title != nil ? titleSlots : []) + attributeSlots + optionSlots
            + stateSlots + cells.flatMap { $0.labelSlots(areAll) }
    }

    /// The key used in the item's labels; for a cell, the key of its table.
    var owner: String { cellSuffix.isEmpty ? key : groupKey }

    private func slot(
        _ suffix: String, _ written: LabelText?, fallback: String? = nil
    ) -> LabelSlot {
        LabelSlot(owner, cellSuffix + suffix, written, fallback: fallback)
    }

    /// A list element has a title only if one is written.
    private var titleSlots: [LabelSlot] {
        guard cellSuffix != ".element" || words.title != nil else { return [] }
        return [slot("", words.title, fallback: LabelLookup.humanised(key).text)]
    }

    private var attributeSlots: [LabelSlot] {
        let subtitle = words.subtitle.map { [LabelSlot(nil, "", $0)] } ?? []
        let written: [(String, LabelText?)] = [
            (".help", words.help), (".placeholder", words.placeholder), (".unit", words.unit),
            (".minimum", words.minimum), (".maximum", words.maximum), (".summary", words.summary),
            (".confirm", words.confirm), (".synonyms", words.synonyms),
            (".deprecated", words.deprecation),
        ]
        return subtitle + written.filter { $0.1 != nil }.map { slot($0.0, $0.1) }
    }

    /// Numeric options need no labels.
    private var optionSlots: [LabelSlot] {
        options.flatMap { option -> [LabelSlot] in
            let value = option.value.plainText
            let isText = if case .text = option.value { true } else { false }
            let title =
                option.label != nil || isText
                ? [slot(".option.\(value)", option.label, fallback: value)] : []
            return title
                + [(".short", option.short), (".help", option.help)].filter { $0.1 != nil }
                .map { slot(".option.\(value)\($0.0)", $0.1) }
        }
    }

    private var stateSlots: [LabelSlot] {
        states.flatMap { state in
            [slot(".state.\(state.name)", state.title, fallback: LabelLookup.humanised(key).text)]
                + (state.confirm.map { [slot(".state.\(state.name).confirm", $0)] } ?? [])
        }
    }
}
