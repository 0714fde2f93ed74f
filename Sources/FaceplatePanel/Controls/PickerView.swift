import Faceplate
import FaceplateHTML

/// A menu with the default, the options, and an entry for a custom value, whose field is below the menu while that
/// entry is chosen.
///
/// `KEY[pick]` is the choice: `default`, the text of an option after `=`, or `own` for the text of `KEY[own]`.
enum PickerView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html, class: "ctl alt") { html in
            let options = PickerOptions(row)
            menu(row, options, &html)
            own(row, options, &html)
            added(row, options, &html)
        }
    }

    private static func menu(_ row: Row, _ options: PickerOptions, _ html: inout Markup) {
        let locale = row.context.locale
        html.element(.div, .class("field")) { html in
            html.element(
                .select,
                attributes: [.id(row.face.controlID), .name("\(row.key)[pick]")]
                    + row.describedBy(isField: options.pick != "own")
            ) { html in
                if options.pick.isEmpty {
                    html.element(.option, .value(""), .selected(true), text: "–")
                }
                for entry in options.entries.map(\.entry) {
                    html.element(
                        .option, .value(entry.value), .selected(entry.value == options.pick),
                        label: entry.title, on: locale)
                }
                html.element(
                    .option, .value("own"), .selected(options.pick == "own"),
                    text: row.words[.pickOwn])
            }
        }
    }

    private static func own(_ row: Row, _ options: PickerOptions, _ html: inout Markup) {
        let key = row.key
        html.element(.div, .class("field own")) { html in
            var attributes: [Attribute] = [
                .type(.text), .name("\(key)[own]"), .value(options.own), .dir(.auto),
                .list("o-\(key).list"), .id("o-\(key).own"),
                .aria("label", row.words.text(.pickOwnOf, ["label": row.face.texts.title.text])),
            ]
            attributes += row.placeholder
            let isField = options.pick == "own"
            html.void(.input, attributes: attributes + row.describedBy(isField: isField))
            html.element(.datalist, .id("o-\(key).list")) { html in
                for entry in OptionList.offered(row) {
                    html.element(.option, .value(entry.value), .label(entry.title.text))
                }
            }
            if row.face.item?.addsOptions == true {
                html.element(.button, .name("_add"), .value(key), text: row.words[.pickAdd])
            }
        }
    }

    /// Each removes a value that users added to the options.
    private static func added(_ row: Row, _ options: PickerOptions, _ html: inout Markup) {
        let list = Schema.Setting.addedKey(of: row.key)
        for entry in options.entries {
            guard let place = entry.addedPlace else { continue }
            html.element(
                .button, .class("reset"), .name("_remove"),
                .value(BracketName(list, .index(place)).description),
                text: row.words.text(.pickRemove, ["value": entry.entry.title.text]))
        }
    }
}

private struct PickerOptions {
    struct Choice {
        let entry: OptionList.Entry
        /// Among the options that users added; `nil` for all others.
        var addedPlace: Int?
    }

    private(set) var entries: [Choice] = []
    private(set) var pick = ""
    private(set) var own = ""

    init(_ row: Row) {
        let setting = row.setting
        if let setting, let value = row.context.snapshot.defaultValue(of: setting) {
            let words = row.words.text(
                .pickDefault,
                ["value": ProblemWords.shortened(row.context.shown(value, of: setting))])
            add("default", ResolvedLabel(text: words, locale: nil))
        }
        for option in OptionList.offered(row) { add("=" + option.value, option.title, option.help) }
        for (place, value) in Self.added(row).enumerated() {
            let text = "=" + value.plainText
            guard !has(text) else { continue }
            add(text, ResolvedLabel(text: value.plainText, locale: nil), place: place)
        }
        choose(row)
    }

    private mutating func add(
        _ value: String, _ title: ResolvedLabel, _ help: ResolvedLabel? = nil, place: Int? = nil
    ) {
        let entry = OptionList.Entry(value: value, title: title, help: help, condition: nil)
        entries.append(Choice(entry: entry, addedPlace: place))
    }

    private func has(_ text: String) -> Bool {
        entries.contains { $0.entry.value.utf8.elementsEqual(text.utf8) }
    }

    private static func added(_ row: Row) -> [Value] {
        let key = Schema.Setting.addedKey(of: row.key)
        guard row.face.item?.addsOptions == true, let list = row.context.schema.settings[key],
            case .list(let values)? = row.context.snapshot.value(of: list)
        else { return [] }
        return values
    }

    private mutating func choose(_ row: Row) {
        let typedText = row.typed?.texts.last
        if row.typed == nil, !row.isSet, row.state.setting?.defaultValue != nil {
            pick = "default"
        } else if let text = typedText ?? row.value?.plainText {
            let isOption = row.setting?.pickerRules?.options.contains {
                $0.plainText.utf8.elementsEqual(text.utf8)
            }
            pick = has("=" + text) || isOption == true ? "=" + text : "own"
            if pick == "own" { own = typedText ?? row.fieldText }
        }
        let shown = pick
        pick = row.typed?.addsOwn == true ? "own" : row.typedPart(.name("pick")) ?? pick
        own = row.typedPart(.name("own")) ?? own
        // A chosen option that is no longer offered stays until another one is chosen.
        if shown.utf8.first == UInt8(ascii: "="), !has(shown), let setting = row.setting {
            let title = row.value.map { row.context.shown($0, of: setting) } ?? ""
            entries.insert(
                Choice(entry: OptionList.gone(shown, title: title, row.words)), at: 0)
        }
    }
}
