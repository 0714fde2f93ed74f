/// Everything that a page, a command or a form shows or checks is compared.
struct ItemChanges {
    let old: (item: Schema.Item, schema: Schema)
    let new: (item: Schema.Item, schema: Schema)

    var what: [String] {
        let comparisons: [(String, Bool)] = [
            ("control", isSame(\.control) && isSame(\.customControl)),
            ("default", isDefaultSame),
            ("labels", isSame(\.words) && areOptionsSame { [$0.label, $0.short, $0.help] }),
            ("rules", isSame(\.rules) && areOptionsSame(\.condition)),
            ("options", isSame { $0.options.map(\.value) } && isSame(\.addsOptions)),
            ("constraints", areConstraintsSame),
            (new.item.control == .editList ? "element" : "columns", areCellsSame),
            ("states", isSame(\.states)),
            ("value", isSame(\.shownValue)),
            ("readOnly", isReadOnly(old) == isReadOnly(new)), ("hidden", isSame(\.isHidden)),
            ("restart", isOnRestart(old) == isOnRestart(new)),
            ("keepWithin", keepTime(old) == keepTime(new)), ("level", isSame(\.level)),
            ("style", isSame(\.choiceStyle) && isSame(\.style)),
            ("page", isSame(\.page)), ("access", isSame(\.access)),
            ("collapsed", isSame(\.isCollapsed)),
            ("image", isSame(\.image)), ("url", isSame(\.url)), ("action", isSame(\.action)),
            ("role", isSame(\.role)), ("accessory", isSame(\.accessory)), ("hue", isSame(\.hue)),
            ("format", isSame(\.format)), ("rows", isSame(\.rows)), ("hints", isSame(\.hints)),
            ("data", isSame(\.data)),
        ]
        return comparisons.filter { !$0.1 }.map(\.0)
    }

    private func isSame<Part: Equatable>(_ part: (Schema.Item) -> Part) -> Bool {
        part(old.item) == part(new.item)
    }

    private func isReadOnly(_ side: (item: Schema.Item, schema: Schema)) -> Bool? {
        // The state of a button comes from its action.
        side.item.states.isEmpty ? side.schema.settings[side.item.key]?.isReadOnly : nil
    }

    /// Options of a `select` group have the setting of their group.
    private func isOnRestart(_ side: (item: Schema.Item, schema: Schema)) -> Bool {
        Self.setting(side)?.appliesOnRestart ?? false
    }

    private func keepTime(_ side: (item: Schema.Item, schema: Schema)) -> Duration? {
        Self.setting(side)?.keepWithin
    }

    private static func setting(
        _ side: (item: Schema.Item, schema: Schema)
    ) -> Schema.Setting? {
        side.schema.settings[side.item.control == .select ? side.item.groupKey : side.item.key]
    }

    /// Also true for an `info` row, whose value is compared separately.
    private var isDefaultSame: Bool {
        old.schema.defaultValue(of: old.item) == new.schema.defaultValue(of: new.item)
            || new.item.control == .info
    }

    /// Added and removed options are reported separately.
    private func areOptionsSame<Part: Equatable>(_ part: (Schema.Option) -> Part) -> Bool {
        Self.areSame(old.item.options, new.item.options, part)
    }

    private static func areSame<Part: Equatable>(
        _ old: [Schema.Option], _ new: [Schema.Option], _ part: (Schema.Option) -> Part
    ) -> Bool {
        let before = old.reduce(into: [:]) { $0[$1.value] = $1 }
        return new.allSatisfy { option in
            before[option.value].map { part($0) == part(option) } ?? true
        }
    }

    // MARK: - Constraints

    /// Also true if the control changed, which is reported separately.
    private var areConstraintsSame: Bool {
        guard old.item.control == new.item.control else { return true }
        let before = old.schema.settings[old.item.key]
        let after = new.schema.settings[new.item.key]
        return before?.isRequired ?? false == after?.isRequired ?? false
            && Self.constraints(before?.rules) == Self.constraints(after?.rules)
    }

    /// Options, columns and elements are compared separately.
    private static func constraints(_ rules: (any ValueRules)?) -> RulesKind? {
        switch rules?.kind {
        case nil, .option: nil
        case .choices(let rules):
            .choices(
                ChoicesRules(
                    options: [], minimumCount: rules.minimumCount ?? 0,
                    maximumCount: rules.maximumCount))
        case .picker(let rules): constraints(rules.own)
        case .list(let rules):
            .list(
                ListRules(
                    element: AnyRules(), minimumCount: rules.minimumCount ?? 0,
                    maximumCount: rules.maximumCount, isUnique: rules.isUnique))
        case .table(let rules):
            .table(
                TableRules(
                    columns: [], minimumCount: rules.minimumCount ?? 0,
                    maximumCount: rules.maximumCount, uniqueColumn: rules.uniqueColumn))
        case let kind?: kind
        }
    }

    // MARK: - Columns

    private var areCellsSame: Bool {
        old.item.cells.map(\.key) == new.item.cells.map(\.key)
            && Self.columns(old) == Self.columns(new)
            && zip(old.item.cells, new.item.cells).allSatisfy { before, after in
                before.control == after.control && before.words == after.words
                    && before.format == after.format && before.hints == after.hints
                    && before.options.map(\.value) == after.options.map(\.value)
                    && Self.areSame(before.options, after.options) {
                        [$0.label, $0.short, $0.help]
                    }
            }
    }

    private static func columns(_ side: (item: Schema.Item, schema: Schema)) -> [Column] {
        switch side.schema.settings[side.item.key]?.rules.kind {
        case .table(let rules):
            rules.columns.map {
                Column(rules: constraints($0.rules), value: $0.defaultValue?.plainText ?? "")
            }
        case .list(let rules) where !side.item.cells.isEmpty:
            [Column(rules: constraints(rules.element), value: "")]
        case nil, .boolean, .integer, .decimal, .text, .secret, .color, .file, .date, .time,
            .dateTime, .duration, .option, .choices, .picker, .list, .any:
            []
        }
    }

    private struct Column: Equatable {
        let rules: RulesKind?
        let value: String
    }
}
