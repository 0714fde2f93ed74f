import Faceplate
import FaceplateHTML

/// The view of one control, as a row of a page.
///
/// Each control has one conforming type.
protocol ControlView {
    static func render(_ row: Row, into html: inout Markup)
}

/// The view of each control.
enum ControlViews {
    /// Writes a row with the view of its control.
    static func render(_ row: Row, into html: inout Markup) {
        if let renderer = row.context.renderer(of: row.face.item) {
            return RenderedView.render(renderer, row, into: &html)
        }
        view(of: row.face.control)?.render(row, into: &html)
    }

    private static func view(of control: Control) -> (any ControlView.Type)? {
        switch control {
        case .switch: SwitchView.self
        case .select: SelectView.self
        case .choice: ChoiceView.self
        case .segment: SegmentView.self
        case .choices: ChoicesView.self
        case .picker: PickerView.self
        case .editText: EditTextView.self
        case .editMultiline: EditMultilineView.self
        case .editPassword: EditPasswordView.self
        case .editInteger: EditIntegerView.self
        case .editDecimal: EditDecimalView.self
        case .slider: SliderView.self
        case .stepper: StepperView.self
        case .editDate: EditDateView.self
        case .editTime: EditTimeView.self
        case .editDatetime: EditDatetimeView.self
        case .editDuration: EditDurationView.self
        case .editColor: EditColorView.self
        case .editList: EditListView.self
        case .editTable: EditTableView.self
        case .editFile: EditFileView.self
        case .custom: CustomView.self
        case .button: ButtonView.self
        case .info: InfoView.self
        case .link: LinkView.self
        case .text: TextView.self
        case .html: HTMLView.self
        case .page: PageView.self
        default: nil
        }
    }
}
