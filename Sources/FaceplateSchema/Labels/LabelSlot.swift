/// One place of a panel where words stand.
public struct LabelSlot: Sendable, Hashable {
    /// The names that catalogues may have its words under, the usual one first; none for words that
    /// the schema gives by locale and no key has.
    public let names: [String]
    /// What the schema itself says.
    public let written: LabelText?
    /// What is shown where nothing is found.
    public let fallback: String

    /// - Parameters:
    ///   - key: that of the item or group, in its own letters; `nil` where no key has the words.
    ///   - suffix: what stands behind the key.
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
    /// Every place where words stand or are missed: the titles of all groups, items, columns, states
    /// and options, and whatever else the schema has words for; group by group.
    public var labelSlots: [LabelSlot] {
        [LabelSlot(key, "", title, fallback: LabelLookup.humanised(key).text)].filter {
            $0.written != nil
        } + groups.flatMap { $0.labelSlots + $0.items.flatMap(\.labelSlots) }
            + checks.map { LabelSlot(nil, "", $0.message) }
    }
}

extension Schema.Group {
    fileprivate var labelSlots: [LabelSlot] {
        [LabelSlot(key, "", title, fallback: LabelLookup.humanised(key).text)]
            + [(".header", header), (".footer", footer)].filter { $0.1 != nil }
            .map { LabelSlot(key, $0.0, $0.1) }
            + footers.map { LabelSlot(nil, "", $0.text) }
            + secondPlaces.compactMap(\.title).map { LabelSlot(nil, "", $0) }
    }
}

extension Schema.Item {
    fileprivate var labelSlots: [LabelSlot] {
        titleSlots + attributeSlots + optionSlots + stateSlots + cells.flatMap(\.labelSlots)
    }

    /// Its key in its labels: a cell's are its table's.
    private var owner: String { cellSuffix.isEmpty ? key : groupKey }

    private func slot(
        _ suffix: String, _ written: LabelText?, fallback: String? = nil
    ) -> LabelSlot {
        LabelSlot(owner, cellSuffix + suffix, written, fallback: fallback)
    }

    /// The element of a list has a title only where one is written.
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
        ]
        return subtitle + written.filter { $0.1 != nil }.map { slot($0.0, $0.1) }
    }

    /// A number needs no words where none are written.
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
