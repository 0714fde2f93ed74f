import FaceplateAddress
import Foundation

struct AttributeShapeCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.nodes.flatMap { node in
            let attributes = SchemaAttribute.byName(of: node.scope)
            return node.object.members.flatMap { member in
                attributes[member.name].map { problems($0, member.value, in: node) } ?? []
            }
        }
    }

    private func problems(
        _ attribute: SchemaAttribute, _ value: JSONValue, in node: SchemaDocument.Node
    ) -> [SchemaProblem] {
        let path = "\(node.path).\(attribute.name)"
        switch attribute.shape {
        case .labels: return labels(value, path: path)
        case .label: return label(value, path: path)
        case .labelOrBoolean:
            if case .boolean = value.content { return [] }
            return label(value, path: path, or: "true, ")
        case .locales: return locales(value, path: path)
        case .options: return options(value, path: path)
        case .pattern: return pattern(value, path: path)
        case .jsonSchema: return jsonSchema(value, path: path)
        default:
            return expectation(of: attribute.shape, unmetBy: value).map {
                [unexpected(value, path, $0)]
            } ?? []
        }
    }

    private func unexpected(_ value: JSONValue, _ path: String, _ wanted: String) -> SchemaProblem {
        value.problem(at: path, "Expected \(wanted), not \(value.described()).")
    }

    private func expectation(
        of shape: SchemaAttribute.Shape, unmetBy value: JSONValue
    ) -> String? {
        switch shape {
        case .key, .string: value.string == nil ? "a string" : nil
        case .keys:
            value.string != nil || isStrings(value) ? nil : "a key or a list of keys"
        case .strings:
            isStrings(value) && value.array?.isEmpty == false
                ? nil : "a list of one or more strings"
        case .number: value.number == nil ? "a number" : nil
        case .boolean: BooleanRules.boolean(value) == nil ? "true, false, \"YES\" or \"NO\"" : nil
        case .count(let minimum):
            (value.number?.integer ?? -1) >= minimum ? nil : "a whole number from \(minimum)"
        case .scalar: isScalar(value) ? nil : "a string, number or boolean"
        case .word(let words):
            value.string.map(words.contains) == true
                ? nil : Self.choice(of: words.map { "'\($0)'" })
        case .url:
            value.string.map(WebAddress.isLink) == true
                ? nil
                : "an address that starts with http://, https://, mailto:, tel: or is relative"
        case .value: value.isNull ? "a value" : nil
        case .bound:
            value.number == nil && value.string == nil ? "a number, or text like a date" : nil
        case .length(let range):
            TimeAttributes.length(value).map {
                (Duration.seconds(range.lowerBound)...Duration.seconds(range.upperBound)).contains(
                    $0)
            } == true
                ? nil
                : "a time from \(range.lowerBound) to \(range.upperBound) seconds, like 60 or '2m'"
        case .texts:
            value.string != nil || isStrings(value) ? nil : "a string or a list of strings"
        case .image:
            value.string.map(ImageSource.isAllowed) == true
                ? nil : "a relative address, or an image as data:image/png;base64,…"
        case .timeZone:
            value.string.flatMap { TimeZone(identifier: $0) } == nil
                ? "a time zone like 'Europe/Berlin'" : nil
        case .wordOrStyle(let words):
            value.object != nil || value.string.map(words.contains) == true
                ? nil : Self.choice(of: words.map { "'\($0)'" } + ["an object of colors"])
        case .style: value.object == nil ? "an object of colors, fonts and lengths" : nil
        case .units:
            (isStrings(value) && value.array?.isEmpty == false)
                || value.object?.members.isEmpty == false
                ? nil : "a list of units like 'MiB', or an object from units to their sizes"
        case .controls: value.object == nil ? "an object of controls by name" : nil
        case .valueMap: value.object == nil ? "an object from old values to new ones" : nil
        case .nodes: value.array == nil ? "an array" : nil
        case .node: value.object == nil ? "an object" : nil
        case .label, .labelOrBoolean, .labels, .locales, .options, .pattern, .condition, .ignored,
            .jsonSchema:
            nil
        }
    }

    private static func choice(of words: [String]) -> String {
        words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }

    private func isStrings(_ value: JSONValue) -> Bool {
        value.array?.allSatisfy { $0.string != nil } == true
    }

    private func isScalar(_ value: JSONValue) -> Bool {
        switch value.content {
        case .string, .number, .boolean: true
        default: false
        }
    }

    private func label(
        _ value: JSONValue, path: String, or more: String = ""
    ) -> [SchemaProblem] {
        if value.string != nil { return [] }
        guard let object = value.object else {
            return [unexpected(value, path, more + "text, or an object of text by locale")]
        }
        return object.members.flatMap { member -> [SchemaProblem] in
            let place = "\(path).\(member.name)"
            return [
                locale(member.name, path: place, at: member.position),
                member.value.string == nil ? unexpected(member.value, place, "text") : nil,
            ].compactMap(\.self)
        }
    }

    private func labels(_ value: JSONValue, path: String) -> [SchemaProblem] {
        guard let object = value.object else {
            return [unexpected(value, path, "an object of labels by locale")]
        }
        return object.members.flatMap { member -> [SchemaProblem] in
            let place = "\(path).\(member.name)"
            let wrong = member.value.object?.members.filter { $0.value.string == nil }.map {
                unexpected($0.value, "\(place).\($0.name)", "text")
            }
            return [locale(member.name, path: place, at: member.position)].compactMap(\.self)
                + (wrong
                    ?? [unexpected(member.value, place, "an object of text by label key")])
        }
    }

    private func locales(_ value: JSONValue, path: String) -> [SchemaProblem] {
        guard isStrings(value), let elements = value.array, !elements.isEmpty else {
            return [unexpected(value, path, "a list of locales like [\"en\", \"fr\"]")]
        }
        return elements.enumerated().compactMap { index, element in
            locale(element.string ?? "", path: "\(path)[\(index)]", at: element.position)
        }
    }

    private func locale(
        _ name: String, path: String, at position: TextPosition
    ) -> SchemaProblem? {
        guard LocaleTag(name) == nil else { return nil }
        return SchemaProblem(
            path: path, position: position,
            message: "'\(name)' is not a locale like 'en', 'pt-BR' or 'zh-Hans'.")
    }

    private func options(_ value: JSONValue, path: String) -> [SchemaProblem] {
        guard let elements = value.array else {
            return [unexpected(value, path, "a list of options")]
        }
        return elements.enumerated().compactMap { index, element in
            let place = "\(path)[\(index)]"
            if isScalar(element) || element.object?["value"] != nil { return nil }
            return element.object == nil
                ? unexpected(element, place, "a value, or an object with 'value' and 'label'")
                : element.problem(at: place, "The option has no 'value'.")
        }
    }

    private func pattern(_ value: JSONValue, path: String) -> [SchemaProblem] {
        guard let text = value.string else {
            return [unexpected(value, path, "a regular expression")]
        }
        do throws(PatternError) {
            _ = try Pattern(text)
            return []
        } catch {
            return [
                value.problem(
                    at: path,
                    "The pattern cannot be used, at column \(error.column) of it: \(error.message)")
            ]
        }
    }

    private func jsonSchema(_ value: JSONValue, path: String) -> [SchemaProblem] {
        JSONSchemaCheck(value).faults.map { fault in
            value.problem(
                at: path, "The JSON Schema cannot be used, at '\(fault.place)': \(fault.message)")
        }
    }
}
