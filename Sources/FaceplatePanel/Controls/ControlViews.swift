import Faceplate
import FaceplateHTML
import FaceplateSchema

/// Each control has one conforming type; `ControlViews` lists them.
protocol ControlView {
    static func render(_ row: Row, into html: inout Markup)

    static var cell: CellForm { get }

    /// `nil` for the title of an option, or the text itself.
    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String?

    /// Of a row without a setting, for pages as plain text.
    static func text(of row: Row) -> String

    /// True when search finds the value, and not only the titles of options.
    static var isSearched: Bool { get }
}

extension ControlView {
    static var cell: CellForm { .plain() }
    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        nil
    }
    static func text(of row: Row) -> String { "" }
    static var isSearched: Bool { true }
}

enum ControlViews {
    static func render(_ row: Row, into html: inout Markup) {
        if let renderer = row.context.renderer(of: row.face.item) {
            return RenderedView.render(renderer, row, into: &html)
        }
        view(of: row.face.control)?.render(row, into: &html)
    }

    static func view(of control: Control) -> (any ControlView.Type)? {
        control.kind.map { view(of: $0) }
    }

    private static func view(of kind: ControlKind) -> any ControlView.Type {
        switch kind {
        case .switch: SwitchView.self
        case .select: SelectView.self
        case .choice: ChoiceView.self
        case .segment: SegmentView.self
        case .choices: ChoicesView.self
        case .picker: PickerView.self
        case .editText: EditTextView.self
        case .editMultiline: EditMultilineView.self
        case .editPassword: EditPasswordView.self
        case .editURL: EditURLView.self
        case .editHTML: EditHTMLView.self
        case .editInteger: EditIntegerView.self
        case .editDecimal: EditDecimalView.self
        case .slider: SliderView.self
        case .stepper: StepperView.self
        case .editDate: EditDateView.self
        case .editTime: EditTimeView.self
        case .editDatetime: EditDatetimeView.self
        case .editDuration: EditDurationView.self
        case .editSize: EditSizeView.self
        case .editShortcut: EditShortcutView.self
        case .editColor: EditColorView.self
        case .editList: EditListView.self
        case .editTable, .editMap: EditTableView.self
        case .editAlternatives: EditAlternativesView.self
        case .editFile: EditFileView.self
        case .custom: CustomView.self
        case .button: ButtonView.self
        case .info: InfoView.self
        case .link: LinkView.self
        case .page: PageView.self
        case .text: TextView.self
        case .html: HTMLView.self
        }
    }
}
