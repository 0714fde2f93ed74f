import FaceplateSchema

/// A state in which the style guide shows every control.
enum StyleguideState: String, CaseIterable {
    case `default`, set, error, locked, required, long, empty

    /// Returns the key of a control's row in this state.
    func key(of control: Control) -> String { "\(control.rawValue)_\(rawValue)" }
}

/// The schema of the style guide: one group for each control, one item for each state.
///
/// Its labels are the names of controls and states, the same in every language.
enum StyleguideSchema {
    /// The key of a hidden switch that is on, for the conditions of some states.
    static let on = "styleguide_on"

    private static let longTitle =
        " with a title that is so long that it needs a second line, and an expression like "
        + "Pneumonoultramicroscopicsilicovolcanoconiosis"
    private static let longHelp =
        "This sentence explains far more than anybody wants to read beside a single setting, so "
        + "that one can see how the row grows, where its lines break and what becomes of "
        + "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft."

    static var json: JSONValue {
        let on = JSONValue.object([
            ("itemKey", .init(stringLiteral: on)), ("itemControlType", "switch"),
            ("itemValue", true), ("itemHidden", true),
        ])
        let first: JSONValue = ["groupKey": "styleguide", "items": [on]]
        return [
            "panelKey": "styleguide", "panelLocales": ["en"],
            "groups": .array([first] + Control.all.flatMap(groups)),
        ]
    }

    /// Returns the group of a control; `select` has one group for each state, because its options
    /// are a group.
    private static func groups(of control: Control) -> [JSONValue] {
        let sample = StyleguideSample(of: control)
        guard control == .select else {
            let items = StyleguideState.allCases.map { item(control, $0, sample) }
            return [group(control.rawValue, items: items, [])]
        }
        let chosen = sample.value?.string ?? ""
        return StyleguideState.allCases.map { state in
            let key = state.key(of: control)
            let options = ["first", "second", "third"].map { option in
                JSONValue.object([
                    ("itemKey", .text("\(key)_\(option)")), ("itemControlType", "select"),
                    ("itemTitle", words("Option \(option)")),
                    ("itemValue", .boolean(option == chosen)),
                ])
            }
            return group(key, items: options, [("groupTitle", title(control, state))])
        }
    }

    private static func item(
        _ control: Control, _ state: StyleguideState, _ sample: StyleguideSample
    ) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("itemKey", .text(state.key(of: control))),
            ("itemControlType", .text(control.rawValue)),
            ("itemTitle", title(control, state)),
        ]
        if state != .empty {
            members.append(("itemHelp", words(state == .long ? longHelp : "A sentence of help.")))
        }
        if let value = sample.value, state != .empty { members.append(("itemValue", value)) }
        switch state {
        case .locked where control.holdsValue: members.append(("itemReadOnly", true))
        case .locked where control.isAction:
            members.append(("itemEnabledWhen", ["not": .text(on)]))
        case .required where control.holdsValue: members.append(("itemRequiredWhen", .text(on)))
        default: break
        }
        if control == .page { members.append(("groups", [inner(state)])) }
        // A link with a URL is never disabled.
        let isAction = control == .link && state == .locked
        members += sample.attributes.filter { !isAction || $0.name != "itemURL" }
            .map { ($0.name, $0.value) }
        return JSONValue.object(members)
    }

    /// Returns the group on the subpage of a `page` row.
    private static func inner(_ state: StyleguideState) -> JSONValue {
        let key = state.key(of: .page)
        let item = JSONValue.object([
            ("itemKey", .text("\(key)_item")), ("itemControlType", "switch"),
            ("itemTitle", words("Switch")),
        ])
        return group("\(key)_group", items: state == .empty ? [] : [item], [])
    }

    private static func title(_ control: Control, _ state: StyleguideState) -> JSONValue {
        words("\(control.rawValue), \(state.rawValue)" + (state == .long ? longTitle : ""))
    }

    // MARK: - JSON

    private static func group(
        _ key: String, items: [JSONValue], _ more: [(String, JSONValue)]
    ) -> JSONValue {
        JSONValue.object([("groupKey", .text(key)), ("items", .array(items))] + more)
    }

    /// Returns labels in English only, so that pages in other languages mark them as English.
    private static func words(_ text: String) -> JSONValue { ["en": .text(text)] }
}

/// The values that the style guide shows for one control, from the `sample` of its view.
///
/// A sample is an object: `with` has the attributes, `value` the default, `set`, `long` and `bad` the fields of a state.
struct StyleguideSample {
    /// The attributes of all items of the control.
    let attributes: [JSONObject.Member]
    /// The default value of the items, in all states except `empty`.
    let value: JSONValue?
    /// The fields of the items in the state `set`.
    let set: [String]
    /// The fields of the item in the state `long`.
    let long: [String]
    /// The rejected fields of the item in the state `error`.
    let bad: [String]

    init(of control: Control) {
        let object = ControlViews.view(of: control)?.sample.object
        func fields(_ name: String) -> [String]? {
            object?[name].map { json in json.string.map { [$0] } ?? Self.texts(json) }
        }
        attributes = object?["with"]?.object?.members ?? []
        value = object?["value"]
        set = fields("set") ?? []
        long = fields("long") ?? set
        bad = fields("bad") ?? []
    }

    /// Returns the strings of an array, or the JSON of an object as one field.
    private static func texts(_ json: JSONValue) -> [String] {
        json.array?.compactMap(\.string) ?? [JSONWriter().text(json)]
    }
}
