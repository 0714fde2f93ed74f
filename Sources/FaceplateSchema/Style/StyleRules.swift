/// Reads style objects: `panelStyle`, `groupStyle`, and `itemStyle` if it is an object.
///
/// All values are parsed. A value that is not valid is reported as a problem and ignored.
package enum StyleRules {
    package static let names = StyleMember.allCases.map(\.rawValue)

    /// - Returns: the valid parts of the style; `nil` if the value is not an object.
    package static func read(
        _ value: JSONValue, path: String, problems: inout [SchemaProblem]
    ) -> Style? {
        guard let object = value.object else {
            problems.append(
                unexpected(value, path, "an object like {\"mainColor\": \"#0b5cad\"}"))
            return nil
        }
        var style = Style()
        for member in object.members {
            let place = "\(path).\(member.name)"
            guard let known = StyleMember(rawValue: member.name) else {
                problems.append(unknown(member, in: path, of: "a style", among: names))
                continue
            }
            switch known.kind {
            case .color: style.colors[known] = pair(member.value, place, &problems)
            case .length: style.lengths[known] = length(member.value, place, &problems)
            case .font: style.fonts[known] = font(member.value, place, &problems)
            }
        }
        return style
    }

    // MARK: - Colors

    private static func pair(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> Style.Pair? {
        guard let object = value.object else {
            return color(value, path, &problems).map { Style.Pair(light: $0, dark: $0) }
        }
        let schemes = ["light", "dark"]
        for member in object.members where !schemes.contains(member.name) {
            problems.append(unknown(member, in: path, of: "a color", among: schemes))
        }
        let colors = schemes.map { scheme -> StyleColor? in
            guard let value = object[scheme] else {
                problems.append(value.problem(at: path, "The color has no '\(scheme)'."))
                return nil
            }
            return color(value, "\(path).\(scheme)", &problems)
        }
        guard let light = colors[0], let dark = colors[1] else { return nil }
        return Style.Pair(light: light, dark: dark)
    }

    private static func color(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> StyleColor? {
        if let color = value.string.flatMap(StyleColor.init) { return color }
        let near = value.string.map {
            NearestWord.suggestion(for: $0, among: StyleColorNames.all.keys)
        }
        problems.append(
            unexpected(
                value, path, "a color like '#0b5cad', 'rgb(11 92 173)' or 'teal'", near ?? ""))
        return nil
    }

    // MARK: - Lengths and fonts

    private static func length(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> StyleLength? {
        let length =
            value.string.flatMap(StyleLength.init)
            ?? value.number.flatMap(StyleLength.init(pixels:))
        if let length { return length }
        problems.append(
            unexpected(
                value, path,
                "a length from 0 to 1000, a number of pixels or like '0.5rem', '10px' or '1em'"))
        return nil
    }

    private static func font(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> StyleFont? {
        if let font = value.string.flatMap(StyleFont.init) { return font }
        problems.append(
            unexpected(value, path, "a font like '400 1rem/1.5 system-ui, sans-serif'"))
        return nil
    }

    // MARK: - Problems

    private static func unexpected(
        _ value: JSONValue, _ path: String, _ wanted: String, _ hint: String = ""
    ) -> SchemaProblem {
        let found = value.described(ProblemWords.shortened)
        return value.problem(at: path, "Expected \(wanted), not \(found).\(hint)")
    }

    private static func unknown(
        _ member: JSONObject.Member, in path: String, of owner: String, among known: [String]
    ) -> SchemaProblem {
        member.problem(
            in: path,
            "unknown attribute '\(ProblemWords.shortened(member.name))' of \(owner)."
                + NearestWord.suggestion(for: member.name, among: known))
    }
}
