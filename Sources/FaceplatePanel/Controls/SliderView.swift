import Faceplate
import FaceplateHTML
import Foundation

/// A browser silently moves a value that does not fit the scale, so a stored number between two steps has a scale
/// without steps, and JavaScript rounds the number when the user moves it.
///
/// A value beyond the scale has only the field. A post contains both; see `CompanionField`.
enum SliderView: NumberView {
    /// Every browser keeps these exactly.
    private static let mostDigits = 15
    /// On a scale without steps, about its length in pixels.
    private static let finest = 200.0

    static func render(_ row: Row, into html: inout Markup) {
        guard let limits = NumberLimits(row.baseRules), let value = fitting(row) else {
            return NumberField(row: row).render(&html)
        }
        let step = step(limits)
        let grain = step ?? grain(limits)
        row.control(&html, class: "ctl range") { html in
            scale(row, limits, value, step, grain, &html)
            CompanionField.shown(row, text: fieldText(row, text(of: value)), into: &html)
            html.element(.div, .class("field")) { number(row, value, grain, &$0) }
        }
    }

    /// The typed value, otherwise the stored one; `nil` when the scale cannot show it unchanged.
    private static func fitting(_ row: Row) -> Value? {
        if row.typed?.texts.isEmpty == false, let typed = row.typedValue,
            row.baseRules?.problem(with: typed) == nil
        {
            return typed
        }
        guard let value = row.value, value.number != nil else { return nil }
        switch row.baseRules?.problem(with: value)?.code {
        case nil, .notAStep, .tooPrecise: return value
        default: return nil
        }
    }

    private static func scale(
        _ row: Row, _ limits: NumberLimits, _ value: Value, _ step: String?, _ grain: String,
        _ html: inout Markup
    ) {
        let labels = row.face.item.map {
            (row.context.labels.minimum(of: $0), row.context.labels.maximum(of: $0))
        }
        let isOnStep = step != nil && row.baseRules?.problem(with: value) == nil
        let number = isOnStep ? value : rounded(value, to: grain)
        end("min", labels?.0, row, &html)
        var attributes: [Attribute] =
            [.type(.range)] + CompanionField.first(row) + [.value(text(of: value))]
        if let minimum = limits.minimum { attributes.append(.min(minimum.description)) }
        if let maximum = limits.maximum { attributes.append(.max(maximum.description)) }
        // A scale with 0 inside is not filled from its start.
        if let least = limits.minimum, let most = limits.maximum, least < .zero, most > .zero {
            attributes.append(.class("both"))
        }
        attributes.append(.step(isOnStep ? grain : "any"))
        if !isOnStep { attributes.append(.data("grain", grain)) }
        if row.face.texts.unit != nil || row.face.item?.format != nil {
            let shown = row.setting.map { row.context.shown(number, of: $0) } ?? number.plainText
            attributes.append(.aria("valuetext", shown))
        }
        html.void(.input, attributes: attributes + row.describedBy(isField: false))
        end("max", labels?.1, row, &html)
    }

    private static func number(
        _ row: Row, _ value: Value, _ grain: String, _ html: inout Markup
    ) {
        let format = row.face.item?.format.flatMap { try? NumberFormat($0) }
        let symbol = row.face.texts.unit == nil ? format?.symbol ?? "" : ""
        let hasUnit = row.face.texts.unit != nil || !symbol.isEmpty
        let number = ScaledNumber(
            id: CompanionField.secondID(row), name: CompanionField.name("typed", row.key),
            text: fieldText(row, row.typed?.texts.last ?? text(of: value)), step: grain,
            labels: [.aria("labelledby", "l-\(row.key)" + (hasUnit ? " u-\(row.key)" : ""))])
        NumberField(row: row, scaled: number).field(&html)
        row.unit(&html)
        guard !symbol.isEmpty else { return }
        html.element(.span, .class("unit"), .id("u-\(row.key)"), text: symbol)
    }

    private static func fieldText(_ row: Row, _ text: String) -> String {
        ExactDecimal(text).map { NumberSpelling.fieldText($0, in: row.context.locale) } ?? text
    }

    private static func step(_ limits: NumberLimits) -> String? {
        limits.step?.description
            ?? limits.fractionDigits.flatMap { ExactDecimal("1e-\($0)")?.description }
    }

    private static func text(of value: Value) -> String {
        guard value.plainText.utf8.count(where: \.isDigit) > mostDigits,
            let double = Double(value.plainText)
        else { return value.plainText }
        return ExactDecimal(String(format: "%.\(mostDigits)g", double))?.description
            ?? value.plainText
    }

    /// The post repeats the rounded text of a stored number with more digits: the user did not move the slider.
    static func isShownAgain(_ assignment: Assignment, _ snapshot: Snapshot) -> Bool {
        guard case .text(let text, _) = assignment.input,
            let setting = snapshot.schema.settings[assignment.key], setting.control == .slider,
            let value = snapshot.value(of: setting)
        else { return false }
        let shown = Self.text(of: value)
        return shown == text && shown != value.plainText
    }

    private static func rounded(_ value: Value, to grain: String) -> Value {
        let digits = ExactDecimal(grain)?.fractionDigits ?? 0
        let text = Double(value.plainText).map { String(format: "%.\(digits)f", $0) }
        return text.flatMap { ExactDecimal($0) }.map { Value($0) } ?? value
    }

    /// JavaScript rounds to this power of ten on a scale without steps.
    private static func grain(_ limits: NumberLimits) -> String {
        let ends = [limits.minimum, limits.maximum].map { $0.flatMap { Double("\($0)") } }
        // The bounds of a range field default to 0 and 100 in browsers.
        let span = (ends[1] ?? 100) - (ends[0] ?? 0)
        let power = log10(span / finest).rounded(.down)
        // Bounds of a schema can be larger than the numbers of JavaScript.
        guard span > 0, power.isFinite else { return "1" }
        return ExactDecimal("1e\(Int(power))")?.description ?? "1"
    }

    private static func end(
        _ look: String, _ label: ResolvedLabel?, _ row: Row, _ html: inout Markup
    ) {
        guard let label else { return }
        html.element(.span, .class(look), label: label, on: row.context.locale)
    }
}
