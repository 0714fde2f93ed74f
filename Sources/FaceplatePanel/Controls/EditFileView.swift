import Faceplate
import FaceplateHTML

/// `edit_file`: the stored file, with a link to download it and a button to remove it, and a field
/// for another file.
///
/// The field changes nothing when no file is chosen.
enum EditFileView: ControlView {
    static let sample: JSONValue = [
        "with": ["itemFileTypes": ["text/plain"], "itemMaximumSize": 1024],
        "set": ["name": "notes.txt", "type": "text/plain", "data": "SGVsbG8="],
        "bad": ["name": "notes.exe", "type": "application/octet-stream", "data": "SGVsbG8="],
        "long": [
            "name": "pneumonoultramicroscopicsilicovolcanoconiosis.txt",
            "type": "text/plain",
            "data": "SGVsbG8=",
        ],
    ]

    static func render(_ row: Row, into html: inout Markup) {
        let file = row.value.flatMap { FileRules.file(of: $0) }
        row.frame(&html) { html in
            html.element(.div, .class("t")) { html in
                html.append(row.lock == nil ? row.face.label : row.face.name)
                if let lock = row.lock {
                    row.lockNote(&html, lock)
                } else if let rules = rules(of: row) {
                    html.element(
                        .p, .class("help"), .id("v-\(row.key)"),
                        text: hint(rules, row.context))
                }
                if let file { stored(file.name, size: file.bytes.count, row, &html) }
                row.problem(&html)
            }
            guard row.lock == nil else {
                if file == nil {
                    html.element(.span, .class("v"), .dir(.auto), text: row.words[.empty])
                }
                return
            }
            field(row, &html)
            more(row, name: file?.name, &html)
        }
    }

    private static func rules(of row: Row) -> FileRules? {
        if case .file(let rules)? = row.rulesKind { rules } else { nil }
    }

    private static func stored(
        _ name: String, size: Int, _ row: Row, _ html: inout Markup
    ) {
        html.element(.p, .class("file")) { html in
            html.element(
                .a, .href(row.context.base.path("files", row.key)),
                .aria("describedby", "l-\(row.key)")
            ) { $0.element(.bdi, text: name) }
            html.text(" ")
            html.element(
                .span, .class("help"), text: row.context.problemWords.roundedSize(size))
        }
    }

    private static func field(_ row: Row, _ html: inout Markup) {
        let types = rules(of: row)?.types ?? []
        html.element(.div, .class("ctl")) { html in
            var attributes: [Attribute] = [
                .type(.file), .id(row.face.controlID), .name(row.key),
            ]
            if !types.isEmpty { attributes.append(.accept(types.joined(separator: ","))) }
            if let most = rules(of: row)?.maximumSize { attributes += limit(most, row) }
            // A file field supports `required`, not aria-required.
            if row.isRequired, row.value == nil { attributes.append(.required(true)) }
            html.void(.input, attributes: attributes + row.describedBy(state: true))
        }
    }

    /// Returns the largest size in bytes and the error message for a larger file, which JavaScript
    /// does not send.
    private static func limit(_ most: Int, _ row: Row) -> [Attribute] {
        let problem = ValueProblem(.tooLargeFile, ["maximum": String(most)])
        let sentence = row.context.problemWords.sentence(for: problem, label: row.face.title.text)
        return [.data("max", String(most)), .data("large", sentence)]
    }

    private static func more(_ row: Row, name: String?, _ html: inout Markup) {
        row.notes(&html)
        guard row.isSet else { return }
        row.resetButton(
            &html, "_reset",
            row.words.text(.fileRemove, ["value": ProblemWords.shortened(name ?? "")]),
            [.aria("describedby", "l-\(row.key)")])
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        FileRules.file(of: value)?.name
    }

    private static let names = [
        "image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WebP",
        "image/svg+xml": "SVG", "application/pdf": "PDF", "application/json": "JSON",
        "application/zip": "ZIP", "application/xml": "XML", "text/xml": "XML", "text/csv": "CSV",
    ]

    /// Returns the text for the accepted files, as in `PNG or JPEG, up to 64 KiB`.
    private static func hint(_ rules: FileRules, _ context: PageContext) -> String {
        let words = context.problemWords
        let size = words.fileSize(rules.maximumSize)
        let types = rules.types.map { names[$0.lowercased()] ?? $0 }
        return types.isEmpty
            ? context.words.text(.fileHintAny, ["size": size])
            : context.words.text(.fileHint, ["types": words.alternatives(types), "size": size])
    }
}
