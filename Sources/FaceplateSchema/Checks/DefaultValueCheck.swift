/// Checks that all items accept their own default.
struct DefaultValueCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            // `AttributeShapeCheck` reports null.
            guard let json = item.node.object["itemValue"], let control = item.control,
                !json.isNull
            else { return nil }
            switch control {
            case .editPassword:
                return json.string?.isEmpty == true
                    ? nil
                    : item.node.problem(
                        "itemValue", "A secret has no default: everyone can read the schema.")
            case .select:
                return BooleanRules.boolean(json) == nil
                    ? item.node.problem("itemValue", "Expected true, false, \"YES\" or \"NO\".")
                    : nil
            default:
                return problem(json, of: item)
            }
        }
    }

    private func problem(_ json: JSONValue, of item: SchemaDocument.Item) -> SchemaProblem? {
        guard let rules = SettingRules.of(item) else { return nil }
        do throws(ValueProblem) {
            let value = try rules.value(fromJSON: json)
            // An empty default of a required text is valid: no user has entered a value yet.
            guard let problem = rules.problem(with: value),
                problem.code != .required || !value.isEmpty
            else { return nil }
            throw problem
        } catch {
            let words = ProblemWords.english.sentence(
                for: error, label: item.key ?? "The default",
                options: SettingRules.optionValues(of: item).map(\.plainText))
            return item.node.problem("itemValue", "The default does not fit: \(words).")
        }
    }
}
