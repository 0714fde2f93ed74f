/// The differences between an item and its successor, with the names that the plan uses.
///
/// Everything that a page, a command or a form shows or checks is compared.
struct ItemChanges {
    private let old: (item: Schema.Item, schema: Schema)
    private let new: (item: Schema.Item, schema: Schema)

    init(_ old: (item: Schema.Item, schema: Schema), _ new: (item: Schema.Item, schema: Schema)) {
        self.old = old
        self.new = new
    }

    /// The names of the parts that differ, in the order in which they are reported.
    var what: [String] {
        let comparisons: [(String, Bool)] = [
            ("control", isSame(\.control) && isSame(\.customControl)),
            ("default", isDefaultSame),
            ("labels", isSame(\.words) && areOptionsSame { [$0.label, $0.short, $0.help] }),
            ("rules", isSame(\.rules) && areOptionsSame(\.condition)),
            ("options", isSame { $0.options.map(\.value) } && isSame(\.addsOptions)),
            ("constraints", areConstraintsSame),
            (new.item.control == .editList ? "element" : "columns", areCellsSame),
            ("states", isSame(Self.states)),
            ("value", isSame(\.shownValue)),
            ("readOnly", isReadOnly(old) == isReadOnly(new)), ("hidden", isSame(\.isHidden)),
            ("restart", isOnRestart(old) == isOnRestart(new)),
            ("level", isSame(\.level)), ("style", isSame(\.choiceStyle) && isSame(\.style)),
            ("image", isSame(\.image)), ("url", isSame(\.url)), ("action", isSame(\.action)),
            ("role", isSame(\.role)), ("accessory", isSame(\.accessory)),
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

    /// Returns true when the setting takes effect after a restart; options of a `select` group have the setting of
    /// their group.
    private func isOnRestart(_ side: (item: Schema.Item, schema: Schema)) -> Bool {
        let key = side.item.control == .select ? side.item.groupKey : side.item.key
        return side.schema.settings[key]?.appliesOnRestart ?? false
    }

    /// True when the defaults are equal, or the item is an `info` row, whose value is compared separately.
    private var isDefaultSame: Bool {
        old.schema.defaultValue(of: old.item) == new.schema.defaultValue(of: new.item)
            || new.item.control == .info
    }

    /// Returns true when a part is equal in all options that both sides have; added and removed options are reported
    /// separately.
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

    private static func states(_ item: Schema.Item) -> [[String]] {
        item.states.map {
            ["\($0.name)", "\($0.title as Any)", "\($0.confirm as Any)", "\($0.role as Any)"]
        }
    }

    // MARK: - Constraints

    /// True when the constraints are equal, or the control changed, which is reported separately.
    private var areConstraintsSame: Bool {
        guard old.item.control == new.item.control else { return true }
        let before = old.schema.settings[old.item.key]
        let after = new.schema.settings[new.item.key]
        return before?.isRequired ?? false == after?.isRequired ?? false
            && Self.constraints(before?.baseRules) == Self.constraints(after?.baseRules)
    }

    /// Describes the constraints of rules, without options, columns and elements, which are compared separately.
    private static func constraints(_ rules: (any ValueRules)?) -> String {
        switch rules {
        case nil, is OptionRules: ""
        case let rules as ChoicesRules:
            counts(rules.minimumCount, rules.maximumCount)
        case let rules as PickerRules: constraints(rules.own)
        case let rules as ListRules:
            counts(rules.minimumCount, rules.maximumCount) + " \(rules.isUnique)"
        case let rules as TableRules:
            counts(rules.minimumCount, rules.maximumCount) + " \(rules.uniqueColumn ?? "")"
        case let rules?: "\(rules)"
        }
    }

    private static func counts(_ minimum: Int?, _ maximum: Int?) -> String {
        "\(minimum ?? 0) \(maximum ?? Int.max)"
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

    /// Describes the constraints of the columns or the element.
    private static func columns(_ side: (item: Schema.Item, schema: Schema)) -> [String] {
        switch side.schema.settings[side.item.key]?.baseRules {
        case let rules as TableRules:
            rules.columns.map {
                constraints($0.rules) + " \($0.defaultValue.map(\.plainText) ?? "")"
            }
        case let rules as ListRules: side.item.cells.isEmpty ? [] : [constraints(rules.element)]
        default: []
        }
    }
}
