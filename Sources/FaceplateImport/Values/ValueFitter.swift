import FaceplateSchema

/// The rules of the setting are not checked here, but when the value is applied.
struct ValueFitter {
    enum Outcome {
        case value(JSONValue)
        case nothing
        /// The reason why the value cannot be converted, in one sentence without the value.
        case misfit(String)
    }

    struct UnknownPart {
        /// The key of the value and the place in it: `hosts[0].comment`.
        let path: String
        let name: String
        let known: [String]
    }

    let setting: Schema.Setting
    private let item: Schema.Item?
    /// The parts without a place, each name once.
    var unknown: [UnknownPart] = []
    var reported: Set<String> = []

    init(_ setting: Schema.Setting, _ item: Schema.Item?) {
        self.setting = setting
        self.item = item
    }

    /// - Parameter source: The key in the imported file, which also names a file without a name.
    mutating func fit(_ value: ImportedValues.Value, _ source: String) -> Outcome {
        if let outcome = fitParts(of: value, source) { return outcome }
        return switch value {
        case .onDefault, .hidden, .section: .nothing
        case .json(let json) where setting.resets(json): .nothing
        case .date(let time): fit(time)
        case .data(let bytes): fit(bytes, source)
        case .text(let text, let json):
            Self.parts(in: text, setting.rules.kind).flatMap { fitParts(of: $0, source) }
                ?? .value(fit(text, json))
        case .json(let json), .object(let json, _), .list(let json, _): .value(fit(json))
        }
    }

    // MARK: - Text

    private static func parts(in text: String, _ kind: RulesKind) -> ImportedValues.Value? {
        switch kind {
        case .list, .table, .choices, .file:
            guard let json = try? JSONReader.read(text), json.array != nil || json.object != nil
            else { return nil }
            return ImportedValues.part(json)
        default: return nil
        }
    }

    private func fit(_ text: String, _ json: JSONValue?) -> JSONValue {
        let read = try? JSONReader.read(text)
        switch setting.rules.kind {
        case .any:
            if let json { return json }
        // A file has durations in seconds and sizes in bytes, and not in the unit of the setting.
        case .duration, .size:
            if let read, read.number != nil { return read }
        case .file, .table:
            if let read { return read }
        // The name of a value in another system can mean the opposite here.
        case .boolean:
            if let flag = namedFlag(.text(text)) { return flag }
        case .number, .text, .secret, .color, .date, .time, .dateTime, .option,
            .choices, .picker, .list, .alternatives:
            break
        }
        if let value = try? setting.baseRules.value(fromText: text, locale: nil) {
            return fit(value.json)
        }
        return fit(json ?? .text(text))
    }

    // MARK: - Dates and data

    private func fit(_ time: CivilDateTime) -> Outcome {
        switch setting.rules.kind {
        case .date: return .value(JSONValue.text(time.date.description))
        case .time(let rules):
            return .value(JSONValue.text(clock(time.time, rules.allowsSeconds).description))
        case .dateTime(let rules):
            let shown = CivilDateTime(time.date, clock(time.time, rules.allowsSeconds))
            // Without a declared time zone, use UTC.
            let inZone = try? rules.value(fromText: "\(shown)Z", locale: nil)
            return .value(inZone?.json ?? JSONValue.text(shown.description))
        case .boolean, .number, .text, .secret, .color, .file, .duration, .size, .option,
            .choices, .picker, .list, .table, .alternatives, .any:
            return .value(fit(.text("\(time)Z")))
        }
    }

    private func clock(_ time: ClockTime, _ allowsSeconds: Bool) -> ClockTime {
        allowsSeconds ? time : ClockTime(seconds: time.seconds / 60 * 60) ?? time
    }

    private func fit(_ bytes: [UInt8], _ source: String) -> Outcome {
        let text = Base64.text(of: bytes)
        switch setting.rules.kind {
        case .file(let rules):
            // The type is unknown, so use the first type that the setting accepts.
            let type = rules.types.first { $0.contains("/") && !$0.contains("*") }
            return .value([
                "name": .text(source),
                "type": .text(type ?? "application/octet-stream"),
                "data": .text(text),
            ])
        case .any: return .value(.text(text))
        case .boolean, .number, .text, .secret, .color, .date, .time, .dateTime,
            .duration, .size, .option, .choices, .picker, .list, .table, .alternatives:
            return .misfit("It is data there, which '\(setting.control.rawValue)' does not accept.")
        }
    }

    // MARK: - JSON

    private func fit(_ json: JSONValue) -> JSONValue {
        switch setting.rules.kind {
        case .boolean: return flag(json)
        case .option(let rules): return option(json, of: rules.values) ?? mapped(json)
        case .choices(let rules):
            let elements = json.array ?? [json]
            // A longer list is rejected anyway, so do not search for its options.
            guard elements.count <= rules.options.count else { return json }
            return .array(elements.map { option($0, of: rules.options) ?? $0 })
        case .number(let rules) where setting.control == .slider:
            return rounded(json, digits: rules.isInteger ? 0 : rules.maximumFractionDigits)
        case .secret:
            guard let text = Self.text(json) else { return json }
            return .text(text)
        case .text where json.number != nil: return mapped(.text(Self.text(json) ?? ""))
        case .number, .text, .color, .file, .date, .time, .dateTime, .duration, .size,
            .picker, .list, .table, .alternatives, .any:
            return mapped(json)
        }
    }

    /// A number as it is written; `nil` for other values than scalars.
    static func text(_ json: JSONValue) -> String? {
        if let number = json.number { return number.text }
        guard let value = Value(json: json), value.isScalar else { return nil }
        return value.plainText
    }

    private func mapped(_ json: JSONValue) -> JSONValue {
        let adopted = setting.adopted(json)
        let isSound = adopted.map { setting.rules.problem(with: $0) == nil } ?? false
        guard !isSound, let old = Value(json: json)?.plainText, let new = setting.mapped(old) else {
            return adopted?.json ?? json
        }
        return new.json
    }

    private func flag(_ json: JSONValue) -> JSONValue {
        guard let value = Value(json: json), value.isScalar else { return json }
        return namedFlag(value) ?? mapped(json)
    }

    private func namedFlag(_ value: Value) -> JSONValue? {
        let data = item?.data?.object
        for (name, isOn) in [("trueValue", true), ("falseValue", false)] {
            guard let known = data?[name].flatMap(Value.init(json:)) else { continue }
            if known == value || known.plainText == value.plainText {
                return .boolean(isOn)
            }
        }
        return nil
    }

    /// The Boolean options may also be written `YES`, `NO`, 1 and 0.
    ///
    /// A number selects a position, from 0, only if no option is a number.
    func option(_ json: JSONValue, of options: [Value]) -> JSONValue? {
        guard let value = Value(json: json) else { return nil }
        if options.contains(value) { return value.json }
        for text in [Self.text(json), value.plainText] {
            if let option = options.first(where: { $0.plainText == text }) { return option.json }
        }
        if let flag = try? BooleanRules().value(fromText: value.plainText, locale: nil),
            options.contains(flag)
        {
            return flag.json
        }
        guard case .integer(let place) = value, let index = Int(exactly: place),
            options.indices.contains(index),
            options.allSatisfy({ ExactDecimal($0.plainText) == nil })
        else { return nil }
        return options[index].json
    }

    /// Rounds a number for a slider, because sliders of other systems have no steps.
    private func rounded(_ json: JSONValue, digits: Int?) -> JSONValue {
        let value = setting.adopted(json) ?? Value(json: json)
        guard let digits,
            let number = value?.number ?? value.flatMap({ ExactDecimal($0.plainText) })
        else { return mapped(json) }
        return Value(number.rounded(toFractionDigits: digits)).json
    }
}
