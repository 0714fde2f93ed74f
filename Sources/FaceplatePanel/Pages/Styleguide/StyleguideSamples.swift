import FaceplateSchema

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
