import Faceplate
import FaceplateHTML
import FaceplateImport

enum TransferFields {
    /// `isRequired` is false to offer the format of the file as the first choice.
    static func format(
        _ words: PageWords, isRequired: Bool, chosen: String? = nil, into html: inout Markup
    ) {
        let name = isRequired ? ExportQuery.format.name : ImportQuery.format.formName
        let id = isRequired ? "format" : "import-format"
        row(id, words[.exportFormat], kind: "choice", into: &html) { html in
            html.element(.select, .id("c-\(id)"), .name(name)) { html in
                if !isRequired { html.element(.option, .value(""), text: words[.importDetect]) }
                html.options(
                    ValuesFormat.allCases.map { ($0.rawValue, title($0)) }, chosen: chosen)
            }
        }
    }

    static func flag(_ name: String, _ label: String, into html: inout Markup) {
        row(name, label, kind: "switch", into: &html) { html in
            html.void(.input, .type(.checkbox), .id("c-\(name)"), .name(name), .value("1"))
        }
    }

    /// `kind` is the control whose rows look the same; `isField` is true for a field that has its box around it.
    ///
    /// A field with a `problem` has the attributes of `wrong`.
    static func row(
        _ id: String, _ label: String, kind: String, isField: Bool = false, problem: String? = nil,
        into html: inout Markup, field: (inout Markup) -> Void
    ) {
        html.element(.div, .class("row \(kind)")) { html in
            html.element(.div, .class("t")) { html in
                html.element(.label, .for("c-\(id)"), text: label)
            }
            html.element(.div, .class(isField ? "ctl field" : "ctl"), content: field)
            guard let problem else { return }
            html.element(.p, .class("err")) {
                $0.element(.span, .id("e-\(id)"), text: problem)
            }
        }
        html.staticMarkup("\n")
    }

    /// A wrong field has the focus.
    static func wrong(_ id: String, _ problem: String?) -> [Attribute] {
        problem == nil
            ? [] : [.aria("invalid", true), .aria("describedby", "e-\(id)"), .autofocus(true)]
    }

    private static func title(_ format: ValuesFormat) -> String {
        switch format {
        case .json: "JSON"
        case .yaml: "YAML"
        case .toml: "TOML"
        case .plist: "Property list (.plist)"
        case .ini: "INI"
        case .environment: ".env"
        }
    }
}
