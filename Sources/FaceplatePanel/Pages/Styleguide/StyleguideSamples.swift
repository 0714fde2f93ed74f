import FaceplateSchema

/// The values that the style guide shows for one control.
///
/// A control without a sample has rows without values.
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
        let object = Self.samples?.object?[control.rawValue]?.object
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

    private static let samples = try? JSONReader.read(text)

    private static let text = #"""
        {
          "switch": {"value": false, "set": "YES", "bad": "perhaps"},
          "select": {"value": "first", "set": "second", "bad": "gone"},
          "choice": {"with": {"itemOptions": ["one", "two", "three"]},
            "value": "one", "set": "two", "bad": "gone"},
          "segment": {"with": {"itemOptions": ["one", "two", "three"]},
            "value": "one", "set": "two", "bad": "gone"},
          "choices": {"with": {"itemOptions": ["one", "two", "three"], "itemMaximumCount": 2},
            "value": ["one"], "set": ["one", "three"], "bad": ["one", "two", "three"]},
          "picker": {"with": {"itemOptions": ["one", "two"], "itemMaximumLength": 60},
            "value": "one", "set": "One's own", "bad": ""},
          "edit_text": {"with": {"itemPlaceholder": "Example", "itemMinimumLength": 2},
            "value": "Text", "set": "Another text", "bad": "?",
            "long": "Pneumonoultramicroscopicsilicovolcanoconiosis is a long word in a long text."},
          "edit_multiline": {"with": {"itemRows": 3, "itemMaximumLines": 2},
            "value": "One line\nand another", "set": "Other lines\nthan before",
            "bad": "Three\nlines\nhere",
            "long": "Pneumonoultramicroscopicsilicovolcanoconiosis is a long word.\nSo is this line."},
          "edit_password": {"with": {"itemMinimumLength": 8}, "set": "never shown", "bad": "short"},
          "edit_integer": {"with": {"itemMaximum": 1000000, "itemUnit": "px"},
            "value": 30, "set": "1200", "bad": "twelve", "long": "1000000"},
          "edit_decimal": {"with": {"itemUnit": "°C", "itemFractionDigits": 1},
            "value": 20.5, "set": "-3.5", "bad": "cold"},
          "slider": {"with": {"itemMinimum": 0, "itemMaximum": 100, "itemStep": 5, "itemUnit": "%",
              "itemMinimumLabel": {"en": "Quiet"}, "itemMaximumLabel": {"en": "Loud"}},
            "value": 40, "set": "70", "bad": "150"},
          "stepper": {"with": {"itemMinimum": 1, "itemMaximum": 9}, "value": 2, "set": "5",
            "bad": "12"},
          "edit_date": {"value": "2026-11-20", "set": "2027-02-28", "bad": "2027-02-30"},
          "edit_time": {"value": "07:30", "set": "22:15", "bad": "25:00"},
          "edit_datetime": {"with": {"itemTimeZone": "Europe/Berlin"},
            "value": "2026-11-20T07:30", "set": "2027-02-28T22:15", "bad": "2027-03-28T02:30"},
          "edit_duration": {"with": {"itemDurationUnit": "min"},
            "value": "5m", "set": "1h30m", "bad": "soon"},
          "edit_color": {"with": {"itemAlpha": true}, "value": "#0b5cad", "set": "#ffb34780",
            "bad": "sky"},
          "edit_list": {"with": {"itemUnique": true, "itemElement": {"itemControlType": "edit_text"}},
            "value": ["one", "two"], "set": ["one", "two", "three"], "bad": ["one", "one"],
            "long": ["Pneumonoultramicroscopicsilicovolcanoconiosis", "A text of several words"]},
          "edit_table": {"with": {"itemColumns": [
              {"itemKey": "name", "itemControlType": "edit_text", "itemRequired": true,
                "itemTitle": {"en": "Name"}},
              {"itemKey": "port", "itemControlType": "edit_integer", "itemMaximum": 65535,
                "itemTitle": {"en": "Port"}},
              {"itemKey": "kind", "itemControlType": "choice", "itemOptions": ["one", "two"],
                "itemTitle": {"en": "Kind"}},
              {"itemKey": "active", "itemControlType": "switch", "itemTitle": {"en": "Active"}}]},
            "value": [{"name": "First", "port": 80, "kind": "one", "active": true}],
            "set": "[{\"name\": \"First\", \"port\": 80}, {\"name\": \"Second\", \"port\": 443}]",
            "bad": "[{\"name\": \"First\", \"port\": 99999}]"},
          "edit_file": {"with": {"itemFileTypes": ["text/plain"], "itemMaximumSize": 1024},
            "set": {"name": "notes.txt", "type": "text/plain", "data": "SGVsbG8="},
            "bad": {"name": "notes.exe", "type": "application/octet-stream", "data": "SGVsbG8="},
            "long": {"name": "pneumonoultramicroscopicsilicovolcanoconiosis.txt",
              "type": "text/plain", "data": "SGVsbG8="}},
          "custom": {"value": {"wide": ["one"]}, "set": {"wide": ["one", "two"]}, "bad": "null"},
          "info": {"value": "4.2.0", "bad": "4.3.0"},
          "link": {"with": {"itemURL": "https://example.org/"}, "bad": "away"},
          "text": {"bad": "words"}, "button": {"bad": "hit"}, "page": {"bad": "page"},
          "html": {"with": {"itemSubtitle": {"en":
            "<p>Words with <strong>weight</strong> and a <a href='https://example.org/'>link</a>.</p><ul><li>One</li><li>Two</li></ul>"}},
            "bad": "words"}
        }
        """#
}
