import FaceplateHTML
import FaceplateImport

/// The fields that the pages of exports and imports have in common.
enum TransferFields {
    /// Writes the list of formats.
    ///
    /// - Parameter isRequired: False to offer the format of the file as the first choice.
    static func format(
        _ words: PageWords, isRequired: Bool, chosen: String? = nil, into html: inout Markup
    ) {
        let name = isRequired ? "format" : PostedImport.formatField
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

    /// Writes a row like those of settings.
    ///
    /// - Parameters:
    ///   - id: The id of the field, which starts with `c-`.
    ///   - kind: The control whose rows look the same.
    static func row(
        _ id: String, _ label: String, kind: String, into html: inout Markup,
        field: (inout Markup) -> Void
    ) {
        html.element(.div, .class("row \(kind)")) { html in
            html.element(.div, .class("t")) { html in
                html.element(.label, .for("c-\(id)"), text: label)
            }
            html.element(.div, .class("ctl"), content: field)
        }
        html.staticMarkup("\n")
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
