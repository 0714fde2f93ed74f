/// Checks that display formats are valid and suit the control.
struct FormatCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.valued.compactMap { item in
            guard let format = item.node.string("itemFormat"), let control = item.control else {
                return nil
            }
            return problem(format, of: item, control).map { item.node.problem("itemFormat", $0) }
        }
    }

    private func problem(
        _ format: String, of item: SchemaDocument.Item, _ control: Control
    ) -> String? {
        switch control {
        case .editInteger, .editDecimal, .slider, .stepper: number(format)
        case .editDate: date(format, control, lacks: \.needsTime, "a time")
        case .editTime: date(format, control, lacks: \.needsDate, "a date")
        case .editDatetime: date(format, control, lacks: nil, "")
        // An info shows a number or a date: the percent sign identifies a number format.
        case .info where item.node.object["itemValue"]?.number != nil || format.contains("%"):
            number(format)
        case .info: date(format, control, lacks: nil, "")
        default: nil
        }
    }

    private func number(_ format: String) -> String? {
        do throws(FormatError) {
            _ = try NumberFormat(format)
            return nil
        } catch {
            return words(error)
        }
    }

    private func date(
        _ format: String, _ control: Control, lacks part: KeyPath<DateFormat, Bool>?,
        _ name: String
    ) -> String? {
        do throws(FormatError) {
            let format = try DateFormat(format)
            guard let part, format[keyPath: part] else { return nil }
            return "The format shows \(name), which '\(control.rawValue)' does not hold."
        } catch {
            return words(error)
        }
    }

    private func words(_ error: FormatError) -> String {
        "The format cannot be used: \(error.description)"
    }
}
