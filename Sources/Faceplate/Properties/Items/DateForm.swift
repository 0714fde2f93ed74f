import Foundation

/// The text of a `Date` in an `edit_datetime`, which is a local time in the zone of the item, to the second.
enum DateForm {
    private static func isDate(_ type: Any.Type) -> Bool {
        type == Date.self || type == Date?.self
    }

    /// Returns a stored date without a fraction of a second; other values unchanged.
    static func toTheSecond(_ json: JSONValue, of type: Any.Type) -> JSONValue {
        guard isDate(type), let text = json.string, let point = text.firstIndex(of: ".") else {
            return json
        }
        return .text(text[..<point] + "Z")
    }

    /// Returns a stored date, or several, as the item writes them; other values unchanged.
    static func local(_ json: JSONValue, of type: Any.Type, in zone: Zone?) -> JSONValue {
        guard isDate(type) else { return json }
        if let list = json.array { return .array(list.map { local($0, of: type, in: zone) }) }
        guard let text = toTheSecond(json, of: type).string,
            let (time, _) = CivilDateTime.read(text)
        else { return json }
        return .text((zone?.local(at: time.secondsSince1970) ?? time).description)
    }

    /// Returns the text of an item as a stored date; other values unchanged.
    static func stored(_ json: JSONValue, of type: Any.Type, _ setting: Schema.Setting) -> JSONValue
    {
        guard isDate(type), let text = json.string, let time = CivilDateTime(text),
            case .dateTime(let rules) = setting.rules.kind, let zone = rules.zone,
            let seconds = zone.seconds(at: time),
            let utc = CivilDateTime(secondsSince1970: seconds)
        else { return json }
        return .text("\(utc)" + (utc.time.seconds % 60 == 0 ? ":00Z" : "Z"))
    }
}
