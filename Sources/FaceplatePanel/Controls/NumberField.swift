import Faceplate
import FaceplateHTML

struct NumberLimits {
    let minimum: ExactDecimal?
    let maximum: ExactDecimal?
    let step: ExactDecimal?
    let fractionDigits: Int?
    let isHexadecimal: Bool

    init?(_ rules: (any ValueRules)?) {
        guard case .number(let rules)? = rules?.kind else { return nil }
        isHexadecimal = rules.hexadecimal != nil
        (minimum, maximum) = (rules.minimum, rules.maximum)
        step = rules.step ?? (rules.isInteger ? 1 : nil)
        fractionDigits = rules.isInteger ? 0 : rules.maximumFractionDigits
    }

    /// Numeric keyboards of phones have no minus sign.
    var inputmode: String {
        guard let minimum, minimum >= .zero, !isHexadecimal else { return "text" }
        return fractionDigits == 0 ? "numeric" : "decimal"
    }

    var size: Int? {
        guard let minimum, let maximum else { return nil }
        let fraction =
            fractionDigits
            ?? step.map { max($0.fractionDigits, minimum.fractionDigits) }
        guard let fraction else { return nil }
        let whole = [minimum, maximum].map { number in
            number.description.prefix { $0 != "." }.utf8.count
        }.max()
        return (whole ?? 0) + (fraction > 0 ? fraction + 1 : 0)
    }
}

/// It is a plain text field: a browser's number field posts an empty value for text that it cannot read.
struct NumberField {
    private static let sizes = 4...20
    private static let usualSize = 12
    let row: Row
    var scaled: ScaledNumber?

    func field(_ html: inout Markup) {
        let limits = NumberLimits(row.baseRules)
        var attributes: [Attribute] = [
            .type(.text), .inputmode(limits?.inputmode ?? "text"),
            .id(scaled?.id ?? row.face.controlID), .name(scaled?.name ?? row.key),
            .value(scaled?.text ?? row.fieldText), .dir(.ltr),
        ]
        attributes += row.placeholder
        let size = limits?.size ?? Self.usualSize
        attributes.append(.size(min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound)))
        if row.isRequired { attributes.append(.aria("required", true)) }
        html.void(
            .input,
            attributes: attributes + steps(limits) + (scaled?.labels ?? row.nameWithUnit)
                + row.describedBy())
    }

    private func steps(_ limits: NumberLimits?) -> [Attribute] {
        // The script steps decimal numbers.
        guard let limits, !limits.isHexadecimal else { return [] }
        let step = scaled?.step ?? limits.step?.description ?? "1"
        var attributes: [Attribute] = [.data("step", step)]
        if let minimum = limits.minimum { attributes.append(.data("min", minimum.description)) }
        if let maximum = limits.maximum { attributes.append(.data("max", maximum.description)) }
        let locale = row.context.locale
        let text = ExactDecimal("0.5").flatMap { half in
            scaled == nil
                ? row.setting?.rules.fieldText(of: Value(half), locale: locale)
                : NumberSpelling.fieldText(half, in: locale)
        }
        if limits.fractionDigits != 0, let point = text?.dropFirst().first, point != "." {
            attributes.append(.data("point", String(point)))
        }
        return attributes
    }

    func render(_ html: inout Markup) {
        row.control(&html) { html in
            field(&html)
            row.unit(&html)
        }
    }
}

protocol NumberView: ControlView {}

extension NumberView {
    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        page.number(value, item)
    }
}

/// The number in the field next to a scale.
struct ScaledNumber {
    let id: String
    let name: String
    let text: String
    let step: String
    let labels: [Attribute]
}
