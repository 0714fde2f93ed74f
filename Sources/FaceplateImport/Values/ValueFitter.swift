import FaceplateSchema

/// Writes another system's value as a setting reads it.
///
/// Only the form is changed here; whether the setting accepts the value, its own rules say when it is
/// applied.
struct ValueFitter {
    enum Outcome {
        case value(JSONValue)
        /// The setting stays as it is.
        case nothing
        /// In one sentence, without the value.
        case misfit(String)
    }

    private let setting: Schema.Setting
    private let item: Schema.Item?

    /// - Parameter item: `nil` for a `select` group.
    init(_ setting: Schema.Setting, _ item: Schema.Item?) {
        self.setting = setting
        self.item = item
    }

    /// - Parameter source: the key there; the name of a file that has none.
    func fit(_ value: ImportedValues.Value, _ source: String) -> Outcome {
        switch value {
        case .onDefault, .hidden: .nothing
        case .date(let time): fit(time)
        case .data(let bytes): fit(bytes, source)
        case .json(let json), .object(let json, _): .value(fit(json))
        }
    }

    // MARK: - Dates and data

    private func fit(_ time: CivilTime) -> Outcome {
        switch setting.baseRules {
        case is DateRules: return .value(JSONValue(.string(time.date.description)))
        case let rules as TimeRules:
            return .value(JSONValue(.string(clock(time.time, rules.allowsSeconds).description)))
        case let rules as DateTimeRules:
            let shown = CivilTime(time.date, clock(time.time, rules.allowsSeconds))
            // Where no zone is declared, the clocks of UTC are as good as any.
            let inZone = try? rules.value(fromText: "\(shown)Z", locale: nil)
            return .value(inZone?.json ?? JSONValue(.string(shown.description)))
        default: return .value(fit(JSONValue(.string("\(time)Z"))))
        }
    }

    /// Whole minutes, where the setting has no seconds.
    private func clock(_ time: ClockTime, _ allowsSeconds: Bool) -> ClockTime {
        allowsSeconds ? time : ClockTime(seconds: time.seconds / 60 * 60) ?? time
    }

    private func fit(_ bytes: [UInt8], _ source: String) -> Outcome {
        let text = FileRules.base64(of: bytes)
        switch setting.baseRules {
        case let rules as FileRules:
            // Nothing is known of it but its bytes.
            let type = rules.types.first { $0.contains("/") && !$0.contains("*") }
            return .value([
                "name": JSONValue(.string(source)),
                "type": JSONValue(.string(type ?? "application/octet-stream")),
                "data": JSONValue(.string(text)),
            ])
        case is AnyRules: return .value(JSONValue(.string(text)))
        default:
            return .misfit("It is data there, which '\(setting.control.rawValue)' does not take.")
        }
    }

    // MARK: - What JSON says

    private func fit(_ json: JSONValue) -> JSONValue {
        switch setting.baseRules {
        case is BooleanRules: return flag(json)
        case let rules as OptionRules: return option(json, of: rules.values) ?? mapped(json)
        case let rules as ChoicesRules:
            let elements = json.array ?? [json]
            // More than there are options are refused, and need not be looked for.
            guard elements.count <= rules.options.count else { return json }
            return JSONValue(.array(elements.map { option($0, of: rules.options) ?? $0 }))
        case let rules as IntegerRules where setting.control == .slider:
            return rounded(json, digits: 0, rules)
        case let rules as DecimalRules where setting.control == .slider:
            return rounded(json, digits: rules.maximumFractionDigits, rules)
        case is SecretRules:
            guard let value = Value(json: json), value.isScalar else { return json }
            return JSONValue(.string(value.plainText))
        default: return mapped(json)
        }
    }

    /// What a stored value becomes that has another type, or that the schema names as an old one.
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
        let data = item?.data?.object
        for (name, isOn) in [("trueValue", true), ("falseValue", false)] {
            guard let known = data?[name].flatMap(Value.init(json:)) else { continue }
            if known == value || known.plainText == value.plainText {
                return JSONValue(.boolean(isOn))
            }
        }
        return mapped(json)
    }

    /// The option of a value, of its text, or at its place where no option is a number itself.
    private func option(_ json: JSONValue, of options: [Value]) -> JSONValue? {
        guard let value = Value(json: json) else { return nil }
        if options.contains(value) { return value.json }
        if let option = options.first(where: { $0.plainText == value.plainText }) {
            return option.json
        }
        guard case .integer(let place) = value, let index = Int(exactly: place),
            options.indices.contains(index),
            options.allSatisfy({ ExactDecimal($0.plainText) == nil })
        else { return nil }
        return options[index].json
    }

    /// Other systems' sliders stop anywhere.
    private func rounded(_ json: JSONValue, digits: Int?, _ rules: any ValueRules) -> JSONValue {
        let value = setting.adopted(json) ?? Value(json: json)
        guard let digits,
            let number = value?.number ?? value.flatMap({ ExactDecimal($0.plainText) })
        else { return mapped(json) }
        return Value(number.rounded(toFractionDigits: digits)).json
    }
}
