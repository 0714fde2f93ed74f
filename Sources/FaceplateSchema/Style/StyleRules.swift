/// Reads style objects: `panelStyle`, `groupStyle`, and `itemStyle` if it is an object.
///
/// All values are parsed. A value that is not valid is reported as a problem and ignored.
public enum StyleRules {
    /// The names of all properties of a style.
    public static let names = StyleMember.allCases.map(\.rawValue)

    /// Reads a style, and appends its problems to `problems`.
    ///
    /// - Returns: the valid parts of the style; `nil` if the value is not an object.
    public static func read(
        _ value: JSONValue, path: String, problems: inout [SchemaProblem]
    ) -> Style? {
        guard let object = value.object else {
            problems.append(
                SchemaProblem(
                    path: path, position: value.position,
                    message: "Expected an object like {\"mainColor\": \"#0b5cad\"}, not "
                        + "\(described(value))."))
            return nil
        }
        var style = Style()
        for member in object.members {
            let place = "\(path).\(member.name)"
            guard let known = StyleMember(rawValue: member.name) else {
                let name = ProblemWords.shortened(member.name)
                problems.append(
                    SchemaProblem(
                        path: place, position: member.position,
                        message: "unknown attribute '\(name)' of a style."
                            + NearestWord.suggestion(for: member.name, among: names)))
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

    /// Returns one color for both schemes, or a pair of colors.
    private static func pair(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> Style.Pair? {
        guard let object = value.object else {
            return color(value, path, &problems).map { Style.Pair(light: $0, dark: $0) }
        }
        let schemes = ["light", "dark"]
        for member in object.members where !schemes.contains(member.name) {
            let name = ProblemWords.shortened(member.name)
            problems.append(
                SchemaProblem(
                    path: "\(path).\(member.name)", position: member.position,
                    message: "unknown attribute '\(name)' of a colour."
                        + NearestWord.suggestion(for: member.name, among: schemes)))
        }
        let colors = schemes.map { scheme -> StyleColor? in
            guard let value = object[scheme] else {
                problems.append(
                    SchemaProblem(
                        path: path, position: value.position,
                        message: "The colour has no '\(scheme)'."))
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
            SchemaProblem(
                path: path, position: value.position,
                message: "Expected a colour like '#0b5cad', 'rgb(11 92 173)' or 'teal', not "
                    + "\(described(value))." + (near ?? "")))
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
            SchemaProblem(
                path: path, position: value.position,
                message: "Expected a length from 0 to 1000, a number of pixels or like '0.5rem', "
                    + "'10px' or '1em', not \(described(value))."))
        return nil
    }

    private static func font(
        _ value: JSONValue, _ path: String, _ problems: inout [SchemaProblem]
    ) -> StyleFont? {
        if let font = value.string.flatMap(StyleFont.init) { return font }
        problems.append(
            SchemaProblem(
                path: path, position: value.position,
                message: "Expected a font like '400 1rem/1.5 system-ui, sans-serif', not "
                    + "\(described(value))."))
        return nil
    }

    private static func described(_ value: JSONValue) -> String {
        switch value.content {
        case .object, .array: value.typeName
        case .string(let text): "'\(ProblemWords.shortened(text))'"
        default: ProblemWords.shortened(JSONWriter().text(value))
        }
    }
}
