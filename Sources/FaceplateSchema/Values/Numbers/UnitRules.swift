/// The rules of a number with a unit; a form can have a field for each.
package protocol UnitRules: ValueRules {
    /// The unit in the number text itself takes precedence over `unit`.
    ///
    /// - Throws: The problem, if the number or the unit is invalid.
    func value(
        number: String, unit: String, locale: LocaleTag?
    ) throws(ValueProblem) -> Value
}

/// The problems with an amount: of durations in seconds, of sizes in bytes.
struct AmountProblems {
    /// The problem with text that is not an amount, without its value.
    let misfit: ValueProblem
    /// The problem with a part of the smallest unit, without its value.
    let precision: ValueProblem
    let minimum: String
    /// `nil` for no declared limit.
    let maximum: String?
    /// The limit of the type.
    let most: String

    func misfit(_ text: String) -> ValueProblem { misfit.with(value: text) }

    func precision(_ text: String) -> ValueProblem { precision.with(value: text) }

    func outside(_ code: ValueProblem.Code, _ text: String) -> ValueProblem {
        var parameters = ["value": text, "minimum": minimum]
        parameters["maximum"] = maximum
        // Without a declared maximum, the message names the limit of the type.
        if code == .tooLarge, maximum == nil { parameters["maximum"] = most }
        // The message omits a minimum of zero.
        if code == .tooLarge, minimum == "0" { parameters["minimum"] = nil }
        return ValueProblem(code, parameters, kind: misfit.kind)
    }

    func amount<Amount>(
        in text: String, _ read: () throws(AmountFailure) -> Amount?
    ) throws(ValueProblem) -> Amount {
        let amount: Amount?
        do throws(AmountFailure) {
            amount = try read()
        } catch {
            throw switch error {
            case .tooSmall: outside(.tooSmall, text)
            case .tooLarge: outside(.tooLarge, text)
            case .tooPrecise: precision(text)
            }
        }
        guard let amount else { throw misfit(text) }
        return amount
    }
}

extension ValueProblem {
    fileprivate func with(value: String) -> ValueProblem {
        ValueProblem(code, parameters.merging(["value": value]) { $1 }, kind: kind)
    }
}
